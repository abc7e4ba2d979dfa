//! One worker of the pool: starts an engine, feeds it requests, and restarts it after a crash.
//! Not here: the order of requests (`queue`), and reading lines (`gather`).
//!
//! Short searches are sent ahead, so that the engine has the next one at once; they are never
//! stopped. A longer one is sent alone, so that `stop` can mean no other.

use super::PoolSettings;
use super::gather::{Gather, Step};
use super::queue::{Job, Queue, Want};
use super::request::{AskError, EngineTask};
use super::running::Running;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tricorn_client::{Deadlines, Dialect, EngineSpec, Failure, FailureKind, Loss};
use tricorn_protocol::{Command, Line};

/// How many short searches an engine has at a time.
const WINDOW: usize = 64;

/// How many bytes of commands are sent at a time, but for single longer ones.
const PIECE: usize = 64 << 10;

/// How often an engine may fail in a row, without an answer in between, before it is given up.
const FAILURES: u32 = 3;

/// How many engines may fail on one request.
const ATTEMPTS: u32 = 2;

/// A request that an engine has.
struct Flight {
    job: Job,
    gather: Gather,
    /// When its engine counts as hung.
    deadline: Instant,
}

/// Why an engine is to be started again.
struct Lost {
    failure: Failure,
    flights: VecDeque<Flight>,
}

/// What ends the dialogue with an engine.
enum Trouble {
    /// It is gone, or does not answer.
    Loss(Loss),
    /// It was ended for what it said.
    Failure(Failure),
}

impl From<Loss> for Trouble {
    fn from(loss: Loss) -> Self {
        Self::Loss(loss)
    }
}

/// Answers requests until the queue is closed, or the engine cannot be used any more.
pub async fn work(spec: EngineSpec, settings: PoolSettings, queue: Arc<Queue>) {
    let mut worker = Worker {
        spec,
        settings,
        queue,
        running: None,
        failures: 0,
    };
    while let Some(job) = worker.next().await {
        if let Err(lost) = worker.serve(job).await {
            worker.running = None;
            if !worker.recover(lost) {
                return;
            }
        }
    }
    if let Some(running) = worker.running.take() {
        running.engine.quit().await;
    }
}

struct Worker {
    spec: EngineSpec,
    settings: PoolSettings,
    queue: Arc<Queue>,
    running: Option<Running>,
    failures: u32,
}

impl Worker {
    /// Waits for a request; `None` once the queue is closed.
    async fn next(&self) -> Option<Job> {
        loop {
            let mut changed = std::pin::pin!(self.queue.changed());
            changed.as_mut().enable();
            if self.queue.is_closed() {
                return None;
            }
            if let Some(job) = self.queue.take(self.want(false)) {
                return Some(job);
            }
            changed.await;
        }
    }

    fn want(&self, alike: bool) -> Want<'_> {
        let setting = self.running.as_ref().and_then(Running::setting);
        Want {
            engine: &self.spec.name,
            setting,
            alike,
        }
    }

    /// Answers a request and those that are sent behind it.
    async fn serve(&mut self, job: Job) -> Result<(), Lost> {
        let Some(job) = self.prepare(job).await? else {
            return Ok(());
        };
        let queue = Arc::clone(&self.queue);
        let mut flights = VecDeque::new();
        let mut text = String::new();
        self.add(job, &mut flights, &mut text);
        while !flights.is_empty() {
            let mut changed = std::pin::pin!(queue.changed());
            changed.as_mut().enable();
            if queue.is_closed() {
                break;
            }
            let short = flights
                .iter()
                .all(|f: &Flight| f.job.request.task.is_short());
            // Many at a time, since each time costs the engine and this program a turn.
            let few = short && flights.len() <= WINDOW / 2;
            while few && flights.len() < WINDOW && text.len() < PIECE {
                match queue.take(self.want(true)) {
                    Some(job) => self.add(job, &mut flights, &mut text),
                    None => break,
                }
            }
            if let Err(loss) = self.send(&mut text).await {
                return Err(self.lost(loss, flights).await);
            }
            match self.step(&mut flights, changed).await {
                Ok(()) => {}
                Err(Trouble::Loss(loss)) => return Err(self.lost(loss, flights).await),
                Err(Trouble::Failure(failure)) => return Err(Lost { failure, flights }),
            }
        }
        for flight in flights {
            flight.job.answer(Err(AskError::Cancelled));
        }
        Ok(())
    }

    /// Starts the engine if need be, and sets it to what a request needs; `None` if it does not play
    /// that game.
    async fn prepare(&mut self, job: Job) -> Result<Option<Job>, Lost> {
        let request = &job.request;
        let (variant, multipv) = (request.variant.clone(), request.multipv);
        let done = self.set(&variant, multipv).await;
        match done {
            Ok(None) => Ok(Some(job)),
            Ok(Some(unsupported)) => {
                let message = format!("{}: {unsupported}", self.spec.name);
                job.answer(Err(AskError::Unsupported(message)));
                Ok(None)
            }
            Err(failure) => {
                // No fault of the request, so that its attempts do not count.
                self.queue.put_back(vec![job]);
                let flights = VecDeque::new();
                Err(Lost { failure, flights })
            }
        }
    }

    async fn set(&mut self, variant: &str, multipv: u32) -> Result<Option<String>, Failure> {
        let running = match &mut self.running {
            Some(running) => running,
            None => {
                let running = Running::start(&self.spec, self.settings.guard.clone()).await?;
                self.running.insert(running)
            }
        };
        running.set(variant, multipv).await
    }

    /// Puts a request's commands behind those that are to be sent.
    fn add(&self, job: Job, flights: &mut VecDeque<Flight>, text: &mut String) {
        let request = &job.request;
        if request.fresh {
            text.push_str(match self.spec.dialect {
                Dialect::Uci => "ucinewgame\n",
                Dialect::Ugi => "uginewgame\n",
            });
        }
        text.push_str(&request.position);
        text.push('\n');
        if request.exact && matches!(request.task, EngineTask::Search(_)) {
            text.push_str("eval\n");
        }
        text.push_str(&request.task.command().to_string());
        text.push('\n');
        let plies = self.spec.dialect == Dialect::Ugi;
        let gather = Gather::new(&self.spec.name, &request.task, request.multipv, plies);
        let deadline = self.deadline(&job);
        flights.push_back(Flight {
            job,
            gather,
            deadline,
        });
    }

    fn deadline(&self, job: &Job) -> Instant {
        // Cut to a month, since the limit of a question may be anything.
        let time = Duration::from_millis(job.request.task.time().min(30 * 86_400_000));
        Instant::now() + time + self.settings.patience
    }

    async fn send(&mut self, text: &mut String) -> Result<(), Loss> {
        let Some(running) = &mut self.running else {
            return Err(Loss::Ended);
        };
        if text.is_empty() {
            return Ok(());
        }
        let process = running.engine.process();
        process.allow();
        let deadline = Instant::now() + self.settings.patience;
        process.send(text.as_bytes(), deadline).await?;
        text.clear();
        Ok(())
    }

    /// Waits for the next line, for the front request to be cancelled, or for a change of the queue.
    async fn step(
        &mut self,
        flights: &mut VecDeque<Flight>,
        changed: impl Future<Output = ()>,
    ) -> Result<(), Trouble> {
        let Some(running) = &mut self.running else {
            return Err(Loss::Ended.into());
        };
        let Some(front) = flights.front_mut() else {
            return Ok(());
        };
        let stops = !front.job.request.task.is_short() && !front.gather.is_stopped();
        running.allow();
        let process = running.engine.process();
        let arrived = tokio::select! {
            biased;
            () = front.job.unwanted(), if stops => None,
            arrived = process.line(Some(front.deadline)) => match arrived {
                // One that is slow may yet say what it has found; one that hangs says nothing.
                Err(Loss::Late) if stops => None,
                arrived => Some(arrived?),
            },
            () = changed => return Ok(()),
        };
        let Some((_, line)) = arrived else {
            let deadline = Instant::now() + Deadlines::default().stop;
            front.gather.stop();
            front.deadline = deadline;
            let stop = format!("{}\n", Command::Stop);
            return Ok(process.send(stop.as_bytes(), deadline).await?);
        };
        let (step, text) = match &line {
            Line::Text(text) => (front.gather.take(text), text.as_str()),
            Line::Unreadable { head, .. } => (front.gather.take(head), head.as_str()),
        };
        match step {
            Step::More => {}
            Step::Report => {
                if let Some(reports) = &front.job.reports {
                    let _ = reports.try_send(front.gather.found().clone());
                }
            }
            Step::End => {
                self.failures = 0;
                if let Some(flight) = flights.pop_front() {
                    flight.job.answer(Ok(flight.gather.finish()));
                }
                if let Some(next) = flights.front_mut() {
                    next.deadline = self.deadline(&next.job);
                }
            }
            Step::Garbage => {
                let detail = format!("it printed {}", tricorn_protocol::quote(text));
                let failure = running.engine.fail(FailureKind::Protocol, detail).await;
                return Err(Trouble::Failure(failure));
            }
        }
        Ok(())
    }

    async fn lost(&mut self, loss: Loss, flights: VecDeque<Flight>) -> Lost {
        let failure = match &mut self.running {
            Some(running) => {
                let stopped = flights
                    .front()
                    .is_some_and(|front| front.gather.is_stopped());
                let (what, time) = if stopped {
                    ("answer to stop", Deadlines::default().stop)
                } else {
                    ("answer", self.settings.patience)
                };
                running.engine.lost(loss, what, time).await
            }
            None => Failure {
                kind: FailureKind::Crash,
                detail: loss.to_string(),
                permanent: false,
                errors: String::new(),
                dialogue: Vec::new(),
            },
        };
        Lost { failure, flights }
    }

    /// Puts the requests of a lost engine back, or answers the one that it was lost on. Whether the
    /// engine is to be started again.
    fn recover(&mut self, lost: Lost) -> bool {
        let Lost { failure, flights } = lost;
        let detail = format!("{} failure: {failure}", failure.kind.word());
        tracing::warn!(engine = %self.spec.name, "{detail}");
        self.failures += 1;
        let mut back = Vec::new();
        for (at, flight) in flights.into_iter().enumerate() {
            let mut job = flight.job;
            job.attempts += u32::from(at == 0);
            // An engine that hangs would be waited for a second time just as long.
            if at == 0 && (job.attempts >= ATTEMPTS || failure.kind == FailureKind::Hang) {
                let message = format!("{}: {detail}", self.spec.name);
                job.answer(Err(AskError::Engine(message)));
            } else {
                back.push(job);
            }
        }
        let given_up = failure.permanent || self.failures > FAILURES;
        if given_up {
            self.queue.give_up(&self.spec.name, &detail);
        }
        self.queue.put_back(back);
        !given_up
    }
}
