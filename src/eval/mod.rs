//! Evaluation: what a position is worth to the side to move, without looking ahead. Each game has
//! a net (NNUE) and a hand-crafted evaluation (HCE).
//! Not here: search, and the choice of a game.

pub mod abak;
pub mod dameo;
pub mod eximo;
mod load_error;
pub mod net;
mod net_or_hce;
mod value;
mod wdl;

pub use load_error::LoadError;
pub use net_or_hce::{NetOrHce, Source};
pub use value::{MATE, MATE_BOUND, PACKED_BITS, Score, Value, mated_in, plies, rounded_quotient};
pub use wdl::{ByPieces, Wdl, WdlModel};

use crate::rules::Rules;
use std::borrow::Cow;

/// One term of an evaluation, as `eval` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalTerm {
    /// What is counted.
    pub name: Cow<'static, str>,
    /// What it adds, in the units of [`Value::score`], seen by the side to move.
    pub score: Score,
}

/// A static evaluation.
///
/// Integers only, so that a search visits the same nodes on every processor. A position with the
/// colours swapped has the same value, since it is seen by its side to move.
pub trait Evaluate<G: Rules>: Clone + Send + 'static {
    /// What positions are worth: a score, or more where a game has more than winners and losers.
    type Value: Value;

    /// The value of a position that is not over, before the throw, to the side to move.
    fn value(&mut self, position: &G) -> Self::Value;

    /// The value of a position where it is known for certain, as from endgame tables; distances
    /// to the end count from the position. Cheap where it is not known: search asks at every node.
    #[inline]
    fn exact(&mut self, _position: &G) -> Option<Self::Value> {
        None
    }

    /// Whether [`exact`](Evaluate::exact) is silent for no other reason than the position's draw
    /// counter: with a lower one it might know the value.
    #[inline]
    fn silenced_by_counter(&mut self, _position: &G) -> bool {
        false
    }

    /// The terms of the evaluation, for people to read. Where it is a sum, the terms add up to the
    /// score.
    fn terms(&mut self, position: &G) -> Vec<EvalTerm>;
}
