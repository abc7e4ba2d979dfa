//! The engine as a program sees it: lines of the protocol in, answers out, within this process.
//! Not here: what is asked of it (`opponent`).

use crate::engine::{EngineHandler, Options};
use crate::uci::{Begin, Output, serve};
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use tricorn_protocol::{Answer, Line, LineBuffer, ProtocolError, parse_answer};

/// The near end of the engine's input, read by the engine.
struct Input {
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // When the other end is dropped, the input has ended.
            self.rest = self.lines.recv().unwrap_or_default().into_bytes();
        }
        let length = self.rest.len().min(into.len());
        into[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Where the engine prints.
struct Sink {
    buffer: LineBuffer,
    lines: Sender<String>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(line) = self.buffer.push(&mut rest) {
            if let Line::Text(text) = line {
                // Nobody hears it while the program ends.
                let _ = self.lines.send(text);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What ends a search from another thread.
#[derive(Clone)]
pub struct Stopper {
    input: Sender<String>,
    thinking: Arc<AtomicBool>,
    stopped: Arc<AtomicBool>,
}

impl Stopper {
    /// Stops the search that runs; whether there was one that had not been stopped yet.
    pub fn stop(&self) -> bool {
        if !self.thinking.load(Ordering::SeqCst) || self.stopped.swap(true, Ordering::SeqCst) {
            return false;
        }
        self.input.send("stop\n".into()).is_ok()
    }
}

/// An engine that answers one question at a time.
pub struct Engine {
    input: Sender<String>,
    lines: Receiver<String>,
    thinking: Arc<AtomicBool>,
    stopped: Arc<AtomicBool>,
}

/// How a search ended.
#[derive(Debug, Default)]
pub struct Found {
    /// The move; `None` if there was none to be found.
    pub best: Option<String>,
    /// Whether it was stopped before its time.
    pub stopped: bool,
}

impl Engine {
    /// Starts the engine.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start() -> io::Result<Self> {
        let (input, inside) = channel();
        let (outside, lines) = channel();
        let sink = Sink {
            buffer: LineBuffer::with_limit(tricorn_protocol::MAX_LEGAL),
            lines: outside,
        };
        let out = Arc::new(Output::new(sink));
        let reader = Input {
            lines: inside,
            rest: Vec::new(),
        };
        let run = move || {
            let handler = {
                let out = Arc::clone(&out);
                move || EngineHandler::new(Options::default(), None, out)
            };
            let _ = serve(BufReader::new(reader), Begin::AtOnce, handler, None, &out);
        };
        thread::Builder::new().name("engine".into()).spawn(run)?;
        Ok(Self {
            input,
            lines,
            thinking: Arc::default(),
            stopped: Arc::default(),
        })
    }

    /// What can stop its searches.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper {
            input: self.input.clone(),
            thinking: Arc::clone(&self.thinking),
            stopped: Arc::clone(&self.stopped),
        }
    }

    /// Sends a line.
    fn send(&self, line: &str) {
        // An engine that is gone says so by the end of its lines.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// The next answer; an error where the engine has ended.
    fn answer(&self) -> Result<Answer, ProtocolError> {
        let gone = || {
            let message = "the engine has ended";
            ProtocolError::new(tricorn_protocol::ErrorCode::Internal, message)
        };
        let line = self.lines.recv().map_err(|_| gone())?;
        let answer = parse_answer(&line).answer;
        Ok(answer.unwrap_or(Answer::Text(line)))
    }

    /// Sends commands that are done soon, and gives what they print, error lines as errors.
    ///
    /// # Errors
    /// The first error that the engine reports.
    pub fn tell(&self, lines: &[String]) -> Result<Vec<String>, ProtocolError> {
        for line in lines {
            self.send(line);
        }
        self.send("isready");
        let mut printed = Vec::new();
        let mut failed = None;
        loop {
            match self.answer()? {
                Answer::ReadyOk => break,
                Answer::Error(error) => failed = failed.or(Some(error)),
                answer => printed.push(answer.to_string()),
            }
        }
        failed.map_or(Ok(printed), Err)
    }

    /// Sends `go` and waits for the move; `hear` gets what comes meanwhile.
    ///
    /// # Errors
    /// The engine reports one.
    pub fn search(&self, go: &str, hear: &mut dyn FnMut(&Answer)) -> Result<Found, ProtocolError> {
        self.stopped.store(false, Ordering::SeqCst);
        self.thinking.store(true, Ordering::SeqCst);
        self.send(go);
        let mut failed = None;
        // Every `go` is answered by `bestmove`, after an error too.
        let best = loop {
            match self.answer() {
                Ok(Answer::BestMove { best, .. }) => break best,
                Ok(Answer::Error(error)) => failed = failed.or(Some(error)),
                Ok(answer) => hear(&answer),
                Err(gone) => {
                    failed = Some(gone);
                    break None;
                }
            }
        };
        self.thinking.store(false, Ordering::SeqCst);
        let stopped = self.stopped.load(Ordering::SeqCst);
        failed.map_or(Ok(Found { best, stopped }), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_stopped_once_and_only_while_it_runs() {
        let engine = Engine::start().expect("a thread");
        let stopper = engine.stopper();
        assert!(!stopper.stop());
        let mut told = Vec::new();
        let found = engine.search("go infinite", &mut |answer| {
            if matches!(answer, Answer::Info(_)) {
                told.push(stopper.stop());
            }
        });
        let found = found.expect("an answer");
        assert!(found.stopped && found.best.is_some());
        assert!(told[0]);
        assert_eq!(told.iter().filter(|&&first| first).count(), 1);
        let found = engine.search("go depth 1", &mut |_| {}).expect("an answer");
        assert!(!found.stopped);
    }

    #[test]
    fn what_the_engine_refuses_comes_back_as_an_error() {
        let engine = Engine::start().expect("a thread");
        let refused = engine.tell(&["position startpos moves c3c6".into()]);
        assert!(refused.is_err());
        assert!(engine.search("go depth 1", &mut |_| {}).is_err());
        let printed = engine.tell(&["position startpos".into(), "moves".into()]);
        assert_eq!(printed.map(|lines| lines.len()), Ok(53));
    }
}
