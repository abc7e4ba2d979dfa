//! The body of a question: of bounded size, in bounded time, JSON, with a name that comes back.
//! Not here: what is asked.

use super::error::{ErrorAnswer, ErrorCode};
use crate::state::{BODY_TIME, MAX_BODY};
use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use utoipa::ToSchema;

/// The name of a question, chosen by whoever asks: a text or a whole number. It comes back with the
/// answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Id {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

/// The body of a question as text.
pub struct Body(pub String);

impl<S: Sync> FromRequest<S> for Body {
    type Rejection = ErrorAnswer;

    async fn from_request(request: Request, _: &S) -> Result<Self, ErrorAnswer> {
        // A form of another site cannot announce JSON without asking first.
        if !is_json(request.headers()) {
            let message = "expected the header Content-Type: application/json";
            return Err(ErrorAnswer::new(ErrorCode::BadType, "", message));
        }
        let read = timeout(BODY_TIME, to_bytes(request.into_body(), MAX_BODY)).await;
        let Ok(read) = read else {
            let message = format!("expected the whole body within {} s", BODY_TIME.as_secs());
            return Err(ErrorAnswer::new(ErrorCode::TooSlow, "", message));
        };
        let bytes = read.map_err(|_| {
            let message = format!("expected a body of at most {MAX_BODY} bytes");
            ErrorAnswer::new(ErrorCode::TooLarge, "", message)
        })?;
        let text = String::from_utf8(bytes.into()).map_err(|error| {
            let place = format!("byte {}", error.utf8_error().valid_up_to() + 1);
            ErrorAnswer::new(ErrorCode::BadJson, place, "expected UTF-8")
        })?;
        Ok(Self(text))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind
        .and_then(|kind| kind.split(';').next())
        .unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

/// A question of a type.
pub struct Asked<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Asked<T> {
    type Rejection = ErrorAnswer;

    async fn from_request(request: Request, state: &S) -> Result<Self, ErrorAnswer> {
        let Body(text) = Body::from_request(request, state).await?;
        parse(&text).map(Self)
    }
}

/// The longest name of a question, in bytes.
const LONGEST: usize = 1000;

/// Reads the name first, so that an error about the rest can carry it.
fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ErrorAnswer> {
    #[derive(Deserialize)]
    struct Named {
        #[serde(default)]
        id: Option<Id>,
    }
    let id = serde_json::from_str::<Named>(text)
        .ok()
        .and_then(|named| named.id);
    if matches!(&id, Some(Id::Text(text)) if text.len() > LONGEST) {
        let message = format!("expected a text of at most {LONGEST} bytes or a whole number");
        return Err(ErrorAnswer::new(ErrorCode::BadQuestion, "/id", message));
    }
    // An array would pass for an object with its members in order.
    if !text.trim_ascii_start().starts_with('{') {
        serde_json::from_str::<IgnoredAny>(text).map_err(|error| bad_json(&error))?;
        let message = "expected a JSON object";
        return Err(ErrorAnswer::new(ErrorCode::BadQuestion, "", message));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        if !error.inner().is_data() {
            return bad_json(error.inner());
        }
        let path = error.path().iter().map(|part| format!("/{part}"));
        let place: String = path.collect::<String>().replace(['[', ']'], "");
        ErrorAnswer::new(ErrorCode::BadQuestion, place, error.inner().to_string())
    });
    let read = read.and_then(|read| {
        reader
            .end()
            .map(|()| read)
            .map_err(|error| bad_json(&error))
    });
    read.map_err(|error| error.of(id.as_ref()))
}

fn bad_json(error: &serde_json::Error) -> ErrorAnswer {
    let place = format!("line {} column {}", error.line(), error.column());
    let message = format!("expected a JSON object: {error}");
    ErrorAnswer::new(ErrorCode::BadJson, place, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Moves {
        #[serde(default)]
        id: Option<Id>,
        #[serde(default)]
        moves: Vec<String>,
    }

    #[test]
    fn errors_carry_the_name_and_the_place() {
        let good: Moves = parse(r#"{"id":7,"moves":["a"]}"#).expect("a question");
        assert_eq!((good.id, good.moves.len()), (Some(Id::Number(7)), 1));
        let wrong = |text: &str| {
            let error = parse::<Moves>(text).expect_err("a fault");
            (error.id, error.error.code, error.error.place)
        };
        let id = Some(Id::Text("a".into()));
        assert_eq!(
            wrong(r#"{"id":"a","moves":["b",7]}"#),
            (id.clone(), ErrorCode::BadQuestion, "/moves/1".into())
        );
        assert_eq!(wrong(r#"{"id":"a","move":[]}"#).1, ErrorCode::BadQuestion);
        for text in ["", "{", r#"{"id":1} x"#, "nul"] {
            assert_eq!(wrong(text).1, ErrorCode::BadJson, "{text}");
        }
        assert_eq!(wrong("[1,2,3]").1, ErrorCode::BadQuestion);
        let long = format!(r#"{{"id":"{}"}}"#, "x".repeat(1001));
        assert_eq!(wrong(&long).2, "/id");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let text = format!(r#"{{"id":1,"moves":{}"#, "[".repeat(100_000));
        assert!(parse::<Moves>(&text).is_err());
    }
}
