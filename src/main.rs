//! Tricorn, the program: starts the engine process on stdin and stdout.
//! Not here: anything but the start; see `engine` for what the process does.

use std::process::ExitCode;

fn main() -> ExitCode {
    tricorn::engine::cli::main()
}
