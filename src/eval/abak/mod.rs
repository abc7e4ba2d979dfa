//! Abak: the net (NNUE), the hand-crafted evaluation (HCE), the bear-off database, outcome probabilities.
//! Not here: search.

mod bearoff;
mod hce;
mod logistic;
pub mod net;
mod probabilities;
mod side_features;

pub use bearoff::BearOff;
pub use hce::Hce;
pub use net::Net;
pub use probabilities::OutcomeProbabilities;
