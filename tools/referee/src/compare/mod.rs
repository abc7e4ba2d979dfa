//! An engine's rules against ours: legal moves, the positions they lead to, results, and counts.
//! Not here: how the engine plays.

mod ask;
mod examine;
mod leaves;
mod shrink;

pub use ask::{Ask, AskError, Perft};
pub use examine::{Counts, Difference, draw_line, examine, line, near_limit};
pub use shrink::smallest;

use crate::board::{self, Board};
use crate::schedule::Opening;
use crate::schedule::random::{Purpose, stream, walk};
use rand::RngExt;

/// A position to compare on, a function of its arguments alone: that of a random game after 0 to
/// `plies` plies, with a roll where there are dice; and the line that leads to it.
///
/// # Errors
/// If there is no such game.
pub fn place(
    variant: &str,
    seed: u64,
    number: u64,
    plies: u32,
) -> Result<(Opening, Box<dyn Board>), String> {
    let mut random = stream(seed, Purpose::Positions(number));
    let length = random.random_range(0..=plies);
    let (line, mut board) = walk(variant, length, &mut random)?;
    if board.awaits_roll() && board.outcome().is_none() {
        board.throw(seed, number);
    }
    Ok((line, board))
}

/// The positions of a text with other numbers in it, from 47 to 51: a game that counts quiet plies
/// has its limit there, and its reader says which texts are positions.
#[must_use]
pub fn near_limits(variant: &str, text: &str) -> Vec<Box<dyn Board>> {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let counters = (2..words.len()).filter(|&at| number(words[at]));
    let texts = counters.flat_map(|at| {
        let words = &words;
        (47..=51).map(move |count: u32| {
            let count = count.to_string();
            let mut words = words.clone();
            words[at] = &count;
            words.join(" ")
        })
    });
    let none: [&str; 0] = [];
    texts
        .filter_map(|text| board::open(variant, &text, &none).ok())
        .collect()
}
