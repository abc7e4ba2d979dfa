//! The two threads of the process: one reads and lets through what may overtake, the other runs
//! the commands.
//! Not here: what a command does; the handler knows.

use super::queue::{Queue, QueueEntry};
use super::{Job, Logs, LongCommand, Output, UciHandler};
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use tricorn_protocol::{
    Answer, Command, ErrorCode, Keyword, Line, LineReader, Parsed, ProtocolError,
};

/// How long the worker may take to end after `quit`; then the process ends without it.
const PATIENCE: Duration = Duration::from_millis(900);

/// The worker's stack, in bytes. Search recurses once a ply; a page costs nothing until touched.
const STACK: usize = 64 << 20;

/// When the commands begin to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// As soon as they are read.
    AtOnce,
    /// When all are read: so a search without an end knows from the start that none will come.
    AtTheEnd,
}

/// Serves `input` until it ends or says `quit`, and everything that needs an answer has one. `open`
/// makes the handler, on the thread that runs the commands.
///
/// # Errors
/// The system cannot start a thread.
pub fn serve<H: UciHandler>(
    input: impl BufRead,
    begin: Begin,
    open: impl FnOnce() -> H + Send + 'static,
    logs: Option<&Logs>,
    out: &Arc<Output>,
) -> std::io::Result<()> {
    let queue = Arc::new(Queue::default());
    let (ended, end) = channel::<()>();
    let worker = {
        let (queue, out) = (Arc::clone(&queue), Arc::clone(out));
        move || {
            work(&queue, open(), &out);
            drop(ended);
        }
    };
    let spawn = || {
        let builder = thread::Builder::new().name("worker".into());
        builder.stack_size(STACK).spawn(worker)
    };
    let (worker, read) = match begin {
        Begin::AtOnce => (spawn()?, read(input, &queue, logs, out)),
        Begin::AtTheEnd => {
            let read = read(input, &queue, logs, out);
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
        tracing::debug!(target: "tricorn::in", "{line:?}");
        let Parsed {
            command, errors, ..
        } = line.parse_command();
        let Some(command) = command else {
            if !errors.is_empty() {
                queue.push(QueueEntry::Short(kept(line)));
            }
            continue;
        };
        if !command.acts_at_once() {
            queue.push(match LongCommand::of(command) {
                Some(long) => QueueEntry::Long(kept(line), Arc::new(long.job())),
                None => QueueEntry::Short(kept(line)),
            });
            continue;
        }
        for error in errors {
            out.error(error);
        }
        match command {
            Command::IsReady if queue.ready_at_once() => out.line(Answer::ReadyOk),
            Command::Stop => queue.stop(),
            Command::PonderHit => queue.ponderhit(),
            Command::Debug(on) => {
                if let Some(logs) = logs {
                    logs.debug(on);
                }
            }
            Command::Quit => {
                queue.quit();
                return End::Quit;
            }
            _ => {}
        }
    }
    queue.close();
    End::Input
}

/// The line without the room that reading left behind it.
fn kept(mut line: Line) -> Line {
    if let Line::Text(text) = &mut line {
        text.shrink_to_fit();
    }
    line
}

fn work(queue: &Queue, mut handler: impl UciHandler, out: &Output) {
    while let Some(entry) = queue.next() {
        match entry {
            QueueEntry::IsReady => run(&mut handler, Command::IsReady, out),
            QueueEntry::Short(line) => {
                let parsed = line.parse_command();
                report(parsed.errors, out);
                match (parsed.command, parsed.keyword) {
                    (Some(command), _) => run(&mut handler, command, out),
                    (None, Some(Keyword::Position)) => handler.forget_position(),
                    // A client waits for the answer of a search, though none begins.
                    (None, Some(Keyword::Go)) if matches!(line, Line::Text(_)) => {
                        out.line(Answer::BestMove {
                            best: None,
                            ponder: None,
                        });
                    }
                    (None, _) => {}
                }
            }
            QueueEntry::Long(line, job) => {
                for _ in 0..queue.begin() {
                    out.line(Answer::ReadyOk);
                }
                let parsed = line.parse_command();
                report(parsed.errors, out);
                let long = parsed.command.and_then(LongCommand::of);
                let last = long.and_then(|long| run_long(&mut handler, long, &job, out));
                queue.finish(|| {
                    if let Some(last) = last {
                        out.line(last);
                    }
                });
            }
        }
    }
}

fn report(errors: Vec<ProtocolError>, out: &Output) {
    for error in errors {
        out.error(error);
    }
}

fn run(handler: &mut impl UciHandler, command: Command, out: &Output) {
    match catch_unwind(AssertUnwindSafe(|| handler.run(command))) {
        Ok(Ok(())) => {}
        Ok(Err(error)) => out.error(error),
        Err(_) => {
            handler.recover(false);
        }
    }
}

fn run_long(
    handler: &mut impl UciHandler,
    command: LongCommand,
    job: &Job,
    out: &Output,
) -> Option<String> {
    let searching = command.is_search();
    match catch_unwind(AssertUnwindSafe(|| handler.run_long(command, job))) {
        Ok(Ok(last)) => Some(last),
        Ok(Err(error)) => {
            out.error(error);
            None
        }
        Err(_) => handler.recover(searching),
    }
}
