//! `POST import`: games from texts of other sites and programs.
//! Not here: reading them (`analysis`).

use super::error::ErrorAnswer;
use super::positions::answer;
use super::question::{Asked, Id};
use crate::state::Shared;
use analysis::import::{self as reader, Choice, Import, ImportRequest, Layout};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A text with games.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportQuestion {
    /// Its name.
    #[serde(default)]
    id: Option<Id>,
    /// The text: game records, PGN, lists of moves, or a game of Abstract Play.
    text: String,
    /// The game of texts that do not name theirs.
    #[serde(default)]
    variant: Option<String>,
    /// What the lines of a list of moves are: `auto` (unless given), `lines` for a game each, `one` for one
    /// game.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    layout: Layout,
    /// What to play where the text leaves it open: objects with `game`, `ply` and `text`.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    choices: Vec<Choice>,
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportAnswer {
    /// The name of the question; null if it has none.
    id: Option<Id>,
    /// Its games, and what is unclear, left out or wrong. An unclear turn is asked about, never guessed.
    #[schema(value_type = Object)]
    import: Import,
}

/// Reads the games of a text.
#[utoipa::path(
    post,
    path = "/import",
    request_body = ImportQuestion,
    responses(
        (status = 200, description = "What was found", body = ImportAnswer),
        (status = "4XX", description = "The question is at fault", body = ErrorAnswer),
        (status = "5XX", description = "It cannot be answered", body = ErrorAnswer),
    )
)]
pub async fn import(
    State(shared): State<Arc<Shared>>,
    Asked(question): Asked<ImportQuestion>,
) -> Result<Json<ImportAnswer>, ErrorAnswer> {
    let id = question.id.clone();
    let request = ImportRequest {
        text: question.text,
        variant: question.variant,
        layout: question.layout,
        choices: question.choices,
    };
    let import = answer(&shared, id.clone(), move || Ok(reader::import(&request))).await?;
    Ok(Json(ImportAnswer { id, import }))
}
