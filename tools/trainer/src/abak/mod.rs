//! Training of the net of Abak: TD(lambda), luck-adjusted labels and rollouts, supervised fitting,
//! matches.
//! Not here: the inputs of the net, which are in the engine's library.
//!
//! Training has two phases. TD(lambda) comes first: the net plays itself, and each position is moved
//! towards what followed it. Then come rounds of self-play in which every position is averaged over
//! all rolls and the luck is taken out of what followed; a net is fitted to the positions of many
//! games together.

mod cli;
mod fit;
mod games;
mod label;
mod play;
mod rollouts;
mod sample;
mod store;
mod td;

/// The name of the net in the folder of a run.
const NET_FILE: &str = "abak.net";

pub use cli::{Task, run};
