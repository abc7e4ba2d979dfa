//! Eximo: the net (NNUE), the hand-crafted evaluation (HCE), and the WDL model.
//! Not here: search.

mod hce;
mod net;
mod wdl;

pub use hce::Hce;
pub use net::Net;
pub use wdl::WDL_MODEL;
