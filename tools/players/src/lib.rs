//! Frozen reference players that the engine is measured against.
//! Not here: the engine's evaluation and search, which must never affect them.

mod budget;
mod draughts;
pub mod linear;
pub mod material;
pub mod player;
mod random;
pub mod uct;
