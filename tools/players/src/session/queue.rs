//! The lines that wait for the worker, and the signals that overtake them.
//! Not here: reading lines, and carrying them out.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;
use tricorn_protocol::{Command, Go, Parsed};

/// How much may wait, in bytes; beyond it reading pauses.
const CAPACITY: usize = 64 << 20;

const STOP: u8 = 1;
const HIT: u8 = 2;
const ENDED: u8 = 4;
const DROPPED: u8 = 8;

/// A command that may take long, and what was said about it from outside.
#[derive(Debug, Default)]
pub struct Job {
    /// Signals that were given; none is taken back.
    signals: AtomicU8,
    hit: OnceLock<Instant>,
    infinite: bool,
    ponder: bool,
    /// For whoever waits for a signal.
    lock: Mutex<()>,
    signalled: Condvar,
}

impl Job {
    /// The job of a `go`.
    #[must_use]
    pub fn of(go: &Go) -> Self {
        let search = go.perft.is_none();
        Self {
            infinite: search && go.infinite,
            ponder: search && go.ponder,
            ..Self::default()
        }
    }

    fn has(&self, signal: u8) -> bool {
        self.signals.load(Ordering::Acquire) & signal != 0
    }

    fn signal(&self, signal: u8) {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.signals.fetch_or(signal, Ordering::AcqRel);
        self.signalled.notify_all();
    }

    /// Whether it is to end now.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.has(STOP)
    }

    /// Whether no more commands will come.
    #[must_use]
    pub fn input_ended(&self) -> bool {
        self.has(ENDED)
    }

    /// When the move that is pondered on was played, if it was.
    #[must_use]
    pub fn hit_at(&self) -> Option<Instant> {
        self.hit.get().copied()
    }

    /// Whether the answer has to wait for a signal, so that no limit of time counts yet.
    #[must_use]
    pub fn held(&self) -> bool {
        self.infinite || self.ponder && !self.has(HIT)
    }

    /// Sleeps until the answer may be given.
    pub fn hold(&self) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while self.held() && !self.has(STOP | ENDED) {
            let woken = self.signalled.wait(guard);
            guard = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// One line that waits.
#[derive(Debug)]
pub struct Entry {
    /// What it says.
    pub parsed: Parsed,
    /// The job, if it may take long.
    pub job: Option<Arc<Job>>,
    /// Its length in bytes.
    pub length: usize,
}

impl Entry {
    fn weight(&self) -> usize {
        size_of::<Self>() + self.length
    }

    fn is_ready(&self) -> bool {
        self.parsed.command == Some(Command::IsReady)
    }
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Entry>,
    weight: usize,
    /// How many `isready` wait.
    ready: usize,
    /// Jobs without an answer, the oldest first.
    jobs: VecDeque<Arc<Job>>,
    /// Whether the oldest one is under way.
    running: bool,
    closed: bool,
}

/// The queue between the thread that reads and the one that works.
#[derive(Debug, Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let woken = self.changed.wait(state);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, but not an `isready` that is to be answered at once, since a job is under way;
    /// says whether it did. While there is no room, searches that only a later line could end are
    /// ended, and the reader waits.
    #[must_use]
    pub fn push(&self, entry: Entry) -> bool {
        let mut state = self.lock();
        while state.weight > 0 && state.weight + entry.weight() > CAPACITY {
            for job in state.jobs.iter().filter(|job| job.held()) {
                job.signal(STOP);
            }
            state = self.wait(state);
        }
        if entry.is_ready() {
            if state.running {
                return false;
            }
            state.ready += 1;
        }
        state.weight += entry.weight();
        state.jobs.extend(entry.job.clone());
        state.waiting.push_back(entry);
        self.changed.notify_all();
        true
    }

    /// `stop`: ends the oldest job that nothing has ended yet.
    pub fn stop(&self) {
        if let Some(job) = self.lock().jobs.iter().find(|job| !job.stopped()) {
            job.signal(STOP);
        }
    }

    /// `ponderhit`: for the oldest pondering job that has had none.
    pub fn ponderhit(&self) {
        let state = self.lock();
        if let Some(job) = state.jobs.iter().find(|job| job.ponder && !job.has(HIT)) {
            // Set first, so that whoever sees the signal finds the time.
            let _ = job.hit.set(Instant::now());
            job.signal(HIT);
        }
    }

    /// `quit`: the oldest job ends and is answered, later ones are not run.
    pub fn quit(&self) {
        let mut state = self.lock();
        for (age, job) in state.jobs.iter().enumerate() {
            job.signal(if age == 0 { STOP } else { STOP | DROPPED });
        }
        state.closed = true;
        self.changed.notify_all();
    }

    /// The end of input: everything that waits is still run.
    pub fn close(&self) {
        let mut state = self.lock();
        for job in &state.jobs {
            job.signal(ENDED);
        }
        state.closed = true;
        self.changed.notify_all();
    }

    /// The next line to carry out; `None` when there will be none.
    pub fn next(&self) -> Option<Entry> {
        let mut state = self.lock();
        loop {
            match state.waiting.pop_front() {
                Some(entry) => {
                    state.weight -= entry.weight();
                    state.ready -= usize::from(entry.is_ready());
                    self.changed.notify_all();
                    if !entry.job.as_ref().is_some_and(|job| job.has(DROPPED)) {
                        return Some(entry);
                    }
                }
                None if state.closed => return None,
                None => state = self.wait(state),
            }
        }
    }

    /// The job of the line taken last begins; says how many `isready` waited behind it.
    pub fn begin(&self) -> usize {
        let mut state = self.lock();
        state.running = true;
        let due = std::mem::take(&mut state.ready);
        if due > 0 {
            state.waiting.retain(|entry| !entry.is_ready());
            state.weight = state.waiting.iter().map(Entry::weight).sum();
            self.changed.notify_all();
        }
        due
    }

    /// The job ends with what `answer` prints; no signal comes between.
    pub fn finish(&self, answer: impl FnOnce()) {
        let mut state = self.lock();
        answer();
        state.running = false;
        state.jobs.pop_front();
    }
}
