//! The process: one thread reads and lets through what may overtake, another runs the commands.
//! Not here: what a command does.

use super::logs::Logs;
use super::options::Options;
use super::output::Output;
use super::queue::{Entry, Job, Queue};
use super::session::Session;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use tricorn_protocol::{Answer, Command, ErrorCode, Line, LineReader, ProtocolError};

/// How long the worker may take to end after `quit`; then the process ends without it.
const PATIENCE: Duration = Duration::from_millis(900);

/// When the commands begin to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// As soon as they are read.
    AtOnce,
    /// When all are read: so a search without an end knows from the start that none will come.
    AtTheEnd,
}

/// Serves `input` until it ends or says `quit`, and everything is answered that is to be.
///
/// # Errors
/// When the system gives no thread.
pub fn serve(
    input: impl BufRead,
    begin: Begin,
    options: Options,
    logs: Option<Logs>,
    out: &Arc<Output>,
) -> std::io::Result<()> {
    let queue = Arc::new(Queue::default());
    let (ended, end) = channel::<()>();
    let worker = {
        let (queue, out, logs) = (Arc::clone(&queue), Arc::clone(out), logs.clone());
        move || {
            work(&queue, Session::new(options, logs, Arc::clone(&out)), &out);
            drop(ended);
        }
    };
    let spawn = || {
        let builder = thread::Builder::new().name("worker".into());
        // Search recurses once a ply; a page is paid for only once it is touched.
        builder.stack_size(64 << 20).spawn(worker)
    };
    let (worker, read) = match begin {
        Begin::AtOnce => (spawn()?, read(input, &queue, logs.as_ref(), out)),
        Begin::AtTheEnd => {
            let read = read(input, &queue, logs.as_ref(), out);
            (spawn()?, read)
        }
    };
    if read == End::Quit {
        let waited = end.recv_timeout(PATIENCE);
        if waited == Err(RecvTimeoutError::Timeout) {
            return Ok(());
        }
    }
    // A worker that panicked outside of a command has said so on stderr.
    let _ = worker.join();
    Ok(())
}

/// Why reading ended.
#[derive(PartialEq, Eq)]
enum End {
    Quit,
    Input,
}

fn read(input: impl BufRead, queue: &Queue, logs: Option<&Logs>, out: &Output) -> End {
    for line in LineReader::new(input) {
        let line = line.unwrap_or_else(|error| Line::Unreadable {
            error: ProtocolError::new(ErrorCode::Io, format!("reading stdin: {error}")),
            head: String::new(),
        });
        let length = match &line {
            Line::Text(text) => text.len(),
            Line::Unreadable { .. } => 0,
        };
        tracing::debug!(target: "tricorn::in", "{line:?}");
        let mut parsed = line.parse_command();
        let at_once = parsed.command.take_if(|command| command.acts_at_once());
        if at_once.is_some() {
            for error in parsed.errors.drain(..) {
                out.error(error);
            }
        } else if !parsed.errors.is_empty() || parsed.command.is_some() {
            let job = parsed.command.as_ref().and_then(job);
            queue.push(Entry::new(parsed, job, length));
        }
        match at_once {
            Some(Command::IsReady) if queue.ready_at_once() => out.line(Answer::ReadyOk),
            Some(Command::Stop) => queue.stop(),
            Some(Command::PonderHit) => queue.ponderhit(),
            Some(Command::Debug(on)) => {
                if let Some(logs) = logs {
                    logs.debug(on);
                }
            }
            Some(Command::Quit) => {
                queue.quit();
                return End::Quit;
            }
            _ => {}
        }
    }
    queue.close();
    End::Input
}

/// The job of a command that may take long.
fn job(command: &Command) -> Option<Arc<Job>> {
    match command {
        Command::Go(go) => Some(Job::new(
            go.perft.is_none() && (go.infinite || go.ponder),
            go.perft.is_none() && go.ponder,
        )),
        Command::Perft(_) | Command::Bench(_) | Command::Rollout(_) => Some(Job::new(false, false)),
        _ => None,
    }
}

fn work(queue: &Queue, mut session: Session, out: &Output) {
    while let Some(entry) = queue.next() {
        let job = entry.job.is_some();
        if job {
            for _ in 0..queue.begin() {
                out.line(Answer::ReadyOk);
            }
        }
        let searching =
            matches!(&entry.parsed.command, Some(Command::Go(go)) if go.perft.is_none());
        let run = catch_unwind(AssertUnwindSafe(|| session.run(entry)));
        let last = run.unwrap_or_else(|_| session.recover(searching));
        if job {
            queue.finish(|| {
                if let Some(last) = last {
                    out.line(last);
                }
            });
        }
    }
}
