//! Game reviews: the loss of each move, the accuracy of each side, turning points.
//! Not here: the engines, the command line, and the page that shows a review.

mod games;
pub mod html;
mod luck;
mod plot;
mod report;
mod state;
mod tally;
pub mod text;
mod turn_analysis;
mod turns;

pub use games::{Game, Games, GamesError};
pub use report::{BestLine, Review, RolloutReport, Turn};
pub use state::{ReviewState, StateError};
pub use tally::Tally;
pub use turn_analysis::{AnalysedTurn, Evaluation, RolloutComparison};
pub use turns::TurnToAnalyse;

use crate::cancel::Cancel;
use crate::lines::Defaults;
use crate::pool::{AskError, Pool};
use crate::setup::QueryError;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::Arc;
use tokio::task::JoinSet;

/// How many turns are analysed at once, at most.
const WINDOW: usize = 64;

/// How a review is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewSettings {
    /// What each search may spend: that for the best move, and that of the move that was played.
    pub limits: Defaults,
    /// How many lines to show of each position, from 1.
    pub multipv: u32,
    /// The depth in plies at which the luck of rolls is analysed; `None` leaves luck out.
    pub luck_depth: Option<u32>,
    /// Rolls close turns out, in games with dice.
    pub rollout: Option<RolloutSettings>,
}

/// Which turns are rolled out, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RolloutSettings {
    /// Games of each move.
    pub games: u32,
    /// The most that a move may lose by the search, in points, for its turn to count as close.
    pub close: f64,
}

impl RolloutSettings {
    /// The greatest loss by the search that is called close, in points, unless something else is
    /// asked for: where an error begins to be a mistake.
    pub const CLOSE: f64 = 0.08;
}

impl Default for ReviewSettings {
    fn default() -> Self {
        Self {
            limits: Defaults {
                nodes: Some(100_000),
                ..Defaults::default()
            },
            multipv: 1,
            luck_depth: Some(1),
            rollout: None,
        }
    }
}

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Turns analysed.
    pub done: usize,
    /// Turns to analyse.
    pub all: usize,
}

/// Why there is no review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewError {
    /// The rules refuse the game.
    Game(QueryError),
    /// An engine does not answer.
    Engine(AskError),
    /// It was cancelled.
    Cancelled,
    /// What has been analysed cannot be kept; why.
    Keep(String),
}

impl fmt::Display for ReviewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(fault) => fault.fmt(f),
            Self::Engine(error) => error.fmt(f),
            Self::Cancelled => f.write_str("cancelled"),
            Self::Keep(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ReviewError {}

impl From<AskError> for ReviewError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Cancelled => Self::Cancelled,
            error => Self::Engine(error),
        }
    }
}

/// Reviews a game. `told` hears how far it is, after each turn.
///
/// With a limit other than time, and engines of one kind with one thread each, the same game always
/// gives the same review.
///
/// # Errors
/// The rules refuse the game, an engine does not answer, or `cancel` was set.
pub async fn review(
    pool: &Arc<Pool>,
    game: &Game,
    settings: &ReviewSettings,
    cancel: &Cancel,
    mut told: impl FnMut(Progress),
) -> Result<Review, ReviewError> {
    let none = BTreeMap::new();
    review_on(pool, game, settings, cancel, none, |_, progress| {
        told(progress);
        Ok(())
    })
    .await
}

/// As [`review`], with turns that were analysed before, by their ply. `keep` gets every turn that is
/// analysed now, in the order in which they end.
///
/// # Errors
/// Those of [`review`], and that of `keep`.
pub async fn review_on(
    pool: &Arc<Pool>,
    game: &Game,
    settings: &ReviewSettings,
    cancel: &Cancel,
    mut analysed: BTreeMap<usize, AnalysedTurn>,
    mut keep: impl FnMut(&AnalysedTurn, Progress) -> Result<(), String>,
) -> Result<Review, ReviewError> {
    let (turns, outcome) = game.turns().map_err(ReviewError::Game)?;
    let all = turns.len();
    analysed.retain(|&ply, analysed| {
        turns
            .iter()
            .any(|turn| turn.ply == ply && analysed.ply == ply)
    });
    let mut waiting: VecDeque<&TurnToAnalyse> = turns.iter().collect();
    waiting.retain(|turn| !analysed.contains_key(&turn.ply));
    let settings = Arc::new(settings.clone());
    let mut tasks: JoinSet<Result<AnalysedTurn, AskError>> = JoinSet::new();
    loop {
        while tasks.len() < WINDOW
            && let Some(turn) = waiting.pop_front()
        {
            let (pool, settings) = (Arc::clone(pool), Arc::clone(&settings));
            let (turn, cancel) = (turn.clone(), cancel.clone());
            tasks.spawn(async move {
                turn_analysis::analyse_turn(&pool, &turn, &settings, &cancel).await
            });
        }
        let done = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(ReviewError::Cancelled),
            done = tasks.join_next() => done,
        };
        let Some(done) = done else { break };
        let done = done.map_err(|error| AskError::Engine(error.to_string()))??;
        let progress = Progress {
            done: analysed.len() + 1,
            all,
        };
        keep(&done, progress).map_err(ReviewError::Keep)?;
        analysed.insert(done.ply, done);
    }
    Ok(report::build(game, &turns, outcome, &analysed))
}
