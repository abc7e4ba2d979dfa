//! The trainer as a library: self-play, training, matches.
//! Not here: inference, which is in the engine's library.

pub mod abak;
pub mod boards;
mod checkpoint;
pub mod net;
pub mod ranges;
mod reporter;
mod training;
pub mod versus;
