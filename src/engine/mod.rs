//! The engine process: executes UCI commands with rules, evaluation and search.
//! Not here: reading and printing lines (`uci`).

mod bench;
mod display;
mod game;
mod handler;
mod help;
mod options;
mod reporter;
mod rollout;

pub use handler::EngineHandler;
pub use options::Options;
