//! Validation of positions and move lists in queries, by the rules of the variant.
//! Not here: what an engine says about them.

use referee::board::{self, Board, SetupError, Word};
use serde::Serialize;
use std::fmt;
use tricorn::rules::list;
use tricorn_protocol::quote;

/// What is wrong with a question, as a word for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueryErrorCode {
    /// The line is not JSON.
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
}

/// What is wrong with a question, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueryError {
    /// For programs.
    pub code: QueryErrorCode,
    /// Where in the question: a JSON pointer, such as `/moves/3`; empty for the whole.
    pub place: String,
    /// What was found and what was expected, for people.
    pub message: String,
}

impl QueryError {
    /// A fault at a place of a question.
    pub fn new(code: QueryErrorCode, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code,
            place: place.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for QueryError {}

/// A position that the rules accept.
pub struct Setup {
    /// The game.
    pub variant: String,
    /// The position in which the line begins: its canonical text; `None` for the start position.
    pub position: Option<String>,
    /// The moves and rolls since, in canonical text.
    pub moves: Vec<String>,
    /// The position that they lead to.
    pub board: Box<dyn Board>,
    /// How many words were played, rolls that stood by themselves included.
    words: usize,
    /// Whether the last of the moves is a roll.
    rolled: bool,
}

impl Setup {
    /// Sets up the position at the end of some moves. `position` is a text, or `startpos`, which is
    /// also meant if there is none.
    ///
    /// # Errors
    /// No game has this name, or the rules refuse the position or a move.
    pub fn new<S: AsRef<str>>(
        variant: &str,
        position: Option<&str>,
        moves: &[S],
    ) -> Result<Self, QueryError> {
        let known = list::NAMES
            .iter()
            .find(|name| name.eq_ignore_ascii_case(variant));
        let variant = *known.ok_or_else(|| {
            let message = SetupError::Variant(variant.to_owned()).to_string();
            QueryError::new(QueryErrorCode::BadVariant, "/variant", message)
        })?;
        let position = position.filter(|text| text.trim() != "startpos");
        let start = board::start_text(variant).unwrap_or_default();
        let text = position.unwrap_or(&start);
        let board = board::open::<&str>(variant, text, &[]).map_err(|error| {
            QueryError::new(QueryErrorCode::BadPosition, "/position", error.to_string())
        })?;
        let mut setup = Self {
            variant: variant.to_owned(),
            position: position.map(|_| board.text()),
            moves: Vec::with_capacity(moves.len()),
            board,
            words: 0,
            rolled: false,
        };
        for word in moves {
            setup.play(word.as_ref())?;
        }
        Ok(setup)
    }

    /// Plays a move, or notes a roll.
    ///
    /// # Errors
    /// The rules refuse it; the position is then as before.
    pub fn play(&mut self, word: &str) -> Result<Word, QueryError> {
        let wrong = |message: String| {
            let place = format!("/moves/{}", self.words);
            let message = format!("{}: {message}", quote(word));
            QueryError::new(QueryErrorCode::IllegalMove, place, message)
        };
        if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err(wrong("expected one move".into()));
        }
        let read = self
            .board
            .read(word)
            .map_err(|error| wrong(error.to_string()))?;
        self.words += 1;
        match &read {
            Word::Roll => {
                // One that comes twice is the same roll.
                if !std::mem::replace(&mut self.rolled, true) {
                    self.moves.push(word.to_owned());
                }
            }
            Word::Move(text) => {
                // A turn carries its roll; one that stood before it would be said twice.
                if std::mem::take(&mut self.rolled) {
                    self.moves.pop();
                }
                self.moves.push(text.clone());
            }
        }
        Ok(read)
    }

    /// The `position` line that sets an engine to it.
    #[must_use]
    pub fn line(&self) -> String {
        position_line(self.position.as_deref(), &self.moves, None)
    }
}

/// A `position` line: a position, none for that of the start, moves, and perhaps a roll behind them.
pub(crate) fn position_line(
    position: Option<&str>,
    moves: &[String],
    roll: Option<&str>,
) -> String {
    let mut line = match position {
        None => "position startpos".to_owned(),
        Some(text) => format!("position fen {text}"),
    };
    let mut words = moves.iter().map(String::as_str).chain(roll).peekable();
    if words.peek().is_some() {
        line.push_str(" moves");
    }
    for word in words {
        line.push(' ');
        line.push_str(word);
    }
    line
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("variant", &self.variant)
            .field("line", &self.line())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(variant: &str, position: Option<&str>, moves: &[&str]) -> (QueryErrorCode, String) {
        let fault = Setup::new(variant, position, moves).expect_err("a fault");
        (fault.code, fault.place)
    }

    #[test]
    fn faults_say_where() {
        let startpos = Some("startpos");
        assert_eq!(
            fault("chess", None, &[]),
            (QueryErrorCode::BadVariant, "/variant".into())
        );
        assert_eq!(
            fault("dameo", Some("8/8"), &[]),
            (QueryErrorCode::BadPosition, "/position".into())
        );
        for word in ["c3c4", "", "c6c5 d3d4", "c6c5\nquit"] {
            assert_eq!(
                fault("dameo", startpos, &["c3c4", word]),
                (QueryErrorCode::IllegalMove, "/moves/1".into()),
                "{word:?}"
            );
        }
    }

    #[test]
    fn lines_are_canonical() -> Result<(), QueryError> {
        let setup = Setup::new("Abak", None, &["31", "31", "8/5,6/5", "64"])?;
        assert_eq!(setup.line(), "position startpos moves 31:8/5,6/5 64");
        let text = Setup::new("dameo", Some(" 8/8/3m4/8/3m4/3M4/8/8  w"), &[""; 0])?.line();
        assert_eq!(text, "position fen 8/8/3m4/8/3m4/3M4/8/8 w 0 1");
        Ok(())
    }
}
