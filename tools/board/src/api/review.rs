//! `POST review`: what each move of a game lost.
//! Not here: judging (`analysis`).

use super::analyse::{DEFAULTS, check};
use super::error::{ErrorAnswer, ErrorCode};
use super::question::{Asked, Id};
use super::stream::{self, line};
use crate::state::Shared;
use analysis::lines::{Defaults, REPORTS};
use analysis::review::{Games, Review, ReviewError, RolloutSettings};
use analysis::{Cancel, Game, QueryError, QueryErrorCode, ReviewSettings, review as judge};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::io::Cursor;
use std::sync::Arc;
use tokio::sync::mpsc;
use tricorn::rules::list;
use utoipa::ToSchema;

/// A game to review, and how.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ReviewQuestion {
    /// Its name.
    id: Option<Id>,
    /// The game: `dameo` (unless given), `eximo` or `abak`. A record names its own.
    variant: Option<String>,
    /// The position in which the moves begin; the start position unless given.
    position: Option<String>,
    /// The moves. In games with dice each carries its roll, or the roll stands before it.
    moves: Vec<String>,
    /// How many of the moves were given and not chosen by the players.
    opening: usize,
    /// The names of player 1 and player 2.
    players: [String; 2],
    /// Instead of position and moves: a game record, or a list of moves as in a `position` command.
    text: Option<String>,
    /// The name of the engine; the default one unless given.
    engine: Option<String>,
    /// Search each move so many plies.
    depth: Option<u32>,
    /// Search each move so many nodes.
    nodes: Option<u64>,
    /// Search each move for so many milliseconds.
    movetime: Option<u64>,
    /// How many better lines to show of each position, 1 unless given.
    #[schema(minimum = 1, maximum = 10)]
    multipv: Option<u32>,
    /// With dice: the depth at which the luck of throws is judged, 1 unless given; 0 leaves luck out.
    #[schema(maximum = 2)]
    luck_depth: Option<u32>,
    /// With dice: plays close turns out so many times.
    #[schema(maximum = 10_000)]
    rollout: Option<u32>,
    /// Whether to tell how far the review is: the answer is then several objects, one a line.
    report_progress: bool,
}

/// A finished review.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewAnswer {
    /// The name of the question; null if it has none.
    id: Option<Id>,
    /// The review.
    #[schema(schema_with = review_schema)]
    review: Review,
}

fn review_schema() -> utoipa::openapi::Ref {
    utoipa::openapi::Ref::from_schema_name("Review")
}

/// How far a review is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProgressAnswer {
    /// The name of the question; null if it has none.
    id: Option<Id>,
    /// How far.
    progress: Counts,
}

/// Turns of a review.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Counts {
    /// Turns judged.
    done: usize,
    /// Turns to judge.
    all: usize,
}

/// A line of a review that tells how far it is: progress, then the review or an error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes a stream for the OpenAPI text")]
pub enum ReviewLine {
    /// How far it is.
    Progress(ProgressAnswer),
    /// The end.
    Review(Box<ReviewAnswer>),
    /// The end, without a review.
    Error(ErrorAnswer),
}

impl ReviewQuestion {
    fn game(&self) -> Result<Game, QueryError> {
        let variant = self.variant.as_deref().unwrap_or(list::NAMES[0]);
        let bad = |place: &str, message: String| {
            QueryError::new(QueryErrorCode::BadQuestion, place, message)
        };
        let Some(text) = &self.text else {
            return Ok(Game {
                variant: variant.to_owned(),
                position: self.position.clone(),
                moves: self.moves.clone(),
                opening: self.opening,
                players: self.players.clone(),
                ..Game::default()
            });
        };
        if self.position.is_some() || !self.moves.is_empty() {
            return Err(bad(
                "/text",
                "expected either text, or position and moves".into(),
            ));
        }
        let games = Games::new(Cursor::new(text.clone()), Some(variant));
        let mut games = games.map_err(|error| bad("/text", error.to_string()))?;
        let game = games
            .next()
            .ok_or_else(|| bad("/text", "expected a game".into()))?;
        let game = game.map_err(|error| bad("/text", error.to_string()))?;
        match games.next() {
            None => Ok(game),
            Some(_) => Err(bad("/text", "found several games, expected one".into())),
        }
    }

    fn settings(&self) -> Result<ReviewSettings, QueryError> {
        let inside = |place: &str, found: Option<u32>, from: u32, to: u32| match found {
            Some(found) if !(from..=to).contains(&found) => {
                let message = format!("found {found}, expected {from} to {to}");
                Err(QueryError::new(QueryErrorCode::BadQuestion, place, message))
            }
            _ => Ok(()),
        };
        inside("/multipv", self.multipv, 1, 10)?;
        inside("/luckDepth", self.luck_depth, 0, 2)?;
        inside("/rollout", self.rollout, 0, 10_000)?;
        let limits = Defaults {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime,
        };
        let rollout = self.rollout.filter(|&games| games > 0);
        Ok(ReviewSettings {
            limits: if limits == Defaults::default() {
                DEFAULTS
            } else {
                limits
            },
            multipv: self.multipv.unwrap_or(1),
            luck_depth: Some(self.luck_depth.unwrap_or(1)).filter(|&depth| depth > 0),
            rollout: rollout.map(|games| RolloutSettings {
                games,
                close: RolloutSettings::CLOSE,
            }),
        })
    }
}

fn error(error: ReviewError) -> ErrorAnswer {
    match error {
        ReviewError::Game(fault) => fault.into(),
        ReviewError::Engine(error) => ErrorAnswer::new(ErrorCode::Engine, "", error.to_string()),
        other => ErrorAnswer::new(ErrorCode::Internal, "", other.to_string()),
    }
}

/// Reviews a game. With `reportProgress` the answer is several objects, one a line: progress, then the
/// review or an error. To stop it, close the connection.
#[utoipa::path(
    post,
    path = "/review",
    request_body = ReviewQuestion,
    responses(
        (status = 200, description = "The review; with reportProgress several lines", content(
            (ReviewAnswer = "application/json"),
            (ReviewLine = "application/x-ndjson"),
        )),
        (status = "4XX", description = "The question is at fault", body = ErrorAnswer),
        (status = "5XX", description = "It cannot be answered", body = ErrorAnswer),
    )
)]
pub async fn review(
    State(shared): State<Arc<Shared>>,
    Asked(question): Asked<ReviewQuestion>,
) -> Result<Response, ErrorAnswer> {
    let id = question.id.clone();
    let fail = |error: ErrorAnswer| error.of(id.as_ref());
    let game = question.game().map_err(|fault| fail(fault.into()))?;
    check(game.moves.len(), question.movetime).map_err(|fault| fail(fault.into()))?;
    let settings = question.settings().map_err(|fault| fail(fault.into()))?;
    let pool = shared
        .pool(question.engine.as_deref())
        .map_err(|fault| fail(fault.into()))?;
    let slot = shared
        .question_slot()
        .ok_or_else(|| fail(ErrorAnswer::busy()))?;
    if !question.report_progress {
        let done = judge(&pool, &game, &settings, &Cancel::new(), |_| ()).await;
        return match done {
            Ok(review) => Ok(Json(ReviewAnswer { id, review }).into_response()),
            Err(wrong) => Err(fail(error(wrong))),
        };
    }
    let (reports, reported) = mpsc::channel(REPORTS);
    let work = async move {
        let told = |progress: analysis::Progress| {
            let id = id.clone();
            let progress = Counts {
                done: progress.done,
                all: progress.all,
            };
            // One that finds no room is followed by another.
            let _ = reports.try_send(ProgressAnswer { id, progress });
        };
        let done = judge(&pool, &game, &settings, &Cancel::new(), told).await;
        drop(slot);
        match done {
            Ok(review) => line(&ReviewAnswer { id, review }),
            Err(wrong) => line(&error(wrong).of(id.as_ref())),
        }
    };
    Ok(stream::respond(reported, work))
}
