//! Analysis answers as JSON objects.
//! Not here: the queries (`question`), and the engines.

use super::question::{Id, Question};
use crate::move_quality::PositionValue;
use crate::pool::{Exact, Found, FoundLine};
use crate::setup::{QueryError, Setup};
use serde::Serialize;
use tricorn::rules::{Outcome, Side};
use tricorn_protocol::Score;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The name of the question.
    pub id: Id,
    /// Whether more answers follow.
    pub is_during_search: bool,
    /// Whether it was stopped before its limits.
    pub terminated: bool,
    /// The game.
    pub variant: String,
    /// The canonical text of the position.
    pub position: String,
    /// The player to move, 1 or 2.
    pub player: u8,
    /// How the game ended, if it is over; there are no lines then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Status>,
    /// The name of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The depth of the best line, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How long it took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// The move to play; `roll` where the dice must be rolled first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The lines, the best first.
    pub lines: Vec<LineAnswer>,
    /// What an endgame table says of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<ExactAnswer>,
    /// What the engine complained of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Status {
    /// `p1win`, `p2win` or `draw`.
    pub result: String,
    /// The points of the winner, 0 to 3.
    pub points: u8,
    /// Why.
    pub reason: String,
}

/// One line of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineAnswer {
    /// Its place, from 1.
    pub rank: u32,
    /// Its first move; none before the roll.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Its depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Its value to the side to move.
    pub score: ScoreAnswer,
    /// The chance of a win and half that of a draw, from 0 to 1, of the side to move.
    pub chance: f64,
    /// The chances of win, draw and loss, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[f64; 3]>,
    /// The equity in points, in games with dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// The chances of a win, a gammon, a backgammon, and the same of losing, in games with dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<[f64; 6]>,
    /// The moves.
    pub pv: Vec<String>,
}

/// A score as the protocol has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreAnswer {
    /// Hundredths of a man or a point.
    Cp(i32),
    /// Won within so many own turns; lost, if negative.
    Mate(i32),
}

/// What an endgame table says, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExactAnswer {
    /// `won`, `drawn` or `lost`.
    pub verdict: &'static str,
    /// Plies to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

/// The answer to a question that is at fault, or that no engine answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultAnswer {
    /// The name of the question; null if it could not be read.
    pub id: Option<Id>,
    /// The line that it stood on, from 1.
    pub line: u64,
    /// What is wrong.
    pub error: QueryError,
}

impl From<Score> for ScoreAnswer {
    fn from(score: Score) -> Self {
        match score {
            Score::Cp(hundredths) => Self::Cp(hundredths),
            Score::Mate(turns) => Self::Mate(turns),
        }
    }
}

impl From<Exact> for ExactAnswer {
    fn from(exact: Exact) -> Self {
        let (verdict, plies) = match exact {
            Exact::Won(plies) => ("won", Some(plies)),
            Exact::Lost(plies) => ("lost", Some(plies)),
            Exact::Drawn => ("drawn", None),
        };
        Self { verdict, plies }
    }
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Self {
        Self {
            result: match outcome.winner {
                Some(Side::First) => "p1win".into(),
                Some(Side::Second) => "p2win".into(),
                None => "draw".into(),
            },
            points: outcome.points,
            reason: outcome.reason.word().into(),
        }
    }
}

impl LineAnswer {
    /// A line of a search, with numbers of four decimals.
    #[must_use]
    pub fn new(line: &FoundLine, dice: bool) -> Self {
        let value = PositionValue::of(line, dice);
        let wdl = line.wdl.filter(|_| line.chances.is_none());
        Self {
            rank: line.rank,
            first: line.pv.first().cloned(),
            depth: line.depth,
            score: line.score.score.into(),
            chance: rounded(value.chance),
            wdl: wdl.map(|wdl| [wdl.win, wdl.draw, wdl.loss].map(|n| f64::from(n) / 1000.0)),
            equity: value.equity.map(rounded),
            outcomes: line.chances,
            pv: line.pv.clone(),
        }
    }
}

/// A number with four decimals, as answers have them.
pub(crate) fn rounded(number: f64) -> f64 {
    let rounded = (number * 1e4).round() / 1e4;
    // No negative zero.
    rounded + 0.0
}

impl Answer {
    fn empty(question: &Question, setup: &Setup) -> Self {
        Self {
            id: question.id.clone(),
            is_during_search: false,
            terminated: false,
            variant: setup.variant.clone(),
            position: setup.board.text(),
            player: setup.board.side().index() as u8 + 1,
            over: None,
            engine: None,
            depth: None,
            nodes: None,
            time: None,
            best: None,
            lines: Vec::new(),
            exact: None,
            warnings: Vec::new(),
        }
    }

    /// The answer about a game that is over.
    pub(super) fn over(question: &Question, setup: &Setup, outcome: Outcome) -> Self {
        Self {
            over: Some(outcome.into()),
            ..Self::empty(question, setup)
        }
    }

    /// The answer of an engine.
    pub(super) fn found(question: &Question, setup: &Setup, found: &Found, dice: bool) -> Self {
        let lines = found.lines.iter();
        Self {
            terminated: found.stopped,
            engine: Some(found.engine.clone()).filter(|name| !name.is_empty()),
            depth: found.depth,
            nodes: found.nodes,
            time: found.time,
            best: found.best.clone(),
            lines: lines.map(|line| LineAnswer::new(line, dice)).collect(),
            exact: found.exact.map(ExactAnswer::from),
            warnings: found.errors.clone(),
            ..Self::empty(question, setup)
        }
    }
}
