//! Eximo: the hand-made evaluation and the learned one.
//! Not here: search.

mod chances;
mod hand;
mod net;

pub use chances::CHANCES;
pub use hand::Hand;
pub use net::Net;
