//! An engine pool: many tasks send search requests, several engine processes answer them in any order.
//! Not here: what the requests are for.

mod gather;
mod queue;
mod request;
mod running;
mod worker;

pub use request::{AskError, EngineTask, Exact, Found, FoundLine, Request, RolledMove};

use crate::cancel::Cancel;
use queue::{Job, Queue};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, Semaphore, mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tricorn_client::EngineSpec;

/// How long engines may take to end.
const ENDING: Duration = Duration::from_secs(5);

/// How a pool treats its engines.
#[derive(Clone, Debug)]
pub struct PoolSettings {
    /// How long a request may take, beyond its own `movetime`, before it is stopped and answered by
    /// what was found. An engine that does not answer even then counts as hung.
    pub patience: Duration,
    /// How many requests may wait or be under way; whoever asks one more waits.
    pub ahead: usize,
    /// The program that guards engines (see [`tricorn_client::guard`]); `None` for the running one.
    pub guard: Option<PathBuf>,
}

impl Default for PoolSettings {
    fn default() -> Self {
        Self {
            patience: Duration::from_secs(600),
            ahead: 1024,
            guard: None,
        }
    }
}

/// Several engines that answer requests. Engines start with the first request, and again after a
/// crash. Dropping the pool kills them.
#[derive(Debug)]
pub struct Pool {
    queue: Arc<Queue>,
    room: Arc<Semaphore>,
    names: Vec<String>,
    workers: Mutex<JoinSet<()>>,
}

impl Pool {
    /// A pool of these engines; give one several times to run several of it. Needs tokio.
    #[must_use]
    pub fn new(engines: Vec<EngineSpec>, settings: &PoolSettings) -> Self {
        let queue = Arc::new(Queue::new(engines.iter().map(|spec| spec.name.clone())));
        let mut names: Vec<String> = Vec::new();
        for spec in &engines {
            if !names.contains(&spec.name) {
                names.push(spec.name.clone());
            }
        }
        let mut workers = JoinSet::new();
        for spec in engines {
            workers.spawn(worker::work(spec, settings.clone(), Arc::clone(&queue)));
        }
        Self {
            queue,
            room: Arc::new(Semaphore::new(settings.ahead.max(1))),
            names,
            workers: Mutex::new(workers),
        }
    }

    /// The names of the engines, each once.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Asks, and waits for the answer. Once `cancel` is set the answer is what was found by then; if
    /// you drop the future, the search is stopped too.
    ///
    /// # Errors
    /// No engine can answer, or the request was cancelled before one had it.
    pub async fn ask(&self, request: Request, cancel: &Cancel) -> Result<Found, AskError> {
        self.ask_with_reports(request, cancel, None).await
    }

    /// As [`ask`](Self::ask). Where a channel is given, the state of the search is sent to it after
    /// each depth, unless the channel is full.
    ///
    /// # Errors
    /// Those of [`ask`](Self::ask).
    pub async fn ask_with_reports(
        &self,
        request: Request,
        cancel: &Cancel,
        reports: Option<mpsc::Sender<Found>>,
    ) -> Result<Found, AskError> {
        let cancelled = AskError::Cancelled;
        let room = tokio::select! {
            room = Arc::clone(&self.room).acquire_owned() => room.map_err(|_| cancelled.clone())?,
            () = cancel.cancelled() => return Err(cancelled),
        };
        let (reply, mut answer) = oneshot::channel();
        let job = Job {
            request,
            cancel: cancel.clone(),
            reports,
            reply,
            attempts: 0,
            passed: 0,
        };
        self.queue.push(job)?;
        let answered = tokio::select! {
            biased;
            answered = &mut answer => answered,
            () = cancel.cancelled() => {
                self.queue.drop_cancelled();
                answer.await
            }
        };
        drop(room);
        answered.unwrap_or(Err(cancelled))
    }

    /// Ends the engines. Requests that wait are cancelled. Engines that do not end by themselves are
    /// killed.
    pub async fn end(&self) {
        self.queue.close();
        let mut workers = self.workers.lock().await;
        let ended = async { while workers.join_next().await.is_some() {} };
        if timeout(ENDING, ended).await.is_err() {
            workers.shutdown().await;
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.close();
    }
}
