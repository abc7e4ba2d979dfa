//! Eximo: the hand-made evaluation and the learned one.
//! Not here: search.

mod hand;
mod net;

pub use hand::{CHANCES, Hand};
pub use net::Net;
