//! Eximo: the hand-made evaluation and the learned one.
//! Not here: search.

mod hce;
mod net;
mod wdl;

pub use hce::Hce;
pub use net::Net;
pub use wdl::WDL_MODEL;
