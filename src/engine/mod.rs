//! The engine behind the UCI process: it carries out the commands.
//! Not here: reading and printing lines (`uci`), rules, evaluation and search.

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
