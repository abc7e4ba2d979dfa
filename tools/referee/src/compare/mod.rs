//! An engine's rules against ours: legal moves, the positions they lead to, results, and counts.
//! Not here: how the engine plays.

mod ask;
mod examine;
mod shrink;

pub use ask::{Ask, AskError};
pub use examine::{Counts, Difference, examine, line};
pub use shrink::smallest;

use crate::board::Board;
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
