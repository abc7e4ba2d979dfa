//! Printing to standard output and standard error without panics on closed pipes.
//! Not here: the text, and the progress bar.
//!
//! `println!` panics when nobody reads any more (`| head`), and hides a full disk in the panic's
//! text. So tools print with [`line()`], which gives an error, and pass it up to
//! [`exit::code`](crate::exit::code). Long runs use [`Log`], which goes on without a reader.

use std::fmt::{self, Display};
use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

/// Why a line could not be printed.
#[derive(Debug)]
pub enum PrintError {
    /// Nobody reads standard output any more.
    Closed,
    /// The line could not be written, for instance because the disk is full.
    Failed(io::Error),
}

impl Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("standard output is closed"),
            Self::Failed(error) => write!(f, "standard output: {error}"),
        }
    }
}

impl std::error::Error for PrintError {}

impl From<io::Error> for PrintError {
    fn from(error: io::Error) -> Self {
        if error.kind() == ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Failed(error)
        }
    }
}

/// Prints a text and a line end on standard output, and flushes.
///
/// # Errors
/// The text cannot be written. Do not catch the error: [`exit::code`](crate::exit::code) ends the
/// tool as it should.
pub fn line(text: impl Display) -> Result<(), PrintError> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Prints a message and a line end on standard error. A message that cannot be written is dropped,
/// since there is no other place for it.
pub fn message(text: impl Display) {
    // One write for the whole line, so that lines of several threads or processes do not mix.
    let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
}

/// What a long run prints on standard output. The run goes on when a line cannot be written, and
/// [`finish`](Self::finish) reports it at the end.
#[derive(Debug, Default)]
pub struct Log {
    /// The first failure. Nothing is printed after it.
    failed: Mutex<Option<PrintError>>,
}

impl Log {
    /// A log without failures.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Prints a line, unless an earlier one failed.
    pub fn line(&self, text: impl Display) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.is_none() {
            *failed = line(text).err();
        }
    }

    /// The end of the run, which is complete and saved.
    ///
    /// # Errors
    /// The first failure to write a line.
    pub fn finish(self) -> Result<(), PrintError> {
        let failed = self.failed.into_inner();
        let failed = failed.unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), Err)
    }
}
