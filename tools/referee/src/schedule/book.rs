//! Opening books: files with one position or line of moves per line, and the built-in sets.
//! Not here: which opening a pair gets (`opening`).

use super::Opening;
use crate::board::{self, Word};
use std::fmt;
use tricorn_protocol::quote;

/// A built-in set: its name, its game, and its text.
macro_rules! set {
    ($variant:literal, $name:literal) => {
        (
            $name,
            $variant,
            include_str!(concat!("../../openings/", $name, ".txt")),
        )
    };
}

/// The built-in sets, for each game the newest last. A set with a given name never changes.
const SHIPPED: &[(&str, &str, &str)] = &[
    set!("dameo", "dameo-level-1"),
    set!("eximo", "eximo-level-1"),
    set!("abak", "abak-level-1"),
];

/// Why a text is not an opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError {
    /// The line, counted from 1; 0 for the text as a whole.
    pub line: usize,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for BookError {}

/// The names of the built-in sets, each with its game.
pub fn shipped_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHIPPED.iter().map(|&(name, variant, _)| (name, variant))
}

/// The name and text of a game's set; `level` stands for the newest one.
#[must_use]
pub fn shipped(name: &str, variant: &str) -> Option<(&'static str, &'static str)> {
    let mut sets = SHIPPED.iter().rev();
    sets.find(|(known, game, _)| *game == variant && (*known == name || name == "level"))
        .map(|&(name, _, text)| (name, text))
}

/// Reads an opening book. Each line is one of
///
/// - `[position] startpos moves <moves>`, `[position] fen <text> [moves <moves>]`, as sent to engines,
/// - a position, optionally followed by `moves` and moves,
/// - moves from the start position.
///
/// Empty lines, lines that begin with `#`, and a byte order mark at the start are skipped.
///
/// # Errors
/// The first line that is not legal or ends the game; a book without openings.
pub fn read_book(variant: &str, text: &str) -> Result<Vec<Opening>, BookError> {
    // Some editors write a byte order mark; the protocol skips one at the start of a stream too.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut openings = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read_line(variant, line).map_err(|message| BookError {
            line: number,
            message,
        })?;
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(BookError {
            line: 0,
            message: "found no opening, expected at least one".into(),
        });
    }
    Ok(openings)
}

fn read_line(variant: &str, line: &str) -> Result<Opening, String> {
    let line = line.strip_prefix("position ").unwrap_or(line);
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let middle = words.iter().position(|&word| word == "moves");
    let (head, moves) = match middle {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &words[words.len()..]),
    };
    match head {
        ["startpos"] => from_start(variant, moves),
        ["fen", text @ ..] => checked(variant, &text.join(" "), moves),
        text => {
            let as_position = checked(variant, &text.join(" "), moves);
            if as_position.is_ok() || middle.is_some() {
                return as_position;
            }
            let as_moves = from_start(variant, text);
            as_moves.map_err(|error| match as_position {
                Err(other) => format!("as moves: {error}; as a position: {other}"),
                Ok(_) => error,
            })
        }
    }
}

fn from_start(variant: &str, moves: &[&str]) -> Result<Opening, String> {
    let start = board::start_text(variant)
        .ok_or_else(|| format!("no game is called {}", quote(variant)))?;
    checked(variant, &start, moves)
}

/// Checks an opening and converts it to canonical notation.
fn checked(variant: &str, position: &str, words: &[&str]) -> Result<Opening, String> {
    let none: [&str; 0] = [];
    let mut board = board::open(variant, position, &none).map_err(|error| error.to_string())?;
    let position = board.text();
    let mut moves = Vec::new();
    for (word, number) in words.iter().zip(1_usize..) {
        if board.outcome().is_some() {
            return Err(format!(
                "the game is over before word {number}, {}",
                quote(word)
            ));
        }
        let read = board.read(word);
        match read.map_err(|error| format!("word {number}, {}: {error}", quote(word)))? {
            Word::Move(text) => moves.push(text),
            Word::Roll if number == words.len() => {
                return Err(format!("the roll {word} at the end has no move"));
            }
            Word::Roll => {}
        }
    }
    if board.outcome().is_some() {
        return Err("the game is over after it, expected a game that can continue".into());
    }
    Ok(Opening { position, moves })
}
