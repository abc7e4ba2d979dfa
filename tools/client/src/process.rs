//! An engine process: lines in and out with deadlines, and a kill that leaves no child behind.
//! Not here: the meaning of the lines.

use super::guard;
use super::spec::{EngineSpec, Place};
use super::transcript::{Errors, Transcript};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::collections::VecDeque;
use std::ffi::OsString;
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep_until, timeout, timeout_at};
use tricorn_protocol::{Line, LineBuffer, quote};

/// The size of the read buffer in bytes.
const PIECE: usize = 16 << 10;

/// How much an engine may print before the limit is reset, in bytes: 64 MiB.
const ALLOWANCE: u64 = 64 << 20;

/// How long to wait for the guard to clean up; its own limit is shorter.
const CLEARING: Duration = Duration::from_secs(8);

/// How long an engine may run after it has closed its input or output, since it may be exiting.
const LIVING: Duration = Duration::from_secs(2);

/// How often to check whether the engine has closed its input.
const LOOK: Duration = Duration::from_millis(250);

/// How long to read standard error at the end.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Why there is no next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The process has ended, or has closed its output.
    Ended,
    /// The process runs on, but has closed its input.
    InputClosed,
    /// The deadline has passed.
    Late,
    /// It has printed more than the limit.
    Flood,
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Ended => "the engine has ended",
            Self::InputClosed => "the engine has closed its input",
            Self::Late => "the engine does not answer",
            Self::Flood => "the engine prints without end",
        })
    }
}

impl std::error::Error for Loss {}

/// How an engine process ended.
enum End {
    /// It exited by itself, with this status if it is known.
    Exited(Option<ExitStatus>),
    /// It closed its output without exiting, so it was killed.
    OutputClosed,
    /// It was killed.
    Killed,
}

/// A line with its arrival time.
pub type Arrived = (Instant, Line);

/// A running engine behind its guard.
#[derive(Debug)]
pub struct Process {
    guard: Child,
    input: Option<ChildStdin>,
    /// When the engine's closed input was noticed.
    input_closed: Option<Instant>,
    output: Option<ChildStdout>,
    buffer: Box<[u8]>,
    lines: LineBuffer,
    /// Lines that were read but not returned yet.
    pending: VecDeque<Arrived>,
    /// The bytes that may still be read before the limit.
    allowance: u64,
    errors: Arc<Mutex<Errors>>,
    errors_read: Option<JoinHandle<()>>,
    errors_stop: Option<oneshot::Sender<()>>,
    transcript: Transcript,
}

impl Process {
    /// Starts an engine. If the program does not exist, the guard notices, so it looks like an
    /// engine that exits at once.
    ///
    /// # Errors
    /// The guard cannot be started, or the log file not opened; a text for people.
    pub fn start(spec: &EngineSpec, place: &Place) -> Result<Self, String> {
        let transcript = Transcript::new(spec.log.as_deref()).map_err(|error| {
            let log = spec.log.as_deref().unwrap_or(Path::new(""));
            format!("log file {}: {error}", log.display())
        })?;
        let own = match &place.guard {
            Some(program) => Ok(program.clone()),
            None => std::env::current_exe(),
        };
        let mut command = vec![program(&spec.command)];
        command.extend(spec.args.iter().map(OsString::from));
        let dir = spec.dir.as_deref().map(Path::as_os_str);
        let arguments = guard::arguments(&place.cpus, spec.memory_mib, dir, &command);
        let mut guard = own
            .and_then(|program| {
                Command::new(program)
                    .args(arguments)
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .process_group(0)
                    .spawn()
            })
            .map_err(|error| format!("the guard cannot be started: {error}"))?;
        tracing::debug!(engine = %spec.name, guard = guard.id(), "started");
        let errors = Arc::new(Mutex::new(transcript.errors()));
        let (errors_stop, stop) = oneshot::channel();
        let errors_read = guard
            .stderr
            .take()
            .map(|stream| tokio::spawn(drain(stream, Arc::clone(&errors), stop)));
        Ok(Self {
            input: guard.stdin.take(),
            input_closed: None,
            output: guard.stdout.take(),
            guard,
            buffer: vec![0; PIECE].into_boxed_slice(),
            lines: LineBuffer::new(),
            pending: VecDeque::new(),
            allowance: ALLOWANCE,
            errors,
            errors_read,
            errors_stop: Some(errors_stop),
            transcript,
        })
    }

    /// Resets the output limit: the engine may print another 64 MiB.
    pub fn allow(&mut self) {
        self.allowance = ALLOWANCE;
    }

    /// Sends bytes, usually lines, and flushes. It reads the engine's output meanwhile, so that two
    /// full pipes cannot deadlock.
    ///
    /// If the engine has exited or closed its input, this is no error: its last output can still be
    /// read, and the next [`line`](Self::line) reports the loss.
    ///
    /// # Errors
    /// The engine exceeds the output limit, or does not read its input until the deadline.
    pub async fn send(&mut self, text: &[u8], deadline: Instant) -> Result<(), Loss> {
        for line in String::from_utf8_lossy(text).lines() {
            self.transcript.note('>', line);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (Some(input), Some(output)) = (&mut self.input, &mut self.output) else {
                return Ok(());
            };
            tokio::select! {
                biased;
                written = input.write(rest) => match written {
                    Ok(0) | Err(_) => {
                        self.input_closed.get_or_insert_with(Instant::now);
                        return Ok(());
                    }
                    Ok(count) => rest = &rest[count..],
                },
                read = output.read(&mut self.buffer) => {
                    let count = read.unwrap_or(0);
                    self.take(count)?;
                }
                () = sleep_until(deadline.into()) => return Err(Loss::Late),
            }
        }
        Ok(())
    }

    /// The next line with its arrival time. This is cancel safe.
    ///
    /// # Errors
    /// The engine has exited, has closed its input, exceeds the output limit, or prints no line
    /// until the deadline. A line that arrives after the deadline stays for the next call.
    pub async fn line(&mut self, deadline: Option<Instant>) -> Result<Arrived, Loss> {
        loop {
            let (end, loss) = self.patience(deadline);
            // Otherwise an engine that prints without a pause would be read past any deadline.
            let next = self.pending.front();
            if next.is_some_and(|(at, _)| end.is_some_and(|end| *at > end)) {
                return Err(loss);
            }
            if let Some(arrived) = self.pending.pop_front() {
                match &arrived.1 {
                    Line::Text(text) => self.transcript.note('<', text),
                    Line::Unreadable { error, head } => {
                        self.transcript.note('<', head);
                        self.transcript.note('#', &error.to_string());
                    }
                }
                return Ok(arrived);
            }
            let Some(output) = &mut self.output else {
                return Err(Loss::Ended);
            };
            let look = Instant::now() + LOOK;
            let until = end.map_or(look, |end| end.min(look));
            let read = output.read(&mut self.buffer);
            let count = match timeout_at(until.into(), read).await {
                Ok(read) => read,
                Err(_) if end.is_some_and(|end| Instant::now() >= end) => return Err(loss),
                Err(_) => {
                    self.look_at_input();
                    continue;
                }
            };
            self.take(count.unwrap_or(0))?;
        }
    }

    /// Until when to wait for a line, and the loss if none comes.
    fn patience(&self, deadline: Option<Instant>) -> (Option<Instant>, Loss) {
        let closed = self.input_closed.map(|since| since + LIVING);
        match (deadline, closed) {
            (deadline, Some(end)) if deadline.is_none_or(|deadline| end < deadline) => {
                (Some(end), Loss::InputClosed)
            }
            (deadline, _) => (deadline, Loss::Late),
        }
    }

    /// Checks whether the engine has closed its input, without sending anything.
    fn look_at_input(&mut self) {
        let Some(input) = &self.input else { return };
        let mut watched = [PollFd::new(input.as_fd(), PollFlags::empty())];
        let seen = poll(&mut watched, PollTimeout::ZERO).is_ok_and(|count| count > 0);
        if seen && self.input_closed.is_none() {
            self.input_closed = Some(Instant::now());
        }
    }

    /// Splits the bytes read into lines; 0 bytes mean the end of the output.
    fn take(&mut self, count: usize) -> Result<(), Loss> {
        let now = Instant::now();
        if count == 0 {
            self.output = None;
            let last = self.lines.finish();
            self.pending.extend(last.map(|line| (now, line)));
            return Ok(());
        }
        self.allowance = self
            .allowance
            .checked_sub(count as u64)
            .ok_or(Loss::Flood)?;
        let mut piece = &self.buffer[..count];
        while let Some(line) = self.lines.push(&mut piece) {
            self.pending.push_back((now, line));
        }
        Ok(())
    }

    /// Adds a remark to the transcript.
    pub fn remark(&mut self, text: &str) {
        self.transcript.note('#', text);
    }

    /// The last lines of the dialogue, oldest first.
    pub fn dialogue(&self) -> Vec<String> {
        self.transcript.tail()
    }

    /// The end of the engine's standard error.
    pub fn errors(&self) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.tail()
    }

    /// Closes the engine's input.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Kills the engine and all its descendants, and waits until that is done.
    pub async fn kill(&mut self) {
        self.end().await;
    }

    async fn end(&mut self) -> End {
        // If the output is closed, the engine has probably exited by itself, and the guard exits with
        // its code.
        let closed = self.output.is_none();
        self.input = None;
        self.output = None;
        let exited = if closed {
            timeout(LIVING, self.guard.wait()).await.ok()
        } else {
            None
        };
        // The guard kills what is left once its standard error is closed.
        if let Some(stop) = self.errors_stop.take() {
            let _ = stop.send(());
        }
        if let Some(mut reader) = self.errors_read.take()
            && timeout(LAST_WORDS, &mut reader).await.is_err()
        {
            reader.abort();
        }
        if exited.is_none() && timeout(CLEARING, self.guard.wait()).await.is_err() {
            // Only a stopped guard gets here. When it is killed, so is the engine.
            let _ = self.guard.kill().await;
        }
        match exited {
            Some(status) => End::Exited(status.ok()),
            None if closed => End::OutputClosed,
            None => End::Killed,
        }
    }

    /// Ends an engine whose output has ended, and says how it exited: its exit code (128 plus the
    /// signal, if one killed it), and one line for people with the end of its standard error.
    pub async fn exit_description(&mut self) -> (Option<i32>, String) {
        /// More than one line, since the last is often only a hint after the cause.
        const WORDS: usize = 3;
        let (code, mut text) = match self.end().await {
            End::OutputClosed => (None, "it closed its output and did not end".to_owned()),
            End::Killed => (None, "it ended".to_owned()),
            End::Exited(status) => match status.and_then(|status| status.code()) {
                Some(code @ 129..) => {
                    let signal = code - 128;
                    let text = format!("signal {signal} ended it (exit code {code})");
                    (Some(code), text)
                }
                Some(code) => (Some(code), format!("it ended with exit code {code}")),
                None => (None, "it ended".to_owned()),
            },
        };
        let errors = self.errors();
        let said = errors.lines().rev().filter(|line| !line.trim().is_empty());
        let mut last: Vec<String> = said.take(WORDS).map(quote).collect();
        last.reverse();
        if !last.is_empty() {
            text += &format!(", last on stderr: {}", last.join(", "));
        }
        (code, text)
    }

    /// Closes the input and waits for the engine to exit. Returns whether it did in time.
    pub async fn wait(&mut self, deadline: Instant) -> bool {
        self.end_input();
        self.allow();
        loop {
            match self.line(Some(deadline)).await {
                Ok(_) => {}
                Err(loss) => return loss == Loss::Ended,
            }
        }
    }
}

impl Drop for Process {
    /// Closes the standard error pipe, at which the guard kills the engine.
    fn drop(&mut self) {
        if let Some(reader) = &self.errors_read {
            reader.abort();
        }
    }
}

/// Reads standard error until its end or until `stop`.
async fn drain(
    mut stream: ChildStderr,
    errors: Arc<Mutex<Errors>>,
    mut stop: oneshot::Receiver<()>,
) {
    let mut buffer = vec![0; PIECE];
    loop {
        let read = tokio::select! {
            biased;
            read = stream.read(&mut buffer) => read,
            _ = &mut stop => return,
        };
        let Ok(count @ 1..) = read else { return };
        let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.take(&buffer[..count]);
    }
}

/// The program's path, made absolute, since the engine runs in another directory.
fn program(command: &str) -> OsString {
    let path = Path::new(command);
    let named = path.is_relative() && path.components().count() > 1 && path.exists();
    match std::path::absolute(path) {
        Ok(found) if named => found.into(),
        _ => path.into(),
    }
}
