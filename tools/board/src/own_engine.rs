//! The default engine: this program, started again as an engine process.
//! Not here: engines that the user names.

use std::io::{self, BufReader};
use std::process::ExitCode;
use std::sync::Arc;
use tricorn::engine::{EngineHandler, Options};
use tricorn::uci::{Begin, Output, hangup, serve};
use tricorn_client::EngineSpec;
use tricorn_common::print;

/// The first argument of the engine process.
const WORD: &str = "__engine";

/// What the engine is called.
pub const NAME: &str = "tricorn";

/// Runs as an engine if this process was started as one. To be called before any thread runs.
#[must_use]
pub fn divert() -> Option<ExitCode> {
    let first = std::env::args_os().nth(1)?;
    (first == WORD).then(run)
}

fn run() -> ExitCode {
    let out = Arc::new(Output::new(io::stdout()));
    hangup::watch();
    let open = {
        let out = Arc::clone(&out);
        move || EngineHandler::new(Options::default(), None, out)
    };
    match serve(BufReader::new(io::stdin()), Begin::AtOnce, open, None, &out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print::message(format_args!("{NAME}: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// How to start it.
///
/// # Errors
/// The system does not say where this program lies.
pub fn spec() -> io::Result<EngineSpec> {
    let program = std::env::current_exe()?;
    Ok(EngineSpec {
        name: NAME.into(),
        command: program.to_string_lossy().into_owned(),
        args: vec![WORD.into()],
        ..EngineSpec::default()
    })
}
