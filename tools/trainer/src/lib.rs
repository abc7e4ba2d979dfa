//! What the nets of the engine are made with: self-play, training, matches.
//! Not here: how a net is used, which the engine's library knows.

pub mod abak;
pub mod boards;
mod files;
pub mod net;
pub mod ranges;
pub mod versus;
