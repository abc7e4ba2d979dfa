//! The `analyse` program.
//! Not here: anything but its start: as an engine's guard it must start before there are threads.

use std::process::ExitCode;

fn main() -> ExitCode {
    tricorn_client::guard::divert().unwrap_or_else(analysis::cli::main)
}
