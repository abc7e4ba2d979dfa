//! Luck in games with dice: what each throw was worth to its side, by an engine's judgement.
//! Not here: asking the engine for it (`compare::Ask`), and what many games say together (`sum`).
//!
//! The luck of a throw is the worth of the position after it less the worth before it, to the side
//! that threw. Where the worth before is the mean over the throws of the worth after them, its
//! expectation is nothing, and the points of a game less the luck of both sides have the mean of the
//! points with less spread (D. Montgomery, "Variance Reduction in Races", rec.games.backgammon, 1
//! December 1998; the same that rollouts do).

mod sum;

pub use sum::{Adjusted, Encounter, Sum};

use crate::board::{self, Board};
use crate::compare::{Ask, AskError};
use crate::game::{End, GameRecord};
use std::collections::HashMap;
use std::fmt;
use tricorn::rules::Side;

/// Why a game cannot be judged.
#[derive(Clone, Debug, PartialEq)]
pub enum LuckError {
    /// It cannot be replayed, or has no dice; the message says why.
    Game(String),
    /// The engine does not answer.
    Engine(AskError),
    /// The engine gave no score for a position; its answer.
    NoScore(String),
}

impl fmt::Display for LuckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(message) => f.write_str(message),
            Self::Engine(error) => error.fmt(f),
            Self::NoScore(message) => write!(f, "the engine gives no score: {message}"),
        }
    }
}

impl std::error::Error for LuckError {}

/// A throw that was left to chance, as questions about positions.
struct Throw {
    side: Side,
    /// What the position was worth before: the mean of these texts, by weight.
    before: Vec<(String, u32)>,
    /// The text of the position with the roll.
    after: String,
}

/// Asks an engine what throws were worth.
pub struct Judge {
    ask: Ask,
    /// The words of `go`.
    go: String,
    /// What first throws of games are worth, which come again and again.
    known: HashMap<String, f64>,
}

impl Judge {
    /// Judges by an engine that searches with this `go` command. Worth is in points.
    #[must_use]
    pub fn new(ask: Ask, go: String) -> Self {
        Self {
            ask,
            go,
            known: HashMap::new(),
        }
    }

    /// The luck of each side in a game, in points; `None` for a game that did not end by the
    /// rules, whose points are not those of the play.
    ///
    /// # Errors
    /// The game cannot be replayed or has no dice, or the engine does not say what is asked.
    pub async fn luck(&mut self, record: &GameRecord) -> Result<Option<[f64; 2]>, LuckError> {
        if !matches!(record.result.end, End::Rules(_)) {
            return Ok(None);
        }
        let throws = throws(record).map_err(LuckError::Game)?;
        let mut settings = Vec::new();
        for throw in &throws {
            let before = throw.before.iter().map(|(text, _)| text);
            settings.extend(before.chain([&throw.after]).cloned());
        }
        settings.retain(|text| !self.known.contains_key(text));
        let asked: Vec<String> = settings
            .iter()
            .map(|text| format!("position fen {text}\n{}", self.go))
            .collect();
        let answers = self.ask.scores(&asked).await.map_err(LuckError::Engine)?;
        let mut worth = HashMap::new();
        for (text, answer) in settings.into_iter().zip(answers) {
            let points = answer.map_err(|said| LuckError::NoScore(format!("{text}: {said}")))?;
            worth.insert(text, points);
        }
        let mut luck = [0.0; 2];
        for throw in &throws {
            let of = |text: &String| self.known.get(text).or_else(|| worth.get(text));
            let (mut sum, mut total) = (0.0, 0.0);
            for (text, weight) in &throw.before {
                sum += f64::from(*weight) * of(text).copied().unwrap_or_default();
                total += f64::from(*weight);
            }
            let after = of(&throw.after).copied().unwrap_or_default();
            luck[throw.side.index()] += after - sum / total;
        }
        for (text, _) in throws.iter().flat_map(|throw| &throw.before) {
            if let Some(points) = worth.get(text).filter(|_| self.known.len() < 100_000) {
                self.known.insert(text.clone(), *points);
            }
        }
        Ok(Some(luck))
    }

    /// Ends the engine.
    pub async fn end(self) {
        self.ask.end().await;
    }
}

/// The throws of a game that were left to chance: those of the opening, if there is one, were not.
fn throws(record: &GameRecord) -> Result<Vec<Throw>, String> {
    let setup = &record.setup;
    if !board::has_dice(&setup.variant) {
        return Err(format!("a game of {}, which has no dice", setup.variant));
    }
    let mut board = board::open(&setup.variant, &setup.position, &setup.moves)
        .map_err(|error| error.to_string())?;
    let mut throws = Vec::new();
    for m in &record.moves {
        let wrong = |error| format!("{}: {error}", m.text);
        if board.awaits_roll() {
            let side = board.side();
            let before = before(&*board)?;
            // A turn carries its roll.
            let roll = board.roll_of(&m.text).unwrap_or_default();
            board.read(&roll).map_err(wrong)?;
            throws.push(Throw {
                side,
                before,
                after: board.text(),
            });
        }
        board.read(&m.text).map_err(wrong)?;
    }
    Ok(throws)
}

/// What to ask about a position before its throw. An engine takes all throws as possible; the
/// first of a game is not one of all, so there each is asked about by itself.
fn before(board: &dyn Board) -> Result<Vec<(String, u32)>, String> {
    let Some(rolls) = board.first_rolls() else {
        return Ok(vec![(board.text(), 1)]);
    };
    let with = |(roll, weight): (String, u32)| {
        let mut thrown = board.fork();
        thrown.read(&roll).map_err(|error| error.to_string())?;
        Ok((thrown.text(), weight))
    };
    rolls.into_iter().map(with).collect()
}
