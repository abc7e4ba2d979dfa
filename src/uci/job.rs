//! A command that may take long, from the moment its line is read until it is answered.
//! Not here: what the command does, and the order of the jobs (`queue`).

use crate::control::Control;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// One `go`, `perft`, `bench` or `rollout`: its signals, and since when its time counts.
#[derive(Debug)]
pub struct Job {
    /// What stops it.
    pub control: Control,
    /// Whether it has no end of its own.
    pub endless: bool,
    /// Whether it waits for `ponderhit`.
    pub ponder: bool,
    /// When its line was read.
    read: Instant,
    /// When it could have begun: its line had been read, and the job before it answered.
    due: OnceLock<Instant>,
    /// Set when the process ends before its turn: it does not run and gets no answer.
    dropped: AtomicBool,
}

impl Job {
    /// A job that has not begun.
    #[must_use]
    pub fn new(endless: bool, ponder: bool) -> Self {
        Self {
            control: Control::default(),
            endless,
            ponder,
            read: Instant::now(),
            due: OnceLock::new(),
            dropped: AtomicBool::new(false),
        }
    }

    /// From when its time counts. What passes between this and the first node, because the
    /// machine is busy, for example, runs on the client's clock too.
    pub fn due(&self) -> Instant {
        *self.due.get().unwrap_or(&self.read)
    }

    /// The job begins; the one before it was answered at `answered`.
    pub(super) fn begin(&self, answered: Option<Instant>) {
        let due = answered.map_or(self.read, |answered| answered.max(self.read));
        self.due.get_or_init(|| due);
    }

    /// The job gets no answer: the process ends before its turn.
    pub(super) fn drop_unanswered(&self) {
        self.dropped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_dropped(&self) -> bool {
        self.dropped.load(Ordering::Relaxed)
    }
}
