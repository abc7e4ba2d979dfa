//! The referee: matches between engines whose results can be trusted.
//! Not here: how the games are played and judged, which the engine's rules say.

pub mod arbiter;
pub mod board;
pub mod engine;
pub mod game;
pub mod mock;
pub mod stats;
