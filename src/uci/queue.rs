//! The queue between the reader of standard input and the worker that runs the commands, and what
//! may overtake it: `isready`, `stop`, `ponderhit`, `quit` and the end of input.
//! Not here: reading, parsing and running.

use super::Job;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tricorn_protocol::Line;

/// How much memory the waiting lines may take, in bytes; beyond it reading pauses.
pub const CAPACITY: usize = 64 << 20;

/// What the allocator adds to each piece of memory, in bytes, about.
const ALLOCATION: usize = 16;

/// One line that waits for the worker. It is kept as it came and parsed in its turn: what a
/// parser makes of a line, its errors above all, can be many times as large.
#[derive(Debug)]
pub enum QueueEntry {
    /// `isready`.
    IsReady,
    /// A command that is done soon, or a line with an error.
    Short(Line),
    /// A command that may take long.
    Long(Line, Arc<Job>),
}

impl QueueEntry {
    /// What it weighs: the memory that waiting takes, in bytes. A queue that grows doubles its
    /// room, so each place counts twice.
    fn bytes(&self) -> usize {
        const PLACE: usize = 2 * size_of::<QueueEntry>();
        const JOB: usize = size_of::<Job>() + 2 * size_of::<Arc<Job>>() + 2 * ALLOCATION;
        match self {
            Self::IsReady => PLACE,
            Self::Short(line) => PLACE + heap(line),
            Self::Long(line, _) => PLACE + heap(line) + JOB,
        }
    }

    fn job(&self) -> Option<&Arc<Job>> {
        match self {
            Self::Long(_, job) => Some(job),
            _ => None,
        }
    }
}

/// The memory of a line beyond its place in the queue, in bytes.
fn heap(line: &Line) -> usize {
    match line {
        Line::Text(text) => text.capacity() + ALLOCATION,
        Line::Unreadable { error, head } => {
            error.message.capacity() + head.capacity() + 2 * ALLOCATION
        }
    }
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<QueueEntry>,
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
    state: Mutex<QueueState>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, QueueState>) -> MutexGuard<'a, QueueState> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an entry; waits while the queue is full, and ends a job without an end of its own
    /// that keeps it full.
    pub fn push(&self, entry: QueueEntry) {
        let state = self.room(self.lock(), entry.bytes());
        self.add(state, entry);
    }

    /// Records `isready`: true if it is to be answered at once, since a job is running;
    /// else it waits in its turn.
    pub fn ready_at_once(&self) -> bool {
        let mut state = self.lock();
        if !state.running {
            state = self.room(state, QueueEntry::IsReady.bytes());
        }
        // Asked again: a job may have begun while there was no room.
        if !state.running {
            self.add(state, QueueEntry::IsReady);
            return false;
        }
        true
    }

    fn room<'a>(
        &self,
        mut state: MutexGuard<'a, QueueState>,
        bytes: usize,
    ) -> MutexGuard<'a, QueueState> {
        while state.bytes > 0 && state.bytes + bytes > CAPACITY {
            state.full = true;
            state.stop_endless();
            state = self.wait(state);
        }
        state.full = false;
        state
    }

    fn add(&self, mut state: MutexGuard<'_, QueueState>, entry: QueueEntry) {
        state.bytes += entry.bytes();
        state.jobs.extend(entry.job().cloned());
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

    /// `quit`: the oldest unanswered job ends, later ones are dropped, what else waits runs.
    pub fn quit(&self) {
        let mut state = self.lock();
        for (age, job) in state.jobs.iter().enumerate() {
            if age > 0 {
                job.drop_unanswered();
            }
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
    pub fn next(&self) -> Option<QueueEntry> {
        let mut state = self.lock();
        loop {
            if let Some(entry) = state.waiting.pop_front() {
                state.bytes -= entry.bytes();
                self.changed.notify_all();
                if !entry.job().is_some_and(|job| job.is_dropped()) {
                    return Some(entry);
                }
            } else if state.closed {
                return None;
            } else {
                state = self.wait(state);
            }
        }
    }

    /// A job begins. Returns how many `isready` waited behind it: they are to be answered now.
    pub fn begin(&self) -> usize {
        let mut state = self.lock();
        state.running = true;
        if let Some(job) = state.jobs.front() {
            job.begin(state.answered);
        }
        if state.full {
            state.stop_endless();
        }
        let before = state.waiting.len();
        state
            .waiting
            .retain(|entry| !matches!(entry, QueueEntry::IsReady));
        let due = before - state.waiting.len();
        state.bytes -= due * QueueEntry::IsReady.bytes();
        self.changed.notify_all();
        due
    }

    /// The running job is answered by `answer`, which prints its last line. Nothing comes between
    /// that and the end of the job: a client that answers at once finds the job ended.
    pub fn finish(&self, answer: impl FnOnce()) {
        let mut state = self.lock();
        answer();
        state.running = false;
        state.answered = Some(Instant::now());
        state.jobs.pop_front();
    }
}

impl QueueState {
    fn stop_endless(&self) {
        if let Some(job) = self.jobs.front().filter(|job| self.running && job.endless) {
            job.control.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_weighs_no_less_than_the_memory_it_takes() {
        let text = String::with_capacity(1_000);
        assert!(QueueEntry::Short(Line::Text(text)).bytes() >= 1_000 + size_of::<QueueEntry>());
        let job = Arc::new(Job::new(false, false));
        let long = QueueEntry::Long(Line::Text(String::new()), job);
        assert!(long.bytes() >= size_of::<QueueEntry>() + size_of::<Job>());
    }
}
