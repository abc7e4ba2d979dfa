//! The turns of a game to analyse: position, played move, roll.
//! Not here: analysing them (`turn_analysis`).

use super::games::Game;
use crate::setup::{QueryError, QueryErrorCode, Setup, position_line};
use referee::board::Word;
use std::sync::Arc;
use tricorn_protocol::quote;

/// A turn of a game that is to be analysed.
#[derive(Clone, Debug)]
pub struct TurnToAnalyse {
    /// Moves played before it since the position in which the game begins.
    pub ply: usize,
    /// Who moved, 1 or 2.
    pub player: u8,
    /// The move that was played, in canonical text.
    pub played: String,
    /// The canonical text of the position, with the roll where there are dice.
    pub position: String,
    /// The position after the move.
    pub after: String,
    /// How many legal moves there were.
    pub legal: usize,
    /// The roll, if the dice were rolled in the game.
    pub(super) roll: Option<String>,
    /// For the first roll of a game: the rolls that may open it, with their weights.
    pub(super) first_rolls: Option<Vec<(String, u32)>>,
    /// What all turns of the game share.
    pub(super) line: Arc<Line>,
}

/// The line of a game, shared by its turns: copies would take memory by the square of its length.
#[derive(Debug)]
pub(super) struct Line {
    pub variant: String,
    position: Option<String>,
    moves: Vec<String>,
}

impl TurnToAnalyse {
    /// The `position` line, with the roll where there are dice.
    pub(super) fn line(&self) -> String {
        self.with(self.roll.as_deref())
    }

    /// The `position` line with another roll, or with none, as before the roll.
    pub(super) fn with(&self, roll: Option<&str>) -> String {
        let line = &self.line;
        position_line(line.position.as_deref(), &line.moves[..self.ply], roll)
    }
}

impl Game {
    /// The turns to analyse, all but those of the opening; and how the game ended, if its moves end it.
    ///
    /// # Errors
    /// The rules refuse the position or a move.
    pub fn turns(
        &self,
    ) -> Result<(Vec<TurnToAnalyse>, Option<tricorn::rules::Outcome>), QueryError> {
        let mut setup = Setup::new::<&str>(&self.variant, self.position.as_deref(), &[])?;
        let mut turns: Vec<TurnToAnalyse> = Vec::new();
        let none = Arc::new(Line {
            variant: String::new(),
            position: None,
            moves: Vec::new(),
        });
        // A roll that stood as a word of its own, and what the first roll of a game may be.
        let mut roll: Option<String> = None;
        let mut first_rolls = setup.board.first_rolls();
        let mut ply = 0;
        for (at, word) in self.moves.iter().enumerate() {
            if let Some(outcome) = setup.board.outcome()
                && outcome.winner.is_some()
            {
                let message = format!("{}: the game is over", quote(word));
                let place = format!("/moves/{at}");
                return Err(QueryError::new(QueryErrorCode::IllegalMove, place, message));
            }
            let mut before = setup.board.fork();
            if before.awaits_roll() {
                first_rolls = before.first_rolls();
                // A turn carries its roll, unless the roll is a word of its own.
                if let Some(own) = before.roll_of(word)
                    && before.read(&own).is_ok()
                {
                    roll = Some(own);
                }
            }
            let played = match setup.play(word)? {
                Word::Roll => {
                    roll = Some(word.clone());
                    continue;
                }
                Word::Move(text) => text,
            };
            if ply >= self.opening {
                turns.push(TurnToAnalyse {
                    ply,
                    player: before.side().index() as u8 + 1,
                    played,
                    position: before.text(),
                    after: setup.board.text(),
                    legal: before.legal().len(),
                    roll: roll.take(),
                    first_rolls: first_rolls.take(),
                    line: Arc::clone(&none),
                });
            }
            (roll, first_rolls) = (None, None);
            ply += 1;
        }
        let outcome = setup.board.outcome();
        let line = Arc::new(Line {
            variant: setup.variant,
            position: setup.position,
            moves: setup.moves,
        });
        for turn in &mut turns {
            turn.line = Arc::clone(&line);
        }
        Ok((turns, outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(String, String)> {
        let game = Game::plain("abak", text).expect("a game");
        let (turns, _) = game.turns().expect("legal");
        turns
            .iter()
            .map(|turn| (turn.line(), turn.with(None)))
            .collect()
    }

    #[test]
    fn rolls_in_turns_and_before_them_are_the_same() {
        let together = lines("31:8/5,6/5 64:24/18,13/9");
        assert_eq!(together, lines("31 8/5,6/5 64 24/18,13/9"));
        assert_eq!(
            together,
            lines("startpos moves 31 31:8/5,6/5 64:24/18,13/9")
        );
        let (with, without) = &together[1];
        assert_eq!(with, "position startpos moves 31:8/5,6/5 64");
        assert_eq!(without, "position startpos moves 31:8/5,6/5");
    }

    #[test]
    fn the_first_throw_alone_is_one_of_those_that_open() {
        for text in ["31:8/5,6/5 64:24/18,13/9", "31 8/5,6/5 64 24/18,13/9"] {
            let game = Game::plain("abak", text).expect("a game");
            let (turns, outcome) = game.turns().expect("legal");
            let firsts: Vec<_> = turns
                .iter()
                .map(|turn| turn.first_rolls.is_some())
                .collect();
            assert_eq!((firsts, outcome), (vec![true, false], None));
        }
        let (turns, _) = Game::plain("dameo", "c3c4 f6f5")
            .expect("a game")
            .turns()
            .expect("legal");
        assert!(
            turns
                .iter()
                .all(|turn| turn.roll.is_none() && turn.first_rolls.is_none())
        );
    }

    #[test]
    fn no_move_follows_the_end() {
        let game = Game::plain("dameo", "fen 8/8/8/8/8/7m/8/7K b 0 1 moves h3h2 h1h3 h3h4");
        let fault = game.expect("a game").turns().expect_err("over");
        assert_eq!(fault.place, "/moves/2");
    }
}
