//! A running UCI engine: handshake, options, `ucinewgame`, `position`, `go`, `quit`.
//! Not here: clocks, boards, and forfeits.

use super::guard::NOT_STARTED;
use super::identity::{Identity, VARIANT, refusal};
use super::process::{Arrived, Loss, Process};
use super::search::{Best, Report};
use super::spec::{Deadlines, Dialect, EngineSpec, Place};
use std::time::{Duration, Instant};
use tricorn_protocol::{Answer, Command, Go, Line, parse_answer};

/// What kind of failure it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// It could not be started, did not greet in time, or does not take its settings.
    Start,
    /// It did not answer by the last deadline.
    Hang,
    /// Its process ended, or closed its input or output.
    Crash,
    /// It sent what no reader can follow: more than one answer, or output without end.
    Protocol,
}

impl FailureKind {
    /// The word that texts use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Hang => "hang",
            Self::Crash => "crash",
            Self::Protocol => "protocol",
        }
    }
}

/// What went wrong with an engine, with what is needed to find out why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its kind.
    pub kind: FailureKind,
    /// What happened, for people, in one line.
    pub detail: String,
    /// Whether another start cannot help: the program cannot be run, or does not take its settings.
    pub permanent: bool,
    /// The end of what the process had printed on standard error, at most 4 KiB.
    pub errors: String,
    /// The last lines of the dialogue, oldest first: `>` to the engine, `<` from it, `#` remarks.
    pub dialogue: Vec<String>,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Failure {}

/// A running engine that has greeted.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    dialect: Dialect,
    deadlines: Deadlines,
    identity: Identity,
    /// Options as they were set last, by name in lower case.
    set: Vec<(String, String)>,
    report: Report,
    /// What came of a search that nobody waited for.
    early: Option<Result<Best, Loss>>,
    /// Answers to no search that were seen when nobody asked.
    unexpected: u32,
}

impl Engine {
    /// Starts an engine, takes its greeting and sets its options.
    ///
    /// # Errors
    /// The process cannot be started, ends, does not greet in time, or does not take an option;
    /// it is gone then.
    pub async fn start(spec: &EngineSpec, place: &Place) -> Result<Self, Failure> {
        let process = Process::start(spec, place).map_err(|detail| Failure {
            kind: FailureKind::Start,
            detail,
            permanent: true,
            errors: String::new(),
            dialogue: Vec::new(),
        })?;
        let mut engine = Self {
            process,
            dialect: spec.dialect,
            deadlines: place.deadlines,
            identity: Identity::default(),
            set: Vec::new(),
            report: Report::new(spec.dialect),
            early: None,
            unexpected: 0,
        };
        if let Err(loss) = engine.greet().await {
            let what = match spec.dialect {
                Dialect::Uci => "uciok",
                Dialect::Ugi => "ugiok",
            };
            let time = place.deadlines.greeting;
            return Err(engine.lost_as(FailureKind::Start, loss, what, time).await);
        }
        for (name, value) in &spec.options {
            engine.set(name, value).await?;
        }
        Ok(engine)
    }

    async fn greet(&mut self) -> Result<(), Loss> {
        let deadline = Instant::now() + self.deadlines.greeting;
        let (command, end) = match self.dialect {
            Dialect::Uci => (Command::Uci, Answer::UciOk),
            Dialect::Ugi => (Command::Ugi, Answer::UgiOk),
        };
        self.process
            .send(format!("{command}\n").as_bytes(), deadline)
            .await?;
        loop {
            let (_, line) = self.process.line(Some(deadline)).await?;
            let text = match line {
                Line::Text(text) => text,
                Line::Unreadable { head, .. } => {
                    self.report.keep_unread(&head);
                    continue;
                }
            };
            match parse_answer(&text).answer {
                Some(answer) if answer == end => return Ok(()),
                None | Some(Answer::Text(_)) => self.report.keep_unread(&text),
                Some(answer) => self.identity.take(answer),
            }
        }
    }

    /// What the engine says of itself.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The process itself, for dialogues of other forms, such as several searches sent at once. What
    /// you read from it is not part of any report.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// What it has said about the last search.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Sets an option, unless it was set to this value last, and sees that it was taken.
    ///
    /// # Errors
    /// The engine has no such option, refuses the value, or fails otherwise; it is gone then.
    pub async fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let key = name.to_lowercase();
        let known = self.set.iter().position(|(known, _)| *known == key);
        if known.is_some_and(|at| self.set[at].1 == value) {
            return Ok(());
        }
        let command = match self.identity.setting(name, value) {
            Ok(command) => command,
            Err(detail) => return Err(self.refused(detail).await),
        };
        self.report = Report::new(self.dialect);
        let time = self.deadlines.ready;
        if let Err(loss) = self.exchange(&command.to_string(), time).await {
            return Err(self
                .lost_as(FailureKind::Start, loss, "readyok", time)
                .await);
        }
        if let Some(detail) = refusal(name, &self.report.errors) {
            return Err(self.refused(detail).await);
        }
        match known {
            Some(at) => value.clone_into(&mut self.set[at].1),
            None => self.set.push((key, value.to_owned())),
        }
        Ok(())
    }

    /// Makes the engine play a variant, if it says that it plays several.
    ///
    /// # Errors
    /// It says that it does not play this one, or fails; it is gone then.
    pub async fn choose(&mut self, variant: &str) -> Result<(), Failure> {
        match self.identity.variant(variant) {
            Ok(None) => Ok(()),
            Ok(Some(name)) => self.set(VARIANT, &name).await,
            Err(detail) => Err(self.refused(detail).await),
        }
    }

    /// Announces a new game.
    ///
    /// # Errors
    /// The engine is not ready for it in time; it is gone then.
    pub async fn new_game(&mut self) -> Result<(), Failure> {
        let command = match self.dialect {
            Dialect::Uci => "ucinewgame",
            Dialect::Ugi => "uginewgame",
        };
        let time = self.deadlines.new_game;
        match self.exchange(command, time).await {
            Ok(_) => Ok(()),
            Err(loss) => Err(self
                .lost_as(FailureKind::Start, loss, "readyok", time)
                .await),
        }
    }

    /// Sets the position for the next search: a whole `position` line. Its report begins here. Gives
    /// how many unexpected answers came since the last search: `bestmove` where none was asked for.
    ///
    /// # Errors
    /// The engine is not ready in time.
    pub async fn position(&mut self, line: &str) -> Result<u32, Loss> {
        self.report = Report::new(self.dialect);
        self.early = None;
        let unexpected = self.exchange(line, self.deadlines.ready).await?;
        Ok(unexpected + std::mem::take(&mut self.unexpected))
    }

    /// Sends a line and `isready` and waits for the answer. So what was printed too much before
    /// shows here, however late it is read.
    async fn exchange(&mut self, line: &str, time: Duration) -> Result<u32, Loss> {
        let deadline = Instant::now() + time;
        self.process.allow();
        let text = format!("{line}\n{}\n", Command::IsReady);
        self.process.send(text.as_bytes(), deadline).await?;
        let mut unexpected = 0;
        loop {
            let (at, line) = self.process.line(Some(deadline)).await?;
            match &line {
                Line::Text(text) if text.trim_ascii() == "readyok" => return Ok(unexpected),
                _ => unexpected += u32::from(self.report.take(at, &line).is_some()),
            }
        }
    }

    /// Starts a search in the last position; gives when the command had left.
    ///
    /// # Errors
    /// The engine does not take it.
    pub async fn go(&mut self, go: &Go) -> Result<Instant, Loss> {
        self.command(&Command::Go(Box::new(go.clone()))).await
    }

    /// Sends a command that is answered by `bestmove` or not at all; gives when it had left.
    ///
    /// # Errors
    /// The engine does not take it.
    pub async fn command(&mut self, command: &Command) -> Result<Instant, Loss> {
        let deadline = Instant::now() + self.deadlines.ready;
        self.process
            .send(format!("{command}\n").as_bytes(), deadline)
            .await?;
        Ok(Instant::now())
    }

    /// Waits for the answer to a search; without a deadline, forever. Cancelling this loses
    /// nothing.
    ///
    /// # Errors
    /// The engine ends, floods, or does not answer until the deadline.
    pub async fn answer(&mut self, deadline: Option<Instant>) -> Result<Best, Loss> {
        if let Some(early) = self.early.take() {
            return early;
        }
        loop {
            let (at, line): Arrived = self.process.line(deadline).await?;
            if let Some(best) = self.report.take(at, &line) {
                return Ok(best);
            }
        }
    }

    /// Starts to ponder in a position: a whole `position` line. Whether it did; if not, the loss
    /// shows again with the next thing asked of the engine.
    pub async fn ponder(&mut self, line: &str, go: &Go) -> bool {
        match self.position(line).await {
            // An answer too many is kept for the time when the engine is asked again.
            Ok(unexpected @ 1..) => {
                self.unexpected += unexpected;
                false
            }
            Ok(_) => self.go(go).await.is_ok(),
            Err(_) => false,
        }
    }

    /// Reads on during a search that nobody waits for, and never ends. Cancelling this loses
    /// nothing.
    pub async fn listen(&mut self) {
        if self.early.is_none() {
            let early = self.answer(None).await;
            self.early = Some(early);
        }
        std::future::pending::<()>().await;
    }

    /// Whether a search that nobody waited for has been answered, or was the engine's end.
    #[must_use]
    pub fn is_early(&self) -> bool {
        self.early.is_some()
    }

    /// Lets the engine print as much again as it may in one turn.
    pub fn allow(&mut self) {
        self.process.allow();
    }

    /// Ends the engine for what it did, and reports.
    pub async fn fail(&mut self, kind: FailureKind, detail: String) -> Failure {
        self.process.remark(&format!("{}: {detail}", kind.word()));
        self.process.kill().await;
        self.failure(kind, detail)
    }

    /// Ends the engine because it does not take a setting, and reports.
    async fn refused(&mut self, detail: String) -> Failure {
        let failure = self.fail(FailureKind::Start, detail).await;
        Failure {
            permanent: true,
            ..failure
        }
    }

    fn failure(&self, kind: FailureKind, detail: String) -> Failure {
        Failure {
            kind,
            detail,
            permanent: false,
            errors: self.process.errors(),
            dialogue: self.process.dialogue(),
        }
    }

    /// Ends an engine that did not give `what` was waited for within `time`, and reports.
    pub async fn lost(&mut self, loss: Loss, what: &str, time: Duration) -> Failure {
        let kind = match loss {
            Loss::Late => FailureKind::Hang,
            Loss::Flood => FailureKind::Protocol,
            Loss::Ended | Loss::InputClosed => FailureKind::Crash,
        };
        self.lost_as(kind, loss, what, time).await
    }

    /// As [`lost`](Self::lost), with the kind that the moment gives it.
    async fn lost_as(
        &mut self,
        kind: FailureKind,
        loss: Loss,
        what: &str,
        time: Duration,
    ) -> Failure {
        let (code, detail) = match loss {
            Loss::Late => {
                let mut detail = format!("no {what} within {} ms", time.as_millis());
                if let Some(line) = self.report.unread() {
                    detail += &format!("; the last line that could not be read: {line}");
                }
                (None, detail)
            }
            Loss::Flood => (None, "output without end".to_owned()),
            Loss::InputClosed => (None, "it closed its input and did not end".to_owned()),
            Loss::Ended => self.process.exit_description().await,
        };
        let permanent = kind == FailureKind::Start && code == Some(NOT_STARTED);
        let failure = self.fail(kind, detail).await;
        Failure {
            permanent,
            ..failure
        }
    }

    /// Asks the engine to end, and kills it if it does not. Whether it ended by itself.
    pub async fn quit(mut self) -> bool {
        let deadline = Instant::now() + self.deadlines.quit;
        let quit = format!("{}\n", Command::Quit);
        let sent = self.process.send(quit.as_bytes(), deadline).await;
        let ended = sent.is_ok() && self.process.wait(deadline).await;
        self.process.kill().await;
        ended
    }

    /// Ends the engine without asking.
    pub async fn kill(mut self) {
        self.process.kill().await;
    }
}
