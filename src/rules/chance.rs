//! What chance contributes to a turn, as an argument of the rules.
//! Not here: throwing the dice (`dice`).

use std::fmt::Debug;
use std::hash::Hash;

/// The outcomes of one throw, or `()` where nothing is thrown.
pub trait Chance: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// Every roll once, each with its weight; the order is the order of lists shown to people.
    const ROLLS: &'static [(Self, u32)];

    /// The only roll of a game without dice; `None` in a game with dice.
    const ONLY: Option<Self>;

    /// Whether the roll can open a game.
    fn opens(self) -> bool {
        true
    }
}

impl Chance for () {
    const ROLLS: &'static [((), u32)] = &[((), 1)];
    const ONLY: Option<()> = Some(());
}
