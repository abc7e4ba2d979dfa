//! A running UCI engine: handshake, options, `ucinewgame`, `position`, `go`, `quit`.
//! Not here: clocks, boards, and forfeits.

use super::guard::NOT_STARTED;
use super::identity::{Identity, VARIANT, refusal};
use super::process::{Arrived, Loss, Process};
use super::search::{Best, Report};
use super::spec::{Deadlines, Dialect, EngineSpec, Place};
use std::time::{Duration, Instant};
use tricorn_protocol::{Answer, Command, Go, Line, parse_answer};

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// It could not be started, did not finish the handshake in time, or refuses an option.
    Start,
    /// It did not answer in time.
    Hang,
    /// Its process exited, or closed its input or output.
    Crash,
    /// It violated the protocol: more than one `bestmove`, or endless output.
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

/// A failure of an engine, with details for diagnosis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its kind.
    pub kind: FailureKind,
    /// What happened, for people, in one line.
    pub detail: String,
    /// Whether a restart cannot help: the program cannot be run, or refuses an option.
    pub permanent: bool,
    /// The end of its standard error, at most 4 KiB.
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

/// A running engine after its handshake.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    dialect: Dialect,
    deadlines: Deadlines,
    identity: Identity,
    /// The current option values, by name in lower case.
    set: Vec<(String, String)>,
    report: Report,
    /// The answer to a search that nobody waited for (pondering).
    early: Option<Result<Best, Loss>>,
    /// The number of `bestmove` lines without a search.
    unexpected: u32,
}

impl Engine {
    /// Starts an engine, waits for its handshake and sets its options.
    ///
    /// # Errors
    /// The process cannot be started, exits, does not finish the handshake in time, or refuses an
    /// option. It is killed then.
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

    /// Its name, author and options.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The process itself, for other dialogues, such as several searches sent at once. Lines that
    /// you read from it are in no report.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// The report of the last search.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Sets an option, unless it has this value already, and checks that the engine accepts it.
    ///
    /// # Errors
    /// The engine has no such option, refuses the value, or fails. It is killed then.
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

    /// Sets `UCI_Variant`, if the engine has it.
    ///
    /// # Errors
    /// The engine does not play this variant, or fails. It is killed then.
    pub async fn choose(&mut self, variant: &str) -> Result<(), Failure> {
        match self.identity.variant(variant) {
            Ok(None) => Ok(()),
            Ok(Some(name)) => self.set(VARIANT, &name).await,
            Err(detail) => Err(self.refused(detail).await),
        }
    }

    /// Sends `ucinewgame` and waits for `readyok`.
    ///
    /// # Errors
    /// The engine is not ready in time. It is killed then.
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

    /// Sets the position for the next search, with a whole `position` line, and starts a new report.
    /// Returns the number of unexpected `bestmove` lines since the last search.
    ///
    /// # Errors
    /// The engine is not ready in time.
    pub async fn position(&mut self, line: &str) -> Result<u32, Loss> {
        self.report = Report::new(self.dialect);
        self.early = None;
        let unexpected = self.exchange(line, self.deadlines.ready).await?;
        Ok(unexpected + std::mem::take(&mut self.unexpected))
    }

    /// Sends a line and `isready`, and waits for `readyok`. So unexpected answers from before are
    /// noticed here.
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

    /// Starts a search in the last position; returns when the command was sent.
    ///
    /// # Errors
    /// The command cannot be sent.
    pub async fn go(&mut self, go: &Go) -> Result<Instant, Loss> {
        self.command(&Command::Go(Box::new(go.clone()))).await
    }

    /// Sends a command that is answered by `bestmove` or not at all; returns when it was sent.
    ///
    /// # Errors
    /// The command cannot be sent.
    pub async fn command(&mut self, command: &Command) -> Result<Instant, Loss> {
        let deadline = Instant::now() + self.deadlines.ready;
        self.process
            .send(format!("{command}\n").as_bytes(), deadline)
            .await?;
        Ok(Instant::now())
    }

    /// Waits for `bestmove`, forever without a deadline. This is cancel safe.
    ///
    /// # Errors
    /// The engine exits, prints without end, or misses the deadline.
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

    /// Starts to ponder in a position, given as a whole `position` line. Returns whether it did; if
    /// not, the next request reports the failure.
    pub async fn ponder(&mut self, line: &str, go: &Go) -> bool {
        match self.position(line).await {
            // Counted again at the next `position`.
            Ok(unexpected @ 1..) => {
                self.unexpected += unexpected;
                false
            }
            Ok(_) => self.go(go).await.is_ok(),
            Err(_) => false,
        }
    }

    /// Reads the output of a search that nobody waits for, and never returns. This is cancel safe.
    pub async fn listen(&mut self) {
        if self.early.is_none() {
            let early = self.answer(None).await;
            self.early = Some(early);
        }
        std::future::pending::<()>().await;
    }

    /// Whether a search that nobody waited for has an answer or has failed.
    #[must_use]
    pub fn is_early(&self) -> bool {
        self.early.is_some()
    }

    /// Resets the output limit of the engine.
    pub fn allow(&mut self) {
        self.process.allow();
    }

    /// Kills the engine and returns the failure.
    pub async fn fail(&mut self, kind: FailureKind, detail: String) -> Failure {
        self.process.remark(&format!("{}: {detail}", kind.word()));
        self.process.kill().await;
        self.failure(kind, detail)
    }

    /// Kills the engine since it refuses an option, and returns the failure.
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

    /// Kills an engine that did not send `what` within `time`, and returns the failure.
    pub async fn lost(&mut self, loss: Loss, what: &str, time: Duration) -> Failure {
        let kind = match loss {
            Loss::Late => FailureKind::Hang,
            Loss::Flood => FailureKind::Protocol,
            Loss::Ended | Loss::InputClosed => FailureKind::Crash,
        };
        self.lost_as(kind, loss, what, time).await
    }

    /// As [`lost`](Self::lost), with a given kind.
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

    /// Sends `quit`, and kills the engine if it does not exit. Returns whether it exited by itself.
    pub async fn quit(mut self) -> bool {
        let deadline = Instant::now() + self.deadlines.quit;
        let quit = format!("{}\n", Command::Quit);
        let sent = self.process.send(quit.as_bytes(), deadline).await;
        let ended = sent.is_ok() && self.process.wait(deadline).await;
        self.process.kill().await;
        ended
    }

    /// Kills the engine.
    pub async fn kill(mut self) {
        self.process.kill().await;
    }
}
