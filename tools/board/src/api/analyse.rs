//! `POST analyse`: what an engine thinks of a position, as `analyse lines` says it.
//! Not here: asking the engine (`analysis`).

use super::error::{ErrorAnswer, ErrorCode};
use super::question::{Body, Id};
use super::stream::{self, line};
use crate::state::{MOVES, MOVETIME, NODES, Shared};
use analysis::lines::{self, Action, Defaults, Question, REPORTS, Read};
use analysis::{Cancel, QueryError, QueryErrorCode};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use tokio::sync::mpsc;

/// The limit of a question that has none.
pub const DEFAULTS: Defaults = Defaults {
    depth: None,
    nodes: Some(NODES),
    movetime: None,
};

fn named(id: lines::Id) -> Id {
    match id {
        lines::Id::Number(number) => Id::Number(number),
        lines::Id::Text(text) => Id::Text(text),
    }
}

fn parse(text: &str) -> Result<Box<Question>, ErrorAnswer> {
    match Read::parse(text) {
        Ok(Read::Question(question)) => Ok(question),
        Ok(Read::Action(action)) => {
            let (Action::Terminate { id, .. }
            | Action::TerminateAll { id }
            | Action::QueryVersion { id }) = action;
            let message = "found an action, expected a question; to stop one, close its connection";
            let error = ErrorAnswer::new(ErrorCode::BadQuestion, "/action", message);
            Err(error.of(Some(&named(id))))
        }
        Err((id, fault)) => {
            let id = id.map(named);
            Err(ErrorAnswer::from(fault).of(id.as_ref()))
        }
    }
}

/// Refuses what would take too long.
pub fn check(moves: usize, movetime: Option<u64>) -> Result<(), QueryError> {
    let wrong =
        |place: &str, message| Err(QueryError::new(QueryErrorCode::BadQuestion, place, message));
    if moves > MOVES {
        return wrong(
            "/moves",
            format!("found {moves} moves, expected at most {MOVES}"),
        );
    }
    match movetime.filter(|&time| time > MOVETIME) {
        Some(time) => wrong(
            "/movetime",
            format!("found {time}, expected at most {MOVETIME}"),
        ),
        None => Ok(()),
    }
}

/// Asks an engine about a position. With `reportDuringSearch` the answer is several objects, one a line,
/// the last one without `isDuringSearch`, or an error. To stop the search, close the connection.
#[utoipa::path(
    post,
    path = "/analyse",
    request_body = ref("#/components/schemas/AnalyseQuestion"),
    responses(
        (status = 200, description = "The answer; with reportDuringSearch several, one a line", content(
            (ref("#/components/schemas/AnalyseAnswer") = "application/json"),
            (ref("#/components/schemas/AnalyseAnswer") = "application/x-ndjson"),
        )),
        (status = "4XX", description = "The question is at fault", body = ErrorAnswer),
        (status = "5XX", description = "It cannot be answered", body = ErrorAnswer),
    )
)]
pub async fn analyse(
    State(shared): State<Arc<Shared>>,
    Body(text): Body,
) -> Result<Response, ErrorAnswer> {
    let question = parse(&text)?;
    let id = named(question.id.clone());
    let fail = |error: ErrorAnswer| error.of(Some(&id));
    check(question.moves.len(), question.movetime).map_err(|fault| fail(fault.into()))?;
    let pool = shared
        .pool(question.engine.as_deref())
        .map_err(|fault| fail(fault.into()))?;
    let slot = shared
        .question_slot()
        .ok_or_else(|| fail(ErrorAnswer::busy()))?;
    if !question.report_during_search {
        let found = lines::ask(&pool, &question, &DEFAULTS, &Cancel::new(), None).await;
        return match found {
            Ok(answer) => Ok(Json(answer).into_response()),
            Err(fault) => Err(fail(fault.into())),
        };
    }
    let (reports, reported) = mpsc::channel(REPORTS);
    let work = async move {
        let found = lines::ask(&pool, &question, &DEFAULTS, &Cancel::new(), Some(reports)).await;
        drop(slot);
        match found {
            Ok(answer) => line(&answer),
            Err(fault) => line(&ErrorAnswer::from(fault).of(Some(&id))),
        }
    };
    Ok(stream::respond(reported, work))
}
