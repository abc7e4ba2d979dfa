//! Static evaluation: a net (NNUE) and a hand-crafted evaluation (HCE) for each game.
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

/// One term of an evaluation, as the command `eval` prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalTerm {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its contribution for the side to move, in the units of [`Value::score`].
    pub score: Score,
}

/// A static evaluation.
///
/// Integers only, so that a search visits the same nodes on every processor. Values are for the side
/// to move, so the position with the colours swapped has the same value.
pub trait Evaluate<G: Rules>: Clone + Send + 'static {
    /// A score, or outcome probabilities.
    type Value: Value;

    /// The value of a position for the side to move, before its roll. The game is not over.
    fn value(&mut self, position: &G) -> Self::Value;

    /// The exact value of a position, if it is known, for instance from endgame tables; mate
    /// distances count from the position. Search calls this at every node, so it must be cheap.
    #[inline]
    fn exact(&mut self, _position: &G) -> Option<Self::Value> {
        None
    }

    /// Whether [`exact`](Evaluate::exact) may give a value for the same position with a lower draw
    /// counter.
    #[inline]
    fn silenced_by_counter(&mut self, _position: &G) -> bool {
        false
    }

    /// The terms of the evaluation. If it is a sum, they add up to the score.
    fn terms(&mut self, position: &G) -> Vec<EvalTerm>;
}
