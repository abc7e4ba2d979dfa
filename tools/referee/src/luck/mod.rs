//! Luck analysis and luck-adjusted results of games with dice, from an engine's evaluations.
//! Not here: asking the engine (`compare::Ask`), and the statistics of many games (`sum`).
//!
//! The luck of a roll is the equity after it minus the equity before it, to the side that rolled. If
//! the equity before is the mean of the equities after all rolls, luck has an expectation of zero. So
//! the points of a game minus the luck of both sides have the same mean as the points, but a smaller
//! variance (D. Montgomery, "Variance Reduction in Races", rec.games.backgammon, 1 December 1998;
//! rollouts do the same).

mod sum;

pub use sum::{Adjusted, Encounter, Sum};

use crate::board::{self, Board};
use crate::compare::{Ask, AskError};
use crate::game::{End, GameRecord};
use std::collections::HashMap;
use std::fmt;
use tricorn::rules::Side;

/// Why the luck of a game cannot be computed.
#[derive(Clone, Debug, PartialEq)]
pub enum LuckError {
    /// The game cannot be replayed or has no dice; the message says why.
    Game(String),
    /// The engine does not answer.
    Engine(AskError),
    /// The engine gave no score for a position, but this answer.
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

/// A random roll, with the positions to evaluate.
struct Throw {
    side: Side,
    /// The positions whose weighted mean equity is that before the roll.
    before: Vec<(String, u32)>,
    /// The position with the roll.
    after: String,
}

/// Computes the luck of games with an engine's evaluations.
pub struct LuckEvaluator {
    ask: Ask,
    /// The `go` command.
    go: String,
    /// Equities of positions before rolls, of which those of the opening recur.
    known: HashMap<String, f64>,
}

impl LuckEvaluator {
    /// Evaluates with an engine that searches with this `go` command. Equities are in points.
    #[must_use]
    pub fn new(ask: Ask, go: String) -> Self {
        Self {
            ask,
            go,
            known: HashMap::new(),
        }
    }

    /// The luck of each side in a game, in points; `None` if the game did not end by the rules,
    /// since its points do not come from the play.
    ///
    /// # Errors
    /// The game cannot be replayed or has no dice, or the engine gives no score.
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

/// The random rolls of a game. Rolls of a given opening are not random.
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

/// The positions to evaluate for the equity before a roll. An engine assumes that all rolls are
/// possible. At the first roll of a game they are not, so each possible roll is evaluated by itself.
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
