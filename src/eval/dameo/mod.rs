//! Dameo: the learned evaluation, the hand-made one, and the endgames that are known for certain.
//! Not here: search.

mod chances;
pub mod endgame;
mod fading;
mod hand;
mod net;

pub use chances::CHANCES;
pub use endgame::{Endgames, Tabled, Tables};
pub use hand::Hand;
pub use net::Net;
