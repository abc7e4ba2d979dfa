//! The arguments of a program that speaks the protocol: help and version are answers like others.
//! Not here: which arguments a program takes.

use super::output::end_unwritten;
use clap::Parser;
use std::process;

/// Reads the arguments of the program. Where there is nothing to run, this ends the process: after
/// help or the version with code 0, after wrong arguments, named on standard error, with code 2.
///
/// Help that cannot be written ends it as any other answer does: see [`Output`](super::Output).
#[must_use]
pub fn arguments<T: Parser>() -> T {
    T::try_parse().unwrap_or_else(|answer| match answer.print() {
        Err(error) if !answer.use_stderr() => end_unwritten(&error),
        // Standard error may be gone; the code still tells.
        _ => process::exit(answer.exit_code()),
    })
}
