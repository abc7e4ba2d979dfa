//! Dameo: the hand-made evaluation, and the endgames that are known for certain.
//! Not here: search.

pub mod endgame;
mod hand;

pub use endgame::{Endgames, Tabled, Tables};
pub use hand::{CHANCES, Hand};
