//! Dameo: the net (NNUE), the hand-crafted evaluation (HCE), the WDL model, and endgame tables.
//! Not here: search.

pub mod endgame;
mod hce;
mod net;
mod rule50;
mod wdl;

pub use endgame::{EndgameTables, Endgames, WithTables};
pub use hce::Hce;
pub use net::Net;
pub use wdl::WDL_MODEL;
