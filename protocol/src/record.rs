//! The tags of a game record: names, order, and quoting of values (section 11 of the specification).
//! Not here: what the values mean, and the moves; whoever keeps a game knows.

use crate::error::quote;
use crate::keyword_enum::keyword_enum;

/// The name and version at the start of every written record. Reading accepts any minor version,
/// because minor versions add only what a reader may skip.
pub const FORMAT: &str = "tricorn-game 1.0";

/// The part of [`FORMAT`] that a reader checks.
const READABLE: &str = "tricorn-game 1.";

keyword_enum! {
    /// A tag of a record, in the order in which tags are written.
    pub enum Tag {
        /// The version of the format.
        Format = "Format",
        /// The game.
        Variant = "Variant",
        /// The number of the pair of games.
        Pair = "Pair",
        /// Which game of the pair.
        Game = "Game",
        /// The name of player 1.
        P1 = "P1",
        /// The name of player 2.
        P2 = "P2",
        /// Who won, and how many points.
        Result = "Result",
        /// How the game ended.
        End = "End",
        /// More about the end, for people.
        Detail = "Detail",
        /// What player 1 could spend.
        Limits1 = "Limits1",
        /// What player 2 could spend.
        Limits2 = "Limits2",
        /// When the referee ends a game as lost.
        Resign = "Resign",
        /// When the referee ends a game as drawn.
        Draw = "Draw",
        /// The most plies of a game.
        MaxPlies = "MaxPlies",
        /// The seed of the dice.
        Seed = "Seed",
        /// The position in which the line begins.
        Position = "Position",
        /// How many moves were given.
        Opening = "Opening",
        /// The last position.
        Last = "Last",
        /// A fault that did not end the game.
        Warning = "Warning",
    }
}

impl Tag {
    /// A tag line, without a line end.
    #[must_use]
    pub fn line(self, value: &str) -> String {
        let mut text = format!("[{self} \"");
        for c in value.chars() {
            match c {
                '"' => text.push_str("\\\""),
                '\\' => text.push_str("\\\\"),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                c => text.push(c),
            }
        }
        text.push_str("\"]");
        text
    }
}

/// Splits a tag line into name and value. The name may be unknown.
///
/// # Errors
/// The line is no tag.
pub fn parse_tag(line: &str) -> Result<(&str, String), String> {
    let wrong = || format!("expected [Name \"value\"], found {}", quote(line));
    let inside = line
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix("\"]"));
    let (name, quoted) = inside
        .and_then(|inside| inside.split_once(" \""))
        .ok_or_else(wrong)?;
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(wrong());
    }
    let mut value = String::with_capacity(quoted.len());
    let mut characters = quoted.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => return Err("a quotation mark inside a value needs \\ before it".into()),
            '\\' => match characters.next() {
                Some('n') => value.push('\n'),
                Some('r') => value.push('\r'),
                Some(c @ ('"' | '\\')) => value.push(c),
                _ => return Err("after \\ expected one of \" \\ n r".into()),
            },
            c => value.push(c),
        }
    }
    Ok((name, value))
}

/// Checks the first line of a record for a supported version.
///
/// # Errors
/// It is another tag, or a version that this program does not read.
pub fn check_version(line: &str) -> Result<(), String> {
    let value = match parse_tag(line) {
        Ok((name, value)) if name == Tag::Format.as_str() => value,
        _ => {
            let expected = Tag::Format.line(FORMAT);
            return Err(format!("found {}, expected {expected}", quote(line)));
        }
    };
    let minor = value.strip_prefix(READABLE).unwrap_or_default();
    if minor.is_empty() || !minor.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "Format: found {}, expected a supported version: {READABLE}x",
            quote(&value)
        ));
    }
    Ok(())
}
