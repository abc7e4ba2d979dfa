//! The referee: a match runner for engines, with reproducible and statistically sound results.
//! Not here: the rules of the games.

pub mod answers;
pub mod arbiter;
pub mod board;
pub mod chances;
pub mod check;
pub mod cli;
pub mod compare;
pub mod config;
pub mod draws;
pub mod game;
pub mod journal;
pub mod limits;
pub mod luck;
pub mod mock;
pub mod record;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod stats;
pub mod summary;

/// Engines as processes: how they are started, asked, watched and ended.
pub use tricorn_client as engine;
