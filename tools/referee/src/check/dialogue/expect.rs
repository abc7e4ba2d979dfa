//! Assertions about an engine's answers; a failed one fails the step.
//! Not here: sending and reading (`dialogue`), and the steps.

use super::{Checked, Dialogue, Search, miss};
use crate::board::{Board, Word};
use crate::engine::Loss;
use std::time::{Duration, Instant};
use tricorn_protocol::{Answer, ErrorCode, Line, ProtocolError, quote};

impl Dialogue<'_> {
    /// Expects no answers but `info` to everything sent.
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

    /// Expects no `bestmove` within this time.
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

    /// Reads the output of a search up to its `bestmove`.
    pub async fn best(&mut self) -> Checked<Search> {
        self.best_within(self.deadlines.search).await
    }

    /// Like [`best`](Self::best), with its own time limit.
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

    /// Starts a search and expects a legal move of the board as its `bestmove`.
    pub async fn plays(&mut self, go: &str, board: &dyn Board) -> Checked<Search> {
        self.say(go).await?;
        self.move_of(board).await
    }

    /// Expects a legal move of the board as the next `bestmove`.
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

    /// Starts a search and expects `bestmove (none)`.
    pub async fn plays_nothing(&mut self, go: &str) -> Checked<Search> {
        self.say(go).await?;
        let search = self.best().await?;
        match &search.best {
            None => Ok(search),
            Some(best) => miss("bestmove (none)", format!("bestmove {best}")),
        }
    }

    /// Expects this line as the next answer.
    pub async fn hears(&mut self, expected: &str) -> Checked {
        let answer = self.next(expected, self.deadlines.ready).await?.to_string();
        if answer == expected {
            Ok(())
        } else {
            miss(expected, quote(&answer))
        }
    }

    /// Sends a line and expects an error with this code.
    pub async fn refuses(&mut self, line: &str, code: ErrorCode) -> Checked {
        self.say(line).await?;
        self.refused(code).await
    }

    /// Expects an error with this code for what was sent.
    pub async fn refused(&mut self, code: ErrorCode) -> Checked {
        let answers = self.settle().await?;
        has_error(&answers, code)
    }

    /// Closes the engine's input.
    pub fn end_input(&mut self) {
        self.process.end_input();
    }

    /// Expects the process to exit in time.
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

/// Expects an error with this code among the answers.
fn has_error(answers: &[Answer], code: ErrorCode) -> Checked {
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
