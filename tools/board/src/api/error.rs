//! Errors as JSON objects, with a code for programs and a place in the question.
//! Not here: what can go wrong with a single question.

use super::question::Id;
use analysis::{QueryError, QueryErrorCode};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// What is wrong, as a word for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The body is not JSON.
    BadJson,
    /// The object lacks a member, has one too many, or one with a bad value.
    BadQuestion,
    /// No game has this name.
    BadVariant,
    /// The rules refuse the position.
    BadPosition,
    /// The rules refuse a move.
    IllegalMove,
    /// The engine cannot answer: it crashed, hung, refused, or could not be started.
    Engine,
    /// Too many questions are under way; ask again later.
    Busy,
    /// The body is too large.
    TooLarge,
    /// The body did not come in time.
    TooSlow,
    /// The body is not announced as `application/json`.
    BadType,
    /// There is nothing of this name.
    NotFound,
    /// The path takes another method.
    BadMethod,
    /// The server is at fault.
    Internal,
}

impl ErrorCode {
    fn status(self) -> StatusCode {
        match self {
            Self::BadJson
            | Self::BadQuestion
            | Self::BadVariant
            | Self::BadPosition
            | Self::IllegalMove => StatusCode::BAD_REQUEST,
            Self::Engine => StatusCode::BAD_GATEWAY,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::BadType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<QueryErrorCode> for ErrorCode {
    fn from(code: QueryErrorCode) -> Self {
        match code {
            QueryErrorCode::BadJson => Self::BadJson,
            QueryErrorCode::BadQuestion => Self::BadQuestion,
            QueryErrorCode::BadVariant => Self::BadVariant,
            QueryErrorCode::BadPosition => Self::BadPosition,
            QueryErrorCode::IllegalMove => Self::IllegalMove,
            QueryErrorCode::Engine => Self::Engine,
        }
    }
}

/// What is wrong with a question.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorDetail {
    /// For programs.
    pub code: ErrorCode,
    /// Where in the question: a JSON pointer such as `/moves/3`, a column, or empty for the whole.
    pub place: String,
    /// What was found and what was expected, for people.
    pub message: String,
}

/// The answer to a question that is at fault, or that cannot be answered.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorAnswer {
    /// The name of the question; null if it has none, or if it could not be read.
    pub id: Option<Id>,
    /// What is wrong.
    pub error: ErrorDetail,
}

impl ErrorAnswer {
    /// An error about a place of a question.
    pub fn new(code: ErrorCode, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            id: None,
            error: ErrorDetail {
                code,
                place: place.into(),
                message: message.into(),
            },
        }
    }

    /// Too many questions are under way.
    pub fn busy() -> Self {
        Self::new(
            ErrorCode::Busy,
            "",
            "too many questions are under way; ask again later",
        )
    }

    /// The server is at fault.
    pub fn internal() -> Self {
        Self::new(
            ErrorCode::Internal,
            "",
            "a fault of the server; please report the question",
        )
    }

    /// The same for a question with a name.
    pub fn of(mut self, id: Option<&Id>) -> Self {
        self.id = id.cloned();
        self
    }
}

impl From<QueryError> for ErrorAnswer {
    fn from(fault: QueryError) -> Self {
        Self::new(fault.code.into(), fault.place, fault.message)
    }
}

impl IntoResponse for ErrorAnswer {
    fn into_response(self) -> Response {
        (self.error.code.status(), Json(self)).into_response()
    }
}
