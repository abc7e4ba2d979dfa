//! `board`, the program: the server of the board, or, under a hidden first argument, an engine or its guard.
//! Not here: anything but the start. As a guard or an engine it must have no thread yet, so that comes first.

use std::process::ExitCode;

fn main() -> ExitCode {
    let other = tricorn_client::guard::divert().or_else(board::own_engine::divert);
    other.unwrap_or_else(board::cli::main)
}
