//! One turn of a game: `go`, the clock, `bestmove`, and its verdict.
//! Not here: the order of turns, and the end of the game by the rules.

use super::game_in_progress::{Forfeit, GameInProgress, forfeit};
use crate::board::Word;
use crate::engine::{Best, Engine, FailureKind, Loss, Said};
use crate::game::{ForfeitReason, MoveRecord};
use std::time::{Duration, Instant};
use tricorn::rules::Side;
use tricorn_protocol::{Command, quote};

impl GameInProgress<'_> {
    /// Asks the side to move for its move and plays it.
    pub async fn turn(&mut self) -> Result<MoveRecord, Forfeit> {
        let side = self.board.side();
        let begun = match self.ask(side).await? {
            Some(begun) => begun,
            None => {
                return Err(self
                    .lost(side, Loss::Ended, "bestmove", Duration::ZERO)
                    .await);
            }
        };
        let best = self.wait(side, begun).await?;
        let time = best.at.saturating_duration_since(begun);
        let clock = &mut self.clocks[side.index()];
        let due = clock.due();
        let engine = self.players[side.index()].engine();
        let report = engine
            .map(|engine| engine.report().clone())
            .unwrap_or_default();
        let charged = clock.charge(time, report.nodes);
        let (word, ponder) = match best.said {
            Said::Move { word, ponder } => (word, ponder),
            Said::None => {
                let mut detail = "it gave no move, and there are some".to_owned();
                if let Some(error) = report.errors.first() {
                    detail += &format!("; it complained: {error}");
                }
                return Err(forfeit(side, ForfeitReason::NoMove, detail));
            }
            Said::Garbage(detail) => return Err(forfeit(side, ForfeitReason::NoMove, detail)),
        };
        charged.map_err(|detail| forfeit(side, ForfeitReason::Time, detail))?;
        let before = self.board.fork();
        let text = match self.board.read(&word) {
            Ok(Word::Move(text)) => text,
            Ok(Word::Roll) => {
                self.board = before;
                let detail = format!("it answered {}, which is no move", quote(&word));
                return Err(forfeit(side, ForfeitReason::NoMove, detail));
            }
            Err(error) => {
                let detail = format!("move {}: {error}", quote(&word));
                return Err(forfeit(side, ForfeitReason::IllegalMove, detail));
            }
        };
        let limits = clock.limits();
        self.warnings
            .search(before.as_ref(), limits, &report, &text);
        self.say_move(&text);
        self.begin_pondering(side, ponder).await;
        Ok(MoveRecord {
            text,
            score: report.score.map(|score| score.score),
            depth: report.depth,
            nodes: report.nodes,
            time: Some(time),
            lag: due.map(|due| time.saturating_sub(due)),
        })
    }

    /// Appends a move to the line; a roll that stands there by itself is part of its text.
    fn say_move(&mut self, text: &str) {
        if let Some(roll) = self.board.roll_of(text)
            && let Some(line) = self.line.strip_suffix(&roll)
        {
            self.line.truncate(line.trim_ascii_end().len());
        }
        self.say(text);
    }

    /// Puts the question to a side; gives when its time began to run.
    async fn ask(&mut self, side: Side) -> Result<Option<Instant>, Forfeit> {
        let go = self.go(side);
        let ready = self.players[side.index()].place().deadlines.ready;
        let pondered = self.pondering[side.index()].take();
        if let Some(expected) = pondered {
            if self.line.rsplit(' ').next() == Some(expected.as_str()) {
                return self.hit(side).await.map(Some);
            }
            self.stop(side).await?;
        }
        let Some(engine) = self.players[side.index()].engine() else {
            return Ok(None);
        };
        let unexpected = match engine.position(&self.line).await {
            Ok(answers) => answers,
            Err(loss) => return Err(self.lost(side, loss, "readyok", ready).await),
        };
        if unexpected > 0 {
            let detail = "it printed bestmove again after its answer".to_owned();
            return Err(self.dismiss(side, FailureKind::Protocol, detail).await);
        }
        match engine.go(&go).await {
            Ok(begun) => Ok(Some(begun)),
            Err(loss) => Err(self.lost(side, loss, "reader of go", ready).await),
        }
    }

    /// Waits for the answer, while the other engine may ponder. An answer that is too late is
    /// waited for a little longer, to tell a slow engine from a hung one.
    async fn wait(&mut self, side: Side, begun: Instant) -> Result<Best, Forfeit> {
        let deadlines = self.players[side.index()].place().deadlines;
        let clock = &self.clocks[side.index()];
        let due = clock.due();
        let patience = clock.patience().unwrap_or(deadlines.search);
        let listening = self.pondering[side.other().index()].is_some();
        let [first, second] = &mut self.players;
        let (mover, other) = match side {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        let Some(mover) = mover.engine() else {
            return Err(self.lost(side, Loss::Ended, "bestmove", patience).await);
        };
        let other = other.engine().filter(|_| listening);
        let answered = match other {
            None => answer(mover, begun + patience, deadlines.stop).await,
            Some(other) => {
                tokio::select! {
                    biased;
                    answered = answer(mover, begun + patience, deadlines.stop) => answered,
                    () = other.listen() => Err(Loss::Late),
                }
            }
        };
        match answered {
            Ok((best, true)) => Ok(best),
            // One that is due by a clock is judged by it, to the microsecond.
            Ok((best, false)) if due.is_some() => Ok(best),
            Ok(_) => {
                let detail = format!("no bestmove within {} ms", patience.as_millis());
                Err(forfeit(side, ForfeitReason::Time, detail))
            }
            Err(loss) => Err(self
                .lost(side, loss, "bestmove", patience + deadlines.stop)
                .await),
        }
    }
}

/// Waits for an answer; past the deadline, sends `stop` and waits for as long as given. Whether
/// the answer came before the deadline.
async fn answer(
    engine: &mut Engine,
    deadline: Instant,
    grace: Duration,
) -> Result<(Best, bool), Loss> {
    match engine.answer(Some(deadline)).await {
        Ok(best) => Ok((best, true)),
        Err(Loss::Late) => {
            let sent = engine.command(&Command::Stop).await?;
            let best = engine.answer(Some(sent + grace)).await?;
            Ok((best, false))
        }
        Err(loss) => Err(loss),
    }
}
