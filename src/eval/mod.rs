//! Evaluation: what a position is worth to the side to move, one file or folder a game.
//! Not here: looking ahead; search does that.

pub mod abak;
mod chances;
pub mod dameo;
pub mod eximo;
mod judge;
pub mod net;
mod value;

pub use chances::{Chances, Linear, Model};
pub use judge::{Judge, Source};
pub use value::{MATE, MATE_BOUND, NUMBERS, Score, Value, mated_in, mean, plies};

use crate::rules::Rules;
use std::borrow::Cow;

/// One term of an evaluation, as `eval` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What is counted.
    pub name: Cow<'static, str>,
    /// What it adds, in the units of [`Value::score`], seen by the side to move.
    pub score: Score,
}

/// Judges positions without looking ahead.
///
/// Integers only, so that a search visits the same nodes on every processor. A position with the
/// colours swapped has the same value, since it is seen by its side to move.
pub trait Evaluate<G: Rules>: Clone + Send + 'static {
    /// What a judgement consists of.
    type Value: Value;

    /// The worth of a position that is not over, before the throw, to the side to move.
    fn value(&mut self, position: &G) -> Self::Value;

    /// The worth of a position where it is known for certain, as from endgame tables; distances
    /// to the end are counted from the position. Cheap where it is not known: search asks at
    /// every node.
    #[inline]
    fn exact(&mut self, _position: &G) -> Option<Self::Value> {
        None
    }

    /// Whether [`exact`](Evaluate::exact) is silent for no other reason than the position's draw
    /// counter: with a lower one it might know the worth.
    #[inline]
    fn silenced_by_counter(&mut self, _position: &G) -> bool {
        false
    }

    /// The terms of the judgement, for people to read. Where the evaluation is a sum, the parts
    /// add up to the score.
    fn parts(&mut self, position: &G) -> Vec<Part>;
}
