//! Reference players: plain ways of playing that never change, for the engine to be measured by.
//! Not here: anything of the engine but the rules. What it learns must not reach these players.

mod budget;
mod draughts;
pub mod linear;
pub mod material;
pub mod player;
mod random;
pub mod uct;
