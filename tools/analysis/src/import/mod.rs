//! Importing games: records, move lists, PGN, and the JSON of game sites, held against the rules.
//! Not here: judging moves (`review`), and reading large files of records game by game (`review::games`).
//!
//! [`import`] finds out by itself what a text is:
//!
//! - **Game records** of the protocol (section 11), finished or not.
//! - **PGN**, as [PlayStrategy](https://playstrategy.org) writes it: tags, comments, variations,
//!   NAGs, results; a capture hop by hop (`d4d6,d6d8K`), also with the captured square (`d4xd5d6`).
//! - **Move lists**, with move numbers or without, in any text that the rules read, and in the
//!   forms above; `position` lines; position texts.
//! - **JSON**: game records and game states of [Abstract Play](https://abstractplay.com), lists of
//!   moves, and objects with a member `moves`.
//!
//! The answer holds games in canonical text. A text that fits several legal turns becomes a
//! [`Question`] with the candidates; ask again with a [`Choice`] for each. Nothing is guessed.
//!
//! ```
//! use analysis::import::{ImportRequest, import};
//!
//! let text = "1. d1-d4 d8-b6 2. e1-e4 d6-d5 {White captures twice} 3. d4xd5d6,d6xd7d8k b8a7 *";
//! let request = ImportRequest {
//!     variant: Some("dameo".into()),
//!     ..ImportRequest::new(text)
//! };
//! let answer = import(&request);
//! assert!(answer.errors.is_empty() && answer.questions.is_empty());
//! let game = &answer.games[0];
//! assert_eq!(game.moves, ["d1d4", "d8b6", "e1e4", "d6d5", "d4d6d8", "b8a7"]);
//! assert_eq!(game.comments[0].ply, 4);
//! ```

mod answer;
mod draft;
mod export;
mod hops;
mod json;
mod layout;
mod pgn;
mod pgn_words;
mod play;
mod position;
mod records;
mod turns;
mod words;

pub use answer::{
    Comment, Import, ImportError, ImportedGame, Notice, Question, QuestionKind, SourceTag,
};
pub use export::{ExportFormat, export};

use draft::Drafts;
use serde::{Deserialize, Serialize};
use tricorn::rules::list;
use tricorn_protocol::quote;

/// The most bytes of a text.
pub const LONGEST_TEXT: usize = 64 << 20;

/// The most games of a text.
pub const MOST_GAMES: usize = 100_000;

/// The most words of a game: turns, or hops where a turn is written hop by hop.
pub const MOST_WORDS: usize = 20_000;

/// The most errors, questions and notices of each kind that an answer lists.
pub const MOST_LISTED: usize = 1_000;

/// The most candidates that a question lists.
pub const MOST_CANDIDATES: usize = 100;

/// What to import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportRequest {
    /// The text.
    pub text: String,
    /// The game of texts that do not name theirs. Without it the rules decide, if the moves are
    /// legal in one game alone.
    #[serde(default)]
    pub variant: Option<String>,
    /// What the lines of a move list without numbers are.
    #[serde(default)]
    pub layout: Layout,
    /// What to play where the text leaves it open. A choice takes the place of the text at its ply,
    /// so that it can mend an error as well.
    #[serde(default)]
    pub choices: Vec<Choice>,
}

impl ImportRequest {
    /// A text alone.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    fn choice(&self, game: usize, ply: usize) -> Option<&str> {
        let mut choices = self.choices.iter();
        let found = choices.find(|choice| choice.game == game && choice.ply == ply);
        found.map(|choice| choice.text.as_str())
    }
}

/// What the lines of a move list without numbers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Whichever of the two the rules allow; a question if they allow both.
    #[default]
    Auto,
    /// Each line is a game.
    Lines,
    /// All lines are one game.
    One,
}

/// A turn that the caller chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Choice {
    /// The number of the game, from 1.
    pub game: usize,
    /// The ply, from 1.
    pub ply: usize,
    /// A legal turn.
    pub text: String,
}

/// What a text was taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Game records of the protocol.
    Records,
    /// PGN: tags, and moves with comments.
    Pgn,
    /// Moves, with numbers or without.
    #[default]
    Moves,
    /// A game record or state of Abstract Play.
    AbstractPlay,
    /// Other JSON.
    Json,
}

/// Reads all games of a text. Faults are in the answer: a game with an error or a question has the
/// moves before it.
#[must_use]
pub fn import(request: &ImportRequest) -> Import {
    let mut answer = Import::default();
    let variant = match request.variant.as_deref().map(known_variant).transpose() {
        Ok(variant) => variant,
        Err(message) => {
            answer.fail(ImportError::whole(0, message));
            return answer;
        }
    };
    if request.text.len() > LONGEST_TEXT {
        let length = request.text.len();
        let message = format!("{length} bytes, expected at most {LONGEST_TEXT}");
        answer.fail(ImportError::whole(0, message));
        return answer;
    }
    let text = request.text.trim_start_matches('\u{feff}');
    let drafts = read(text, variant, request.layout);
    answer.format = drafts.format;
    for (line, message) in drafts.notices {
        answer.notice(Notice::new(0, line, 0, message));
    }
    for (line, message) in drafts.errors {
        answer.fail(ImportError::whole(line, message));
    }
    if let Some(line) = drafts.layout_unclear {
        answer.ask(Question::layout(line));
    }
    for (index, draft) in drafts.games.iter().enumerate() {
        play::play(draft, index + 1, variant, request, &mut answer);
    }
    if answer.games.is_empty() && answer.errors.is_empty() && answer.questions.is_empty() {
        answer.fail(ImportError::whole(1, "no moves and no position".into()));
    }
    answer
}

/// The name of a game as the rules spell it.
pub(crate) fn known_variant(name: &str) -> Result<&'static str, String> {
    let mut names = list::NAMES.iter().copied();
    let found = names.find(|known| known.eq_ignore_ascii_case(name.trim()));
    found.ok_or_else(|| {
        let known = list::NAMES.join(", ");
        format!("variant {}, expected one of {known}", quote(name))
    })
}

/// Splits a text into games, by what it looks like.
fn read(text: &str, variant: Option<&'static str>, layout: Layout) -> Drafts {
    let lines = text.lines().map(str::trim);
    let first = lines
        .clone()
        .find(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with('%'))
        .unwrap_or_default();
    if first.starts_with("[Format \"") {
        return records::read(text);
    }
    if first.starts_with(['{', '['])
        && let Some(drafts) = json::read(text)
    {
        return drafts;
    }
    let drafts = pgn::read(text);
    if drafts.structured {
        return drafts;
    }
    layout::read(text, variant, layout)
}
