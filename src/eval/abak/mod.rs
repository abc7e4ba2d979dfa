//! Abak: the net, the hand-crafted evaluation, the bear-off table, and what their values are.
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
