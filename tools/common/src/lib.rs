//! Shared parts of the command-line tools: printing, exit codes, progress, locks, atomic writes.
//! Not here: anything about games, engines or the protocol.
//!
//! A tool's `main` is [`exit::main`] with a function that does the work and gives an exit code:
//!
//! ```no_run
//! use clap::Parser;
//! use std::process::ExitCode;
//! use tricorn_common::{exit, print};
//!
//! #[derive(Parser)]
//! struct Arguments {
//!     /// How many lines to print
//!     #[arg(long, default_value_t = 10)]
//!     lines: u32,
//! }
//!
//! fn main() -> ExitCode {
//!     exit::main("counter", run)
//! }
//!
//! fn run(arguments: Arguments) -> anyhow::Result<u8> {
//!     for line in 0..arguments.lines {
//!         print::line(line)?; // `counter | head -1` ends here, quietly
//!     }
//!     Ok(exit::DONE)
//! }
//! ```
//!
//! A run that takes long and must not be lost prints with [`print::Log`] instead.

pub mod checksum;
pub mod exit;
pub mod files;
pub mod lock;
pub mod print;
pub mod progress;
pub mod threads;
