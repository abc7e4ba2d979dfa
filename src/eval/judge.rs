//! The choice between two ways of judging: a learned evaluation and a hand-made one.
//! Not here: either of the two.

use super::net::NetError;
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

impl<N: Default, H: Default> Judge<N, H> {
    /// The evaluation of a source, `read` being how a net file becomes one.
    ///
    /// # Errors
    /// It is a file that `read` refuses; the text says why.
    pub fn of(
        source: Source<'_>,
        read: impl FnOnce(&[u8]) -> Result<N, NetError>,
    ) -> Result<Self, String> {
        Ok(match source {
            Source::BuiltIn => Self::default(),
            Source::Hand => Self::Hand(H::default()),
            Source::File(bytes) => Self::Learned(read(bytes).map_err(|error| error.to_string())?),
        })
    }
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

    #[inline]
    fn silenced_by_counter(&mut self, position: &G) -> bool {
        match self {
            Self::Learned(net) => net.silenced_by_counter(position),
            Self::Hand(hand) => hand.silenced_by_counter(position),
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
