//! Signals that stop a run: Ctrl-C, SIGTERM, and SIGHUP when the terminal closes.
//! Not here: stopping, which keeps every finished pair.

use std::io;
use tokio::signal::unix::{SignalKind, signal};

/// Why a run was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Ctrl-C.
    Interrupt,
    /// The system asked for the end, or the terminal was closed.
    Terminate,
}

impl Stop {
    /// The exit code, as shells have it for the signal.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Interrupt => 130,
            Self::Terminate => 143,
        }
    }
}

/// From now on, waits for such a signal instead of ending the process by it. Needs tokio.
///
/// # Errors
/// The system does not let the signals be caught.
pub fn stop_signal() -> io::Result<impl Future<Output = Stop>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => Stop::Interrupt,
            _ = terminate.recv() => Stop::Terminate,
            _ = hangup.recv() => Stop::Terminate,
        }
    })
}
