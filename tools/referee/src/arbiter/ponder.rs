//! Pondering: a search on the expected reply during the opponent's turn.
//! Not here: turns.

use super::game_in_progress::{Forfeit, GameInProgress};
use crate::board::Word;
use crate::engine::{FailureKind, Loss};
use std::time::{Duration, Instant};
use tricorn::rules::Side;
use tricorn_protocol::{Command, Go};

impl GameInProgress<'_> {
    /// Tells a side that the reply it ponders on was played.
    pub(super) async fn hit(&mut self, side: Side) -> Result<Instant, Forfeit> {
        let early = match self.players[side.index()].engine() {
            Some(engine) => {
                if engine.is_early() {
                    engine.answer(None).await.map(|_| None)
                } else {
                    engine.allow();
                    engine.command(&Command::PonderHit).await.map(Some)
                }
            }
            None => Err(Loss::Ended),
        };
        match early {
            Ok(Some(begun)) => Ok(begun),
            Ok(None) => {
                let detail = "it printed bestmove while pondering".to_owned();
                Err(self.dismiss(side, FailureKind::Protocol, detail).await)
            }
            Err(loss) => Err(self.lost(side, loss, "bestmove", Duration::ZERO).await),
        }
    }

    /// Ends a search whose answer is of no use, and throws the answer away.
    pub(super) async fn stop(&mut self, side: Side) -> Result<(), Forfeit> {
        let player = &mut self.players[side.index()];
        let time = player.place().deadlines.stop;
        let Some(engine) = player.engine() else {
            return Ok(());
        };
        let premature = engine.is_early();
        let answered = if premature {
            engine.answer(None).await
        } else {
            engine.allow();
            match engine.command(&Command::Stop).await {
                Ok(sent) => engine.answer(Some(sent + time)).await,
                Err(loss) => Err(loss),
            }
        };
        match answered {
            Ok(_) if premature => {
                let detail = "it printed bestmove while pondering".to_owned();
                Err(self.dismiss(side, FailureKind::Protocol, detail).await)
            }
            Ok(_) => Ok(()),
            Err(loss) => Err(self.lost(side, loss, "bestmove after stop", time).await),
        }
    }

    /// Lets the engine of a side think about the reply it expects.
    pub(super) async fn begin_pondering(&mut self, side: Side, reply: Option<String>) {
        let clock = &self.clocks[side.index()];
        let wanted = clock.limits().ponder && !clock.counts_nodes();
        let (true, Some(reply), None) = (wanted, reply, self.board.outcome()) else {
            return;
        };
        if self.board.awaits_roll() {
            return;
        }
        let text = match self.board.fork().read(&reply) {
            Ok(Word::Move(text)) => text,
            _ => {
                let plies = self.board.plies();
                return self.warnings.bad_ponder(side, plies, &reply);
            }
        };
        let line = format!("{} {text}", self.line);
        let go = Go {
            ponder: true,
            ..self.go(side)
        };
        if let Some(engine) = self.players[side.index()].engine() {
            // What goes wrong here shows at the engine's next turn.
            if engine.ponder(&line, &go).await {
                self.pondering[side.index()] = Some(text);
            }
        }
    }
}
