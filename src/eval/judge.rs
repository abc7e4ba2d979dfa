//! The choice between two ways of judging: a learned evaluation and a hand-made one.
//! Not here: either of the two.

use super::{Evaluate, Part};
use crate::rules::Rules;

/// Where a game's evaluation is taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source<'a> {
    /// The net within the program.
    #[default]
    BuiltIn,
    /// No net: the evaluation that people made.
    Hand,
    /// The content of a net file.
    File(&'a [u8]),
}

/// One of two evaluations of a game.
#[derive(Clone, Debug)]
pub enum Judge<N, H> {
    /// The one that was trained.
    Learned(N),
    /// The one that people made.
    Hand(H),
}

impl<G, N, H> Evaluate<G> for Judge<N, H>
where
    G: Rules,
    N: Evaluate<G>,
    H: Evaluate<G, Value = N::Value>,
{
    type Value = N::Value;

    #[inline]
    fn value(&mut self, position: &G) -> N::Value {
        match self {
            Self::Learned(net) => net.value(position),
            Self::Hand(hand) => hand.value(position),
        }
    }

    #[inline]
    fn exact(&mut self, position: &G) -> Option<N::Value> {
        match self {
            Self::Learned(net) => net.exact(position),
            Self::Hand(hand) => hand.exact(position),
        }
    }

    fn parts(&mut self, position: &G) -> Vec<Part> {
        match self {
            Self::Learned(net) => net.parts(position),
            Self::Hand(hand) => hand.parts(position),
        }
    }
}

impl<N: Default, H> Default for Judge<N, H> {
    fn default() -> Self {
        Self::Learned(N::default())
    }
}
