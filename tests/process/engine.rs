//! The real binary at the other end of a pipe: lines in, lines out, and a limit on patience.
//! Not here: what its answers should be.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a test waits for a line before it calls the engine hung. Generous: the machines that
/// run the tests are shared, and no test measures speed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// A command line of the engine, ready to be run.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tricorn"));
    command.args(arguments);
    command
}

/// Everything the engine prints when `text` is all it is given, one string a line, and how it
/// ended.
pub fn pipe(arguments: &[&str], text: impl Into<Vec<u8>>) -> (Vec<String>, ExitStatus) {
    let mut engine = Engine::start(arguments);
    let mut input = engine.input.take().expect("stdin");
    let text = text.into();
    // Written from its own thread: the engine's answers may fill their pipe meanwhile.
    let writer = thread::spawn(move || {
        // An engine that has quit reads no more.
        let _ = input.write_all(&text);
    });
    let lines = engine.rest();
    writer.join().expect("writer");
    (lines, engine.status())
}

/// As [`pipe`], with what an engine of default settings prints; it must have ended well.
pub fn answers(text: &str) -> Vec<String> {
    let (lines, status) = pipe(&[], text);
    assert!(status.success(), "{status}");
    lines
}

impl Engine {
    /// Starts the engine.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("stdout"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("text")).is_err() {
                    break;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    /// Sends lines as they stand, and a newline.
    pub fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(text.as_bytes()).expect("the engine reads");
        input.write_all(b"\n").expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    /// The lines up to the first that begins with `head`, that one included.
    pub fn until(&mut self, head: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    let found = line.starts_with(head);
                    seen.push(line);
                    if found {
                        return seen;
                    }
                }
                Err(error) => panic!("no {head:?} ({error}) after {seen:?}"),
            }
        }
    }

    /// The first line from here on that begins with `head`.
    pub fn expect(&mut self, head: &str) -> String {
        self.until(head).pop().expect("a line")
    }

    /// That nothing but `info` comes for a while.
    pub fn silent(&mut self, time: Duration) {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the engine has ended"),
                Ok(line) => assert!(line.starts_with("info "), "unexpected {line:?}"),
            }
        }
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Everything that is still to come, up to the end of the output.
    pub fn rest(&mut self) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => seen.push(line),
                Err(RecvTimeoutError::Disconnected) => return seen,
                Err(RecvTimeoutError::Timeout) => panic!("no end of output after {seen:?}"),
            }
        }
    }

    /// How the engine ended; waits for it.
    pub fn status(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < end, "the engine does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the engine with its output closed after the first `bytes` bytes; how it ended.
pub fn listen_briefly(text: &str, bytes: usize) -> ExitStatus {
    let mut child = command(&[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine starts");
    let mut input = child.stdin.take().expect("stdin");
    let _ = input.write_all(text.as_bytes());
    let mut output = child.stdout.take().expect("stdout");
    output.read_exact(&mut vec![0; bytes]).expect("some output");
    drop(output);
    let mut engine = Engine {
        child,
        input: Some(input),
        lines: channel().1,
    };
    engine.status()
}
