//! The process of a player: one thread reads, another carries out.
//! Not here: what the lines do.

use super::queue::{Entry, Job, Queue};
use super::{Profile, Session};
use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
use tricorn_protocol::{Answer, Command, ErrorCode, Line, LineReader, ProtocolError};

/// How long the worker may take to end after `quit`; then the process ends without it.
const PATIENCE: Duration = Duration::from_millis(900);

/// The worker's stack in bytes: searches recurse once a ply.
const STACK: usize = 64 << 20;

/// Prints a line at once. When nobody reads any more, there is no one left to play for.
pub fn say(line: impl Display) {
    let text = format!("{line}\n");
    let mut out = io::stdout().lock();
    if out
        .write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .is_err()
    {
        exit(0);
    }
}

/// Reports errors.
pub fn report(errors: impl IntoIterator<Item = ProtocolError>) {
    for error in errors {
        say(Answer::Error(error));
    }
}

/// Serves standard input until it ends or says `quit`; gives the exit code of the program.
#[must_use]
pub fn start(profile: &'static Profile) -> ExitCode {
    match serve(profile) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", profile.name);
            ExitCode::FAILURE
        }
    }
}

/// # Errors
/// When the system gives no thread.
fn serve(profile: &'static Profile) -> io::Result<()> {
    let queue = Arc::new(Queue::default());
    let (ended, end) = channel::<()>();
    let worker = Arc::clone(&queue);
    thread::Builder::new().stack_size(STACK).spawn(move || {
        work(&worker, Session::new(profile));
        drop(ended);
    })?;
    // The worker's end closes the channel.
    if read(io::stdin().lock(), &queue) {
        let _ = end.recv_timeout(PATIENCE);
    } else {
        let _ = end.recv();
    }
    Ok(())
}

/// Reads to the end of input or to `quit`; says whether it was the latter.
fn read(input: impl BufRead, queue: &Queue) -> bool {
    for line in LineReader::new(input) {
        let line = line.unwrap_or_else(|error| Line::Unreadable {
            error: ProtocolError::new(ErrorCode::Io, format!("standard input: {error}")),
            head: String::new(),
        });
        let length = match &line {
            Line::Text(text) => text.len(),
            Line::Unreadable { head, .. } => head.len(),
        };
        let mut parsed = line.parse_command();
        if parsed.command.as_ref().is_some_and(Command::acts_at_once) {
            report(parsed.errors.drain(..));
        }
        match &parsed.command {
            Some(Command::Stop) => queue.stop(),
            Some(Command::PonderHit) => queue.ponderhit(),
            Some(Command::Debug(_)) => {}
            Some(Command::Quit) => {
                queue.quit();
                return true;
            }
            None if parsed.errors.is_empty() => {}
            command => {
                let job = command.as_ref().and_then(job).map(Arc::new);
                let entry = Entry {
                    parsed,
                    job,
                    length,
                };
                if !queue.push(entry) {
                    say(Answer::ReadyOk);
                }
            }
        }
    }
    queue.close();
    false
}

fn job(command: &Command) -> Option<Job> {
    match command {
        Command::Go(go) => Some(Job::of(go)),
        Command::Perft(_) => Some(Job::default()),
        _ => None,
    }
}

fn work(queue: &Queue, mut session: Session) {
    while let Some(entry) = queue.next() {
        let Some(job) = entry.job else {
            session.run(entry.parsed, &Job::default());
            continue;
        };
        for _ in 0..queue.begin() {
            say(Answer::ReadyOk);
        }
        let last = session.run(entry.parsed, &job);
        queue.finish(|| last.into_iter().for_each(say));
    }
}
