//! The list of games: what is kept of each, without its moves.
//! Not here: the records themselves, which stay on disk.

use crate::config::Plan;
use crate::game::{End, GameRecord, GameResult};
use crate::record::result_words;
use crate::schedule::Pairing;
use serde::Serialize;

/// One game in the list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameRow {
    /// Its place in `games.txt`, from 0.
    pub index: u64,
    /// The number of its pair, from 0.
    pub pair: u64,
    /// Which game of the pair it is, 1 or 2.
    pub game: u8,
    /// The player who moved first.
    pub p1: String,
    /// The other player.
    pub p2: String,
    /// `1-0` to `3-0`, `0-1` to `0-3`, or `draw`.
    pub result: String,
    /// How it ended, in two words.
    pub end: String,
    /// What the loser did, if the game was forfeited; else empty.
    pub detail: String,
    /// Moves without those of the opening.
    pub plies: u32,
    /// The number of warnings in its record.
    pub warnings: u32,
}

/// A game that counts, without its moves.
#[derive(Debug)]
pub struct Game {
    pub pair: u64,
    /// 1 or 2.
    pub game: u8,
    pub result: GameResult,
    pub plies: u32,
    pub warnings: u32,
    /// The players, as places in the list of engines.
    players: [usize; 2],
}

impl Game {
    pub fn new(pairing: &Pairing, game: &GameRecord, players: [usize; 2]) -> Self {
        let count = |all: usize| u32::try_from(all).unwrap_or(u32::MAX);
        let mut result = game.result.clone();
        if !matches!(result.end, End::Forfeit(_)) {
            result.detail = String::new();
        }
        Self {
            pair: pairing.pair,
            game: game.setup.game,
            players,
            result,
            plies: count(game.moves.len()),
            warnings: count(game.warnings.len()),
        }
    }

    pub fn is_forfeit(&self) -> bool {
        matches!(self.result.end, End::Forfeit(_))
    }

    pub fn row(&self, index: u64, plan: &Plan) -> GameRow {
        let [p1, p2] = self
            .players
            .map(|engine| plan.engines[engine].spec.name.clone());
        GameRow {
            index,
            pair: self.pair,
            game: self.game,
            p1,
            p2,
            result: result_words(&self.result),
            end: self.result.end.to_string(),
            detail: self.result.detail.clone(),
            plies: self.plies,
            warnings: self.warnings,
        }
    }
}
