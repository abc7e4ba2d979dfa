//! The result of an import: games, open questions, notices and errors.
//! Not here: parsing.

use super::{Format, MOST_LISTED};
use crate::review;
use serde::Serialize;

/// The answer to an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Import {
    /// What the text was taken for.
    pub format: Format,
    /// The games, in the order of the text. One with a question or an error has the moves before it.
    pub games: Vec<ImportedGame>,
    /// Where the text fits several turns or games.
    pub questions: Vec<Question>,
    /// What was left out or differs from the rules, while the games stand.
    pub notices: Vec<Notice>,
    /// What cannot be read or is not legal.
    pub errors: Vec<ImportError>,
    /// How many more questions, notices and errors there are than are listed.
    pub unlisted: usize,
}

/// A game in canonical text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportedGame {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The variant.
    pub variant: String,
    /// The position in which it begins; `None` for the start position.
    pub position: Option<String>,
    /// Its turns, in games with dice with their rolls. A last roll may stand alone.
    pub moves: Vec<String>,
    /// How many of them were given and not chosen by the players.
    pub opening: usize,
    /// The names of player 1 and player 2, empty where they are not known.
    pub players: [String; 2],
    /// `draw`, or the points of the winner, such as `1-0` for player 1; empty if the game goes on or
    /// nothing is said.
    pub result: String,
    /// How it ended, in the words of a game record, such as `rules no-moves`; empty as above.
    pub end: String,
    /// More about the end, for people.
    pub detail: String,
    /// The last position.
    pub last: String,
    /// Whether the text was read to its end: there is neither a question nor an error.
    pub complete: bool,
    /// Comments of the text.
    pub comments: Vec<Comment>,
    /// Tags of the text that a game record has no place for.
    pub tags: Vec<SourceTag>,
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    /// The ply behind which it stands; 0 before the first.
    pub ply: usize,
    /// One line or several.
    pub text: String,
}

/// A tag of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceTag {
    /// Its name: letters and digits.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionKind {
    /// Which turn was played; the answer is a [`Choice`](super::Choice).
    #[default]
    Turn,
    /// Of which game the text is; the answer is the request's `variant`.
    Variant,
    /// What its lines are; the answer is the request's `layout`.
    Layout,
}

/// Where a text fits several turns, or several games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// What is asked.
    pub kind: QuestionKind,
    /// The number of the game, from 1; 0 for the whole text.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The ply, from 1; 0 if no turn is asked for.
    pub ply: usize,
    /// What the text says there.
    pub text: String,
    /// The position; empty if no turn is asked for.
    pub position: String,
    /// What fits, sorted.
    pub candidates: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

impl Question {
    pub(super) fn layout(line: usize) -> Self {
        Self {
            kind: QuestionKind::Layout,
            line,
            candidates: vec!["lines".into(), "one".into()],
            ..Self::default()
        }
    }
}

impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.game > 0 {
            write!(f, "game {}, ", self.game)?;
        }
        write!(f, "line {}", self.line)?;
        if self.ply > 0 {
            write!(f, ", ply {}", self.ply)?;
        }
        let what = match self.kind {
            QuestionKind::Turn => "fits several turns",
            QuestionKind::Variant => "the moves are legal in several games",
            QuestionKind::Layout => "each line can be a game, and all lines can be one",
        };
        write!(f, ": ")?;
        if !self.text.is_empty() {
            write!(f, "{} ", tricorn_protocol::quote(&self.text))?;
        }
        write!(f, "{what}: {}", self.candidates.join(", "))?;
        if self.more > 0 {
            write!(f, " and {} more", self.more)?;
        }
        Ok(())
    }
}

/// What was left out or differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// The number of the game, from 1; 0 for the whole text.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The ply, from 1; 0 for the game as a whole.
    pub ply: usize,
    /// What was found, and what was done.
    pub message: String,
}

impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.game > 0 {
            write!(f, "game {}, ", self.game)?;
        }
        write!(f, "line {}", self.line)?;
        if self.ply > 0 {
            write!(f, ", ply {}", self.ply)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl Notice {
    pub(super) fn new(game: usize, line: usize, ply: usize, message: String) -> Self {
        Self {
            game,
            line,
            ply,
            message,
        }
    }
}

/// Why a game cannot be read on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportError {
    /// The number of the game, from 1; 0 for the whole text.
    pub game: usize,
    /// The line, from 1; 0 for the whole text.
    pub line: usize,
    /// The ply, from 1; 0 for the game as a whole.
    pub ply: usize,
    /// What the text says there, cut if it is long.
    pub text: String,
    /// What was found, and what was expected.
    pub message: String,
    /// The position, if the game is known.
    pub position: String,
    /// Legal turns that come nearest to the text.
    pub nearest: Vec<String>,
}

impl ImportError {
    pub(super) fn whole(line: usize, message: String) -> Self {
        Self {
            line,
            message,
            ..Self::default()
        }
    }
}

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.game > 0 {
            write!(f, "game {}, ", self.game)?;
        }
        if self.line > 0 {
            write!(f, "line {}", self.line)?;
            if self.ply > 0 {
                write!(f, ", ply {}", self.ply)?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)?;
        if !self.nearest.is_empty() {
            write!(f, "; legal are {}", self.nearest.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for ImportError {}

impl Import {
    pub(super) fn fail(&mut self, error: ImportError) {
        push(&mut self.errors, error, &mut self.unlisted);
    }

    pub(super) fn ask(&mut self, question: Question) {
        push(&mut self.questions, question, &mut self.unlisted);
    }

    pub(super) fn notice(&mut self, notice: Notice) {
        push(&mut self.notices, notice, &mut self.unlisted);
    }
}

fn push<T>(list: &mut Vec<T>, item: T, unlisted: &mut usize) {
    if list.len() < MOST_LISTED {
        list.push(item);
    } else {
        *unlisted += 1;
    }
}

impl From<&ImportedGame> for review::Game {
    fn from(game: &ImportedGame) -> Self {
        Self {
            variant: game.variant.clone(),
            position: game.position.clone(),
            moves: game.moves.clone(),
            opening: game.opening,
            players: game.players.clone(),
            result: game.result.clone(),
            end: game.end.clone(),
            line: game.line,
        }
    }
}
