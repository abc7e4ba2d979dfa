//! Search requests to an engine, and their results.
//! Not here: sending them, and reading the engine's lines.

use std::fmt;
use tricorn_protocol::{Command, Go, Rollout, Score, ScoreReport, Wdl};

/// One search or rollout of one position.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game.
    pub variant: String,
    /// The whole `position` line; the rules have accepted it.
    pub position: String,
    /// What to do there.
    pub task: EngineTask,
    /// How many lines to report, from 1.
    pub multipv: u32,
    /// Whether the engine is to forget what it knows first. With one thread and a limit other than
    /// time the answer then is the same every time, on any engine of one kind.
    pub fresh: bool,
    /// Whether to ask the engine's endgame tables about the position.
    pub exact: bool,
    /// The name of the engine that is to answer; `None` for any.
    pub engine: Option<String>,
}

/// What an engine is to do.
#[derive(Clone, Debug)]
pub enum EngineTask {
    /// Search.
    Search(Box<Go>),
    /// Play the position out many times. For games with dice.
    Rollout(Box<Rollout>),
}

/// The most nodes of a search that is too short to be worth stopping.
const SHORT_NODES: u64 = 20_000;

/// The most milliseconds of such a search.
const SHORT_TIME: u64 = 20;

impl EngineTask {
    /// The command.
    #[must_use]
    pub fn command(&self) -> Command {
        match self {
            Self::Search(go) => Command::Go(go.clone()),
            Self::Rollout(rollout) => Command::Rollout(rollout.clone()),
        }
    }

    /// Whether it ends so soon that it is never stopped, and others may be sent behind it.
    pub(super) fn is_short(&self) -> bool {
        match self {
            Self::Search(go) => {
                go.nodes.is_some_and(|nodes| nodes <= SHORT_NODES)
                    || go.movetime.is_some_and(|time| time <= SHORT_TIME)
                    || go.depth.is_some_and(|depth| depth <= 1)
            }
            Self::Rollout(_) => false,
        }
    }

    /// Milliseconds that it may take by its own words.
    pub(super) fn time(&self) -> u64 {
        match self {
            Self::Search(go) => go.movetime.unwrap_or(0),
            Self::Rollout(_) => 0,
        }
    }
}

/// What an engine found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The name of the engine.
    pub engine: String,
    /// The depth of the best line, in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// How long it took by the engine's clock, in milliseconds.
    pub time: Option<u64>,
    /// The move to play, or `roll`; `None` if there is none, or while the search runs.
    pub best: Option<String>,
    /// The lines, the best first.
    pub lines: Vec<FoundLine>,
    /// What an endgame table says of the position.
    pub exact: Option<Exact>,
    /// The moves that were rolled out, the best first.
    pub rolled: Vec<RolledMove>,
    /// What the engine complained of, the first few.
    pub errors: Vec<String>,
    /// Whether it was told to stop before its limits.
    pub stopped: bool,
}

/// One line of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundLine {
    /// Its place, from 1.
    pub rank: u32,
    /// Its depth in plies.
    pub depth: Option<u32>,
    /// Its value to the side to move; mates in own turns.
    pub score: ScoreReport,
    /// The chances of the side to move, if the engine gives any.
    pub wdl: Option<Wdl>,
    /// The equity in points, for games with dice; of the best line alone, finer than the score.
    pub equity: Option<f64>,
    /// With the equity: the chances of winning at all, with a gammon, with a backgammon, and the
    /// same three of losing.
    pub chances: Option<[f64; 6]>,
    /// The moves.
    pub pv: Vec<String>,
}

/// What an endgame table says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// Won within so many plies.
    Won(u32),
    /// Lost within so many plies.
    Lost(u32),
    /// Drawn.
    Drawn,
}

/// A move that was rolled out.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledMove {
    /// The move; `roll` where the dice must be rolled first.
    pub text: String,
    /// The equity in points, to the side to move.
    pub equity: f64,
    /// The standard error of that; `None` from a single game.
    pub error: Option<f64>,
    /// The number of games.
    pub games: u32,
    /// How much worse than the best it is, and the standard error of that.
    pub behind: Option<(f64, f64)>,
}

impl FoundLine {
    /// The value in points or men: the equity, or the score in units. `None` for a mate.
    #[must_use]
    pub fn units(&self) -> Option<f64> {
        match (self.equity, self.score.score) {
            (Some(equity), _) => Some(equity),
            (None, Score::Cp(hundredths)) => Some(f64::from(hundredths) / 100.0),
            (None, Score::Mate(_)) => None,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskError {
    /// It was cancelled before an engine had it, or the pool is ending.
    Cancelled,
    /// The engine does not do what is asked; what it says.
    Unsupported(String),
    /// The engine failed, and failed again when it was asked once more; how.
    Engine(String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("cancelled before an engine had it"),
            Self::Unsupported(message) | Self::Engine(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for AskError {}
