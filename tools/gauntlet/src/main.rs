//! `gauntlet`: measures the engine against reference players and its own history, and writes the
//! results table.
//! Not here: playing and counting games, which the referee does.

mod builds;
mod cli;
mod config;
mod play;
mod table;

use std::process::ExitCode;

fn main() -> ExitCode {
    // The referee starts engines from its own program, which is this one.
    referee::engine::guard::divert().unwrap_or_else(cli::main)
}
