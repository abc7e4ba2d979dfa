//! The list of games at the level of rules: names, and a game by its name.
//! Not here: evaluations and search kernels; `games` lists the same games with those.

use super::{Notation, Rules};
use crate::rules::abak::Abak;
use crate::rules::dameo::Dameo;
use crate::rules::eximo::Eximo;

/// Work on a game that is known only by name.
pub trait Visitor {
    /// The result.
    type Out;

    /// Does the work.
    fn visit<G: Notation>(self) -> Self::Out;
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The names of all games. A program starts with the first one unless told otherwise.
        pub const NAMES: &[&str] = &[$(<$game as Rules>::NAME),+];

        /// Visits the game called `name`, in any case; `None` if there is none.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
            $(if name.eq_ignore_ascii_case(<$game as Rules>::NAME) {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

games!(Dameo, Eximo, Abak);
