//! Sends queries to an engine and collects the lines that answer each.
//! Not here: the choice of queries, and the expected answers.

use crate::engine::{EngineSpec, Identity, Loss, Place, Process, VARIANT, refusal};
use std::fmt;
use std::time::{Duration, Instant};
use tricorn_protocol::{Answer, Line, Score, parse_answer};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The engine failed to start, and the reason.
    Start(String),
    /// The engine refused a setting: which one, and the reason.
    Refused(String),
    /// The engine was lost, and the end of its standard error.
    Lost(Loss, String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (loss, errors) = match self {
            Self::Start(error) => return f.write_str(error),
            Self::Refused(error) => return write!(f, "the engine cannot be used: {error}"),
            Self::Lost(loss, errors) => (loss, errors),
        };
        write!(f, "{loss}")?;
        for line in errors.lines() {
            write!(f, "\n  stderr: {line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for AskError {}

/// The equity in an `info string`, if it contains one.
fn equity(text: &str) -> Option<f64> {
    let number = text.strip_prefix("equity ")?.split(' ').next()?;
    number
        .parse()
        .ok()
        .filter(|equity: &f64| equity.is_finite())
}

/// The output of `perft`: the leaf count of each move, and the total.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Each move with its leaf count, in the order of the lines.
    pub rows: Vec<(String, u64)>,
    /// The total.
    pub total: u64,
}

/// Reads `<move>: <count>`.
fn row(text: &str) -> Option<(String, u64)> {
    let (word, count) = text.trim_ascii().split_once(": ")?;
    let count = count.parse().ok()?;
    (!word.contains(' ')).then(|| (word.to_owned(), count))
}

/// A session with an engine that answers queries about positions.
#[derive(Debug)]
pub struct Ask {
    process: Process,
    time: Duration,
}

impl Ask {
    /// Starts an engine and sets its options and the variant. It has `time` to answer each batch of
    /// queries.
    ///
    /// # Errors
    /// An engine that fails to start, refuses a setting, ends, or does not answer.
    pub async fn start(spec: &EngineSpec, variant: &str, time: Duration) -> Result<Self, AskError> {
        let process = Process::start(spec, &Place::default()).map_err(AskError::Start)?;
        let mut ask = Self { process, time };
        let greeting = ask.questions(&["uci".into()]).await?;
        let mut identity = Identity::default();
        for answer in greeting.into_iter().flatten() {
            identity.take(answer);
        }
        match ask.set(&identity, spec, variant).await? {
            None => Ok(ask),
            Some(detail) => {
                ask.end().await;
                Err(AskError::Refused(detail))
            }
        }
    }

    /// Sets the options and the variant; returns the first setting that the engine refuses.
    async fn set(
        &mut self,
        identity: &Identity,
        spec: &EngineSpec,
        variant: &str,
    ) -> Result<Option<String>, AskError> {
        let mut options = spec.options.clone();
        match identity.variant(variant) {
            Ok(name) => options.extend(name.map(|name| (VARIANT.to_owned(), name))),
            Err(detail) => return Ok(Some(detail)),
        }
        let lines = options
            .iter()
            .map(|(name, value)| Ok(identity.setting(name, value)?.to_string()));
        let lines: Vec<String> = match lines.collect::<Result<_, String>>() {
            Ok(lines) => lines,
            Err(detail) => return Ok(Some(detail)),
        };
        let answers = self.questions(&lines).await?;
        let refused = options.iter().zip(&answers).find_map(|((name, _), said)| {
            let errors = said.iter().filter_map(|answer| match answer {
                Answer::Error(error) => Some(error),
                _ => None,
            });
            refusal(name, errors)
        });
        Ok(refused)
    }

    /// Sends queries of one or more lines each. Everything up to the following `readyok` is the
    /// answer.
    ///
    /// # Errors
    /// An answer that does not come in time.
    pub async fn questions(&mut self, questions: &[String]) -> Result<Vec<Vec<Answer>>, AskError> {
        let deadline = Instant::now() + self.time;
        let mut answers = Vec::with_capacity(questions.len());
        // Not all at once: what waits at the engine has a limit, too.
        for batch in questions.chunks(32) {
            self.process.allow();
            let text: String = batch
                .iter()
                .map(|question| format!("{question}\nisready\n"))
                .collect();
            if let Err(loss) = self.process.send(text.as_bytes(), deadline).await {
                return Err(self.lost(loss).await);
            }
            for _ in batch {
                match self.answer(deadline).await {
                    Ok(answer) => answers.push(answer),
                    Err(loss) => return Err(self.lost(loss).await),
                }
            }
        }
        Ok(answers)
    }

    /// Runs perft from a position; the inner error is the output without a count. An engine may
    /// answer `isready` while it counts, so a query that has to wait marks the end. It is about a
    /// position that no engine refuses.
    ///
    /// # Errors
    /// An engine that does not finish in time.
    pub async fn leaves(
        &mut self,
        setting: &str,
        depth: u32,
    ) -> Result<Result<Perft, String>, AskError> {
        let deadline = Instant::now() + self.time;
        self.process.allow();
        let text = format!("{setting}\nperft {depth}\nposition startpos\nquery gameover\n");
        let counted = match self.process.send(text.as_bytes(), deadline).await {
            Ok(()) => self.total(deadline).await,
            Err(loss) => Err(loss),
        };
        match counted {
            Ok(total) => Ok(total),
            Err(loss) => Err(self.lost(loss).await),
        }
    }

    async fn total(&mut self, deadline: Instant) -> Result<Result<Perft, String>, Loss> {
        let mut rows = Vec::new();
        let mut total = Err("no total".to_owned());
        loop {
            let (_, line) = self.process.line(Some(deadline)).await?;
            let Line::Text(text) = line else { continue };
            match parse_answer(&text).answer {
                Some(Answer::Response(_)) => return Ok(total.map(|total| Perft { rows, total })),
                Some(Answer::Error(error)) => total = Err(error.to_string()),
                _ => {
                    if let Some(number) = text.strip_prefix("Nodes searched:") {
                        total = number.trim().parse().map_err(|_| text);
                    } else {
                        rows.extend(row(&text));
                    }
                }
            }
        }
    }

    /// Evaluates positions; each query ends in a `go`. The value is in points: the engine's equity if
    /// it reports one, else its score. The inner error is the output with neither.
    ///
    /// # Errors
    /// An answer that does not come in time.
    pub async fn scores(
        &mut self,
        questions: &[String],
    ) -> Result<Vec<Result<f64, String>>, AskError> {
        let deadline = Instant::now() + self.time;
        let mut scores = Vec::with_capacity(questions.len());
        for batch in questions.chunks(32) {
            self.process.allow();
            let text: String = batch
                .iter()
                .map(|question| format!("{question}\n"))
                .collect();
            if let Err(loss) = self.process.send(text.as_bytes(), deadline).await {
                return Err(self.lost(loss).await);
            }
            for _ in batch {
                match self.score(deadline).await {
                    Ok(score) => scores.push(score),
                    Err(loss) => return Err(self.lost(loss).await),
                }
            }
        }
        Ok(scores)
    }

    async fn score(&mut self, deadline: Instant) -> Result<Result<f64, String>, Loss> {
        let mut found = Err("no info with a score".to_owned());
        let mut exact = false;
        loop {
            let (_, line) = self.process.line(Some(deadline)).await?;
            let Line::Text(text) = line else { continue };
            match parse_answer(&text).answer {
                Some(Answer::BestMove { .. }) => return Ok(found),
                Some(Answer::Error(error)) => found = Err(error.to_string()),
                Some(Answer::Info(info)) => {
                    if let Some(equity) = info.string.as_deref().and_then(equity) {
                        (found, exact) = (Ok(equity), true);
                    } else if let Some(score) = info.score
                        && info.multipv.is_none_or(|rank| rank == 1)
                        && !exact
                    {
                        found = match score.score {
                            Score::Cp(cp) => Ok(f64::from(cp) / 100.0),
                            Score::Mate(_) => Err(text),
                        };
                    }
                }
                _ => {}
            }
        }
    }

    async fn answer(&mut self, deadline: Instant) -> Result<Vec<Answer>, Loss> {
        let mut answers = Vec::new();
        loop {
            let (_, line) = self.process.line(Some(deadline)).await?;
            let Line::Text(text) = line else { continue };
            match parse_answer(&text).answer {
                Some(Answer::ReadyOk) => return Ok(answers),
                Some(answer) => answers.push(answer),
                None => answers.push(Answer::Text(text)),
            }
        }
    }

    async fn lost(&mut self, loss: Loss) -> AskError {
        self.process.kill().await;
        AskError::Lost(loss, self.process.errors())
    }

    /// Stops the engine.
    pub async fn end(mut self) {
        // It may be gone already, and it is gone after the next line in any case.
        let _ = self
            .process
            .send(b"quit\n", Instant::now() + self.time)
            .await;
        self.process
            .wait(Instant::now() + Duration::from_secs(2))
            .await;
        self.process.kill().await;
    }
}
