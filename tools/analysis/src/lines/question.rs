//! Analysis queries as JSON objects: parsing and validation.
//! Not here: answering them.

use crate::pool::{EngineTask, Request};
use crate::setup::{QueryError, QueryErrorCode, Setup};
use referee::board::Word;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tricorn::rules::list;
use tricorn_protocol::{Go, Words, quote};

/// The name of a question, chosen by whoever asks: a text or a whole number. It comes back with
/// every answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Id {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Question {
    /// Its name.
    pub id: Id,
    /// The game; the first of the list if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The position in which the moves begin; `startpos`, or none, for the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves, and rolls where they stand by themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Search these moves alone; none for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searchmoves: Vec<String>,
    /// Search so many plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Search so many nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Search for so many milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// How many lines to report, 1 to 500; 1 if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub multipv: Option<u32>,
    /// The name of the engine that is to answer; any if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Whether to answer after each depth as well.
    #[serde(default)]
    pub report_during_search: bool,
    /// Whether the engine forgets what it knows first, so that the answer does not depend on the
    /// questions before.
    #[serde(default)]
    pub fresh: bool,
    /// Whether to ask the engine's endgame tables.
    #[serde(default)]
    pub exact: bool,
}

/// What is to be done that is no question about a position.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Stops a question: its answer is what was found by then.
    Terminate {
        /// The name of the action.
        id: Id,
        /// The name of the question.
        #[serde(rename = "terminateId")]
        terminate_id: Id,
    },
    /// Stops all questions.
    TerminateAll {
        /// The name of the action.
        id: Id,
    },
    /// Asks for the version of the program and the names of the engines.
    QueryVersion {
        /// The name of the action.
        id: Id,
    },
}

/// A line that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// A question.
    Question(Box<Question>),
    /// An action.
    Action(Action),
}

/// The limits of questions that have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defaults {
    /// In plies.
    pub depth: Option<u32>,
    /// In nodes.
    pub nodes: Option<u64>,
    /// In milliseconds.
    pub movetime: Option<u64>,
}

/// The most lines of a question.
const MULTIPV: u32 = 500;

/// The most characters of the name of a question.
const ID: usize = 1000;

impl Read {
    /// Reads a line.
    ///
    /// # Errors
    /// It is no question and no action; its name, if it has one, and what is wrong.
    pub fn parse(line: &str) -> Result<Self, (Option<Id>, QueryError)> {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            let place = format!("column {}", error.column());
            let message = format!("found {}, expected a JSON object: {error}", quote(line));
            (
                None,
                QueryError::new(QueryErrorCode::BadJson, place, message),
            )
        })?;
        if !value.is_object() {
            let message = format!("found {}, expected a JSON object", quote(line));
            return Err((
                None,
                QueryError::new(QueryErrorCode::BadQuestion, "", message),
            ));
        }
        let id = value.get("id").cloned();
        let id = id.and_then(|id| serde_json::from_value::<Id>(id).ok());
        let id = id.filter(|id| !matches!(id, Id::Text(text) if text.chars().count() > ID));
        if id.is_none() {
            let message = format!("expected a text of at most {ID} characters or a whole number");
            return Err((
                None,
                QueryError::new(QueryErrorCode::BadQuestion, "/id", message),
            ));
        }
        let read = if value.get("action").is_some() {
            typed(value).map(Self::Action)
        } else {
            typed(value).map(Self::Question)
        };
        read.map_err(|fault| (id, fault))
    }
}

/// Reads a typed value; a fault has the JSON pointer of its place.
fn typed<T: for<'a> Deserialize<'a>>(value: Value) -> Result<T, QueryError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().iter().map(|part| format!("/{part}"));
        let place: String = path.collect::<String>().replace(['[', ']'], "");
        QueryError::new(
            QueryErrorCode::BadQuestion,
            place,
            error.inner().to_string(),
        )
    })
}

impl Question {
    /// The position, held against the rules.
    ///
    /// # Errors
    /// No game has this name, or the rules refuse the position or a move.
    pub fn setup(&self) -> Result<Setup, QueryError> {
        let variant = self.variant.as_deref().unwrap_or(list::NAMES[0]);
        Setup::new(variant, self.position.as_deref(), &self.moves)
    }

    /// What to ask an engine. Questions without a limit get the default ones.
    ///
    /// # Errors
    /// A number is out of bounds, or a move of `searchmoves` is not legal.
    pub fn request(&self, setup: &Setup, defaults: &Defaults) -> Result<Request, QueryError> {
        let multipv = self.multipv.unwrap_or(1);
        if !(1..=MULTIPV).contains(&multipv) {
            let message = format!("found {multipv}, expected 1 to {MULTIPV}");
            return Err(QueryError::new(
                QueryErrorCode::BadQuestion,
                "/multipv",
                message,
            ));
        }
        let mut searchmoves: Vec<String> = Vec::new();
        for (at, word) in self.searchmoves.iter().enumerate() {
            let wrong = |message: String| {
                let message = format!("{}: {message}", quote(word));
                QueryError::new(
                    QueryErrorCode::IllegalMove,
                    format!("/searchmoves/{at}"),
                    message,
                )
            };
            match setup.board.fork().read(word) {
                Ok(Word::Move(text)) if !setup.board.awaits_roll() => searchmoves.push(text),
                Ok(_) => return Err(wrong("the dice are to be thrown first".into())),
                Err(error) => return Err(wrong(error.to_string())),
            }
        }
        let own = [
            self.depth.is_some(),
            self.nodes.is_some(),
            self.movetime.is_some(),
        ];
        let limited = own.contains(&true);
        let go = Go {
            depth: self.depth.or(defaults.depth.filter(|_| !limited)),
            nodes: self.nodes.or(defaults.nodes.filter(|_| !limited)),
            movetime: self.movetime.or(defaults.movetime.filter(|_| !limited)),
            searchmoves: searchmoves.iter().map(String::as_str).collect::<Words>(),
            ..Go::default()
        };
        Ok(Request {
            variant: setup.variant.clone(),
            position: setup.line(),
            task: EngineTask::Search(Box::new(go)),
            multipv,
            fresh: self.fresh,
            exact: self.exact,
            engine: self.engine.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: &str) -> (Option<Id>, String) {
        let (id, fault) = Read::parse(line).expect_err("a fault");
        (id, fault.to_string())
    }

    #[test]
    fn faults_have_a_name_and_a_place() {
        let id = Some(Id::Text("a".into()));
        let (found, text) = fault(r#"{"id":"a","moves":["c3c4",7]}"#);
        assert_eq!(found, id);
        assert!(text.starts_with("/moves/1: "), "{text}");
        let (found, text) = fault(r#"{"id":"a","dept":3}"#);
        assert_eq!(found, id);
        assert!(text.contains("unknown field `dept`"), "{text}");
        let (found, text) = fault(r#"{"id":5,"action":"stop"}"#);
        assert_eq!(found, Some(Id::Number(5)));
        assert!(text.contains("expected one of"), "{text}");
        assert!(fault("{").1.starts_with("column 1: "));
        for line in ["[1]", "3", r#"{"depth":3}"#, r#"{"id":[1]}"#] {
            assert_eq!(fault(line).0, None, "{line}");
        }
    }

    #[test]
    fn limits_are_the_defaults_only_where_there_are_none() -> Result<(), QueryError> {
        let defaults = Defaults {
            nodes: Some(100),
            ..Defaults::default()
        };
        for (line, command) in [
            (r#"{"id":1}"#, "go nodes 100"),
            (r#"{"id":1,"depth":3}"#, "go depth 3"),
            (
                r#"{"id":1,"searchmoves":["c3c4"],"movetime":5}"#,
                "go movetime 5 searchmoves c3c4",
            ),
        ] {
            let Ok(Read::Question(question)) = Read::parse(line) else {
                panic!("{line}");
            };
            let setup = question.setup()?;
            let request = question.request(&setup, &defaults)?;
            let text = request.task.command().to_string();
            let sorted = |text: &str| {
                let mut words: Vec<_> = text.split(' ').map(str::to_owned).collect();
                words.sort();
                words
            };
            assert_eq!(sorted(&text), sorted(command), "{text}");
        }
        Ok(())
    }
}
