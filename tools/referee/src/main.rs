//! The referee, the program.
//! Not here: anything but the start. As a guard it must have no thread yet, so that comes first.

use std::process::ExitCode;

fn main() -> ExitCode {
    referee::engine::guard::divert().unwrap_or_else(referee::cli::main)
}
