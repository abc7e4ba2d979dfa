//! Compares an engine's rules with the referee's: legal moves, the positions after them, results, perft.
//! Not here: how well the engine plays.

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

/// A test position and the line that leads to it: a random game after 0 to `plies` plies, with a roll
/// in games with dice. It depends only on the arguments.
///
/// # Errors
/// An unknown game.
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

/// Variations of a position with one of its numbers replaced by 47 to 51, where games that count
/// quiet plies have their limit. The game's parser decides which of the texts are positions.
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
