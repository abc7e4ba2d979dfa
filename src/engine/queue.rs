//! The queue between the reader of stdin and the worker that runs the commands, and what may
//! overtake it: `isready`, `stop`, `ponderhit`, `quit` and the end of input.
//! Not here: reading, parsing and running.

use crate::search::Control;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;
use tricorn_protocol::{Command, Parsed};

/// How much text may wait, in bytes; beyond it reading pauses.
pub const CAPACITY: usize = 64 << 20;

/// A command that may take long: `go`, `perft`, `bench` or `rollout`.
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
    /// Set when the process ends before its turn: it is not run and gets no answer.
    dropped: AtomicBool,
}

impl Job {
    /// A job that has not begun.
    #[must_use]
    pub fn new(endless: bool, ponder: bool) -> Arc<Self> {
        Arc::new(Self {
            control: Control::default(),
            endless,
            ponder,
            read: Instant::now(),
            due: OnceLock::new(),
            dropped: AtomicBool::new(false),
        })
    }

    /// From when its time counts. What passes between this and the first node, because the
    /// machine is busy, say, runs on the client's clock too.
    pub fn due(&self) -> Instant {
        *self.due.get().unwrap_or(&self.read)
    }
}

/// One line that waits for the worker.
#[derive(Debug)]
pub struct Entry {
    /// What the line says.
    pub parsed: Parsed,
    /// The job of its command, if that may take long.
    pub job: Option<Arc<Job>>,
    /// The length of the line, in bytes.
    length: usize,
}

impl Entry {
    /// A line of `length` bytes.
    #[must_use]
    pub fn new(parsed: Parsed, job: Option<Arc<Job>>, length: usize) -> Self {
        Self {
            parsed,
            job,
            length,
        }
    }

    fn ready() -> Self {
        let parsed = Parsed {
            command: Some(Command::IsReady),
            ..Parsed::default()
        };
        Self::new(parsed, None, 0)
    }

    fn is_ready(&self) -> bool {
        self.parsed.command == Some(Command::IsReady)
    }

    /// What it weighs: a flood of tiny lines is bounded too.
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.length
    }
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Entry>,
    /// What the waiting entries weigh.
    bytes: usize,
    /// Jobs that are not answered yet, oldest first.
    jobs: VecDeque<Arc<Job>>,
    /// Whether the oldest job is running.
    running: bool,
    /// When the last job was answered.
    answered: Option<Instant>,
    /// Nothing more will be read.
    closed: bool,
    /// The reader waits for room.
    full: bool,
}

/// The queue; see the head of the file.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an entry; waits while the queue is full, and ends a job without an end of its own
    /// that keeps it full.
    pub fn push(&self, entry: Entry) {
        let state = self.room(self.lock(), entry.bytes());
        self.add(state, entry);
    }

    /// Takes note of `isready`: true if it is to be answered at once, since a job is running;
    /// else it waits in its turn.
    pub fn ready_at_once(&self) -> bool {
        let entry = Entry::ready();
        let mut state = self.lock();
        if !state.running {
            state = self.room(state, entry.bytes());
        }
        // Asked again: a job may have begun while there was no room.
        if !state.running {
            self.add(state, entry);
            return false;
        }
        true
    }

    fn room<'a>(&self, mut state: MutexGuard<'a, State>, bytes: usize) -> MutexGuard<'a, State> {
        while state.bytes > 0 && state.bytes + bytes > CAPACITY {
            state.full = true;
            state.stop_endless();
            state = self.wait(state);
        }
        state.full = false;
        state
    }

    fn add(&self, mut state: MutexGuard<'_, State>, entry: Entry) {
        state.bytes += entry.bytes();
        if let Some(job) = &entry.job {
            state.jobs.push_back(Arc::clone(job));
        }
        state.waiting.push_back(entry);
        self.changed.notify_all();
    }

    /// Ends the oldest unanswered job that nothing has ended yet.
    pub fn stop(&self) {
        let state = self.lock();
        if let Some(job) = state.jobs.iter().find(|job| !job.control.stopped()) {
            job.control.stop();
        }
    }

    /// Tells the oldest pondering job that its move was played.
    pub fn ponderhit(&self) {
        let state = self.lock();
        let pondering = |job: &&Arc<Job>| job.ponder && job.control.hit_at().is_none();
        if let Some(job) = state.jobs.iter().find(pondering) {
            job.control.ponderhit();
        }
    }

    /// `quit`: the oldest unanswered job is ended, later ones are dropped, what else waits runs.
    pub fn quit(&self) {
        let mut state = self.lock();
        for (age, job) in state.jobs.iter().enumerate() {
            job.dropped.store(age > 0, Ordering::Relaxed);
            job.control.stop();
        }
        state.closed = true;
        self.changed.notify_all();
    }

    /// The end of input: everything that waits runs, jobs without an end are cut short.
    pub fn close(&self) {
        let mut state = self.lock();
        for job in &state.jobs {
            job.control.end_of_input();
        }
        state.closed = true;
        self.changed.notify_all();
    }

    /// The next entry to run; waits for one. `None` when there will be none.
    pub fn next(&self) -> Option<Entry> {
        let mut state = self.lock();
        loop {
            if let Some(entry) = state.waiting.pop_front() {
                state.bytes -= entry.bytes();
                self.changed.notify_all();
                let dropped = |job: &Arc<Job>| job.dropped.load(Ordering::Relaxed);
                if !entry.job.as_ref().is_some_and(dropped) {
                    return Some(entry);
                }
            } else if state.closed {
                return None;
            } else {
                state = self.wait(state);
            }
        }
    }

    /// A job begins. Returns how many `isready` waited behind it: they are due now.
    pub fn begin(&self) -> usize {
        let mut state = self.lock();
        state.running = true;
        if let Some(job) = state.jobs.front() {
            let answered = state.answered.unwrap_or(job.read);
            job.due.get_or_init(|| answered.max(job.read));
        }
        if state.full {
            state.stop_endless();
        }
        let before = state.waiting.len();
        state.waiting.retain(|entry| !entry.is_ready());
        let due = before - state.waiting.len();
        state.bytes -= due * Entry::ready().bytes();
        self.changed.notify_all();
        due
    }

    /// The running job is answered by `answer`, which prints its last line. Nothing comes between
    /// that and the end of the job: whoever reads the line and writes at once finds it ended.
    pub fn finish(&self, answer: impl FnOnce()) {
        let mut state = self.lock();
        answer();
        state.running = false;
        state.answered = Some(Instant::now());
        state.jobs.pop_front();
    }
}

impl State {
    fn stop_endless(&self) {
        if let Some(job) = self.jobs.front().filter(|job| self.running && job.endless) {
            job.control.stop();
        }
    }
}
