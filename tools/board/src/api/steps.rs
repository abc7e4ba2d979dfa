//! `POST steps`: how a turn that is begun can go on.
//! Not here: what a step is, which each game's rules say.

use super::error::ErrorAnswer;
use super::positions::{Over, answer};
use super::question::{Asked, Id};
use crate::state::Shared;
use analysis::{QueryError, QueryErrorCode};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tricorn::rules::list::{self, Visitor};
use tricorn::rules::{Notation, Side};
use tricorn::session::{GameSession, steps as go_on};
use tricorn_protocol::{ProtocolError, Start, Words, quote};
use utoipa::ToSchema;

/// A position, and the steps of a turn that is begun there.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepsQuestion {
    /// Its name.
    #[serde(default)]
    id: Option<Id>,
    /// The game: `dameo` (unless given), `eximo` or `abak`.
    #[serde(default)]
    variant: Option<String>,
    /// The position in which the moves begin; the start position unless given.
    #[serde(default)]
    position: Option<String>,
    /// The moves since, and rolls where they stand by themselves.
    #[serde(default)]
    moves: Vec<String>,
    /// The steps of the present turn so far, each as `next` of an answer before named it.
    #[serde(default)]
    begun: Vec<String>,
}

/// How the turn can go on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StepsAnswer {
    /// The name of the question; null if it has none.
    id: Option<Id>,
    /// The game.
    variant: &'static str,
    /// The player to move, 1 or 2.
    #[schema(minimum = 1, maximum = 2)]
    player: u8,
    /// How the game ended; null while it goes on.
    over: Option<Over>,
    /// Whether the dice are to be thrown first.
    roll: bool,
    /// The steps that can follow, sorted bytewise.
    next: Vec<String>,
    /// The canonical text of the turn, if it may end here; else null.
    end: Option<String>,
    /// The squares of pieces that the turn has captured and that stand until its end.
    captured: Vec<String>,
    /// The position to show meanwhile.
    board: String,
}

impl Visitor for StepsQuestion {
    type Out = Result<StepsAnswer, QueryError>;

    fn visit<G: Notation>(self) -> Self::Out {
        let start = match self.position.as_deref() {
            None | Some("startpos") => Start::Startpos,
            Some(text) => Start::Fen(Words::from(text)),
        };
        let mut session = GameSession::<G>::new();
        let set = session.set_position(&start, &Words::default());
        set.map_err(|error| fault(QueryErrorCode::BadPosition, "/position", error))?;
        let moves: Words = self.moves.iter().map(String::as_str).collect();
        let set = session.set_position(&start, &moves);
        set.map_err(|error| fault(QueryErrorCode::IllegalMove, "/moves", error))?;
        let wrong = |error| fault(QueryErrorCode::IllegalMove, "/begun", error);
        let game = session.game().map_err(wrong)?;
        let steps = go_on(game, &self.begun).map_err(wrong)?;
        Ok(StepsAnswer {
            id: self.id,
            variant: G::NAME,
            player: if Side::First == game.position().turn() {
                1
            } else {
                2
            },
            over: game.outcome().map(Over::from),
            roll: steps.roll,
            next: steps.next,
            end: steps.end,
            captured: steps.captured,
            board: steps.board,
        })
    }
}

fn fault(code: QueryErrorCode, place: &str, error: ProtocolError) -> QueryError {
    QueryError::new(code, place, error.message)
}

/// Says how a turn that is begun can go on.
#[utoipa::path(
    post,
    path = "/steps",
    request_body = StepsQuestion,
    responses(
        (status = 200, description = "The steps that can follow", body = StepsAnswer),
        (status = "4XX", description = "The question is at fault", body = ErrorAnswer),
        (status = "5XX", description = "It cannot be answered", body = ErrorAnswer),
    )
)]
pub async fn steps(
    State(shared): State<Arc<Shared>>,
    Asked(question): Asked<StepsQuestion>,
) -> Result<Json<StepsAnswer>, ErrorAnswer> {
    let id = question.id.clone();
    let work = move || {
        let variant = question.variant.clone();
        let variant = variant.as_deref().unwrap_or(list::NAMES[0]);
        list::visit(variant, question).unwrap_or_else(|| {
            let names = list::NAMES.join(", ");
            let message = format!("found {}, expected one of {names}", quote(variant));
            Err(QueryError::new(
                QueryErrorCode::BadVariant,
                "/variant",
                message,
            ))
        })
    };
    answer(&shared, id, work).await.map(Json)
}
