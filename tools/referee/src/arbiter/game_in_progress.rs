//! A game in progress: its players, its moves, and how a player forfeits.
//! Not here: turns (`turn`), and pondering (`ponder`).

use super::clock::Clock;
use super::request::optional_options;
use super::warnings::Warnings;
use crate::board::{self, Board};
use crate::engine::{Failure, FailureKind, Loss, Player};
use crate::game::{ForfeitReason, Setup};
use std::time::Duration;
use tricorn::rules::Side;

/// A fault that loses the game.
#[derive(Clone, Debug)]
pub struct Forfeit {
    /// Who committed it.
    pub side: Side,
    /// What kind it is.
    pub fault: ForfeitReason,
    /// What happened, in one line.
    pub detail: String,
}

/// A game in progress, with all that belongs to it.
pub struct GameInProgress<'a> {
    /// The game.
    pub board: Box<dyn Board>,
    /// What was wrong so far without losing the game.
    pub warnings: Warnings,
    pub(super) players: [&'a mut Player; 2],
    pub(super) clocks: [Clock; 2],
    /// The `position` command for the game so far.
    pub(super) line: String,
    /// Whether there are words behind `moves` in it.
    pub(super) said: bool,
    /// By side: the reply on which the engine ponders, in canonical text.
    pub(super) pondering: [Option<String>; 2],
    pub(super) failures: Vec<(Side, Failure)>,
}

impl<'a> GameInProgress<'a> {
    /// A game after its opening.
    pub fn new(
        setup: &Setup,
        board: Box<dyn Board>,
        players: [&'a mut Player; 2],
        warnings: Warnings,
    ) -> Self {
        let start = board::start_text(&setup.variant);
        // After `startpos` some engines take `wtime` for the first mover's, others for White's;
        // after a position text all go by its letter. So where the two differ, it is a text.
        let agreed = board.white() == Side::First;
        let from = if agreed && start.as_deref() == Some(setup.position.as_str()) {
            "startpos".to_owned()
        } else {
            format!("fen {}", setup.position)
        };
        let mut game = Self {
            board,
            warnings,
            players,
            clocks: setup
                .limits
                .each_ref()
                .map(|limits| Clock::new(limits.clone())),
            line: format!("position {from}"),
            said: false,
            pondering: [None, None],
            failures: Vec::new(),
        };
        for word in &setup.moves {
            game.say(word);
        }
        game
    }

    /// Appends a roll or a move to the line.
    pub fn say(&mut self, word: &str) {
        let before = if self.said { " " } else { " moves " };
        self.said = true;
        self.line.push_str(before);
        self.line.push_str(word);
    }

    /// Makes both engines ready; if neither can be, it is the first one's fault.
    pub async fn begin(&mut self, variant: &str) -> Result<(), Forfeit> {
        let optional_options = self.clocks.each_ref().map(optional_options);
        let [first, second] = &mut self.players;
        let begun = tokio::join!(
            first.begin(variant, &optional_options[0]),
            second.begin(variant, &optional_options[1])
        );
        let mut forfeit = None;
        for (side, begun) in Side::ALL.into_iter().zip([begun.0, begun.1]) {
            match begun {
                Ok(None) => {}
                Ok(Some(failure)) => {
                    self.warnings.restarted(side, &failure.detail);
                    self.failures.push((side, failure));
                }
                Err(failure) => {
                    let fallen = self.fallen(side, failure);
                    forfeit = forfeit.or(Some(fallen));
                }
            }
        }
        forfeit.map_or(Ok(()), Err)
    }

    /// Notes a failure after which the engine is gone.
    pub(super) fn fallen(&mut self, side: Side, failure: Failure) -> Forfeit {
        self.players[side.index()].forget();
        let forfeit = Forfeit {
            side,
            fault: failure.kind.into(),
            detail: failure.detail.clone(),
        };
        self.failures.push((side, failure));
        forfeit
    }

    /// Ends the engine of a side for what it did.
    pub(super) async fn dismiss(
        &mut self,
        side: Side,
        kind: FailureKind,
        detail: String,
    ) -> Forfeit {
        match self.players[side.index()].engine() {
            Some(engine) => {
                let failure = engine.fail(kind, detail).await;
                self.fallen(side, failure)
            }
            None => Forfeit {
                side,
                fault: kind.into(),
                detail,
            },
        }
    }

    /// Ends the engine of a side that did not give what was waited for.
    pub(super) async fn lost(
        &mut self,
        side: Side,
        loss: Loss,
        what: &str,
        time: Duration,
    ) -> Forfeit {
        match self.players[side.index()].engine() {
            Some(engine) => {
                let failure = engine.lost(loss, what, time).await;
                self.fallen(side, failure)
            }
            None => Forfeit {
                side,
                fault: ForfeitReason::Crash,
                detail: "it does not run".to_owned(),
            },
        }
    }

    /// Ends what still runs at the end of a game, and gives the failures of all of it.
    pub async fn leave(&mut self) -> Vec<(Side, Failure)> {
        for side in Side::ALL {
            if self.pondering[side.index()].take().is_some() {
                // A failure is noted, and costs nothing any more.
                let _ = self.stop(side).await;
            }
        }
        std::mem::take(&mut self.failures)
    }
}

/// A fault after which the engine may live on.
pub(super) fn forfeit(side: Side, fault: ForfeitReason, detail: String) -> Forfeit {
    Forfeit {
        side,
        fault,
        detail,
    }
}
