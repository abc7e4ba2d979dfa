//! `POST legal`: what the rules say about a position.
//! Not here: what an engine thinks of it.

use super::error::ErrorAnswer;
use super::question::{Asked, Id};
use crate::state::Shared;
use analysis::{QueryError, Setup};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tricorn::rules::list;
use tricorn::rules::{Outcome, Side};
use utoipa::ToSchema;

/// A position: the first of the members that say it is missing means the start.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PositionQuestion {
    /// Its name.
    #[serde(default)]
    pub id: Option<Id>,
    /// The game: `dameo` (unless given), `eximo` or `abak`.
    #[serde(default)]
    pub variant: Option<String>,
    /// The position in which the moves begin; the start position unless given.
    #[serde(default)]
    pub position: Option<String>,
    /// The moves since, and rolls where they stand by themselves.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Over {
    /// `p1win`, `p2win` or `draw`.
    result: &'static str,
    /// The points of the winner.
    points: u8,
    /// `no-moves`, `repetition`, `quiet-moves` or `borne-off`.
    reason: &'static str,
}

impl From<Outcome> for Over {
    fn from(outcome: Outcome) -> Self {
        Self {
            result: match outcome.winner {
                Some(Side::First) => "p1win",
                Some(Side::Second) => "p2win",
                None => "draw",
            },
            points: outcome.points,
            reason: outcome.reason.word(),
        }
    }
}

/// A position as the rules have it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionAnswer {
    /// The game.
    variant: String,
    /// The canonical text of the position, with the roll if it is known.
    position: String,
    /// The player to move, 1 or 2.
    #[schema(minimum = 1, maximum = 2)]
    player: u8,
    /// Whether the dice are to be thrown before the player can move.
    roll: bool,
    /// How the game ended; null while it goes on.
    over: Option<Over>,
}

impl From<&Setup> for PositionAnswer {
    fn from(setup: &Setup) -> Self {
        let board = &setup.board;
        Self {
            variant: setup.variant.clone(),
            position: board.text(),
            player: board.side().index() as u8 + 1,
            roll: board.awaits_roll(),
            over: board.outcome().map(Over::from),
        }
    }
}

/// The legal moves of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalAnswer {
    /// The name of the question; null if it has none.
    id: Option<Id>,
    #[serde(flatten)]
    position: PositionAnswer,
    /// The legal moves in canonical text, sorted bytewise; none before the throw.
    legal: Vec<String>,
}

impl PositionQuestion {
    /// The position, held against the rules.
    ///
    /// # Errors
    /// No game has this name, or the rules refuse the position or a move.
    pub fn setup(&self) -> Result<Setup, QueryError> {
        let variant = self.variant.as_deref().unwrap_or(list::NAMES[0]);
        Setup::new(variant, self.position.as_deref(), &self.moves)
    }
}

/// Lists the legal moves of a position.
#[utoipa::path(
    post,
    path = "/legal",
    request_body = PositionQuestion,
    responses(
        (status = 200, description = "The legal moves", body = LegalAnswer),
        (status = "4XX", description = "The question is at fault", body = ErrorAnswer),
        (status = "5XX", description = "It cannot be answered", body = ErrorAnswer),
    )
)]
pub async fn legal(
    State(shared): State<Arc<Shared>>,
    Asked(question): Asked<PositionQuestion>,
) -> Result<Json<LegalAnswer>, ErrorAnswer> {
    let id = question.id.clone();
    let work = move || {
        let setup = question.setup()?;
        Ok(LegalAnswer {
            id: question.id.clone(),
            position: PositionAnswer::from(&setup),
            legal: setup.board.legal(),
        })
    };
    answer(&shared, id, work).await.map(Json)
}

/// Does work on the rules, and gives errors the name of the question.
pub async fn answer<T: Send + 'static>(
    shared: &Shared,
    id: Option<Id>,
    work: impl FnOnce() -> Result<T, QueryError> + Send + 'static,
) -> Result<T, ErrorAnswer> {
    match shared.in_rules(work).await {
        None => Err(ErrorAnswer::internal().of(id.as_ref())),
        Some(done) => done.map_err(|fault| ErrorAnswer::from(fault).of(id.as_ref())),
    }
}
