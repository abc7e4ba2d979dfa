//! The `board` program: the server or, with a hidden first argument, an engine or its guard.
//! Not here: anything but its start: as an engine or guard it must start before there are threads.

use std::process::ExitCode;

fn main() -> ExitCode {
    let other = tricorn_client::guard::divert().or_else(board::own_engine::divert);
    other.unwrap_or_else(board::cli::main)
}
