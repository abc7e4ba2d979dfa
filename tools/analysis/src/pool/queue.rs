//! The request queue of the pool: first come, first served, but an engine may prefer requests that fit
//! its current options.
//! Not here: its maximum length, which the pool limits.

use super::request::{AskError, Found, Request};
use crate::cancel::Cancel;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::futures::Notified;
use tokio::sync::{Notify, mpsc, oneshot};

/// A request with the way back.
#[derive(Debug)]
pub struct Job {
    pub request: Request,
    pub cancel: Cancel,
    pub reports: Option<mpsc::Sender<Found>>,
    pub reply: oneshot::Sender<Result<Found, AskError>>,
    /// How many engines have failed on it.
    pub attempts: u32,
    /// How many others were taken before it though they came later.
    pub passed: u32,
}

impl Job {
    /// Whether nobody wants the answer any more.
    pub fn is_unwanted(&self) -> bool {
        self.cancel.is_cancelled() || self.reply.is_closed()
    }

    /// Waits until nobody wants the answer any more.
    pub async fn unwanted(&mut self) {
        tokio::select! {
            () = self.cancel.cancelled() => {}
            () = self.reply.closed() => {}
        }
    }

    /// Gives the answer; if nobody waits for it any more, nobody misses it.
    pub fn answer(self, answer: Result<Found, AskError>) {
        let _ = self.reply.send(answer);
    }
}

/// What an engine is set to, and what it may take next.
#[derive(Clone, Copy, Debug)]
pub struct Want<'a> {
    /// The engine's name.
    pub engine: &'a str,
    /// The variant and number of lines that it is set to.
    pub setting: Option<(&'a str, u32)>,
    /// Whether it takes nothing else: it is busy, and a change of setting would have to wait.
    pub alike: bool,
}

/// How far from the front a request may be taken.
const REACH: usize = 64;

/// How often a request may be passed by others, so that each has its turn.
const PATIENCE: u32 = 256;

/// Requests in the order in which they came.
#[derive(Debug)]
pub struct Queue {
    inside: Mutex<Inside>,
    changed: Notify,
}

#[derive(Debug)]
struct Inside {
    jobs: VecDeque<Job>,
    closed: bool,
    /// Engines that have not been given up: one name for each.
    alive: Vec<String>,
    /// Why the last engine was given up.
    lost: String,
}

impl Queue {
    /// An empty queue for engines of these names.
    pub fn new(engines: impl IntoIterator<Item = String>) -> Self {
        Self {
            inside: Mutex::new(Inside {
                jobs: VecDeque::new(),
                closed: false,
                alive: engines.into_iter().collect(),
                lost: "no engine".into(),
            }),
            changed: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request at the end.
    ///
    /// # Errors
    /// No engine is left that could answer it, or the queue is closed.
    pub fn push(&self, job: Job) -> Result<(), AskError> {
        let mut inside = self.lock();
        if inside.closed {
            return Err(AskError::Cancelled);
        }
        if !inside.can_answer(&job.request) {
            return Err(AskError::Engine(inside.lost.clone()));
        }
        inside.jobs.push_back(job);
        drop(inside);
        self.changed.notify_waiters();
        Ok(())
    }

    /// Puts requests back to the front, in this order.
    pub fn put_back(&self, jobs: Vec<Job>) {
        let mut inside = self.lock();
        for job in jobs.into_iter().rev() {
            if inside.can_answer(&job.request) {
                inside.jobs.push_front(job);
            } else {
                let lost = inside.lost.clone();
                job.answer(Err(AskError::Engine(lost)));
            }
        }
        drop(inside);
        self.changed.notify_waiters();
    }

    /// Takes the request that suits an engine best: the first of its setting, else the first.
    /// Requests that were cancelled are answered on the way.
    pub fn take(&self, want: Want<'_>) -> Option<Job> {
        let mut inside = self.lock();
        if inside.closed {
            return None;
        }
        let mut first = None;
        let mut at = 0;
        while at < inside.jobs.len().min(REACH) {
            let job = &inside.jobs[at];
            if job.is_unwanted() {
                if let Some(job) = inside.jobs.remove(at) {
                    job.answer(Err(AskError::Cancelled));
                }
                continue;
            }
            let request = &job.request;
            if request
                .engine
                .as_ref()
                .is_none_or(|name| name == want.engine)
            {
                let setting = Some((request.variant.as_str(), request.multipv));
                let suits = setting == want.setting;
                if suits && (!want.alike || request.task.is_short()) {
                    return inside.remove(at);
                }
                first = first.or(Some(at));
                if job.passed >= PATIENCE {
                    break;
                }
            }
            at += 1;
        }
        if want.alike {
            return None;
        }
        inside.remove(first?)
    }

    /// Answers those that were cancelled while they wait.
    pub fn drop_cancelled(&self) {
        let mut inside = self.lock();
        let waiting = std::mem::take(&mut inside.jobs);
        for job in waiting {
            if job.is_unwanted() {
                job.answer(Err(AskError::Cancelled));
            } else {
                inside.jobs.push_back(job);
            }
        }
    }

    /// Waits for a change, from the moment in which it is enabled.
    pub fn changed(&self) -> Notified<'_> {
        self.changed.notified()
    }

    /// Whether the engines are to end.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Ends it: all that wait are cancelled.
    pub fn close(&self) {
        let mut inside = self.lock();
        inside.closed = true;
        for job in inside.jobs.drain(..) {
            job.answer(Err(AskError::Cancelled));
        }
        drop(inside);
        self.changed.notify_waiters();
    }

    /// Gives an engine up. What only it could answer is answered by the reason.
    pub fn give_up(&self, engine: &str, why: &str) {
        let mut inside = self.lock();
        if let Some(at) = inside.alive.iter().position(|name| name == engine) {
            inside.alive.swap_remove(at);
        }
        inside.lost = format!("{engine}: {why}");
        let waiting = std::mem::take(&mut inside.jobs);
        for job in waiting {
            if inside.can_answer(&job.request) {
                inside.jobs.push_back(job);
            } else {
                let lost = inside.lost.clone();
                job.answer(Err(AskError::Engine(lost)));
            }
        }
    }
}

impl Inside {
    fn can_answer(&self, request: &Request) -> bool {
        match &request.engine {
            None => !self.alive.is_empty(),
            Some(name) => self.alive.contains(name),
        }
    }

    fn remove(&mut self, at: usize) -> Option<Job> {
        for job in self.jobs.iter_mut().take(at) {
            job.passed += 1;
        }
        self.jobs.remove(at)
    }
}
