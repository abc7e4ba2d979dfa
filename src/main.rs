//! Tricorn, the program: starts the engine process on stdin and stdout.
//! Not here: anything but the start; see `cli` for what the process does.

use std::process::ExitCode;

fn main() -> ExitCode {
    tricorn::cli::main()
}
