//! The owner of stdout: whole lines, flushed one by one, from any thread.
//! Not here: what the lines say.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use tricorn_protocol::{Answer, ProtocolError};

/// Where answers go.
pub struct Output {
    sink: Mutex<Box<dyn Write + Send>>,
    failed: AtomicBool,
}

impl Output {
    /// Answers to `sink`.
    pub fn new(sink: impl Write + Send + 'static) -> Self {
        Self {
            sink: Mutex::new(Box::new(sink)),
            failed: AtomicBool::new(false),
        }
    }

    /// Writes a text, one line or several, and a newline; flushes.
    ///
    /// If that fails, the process ends: quietly where nobody
    /// reads any more, else with a message on standard error and exit code 1, since what was
    /// asked for has not arrived.
    pub fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        tracing::debug!(target: "tricorn::out", "{}", text.trim_end());
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let written = sink.write_all(text.as_bytes()).and_then(|()| sink.flush());
        if let Err(error) = written {
            end_unwritten(&error);
        }
    }

    /// Reports an error.
    pub fn error(&self, error: ProtocolError) {
        self.failed.store(true, Ordering::Relaxed);
        self.line(Answer::Error(error));
    }

    /// Whether an error was reported.
    pub fn reported_error(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }
}

/// Ends the process after an answer that could not be written; see [`Output::line`].
pub(super) fn end_unwritten(error: &io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    // Standard error may be gone as well.
    let _ = writeln!(io::stderr(), "tricorn: writing stdout: {error}");
    std::process::exit(1);
}
