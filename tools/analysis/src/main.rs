//! `analyse`, the program.
//! Not here: anything but the start. As a guard of engines it must have no thread yet, so that comes
//! first.

use std::process::ExitCode;

fn main() -> ExitCode {
    tricorn_client::guard::divert().unwrap_or_else(analysis::cli::main)
}
