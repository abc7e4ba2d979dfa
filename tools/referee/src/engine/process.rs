//! One engine process: lines in and out with deadlines, and an end that leaves nothing behind.
//! Not here: the meaning of the lines.

use super::guard;
use super::spec::{EngineSpec, Place};
use super::traffic::{Errors, Traffic};
use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::{sleep_until, timeout, timeout_at};
use tricorn_protocol::{Line, LineBuffer, quote};

/// How much is read at a time, in bytes.
const PIECE: usize = 16 << 10;

/// How much an engine may print between two allowances, in bytes: 64 MiB.
const ALLOWANCE: u64 = 64 << 20;

/// How long a guard gets to clear up; it has its own, shorter limit.
const CLEARING: Duration = Duration::from_secs(8);

/// Why there is no next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The process has ended.
    Ended,
    /// The deadline has passed.
    Late,
    /// It has printed more than an engine has reason to.
    Flood,
}

/// A line and when it came.
pub type Arrived = (Instant, Line);

/// A running engine behind its guard.
#[derive(Debug)]
pub struct Process {
    guard: Child,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    buffer: Box<[u8]>,
    lines: LineBuffer,
    /// Lines that were read and not yet taken.
    pending: VecDeque<Arrived>,
    /// What may yet be read before it counts as a flood, in bytes.
    allowance: u64,
    errors: Arc<Mutex<Errors>>,
    errors_read: Option<JoinHandle<()>>,
    traffic: Traffic,
}

impl Process {
    /// Starts an engine. A program that does not exist is noticed by its guard, so it looks like
    /// one that ends at once.
    ///
    /// # Errors
    /// The guard cannot be started, or the log file not opened; a text for people.
    pub fn start(spec: &EngineSpec, place: &Place) -> Result<Self, String> {
        let traffic = Traffic::new(spec.log.as_deref()).map_err(|error| {
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
        let errors = Arc::new(Mutex::new(traffic.errors()));
        let errors_read = guard
            .stderr
            .take()
            .map(|stream| tokio::spawn(drain(stream, Arc::clone(&errors))));
        Ok(Self {
            input: guard.stdin.take(),
            output: guard.stdout.take(),
            guard,
            buffer: vec![0; PIECE].into_boxed_slice(),
            lines: LineBuffer::new(),
            pending: VecDeque::new(),
            allowance: ALLOWANCE,
            errors,
            errors_read,
            traffic,
        })
    }

    /// Lets the engine print another 64 MiB before it counts as a flood.
    pub fn allow(&mut self) {
        self.allowance = ALLOWANCE;
    }

    /// Sends bytes, usually lines with their ends, and flushes. What the engine prints meanwhile is read, so
    /// that two full pipes cannot block each other.
    ///
    /// That the engine has ended is no error here: its last words are still to be read, and the
    /// next [`line`](Self::line) tells.
    ///
    /// # Errors
    /// The engine floods, or takes no input until the deadline.
    pub async fn send(&mut self, text: &[u8], deadline: Instant) -> Result<(), Loss> {
        for line in String::from_utf8_lossy(text).lines() {
            self.traffic.note('>', line);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (Some(input), Some(output)) = (&mut self.input, &mut self.output) else {
                return Ok(());
            };
            tokio::select! {
                biased;
                written = input.write(rest) => match written {
                    Ok(0) | Err(_) => return Ok(()),
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

    /// The next line, and when it came. Cancelling this loses nothing.
    ///
    /// # Errors
    /// The engine has ended, floods, or prints no line until the deadline.
    pub async fn line(&mut self, deadline: Option<Instant>) -> Result<Arrived, Loss> {
        loop {
            if let Some(arrived) = self.pending.pop_front() {
                match &arrived.1 {
                    Line::Text(text) => self.traffic.note('<', text),
                    Line::Unreadable { error, head } => {
                        self.traffic.note('<', head);
                        self.traffic.note('#', &error.to_string());
                    }
                }
                return Ok(arrived);
            }
            let Some(output) = &mut self.output else {
                return Err(Loss::Ended);
            };
            let read = output.read(&mut self.buffer);
            let count = match deadline {
                None => read.await,
                Some(deadline) => match timeout_at(deadline.into(), read).await {
                    Ok(read) => read,
                    Err(_) => return Err(Loss::Late),
                },
            };
            self.take(count.unwrap_or(0))?;
        }
    }

    /// Cuts what was read into lines; nothing read is the end of the output.
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

    /// Takes down a remark of the referee.
    pub fn remark(&mut self, text: &str) {
        self.traffic.note('#', text);
    }

    /// The last lines of the dialogue, oldest first.
    pub fn dialogue(&self) -> Vec<String> {
        self.traffic.tail()
    }

    /// The end of what the engine printed on standard error.
    pub fn errors(&self) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.tail()
    }

    /// Ends the engine's input.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Kills the engine and all that came of it, and waits until that is done. Gives how the
    /// engine had ended if it had ended by itself.
    pub async fn kill(&mut self) -> Option<ExitStatus> {
        // An output that is closed already is that of an engine that has ended by itself, and the
        // guard's exit code is that of the engine.
        let ended = self.output.is_none();
        self.input = None;
        self.output = None;
        let status = match timeout(CLEARING, self.guard.wait()).await {
            Ok(status) => status.ok().filter(|_| ended),
            Err(_) => {
                // Only a guard that was stopped comes here. Its end is the engine's.
                let _ = self.guard.kill().await;
                None
            }
        };
        if let Some(reader) = self.errors_read.take() {
            // The pipe is at its end unless something escaped with it.
            let stop = reader.abort_handle();
            if timeout(Duration::from_secs(1), reader).await.is_err() {
                stop.abort();
            }
        }
        status
    }

    /// How an engine ended that has ended by itself: its exit code (128 and more for a signal), and
    /// one line for people, with its last words.
    pub async fn obituary(&mut self) -> (Option<i32>, String) {
        /// The last line alone is often a hint after the cause.
        const WORDS: usize = 3;
        let status = self.kill().await;
        let code = status.and_then(|status| status.code());
        let mut text = match code {
            Some(code @ 129..) => format!("signal {} ended it (exit code {code})", code - 128),
            Some(code) => format!("it ended with exit code {code}"),
            None => "it ended".to_owned(),
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

    /// Ends the input and waits for the engine to end by itself. Whether it did in time.
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

/// Reads standard error to its end, whatever is in it.
async fn drain(mut stream: ChildStderr, errors: Arc<Mutex<Errors>>) {
    let mut buffer = vec![0; PIECE];
    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
        let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.take(&buffer[..count]);
    }
}

/// The program as the engine's directory sees it.
fn program(command: &str) -> OsString {
    let path = Path::new(command);
    let named = path.is_relative() && path.components().count() > 1 && path.exists();
    match std::path::absolute(path) {
        Ok(found) if named => found.into(),
        _ => path.into(),
    }
}
