//! The dialogue of a conformance step with its engine: sending, reading, handshake, starting a game.
//! Not here: assertions about answers (`expect`), and the steps.

mod expect;

use super::positions::TestPositions;
use crate::engine::{Deadlines, Dialect, EngineSpec, Loss, Place, Process, refusal};
use std::time::{Duration, Instant};
use tricorn_protocol::{
    Answer, Command, Info, Line, OptionKind, OptionLine, ProtocolError, parse_answer, quote,
};

/// Why a step does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// The engine did not do what was expected.
    Fault {
        /// What was expected.
        expected: String,
        /// What came instead.
        found: String,
    },
    /// The step does not apply to this engine, and the reason.
    Skip(String),
}

/// The result of a step, or of a part of one.
pub type Checked<T = ()> = Result<T, Miss>;

/// Fails a step: this was expected, that was found.
pub fn miss<T>(expected: impl Into<String>, found: impl Into<String>) -> Checked<T> {
    Err(Miss::Fault {
        expected: expected.into(),
        found: found.into(),
    })
}

/// The output of an engine for one search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Its `info` lines.
    pub infos: Vec<Info>,
    /// Its errors.
    pub errors: Vec<ProtocolError>,
    /// Other lines, which the protocol does not define.
    pub texts: Vec<String>,
    /// The move after `bestmove`; `None` for `(none)`.
    pub best: Option<String>,
    /// The move after `ponder`.
    pub ponder: Option<String>,
}

/// A dialogue with an engine in a process of its own.
pub struct Dialogue<'a> {
    /// The test positions.
    pub positions: &'a TestPositions,
    process: Process,
    dialect: Dialect,
    settings: &'a [(String, String)],
    /// The timeouts of the referee.
    pub deadlines: Deadlines,
    /// Its options, after the greeting.
    pub options: Vec<OptionLine>,
    /// Why the first unreadable line of the greeting could not be read.
    pub unreadable: Option<String>,
    /// Whether the greeting has completed.
    pub greeted: bool,
    /// Whether the greeting is being read.
    greets: bool,
}

impl<'a> Dialogue<'a> {
    /// Starts the process without sending anything.
    pub fn open(
        spec: &'a EngineSpec,
        place: &Place,
        positions: &'a TestPositions,
    ) -> Result<Self, String> {
        Ok(Self {
            positions,
            process: Process::start(spec, place)?,
            dialect: spec.dialect,
            settings: &spec.options,
            deadlines: place.deadlines,
            options: Vec::new(),
            unreadable: None,
            greeted: false,
            greets: false,
        })
    }

    /// Kills the process and returns the end of the dialogue.
    pub async fn close(mut self) -> Vec<String> {
        self.process.kill().await;
        self.process.dialogue()
    }

    /// Sends a line.
    pub async fn say(&mut self, line: &str) -> Checked {
        self.send(format!("{line}\n").as_bytes()).await
    }

    /// Sends raw bytes.
    pub async fn send(&mut self, bytes: &[u8]) -> Checked {
        let deadline = Instant::now() + self.deadlines.ready;
        self.process.allow();
        match self.process.send(bytes, deadline).await {
            Ok(()) => Ok(()),
            Err(loss) => {
                self.lost(loss, "a reader of commands", self.deadlines.ready)
                    .await
            }
        }
    }

    async fn lost<T>(&mut self, loss: Loss, expected: &str, time: Duration) -> Checked<T> {
        let found = match loss {
            Loss::Ended => self.process.exit_description().await.1,
            Loss::InputClosed => "it closed its input and did not end".to_owned(),
            Loss::Late => format!("nothing of the kind within {} ms", time.as_millis()),
            Loss::Flood => "output without end".to_owned(),
        };
        miss(expected, found)
    }

    /// The next answer; blank lines are skipped.
    async fn next(&mut self, expected: &str, time: Duration) -> Checked<Answer> {
        self.next_by(expected, Instant::now() + time, time).await
    }

    async fn next_by(
        &mut self,
        expected: &str,
        deadline: Instant,
        time: Duration,
    ) -> Checked<Answer> {
        loop {
            let line = match self.process.line(Some(deadline)).await {
                Ok((_, line)) => line,
                Err(loss) => return self.lost(loss, expected, time).await,
            };
            let text = match line {
                Line::Text(text) => text,
                Line::Unreadable { error, .. } if self.greets => {
                    self.unreadable.get_or_insert(error.to_string());
                    continue;
                }
                Line::Unreadable { error, .. } => return miss(expected, error.to_string()),
            };
            if text.trim_ascii().is_empty() {
                continue;
            }
            let parsed = parse_answer(&text);
            match (parsed.answer, parsed.errors.first()) {
                (Some(answer), None) => return Ok(answer),
                (_, Some(error)) => return miss(expected, format!("{}: {error}", quote(&text))),
                (None, None) => return Ok(Answer::Text(text)),
            }
        }
    }

    /// Reads up to and including the first answer that `end` accepts.
    pub async fn until(
        &mut self,
        expected: &str,
        time: Duration,
        end: impl Fn(&Answer) -> bool,
    ) -> Checked<Vec<Answer>> {
        let deadline = Instant::now() + time;
        let mut answers = Vec::new();
        loop {
            let answer = self.next_by(expected, deadline, time).await?;
            let ended = end(&answer);
            answers.push(answer);
            if ended {
                return Ok(answers);
            }
        }
    }

    /// Greets the engine in its dialect and returns its answers. Every step starts with this, so only
    /// the step about the greeting fails on an unreadable line.
    pub async fn greet(&mut self) -> Checked<Vec<Answer>> {
        let (hello, end, expected) = match self.dialect {
            Dialect::Uci => (Command::Uci, Answer::UciOk, "uciok"),
            Dialect::Ugi => (Command::Ugi, Answer::UgiOk, "ugiok"),
        };
        self.say(&hello.to_string()).await?;
        let time = self.deadlines.greeting;
        self.greets = true;
        let answers = self.until(expected, time, |answer| *answer == end).await;
        self.greets = false;
        let answers = answers?;
        self.greeted = true;
        self.options = answers
            .iter()
            .filter_map(|answer| match answer {
                Answer::Option(option) => Some(option.clone()),
                _ => None,
            })
            .collect();
        Ok(answers)
    }

    /// The option with this name, compared without case.
    pub fn option(&self, name: &str) -> Option<&OptionLine> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Like [`begin`](Self::begin), for a step that depends on the rules of the game.
    pub async fn begin_by_rules(&mut self) -> Checked {
        if self.positions.foreign {
            let variant = &self.positions.variant;
            return Err(Miss::Skip(format!("it does not play {variant}")));
        }
        self.begin().await
    }

    /// Greets the engine, sets the configured options and the variant, and waits until it is ready.
    pub async fn begin(&mut self) -> Checked {
        self.greet().await?;
        for (name, value) in self.settings {
            self.say(&format!("setoption name {name} value {value}"))
                .await?;
            let answers = self.settle().await?;
            let error = answers.iter().find_map(|answer| match answer {
                Answer::Error(error) => refusal(name, [error]),
                _ => None,
            });
            if let Some(found) = error {
                return miss("an engine that takes its settings", found);
            }
        }
        let variant = &self.positions.variant;
        let offered = match self.option("UCI_Variant").map(|option| &option.kind) {
            Some(OptionKind::Combo { vars, .. }) => {
                vars.iter().any(|var| var.eq_ignore_ascii_case(variant))
            }
            Some(_) => true,
            None => false,
        };
        if offered {
            let line = format!("setoption name UCI_Variant value {variant}");
            self.say(&line).await?;
        }
        self.settle().await.map(drop)
    }

    /// Waits until the engine has processed everything sent, and returns its answers.
    pub async fn settle(&mut self) -> Checked<Vec<Answer>> {
        self.say("isready").await?;
        let time = self.deadlines.ready;
        let ready = |answer: &Answer| *answer == Answer::ReadyOk;
        let mut answers = self.until("readyok", time, ready).await?;
        answers.pop();
        Ok(answers)
    }
}
