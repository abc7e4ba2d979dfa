//! Exit codes of all tools, and the error message that goes with them.
//! Not here: what the codes of a single tool mean.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | the tool did what it was asked for |
//! | 1 | it could not; the message says why |
//! | 2 | the arguments make no sense; nothing was started |
//! | 141 | standard output was closed before all was printed, as by `| head`; there is no message |
//!
//! 141 is what a shell shows for a program that the signal SIGPIPE ended. A short task stops there;
//! a long run first does and saves all that it was asked for. Other codes belong to single tools.

use crate::print::{self, PrintError};
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use std::fmt;
use std::process::ExitCode;

/// The tool did what it was asked for.
pub const DONE: u8 = 0;
/// The tool could not do what it was asked for.
pub const FAILED: u8 = 1;
/// The arguments or settings make no sense; nothing was started.
pub const MISUSED: u8 = 2;
/// Standard output was closed before all was printed.
pub const CLOSED: u8 = 141;

/// One line on the exit codes that all tools share, for the end of `--help`.
pub const HELP: &str = "\
Exit codes: 0 done, 1 failed (a message says why), 2 wrong arguments, 141 standard output was closed.";

/// Arguments or settings that make no sense; the message says why.
#[derive(Debug)]
struct Misuse(String);

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misuse {}

/// An error in arguments or settings: the tool ends with [`MISUSED`].
pub fn misuse(error: impl fmt::Display) -> anyhow::Error {
    Misuse(error.to_string()).into()
}

/// The whole of a tool's `main`: reads the arguments, works, and turns what came of it into the exit
/// code.
pub fn main<T: FromArgMatches + CommandFactory>(
    tool: &str,
    work: impl FnOnce(T) -> anyhow::Result<u8>,
) -> ExitCode {
    match parse(tool) {
        Ok(arguments) => code(tool, work(arguments)),
        Err(code) => code,
    }
}

/// Reads the arguments of the program.
///
/// # Errors
/// There is nothing more to do: help was asked for and printed, or the arguments are wrong and a
/// message says why. `main` returns the code.
pub fn parse<T: FromArgMatches + CommandFactory>(tool: &str) -> Result<T, ExitCode> {
    let (arguments, _) = parse_with_matches(tool)?;
    Ok(arguments)
}

/// Like [`parse`]; also gives what clap found, for what its derived structures cannot hold.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_with_matches<T: FromArgMatches + CommandFactory>(
    tool: &str,
) -> Result<(T, ArgMatches), ExitCode> {
    let read = T::command().try_get_matches();
    let read = read.and_then(|matches| Ok((T::from_arg_matches(&matches)?, matches)));
    read.map_err(|error| code(tool, Err(error.into())))
}

/// The exit code for what came of the work. Prints the error, if there is one, as
/// `<tool>: <message>` on standard error; that the reader has gone is no message.
#[must_use]
pub fn code(tool: &str, done: anyhow::Result<u8>) -> ExitCode {
    ExitCode::from(done.unwrap_or_else(|error| report(tool, &error)))
}

fn report(tool: &str, error: &anyhow::Error) -> u8 {
    if let Some(error) = error.downcast_ref::<clap::Error>() {
        return arguments(tool, error);
    }
    if let Some(PrintError::Closed) = error.downcast_ref() {
        return CLOSED;
    }
    print::message(format_args!("{tool}: {error:#}"));
    if error.is::<Misuse>() {
        MISUSED
    } else {
        FAILED
    }
}

/// Shows what clap has to say: help and version on standard output, errors on standard error.
fn arguments(tool: &str, error: &clap::Error) -> u8 {
    if error.use_stderr() {
        // There is no other place for the message.
        let _ = error.print();
        return MISUSED;
    }
    match error.print() {
        Ok(()) => DONE,
        Err(failed) => report(tool, &PrintError::from(failed).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[test]
    fn every_kind_of_error_has_its_code() {
        let closed = PrintError::from(io::Error::from(io::ErrorKind::BrokenPipe));
        let full = PrintError::from(io::Error::from(io::ErrorKind::StorageFull));
        for (error, code) in [
            (closed.into(), CLOSED),
            (full.into(), FAILED),
            (misuse("no such game"), MISUSED),
            (misuse("no such game").context("settings.toml"), MISUSED),
            (anyhow::anyhow!("no such file"), FAILED),
        ] {
            assert_eq!(report("tool", &error), code, "{error:?}");
        }
    }
}
