//! Drafts: parsed games before validation by the rules.
//! Not here: parsing a format into them, and validation (`play`).

use super::{Format, MOST_WORDS, SourceTag};

/// All games of a text.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    pub format: Format,
    pub games: Vec<Draft>,
    /// Lines and messages about the text as a whole.
    pub notices: Vec<(usize, String)>,
    pub errors: Vec<(usize, String)>,
    /// Whether tags, move numbers or results say where a game begins and ends.
    pub structured: bool,
    /// The line from which on lines can be games of their own or go on with one game.
    pub layout_unclear: Option<usize>,
}

/// One game of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draft {
    pub line: usize,
    pub variant: Option<String>,
    pub position: Option<String>,
    pub words: Vec<Word>,
    pub opening: usize,
    /// The names of player 1 and player 2.
    pub players: [Option<String>; 2],
    /// The names of White and Black.
    pub colours: [Option<String>; 2],
    pub result: Option<Claim>,
    /// The words of `End` and `Detail` in a game record.
    pub end: String,
    pub detail: String,
    /// Comments, each with the number of words before it.
    pub comments: Vec<(usize, String)>,
    pub tags: Vec<SourceTag>,
    /// Lines and messages.
    pub notices: Vec<(usize, String)>,
    /// Why the text cannot be read behind the last word.
    pub error: Option<(usize, String)>,
}

/// A word that names a turn, a hop, a roll or a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub text: String,
    pub line: usize,
    /// Whether it can be a move number without a dot: digits at the head of a line.
    pub numbering: bool,
}

/// What a text says of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    Draw,
    /// Points of player 1 and of player 2.
    Players(u8, u8),
    /// Points of White and of Black.
    Colours(u8, u8),
}

impl Draft {
    pub(super) fn at(line: usize) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    /// Adds a word. The first one too many becomes an error.
    pub(super) fn push(&mut self, word: Word) {
        if self.words.len() < MOST_WORDS {
            self.words.push(word);
        } else if self.error.is_none() {
            let message = format!("more than {MOST_WORDS} moves");
            self.error = Some((word.line, message));
        }
    }

    /// Whether there is anything of a game in it.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.position.is_none() && self.error.is_none()
    }
}

/// Reads a result such as `1-0`; the first number is that of player 1 or of White.
pub(super) fn read_result(text: &str, of: fn(u8, u8) -> Claim) -> Option<Option<Claim>> {
    let (first, second) = match text {
        "*" => return Some(None),
        "1/2-1/2" | "½-½" | "0.5-0.5" | "1-1" | "draw" => return Some(Some(Claim::Draw)),
        "1-0" => (1, 0),
        "2-0" => (2, 0),
        "3-0" => (3, 0),
        "0-1" => (0, 1),
        "0-2" => (0, 2),
        "0-3" => (0, 3),
        _ => return None,
    };
    Some(Some(of(first, second)))
}
