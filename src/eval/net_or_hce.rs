//! The choice between the two evaluations of a game: a net (NNUE) or the hand-crafted one (HCE).
//! Not here: the evaluations themselves.

use super::net::NetError;
use super::{EvalTerm, Evaluate};
use crate::rules::Rules;

/// The source of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source<'a> {
    /// The embedded net.
    #[default]
    BuiltIn,
    /// The hand-crafted evaluation.
    Hce,
    /// The contents of a net file.
    NetFile(&'a [u8]),
}

/// One of a game's two evaluations.
#[derive(Clone, Debug)]
pub enum NetOrHce<N, H> {
    /// A net.
    Net(N),
    /// The hand-crafted evaluation.
    Hce(H),
}

impl<N: Default, H: Default> NetOrHce<N, H> {
    /// Loads the evaluation of a source; `read` reads a net file.
    ///
    /// # Errors
    /// `read` rejects the net file.
    pub fn load(
        source: Source<'_>,
        read: impl FnOnce(&[u8]) -> Result<N, NetError>,
    ) -> Result<Self, NetError> {
        Ok(match source {
            Source::BuiltIn => Self::default(),
            Source::Hce => Self::Hce(H::default()),
            Source::NetFile(bytes) => Self::Net(read(bytes)?),
        })
    }
}

impl<G, N, H> Evaluate<G> for NetOrHce<N, H>
where
    G: Rules,
    N: Evaluate<G>,
    H: Evaluate<G, Value = N::Value>,
{
    type Value = N::Value;

    #[inline]
    fn value(&mut self, position: &G) -> N::Value {
        match self {
            Self::Net(net) => net.value(position),
            Self::Hce(hce) => hce.value(position),
        }
    }

    #[inline]
    fn exact(&mut self, position: &G) -> Option<N::Value> {
        match self {
            Self::Net(net) => net.exact(position),
            Self::Hce(hce) => hce.exact(position),
        }
    }

    #[inline]
    fn silenced_by_counter(&mut self, position: &G) -> bool {
        match self {
            Self::Net(net) => net.silenced_by_counter(position),
            Self::Hce(hce) => hce.silenced_by_counter(position),
        }
    }

    fn terms(&mut self, position: &G) -> Vec<EvalTerm> {
        match self {
            Self::Net(net) => net.terms(position),
            Self::Hce(hce) => hce.terms(position),
        }
    }
}

impl<N: Default, H> Default for NetOrHce<N, H> {
    fn default() -> Self {
        Self::Net(N::default())
    }
}
