//! A game as JSON, as `referee export` and `referee report` print it.
//! Not here: the text of a record (`write`).

use super::result_words;
use crate::game::{GameRecord, MoveRecord};
use serde::Serialize;
use std::time::Duration;
use tricorn::rules::Side;
use tricorn_protocol::Score;

/// A game without its moves.
#[derive(Clone, Debug, Serialize)]
pub struct GameHead<'a> {
    /// The game.
    pub variant: &'a str,
    /// The number of its pair, from 0.
    pub pair: u64,
    /// Which game of the pair it is, 1 or 2.
    pub game: u8,
    /// The player who moved first.
    pub p1: &'a str,
    /// The other player.
    pub p2: &'a str,
    /// `1-0` to `3-0`, `0-1` to `0-3`, or `draw`.
    pub result: String,
    /// The points of player 1, -3 to 3.
    pub points: i64,
    /// How it ended, in two words.
    pub end: String,
    /// More about the end, for people; empty if there is nothing to say.
    pub detail: &'a str,
    /// What player 1 might spend.
    pub limits1: String,
    /// What player 2 might spend.
    pub limits2: String,
    /// What the dice were drawn from, with `pair` and `game`.
    pub seed: u64,
    /// The position before the opening.
    pub position: &'a str,
    /// Moves without those of the opening.
    pub plies: usize,
    /// The last position.
    pub last: &'a str,
    /// The number of warnings in the record.
    pub warnings: usize,
}

/// A game with its moves: all that is needed to show it.
#[derive(Clone, Debug, Serialize)]
pub struct GameJson<'a> {
    /// The game without its moves.
    #[serde(flatten)]
    pub head: GameHead<'a>,
    /// The moves of the opening, from `position` on, with their rolls.
    pub opening: &'a [String],
    /// The moves of the players, with their rolls.
    pub moves: Vec<MoveJson<'a>>,
}

/// One move; what was not reported or measured is `null`.
#[derive(Clone, Debug, Serialize)]
pub struct MoveJson<'a> {
    /// Its canonical text, with its roll.
    pub text: &'a str,
    /// The score in hundredths, from the player's side.
    pub cp: Option<i32>,
    /// Own turns to the win; negative: to the loss.
    pub mate: Option<i32>,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Milliseconds from `go` to `bestmove`.
    pub ms: Option<f64>,
    /// Milliseconds from when the answer was due to when it came.
    pub lag: Option<f64>,
}

impl<'a> GameHead<'a> {
    /// The head of a record.
    #[must_use]
    pub fn new(record: &'a GameRecord) -> Self {
        let setup = &record.setup;
        let [p1, p2] = &record.players;
        let [limits1, limits2] = setup.limits.each_ref().map(ToString::to_string);
        Self {
            variant: &setup.variant,
            pair: setup.pair,
            game: setup.game,
            p1,
            p2,
            result: result_words(&record.result),
            points: record.result.points_of(Side::First).into(),
            end: record.result.end.to_string(),
            detail: &record.result.detail,
            limits1,
            limits2,
            seed: setup.seed,
            position: &setup.position,
            plies: record.moves.len(),
            last: &record.last,
            warnings: record.warnings.len(),
        }
    }
}

impl<'a> GameJson<'a> {
    /// A record as JSON.
    #[must_use]
    pub fn new(record: &'a GameRecord) -> Self {
        Self {
            head: GameHead::new(record),
            opening: &record.setup.moves,
            moves: record.moves.iter().map(MoveJson::new).collect(),
        }
    }
}

impl<'a> MoveJson<'a> {
    fn new(m: &'a MoveRecord) -> Self {
        // From whole microseconds, the unit of a record, so that no digits appear that were not read.
        let millis = |time: Duration| time.as_micros() as f64 / 1e3;
        let (cp, mate) = match m.score {
            Some(Score::Cp(cp)) => (Some(cp), None),
            Some(Score::Mate(turns)) => (None, Some(turns)),
            None => (None, None),
        };
        Self {
            text: &m.text,
            cp,
            mate,
            depth: m.depth,
            nodes: m.nodes,
            ms: m.time.map(millis),
            lag: m.lag.map(millis),
        }
    }
}
