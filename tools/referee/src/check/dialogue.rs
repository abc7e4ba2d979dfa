//! A dialogue in which every answer is expected: what was not as expected becomes a finding.
//! Not here: what is expected of which engine.

use super::positions::TestPositions;
use crate::board::{Board, Word};
use crate::engine::{Deadlines, Dialect, EngineSpec, Loss, Place, Process, refusal};
use std::time::{Duration, Instant};
use tricorn_protocol::{
    Answer, Command, ErrorCode, Info, Line, OptionKind, OptionLine, ProtocolError, parse_answer,
    quote,
};

/// Why a step does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// Something else was expected.
    Fault {
        /// What was expected.
        expected: String,
        /// What came instead.
        found: String,
    },
    /// The step does not apply to this engine; why.
    Skip(String),
}

/// What comes of a step, or of a part of one.
pub type Checked<T = ()> = Result<T, Miss>;

/// A finding: expected this, found that.
pub fn miss<T>(expected: impl Into<String>, found: impl Into<String>) -> Checked<T> {
    Err(Miss::Fault {
        expected: expected.into(),
        found: found.into(),
    })
}

/// What an engine printed for one search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Its `info` lines.
    pub infos: Vec<Info>,
    /// The errors it reported.
    pub errors: Vec<ProtocolError>,
    /// Other lines that are no answers of the protocol.
    pub texts: Vec<String>,
    /// What followed `bestmove`.
    pub best: Option<String>,
    /// The reply it would like to ponder on.
    pub ponder: Option<String>,
}

/// A dialogue with a process of its own.
pub struct Dialogue<'a> {
    /// The positions that questions are asked about.
    pub positions: &'a TestPositions,
    process: Process,
    dialect: Dialect,
    settings: &'a [(String, String)],
    /// The patience of the referee.
    pub deadlines: Deadlines,
    /// Its options, after the greeting.
    pub options: Vec<OptionLine>,
    /// The first line of the greeting that could not be read; why.
    pub unreadable: Option<String>,
    /// Whether the greeting has come to its end.
    pub greeted: bool,
    /// Whether the greeting is being read.
    greets: bool,
}

impl<'a> Dialogue<'a> {
    /// Starts the process and says nothing yet.
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

    /// Ends the process and gives the end of the dialogue.
    pub async fn close(mut self) -> Vec<String> {
        self.process.kill().await;
        self.process.dialogue()
    }

    /// Sends a line.
    pub async fn say(&mut self, line: &str) -> Checked {
        self.send(format!("{line}\n").as_bytes()).await
    }

    /// Sends bytes as they are.
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

    /// The next answer that is not blank.
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

    /// Reads up to the answer that `end` accepts, that one included.
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

    /// Greets as the engine likes it; gives what it answered. Every step begins with this, so a line
    /// that cannot be read is left to the step of the greeting to judge.
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

    /// The option of that name.
    pub fn option(&self, name: &str) -> Option<&OptionLine> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// As [`begin`](Self::begin), for a step that is worth nothing without the rules.
    pub async fn begin_by_rules(&mut self) -> Checked {
        if self.positions.foreign {
            let variant = &self.positions.variant;
            return Err(Miss::Skip(format!("it does not play {variant}")));
        }
        self.begin().await
    }

    /// Greets, sets the options that were asked for and the variant, and waits until that is done.
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

    /// Waits until everything said is done; gives what came before that.
    pub async fn settle(&mut self) -> Checked<Vec<Answer>> {
        self.say("isready").await?;
        let time = self.deadlines.ready;
        let ready = |answer: &Answer| *answer == Answer::ReadyOk;
        let mut answers = self.until("readyok", time, ready).await?;
        answers.pop();
        Ok(answers)
    }

    /// That the engine prints nothing but `info` for everything said.
    pub async fn quiet(&mut self) -> Checked {
        let answers = self.settle().await?;
        let loud = answers
            .iter()
            .find(|answer| !matches!(answer, Answer::Info(_)));
        match loud {
            Some(answer) => miss("no answer but readyok", quote(&answer.to_string())),
            None => Ok(()),
        }
    }

    /// That no `bestmove` comes by itself for a while.
    pub async fn holds(&mut self, time: Duration) -> Checked {
        let deadline = Instant::now() + time;
        loop {
            match self.process.line(Some(deadline)).await {
                Err(Loss::Late) => return Ok(()),
                Err(loss) => return self.lost(loss, "a search that goes on", time).await,
                Ok((_, Line::Text(text))) if text.starts_with("bestmove") => {
                    return miss("no bestmove before it is asked for", quote(&text));
                }
                Ok(_) => {}
            }
        }
    }

    /// Reads to the `bestmove` of a search.
    pub async fn best(&mut self) -> Checked<Search> {
        self.best_within(self.deadlines.search).await
    }

    /// The same, with patience of one's own.
    pub async fn best_within(&mut self, time: Duration) -> Checked<Search> {
        let end = |answer: &Answer| matches!(answer, Answer::BestMove { .. });
        let answers = self.until("bestmove", time, end).await?;
        let mut search = Search::default();
        for answer in answers {
            match answer {
                Answer::Info(info) => search.infos.push(*info),
                Answer::Error(error) => search.errors.push(error),
                Answer::BestMove { best, ponder } => {
                    search.best = best;
                    search.ponder = ponder;
                }
                other => search.texts.push(other.to_string()),
            }
        }
        Ok(search)
    }

    /// Starts a search and reads to its `bestmove`, which has to be a legal move of the board.
    pub async fn plays(&mut self, go: &str, board: &dyn Board) -> Checked<Search> {
        self.say(go).await?;
        self.move_of(board).await
    }

    /// Reads to a `bestmove` that has to be a legal move of the board.
    pub async fn move_of(&mut self, board: &dyn Board) -> Checked<Search> {
        let search = self.best().await?;
        let expected = "bestmove with a legal move";
        let Some(best) = &search.best else {
            let why = search
                .errors
                .first()
                .map(|error| format!(", after {error}"));
            return miss(
                expected,
                format!("bestmove (none){}", why.unwrap_or_default()),
            );
        };
        if self.positions.foreign {
            return Ok(search);
        }
        match board.fork().read(best) {
            Ok(Word::Move(_)) => Ok(search),
            Ok(Word::Roll) => miss(expected, format!("{}, which is no move", quote(best))),
            Err(error) => miss(expected, format!("{}: {error}", quote(best))),
        }
    }

    /// That a search is answered by `bestmove (none)`.
    pub async fn plays_nothing(&mut self, go: &str) -> Checked<Search> {
        self.say(go).await?;
        let search = self.best().await?;
        match &search.best {
            None => Ok(search),
            Some(best) => miss("bestmove (none)", format!("bestmove {best}")),
        }
    }

    /// Reads the next answer, which has to be this one.
    pub async fn hears(&mut self, expected: &str) -> Checked {
        let answer = self.next(expected, self.deadlines.ready).await?.to_string();
        if answer == expected {
            Ok(())
        } else {
            miss(expected, quote(&answer))
        }
    }

    /// Says a line that the engine has to refuse with this code, and with no other answer.
    pub async fn refuses(&mut self, line: &str, code: ErrorCode) -> Checked {
        self.say(line).await?;
        self.refused(code).await
    }

    /// That what was said is refused with this code.
    pub async fn refused(&mut self, code: ErrorCode) -> Checked {
        let answers = self.settle().await?;
        has_error(&answers, code)
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        self.process.end_input();
    }

    /// That the process ends by itself in time.
    pub async fn ends(&mut self) -> Checked {
        let time = self.deadlines.quit;
        if self.process.wait(Instant::now() + time).await {
            return Ok(());
        }
        miss(
            "an end of the process",
            format!("it still runs after {} ms", time.as_millis()),
        )
    }
}

/// That an error with this code is among the answers.
pub fn has_error(answers: &[Answer], code: ErrorCode) -> Checked {
    let expected = format!("info string ERROR {code}: ...");
    let errors: Vec<&ProtocolError> = answers
        .iter()
        .filter_map(|answer| match answer {
            Answer::Error(error) => Some(error),
            _ => None,
        })
        .collect();
    if errors.iter().any(|error| error.code == code) {
        return Ok(());
    }
    match (errors.first(), answers.first()) {
        (Some(error), _) => miss(expected, format!("info string ERROR {error}")),
        (None, Some(answer)) => miss(expected, quote(&answer.to_string())),
        (None, None) => miss(expected, "no answer"),
    }
}
