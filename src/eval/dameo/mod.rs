//! Dameo: the hand-made evaluation, and the endgames that are known for certain.
//! Not here: search.

pub mod endgame;
mod fading;
mod hand;
mod net;

pub use endgame::{Endgames, Tabled, Tables};
pub use hand::{CHANCES, Hand};
pub use net::Net;
