//! The games without dice that have nets.
//! Not here: how they work.

use super::Boards;
use tricorn::rules::Rules;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;

/// Something to be done with one of these games, known by its name only.
pub trait Visitor {
    /// What comes of it.
    type Out;

    /// Does it.
    fn visit<G: Boards>(self) -> Self::Out;
}

macro_rules! games {
    ($($game:ty),+) => {
        /// Their names.
        pub const NAMES: &[&str] = &[$(<$game as Rules>::NAME),+];

        /// Visits the game of that name; `None` if it is none of these.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
            $(if name == <$game as Rules>::NAME {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

games!(Dameo, Eximo);
