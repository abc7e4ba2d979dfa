//! What all lines are made of: blanks, words, numbers; and errors with their place.
//! Not here: any keyword.

use super::suggest::nearest;
use crate::error::{ErrorCode, ErrorList, ProtocolError, quote};
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt, verify};
use nom::error::ErrorKind;
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// A parse error: the rest of the line from there, and what it expected.
#[derive(Debug)]
pub(super) struct ParseError<'a> {
    pub at: &'a str,
    pub expected: &'static str,
}

impl<'a> nom::error::ParseError<&'a str> for ParseError<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Self {
            at,
            expected: "something else",
        }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// What a parser gives: the rest of the line and a value, or a parse error.
pub(super) type Read<'a, T> = IResult<&'a str, T, ParseError<'a>>;

/// Any blanks, none included. The blanks are those of ASCII.
pub(super) fn blanks(input: &str) -> Read<'_, &str> {
    take_while(|c: char| c.is_ascii_whitespace()).parse(input)
}

/// The next word, after any blanks.
pub(super) fn word(input: &str) -> Read<'_, &str> {
    preceded(blanks, take_while1(|c: char| !c.is_ascii_whitespace())).parse(input)
}

/// This very word.
pub(super) fn exactly<'a>(wanted: &'static str) -> impl FnMut(&'a str) -> Read<'a, &'a str> {
    move |input| verify(word, |found: &str| found == wanted).parse(input)
}

/// The end of the line.
pub(super) fn end(input: &str) -> Read<'_, ()> {
    expecting("the end of the line", all_consuming(blanks))
        .parse(input)
        .map(|(rest, _)| (rest, ()))
}

/// The rest of the line, trimmed.
pub(super) fn rest(input: &str) -> Read<'_, &str> {
    Ok(("", input.trim_ascii()))
}

/// The same parser with a better word for what it hopes for, blamed on the word it began with.
/// A failure behind a cut knows better already and stays.
pub(super) fn expecting<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = ParseError<'a>>,
) -> impl FnMut(&'a str) -> Read<'a, T> {
    move |input| {
        parser.parse(input).map_err(|error| match error {
            nom::Err::Error(_) => nom::Err::Error(ParseError {
                at: input.trim_ascii_start(),
                expected,
            }),
            other => other,
        })
    }
}

/// An integer without bounds: more digits than 64 bits hold saturate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    negative: bool,
    magnitude: u64,
}

impl Number {
    /// As a signed integer.
    pub fn signed(self) -> i64 {
        if self.negative {
            0_i64.saturating_sub_unsigned(self.magnitude)
        } else {
            i64::try_from(self.magnitude).unwrap_or(i64::MAX)
        }
    }

    /// As a signed integer of 32 bits.
    pub fn short(self) -> i32 {
        let bounded = self.signed().clamp(i32::MIN.into(), i32::MAX.into());
        i32::try_from(bounded).unwrap_or_default()
    }

    /// As a count; `None` below zero.
    pub fn count(self) -> Option<u64> {
        (!self.negative || self.magnitude == 0).then_some(self.magnitude)
    }

    /// As a count of 32 bits; `None` below zero.
    pub fn small(self) -> Option<u32> {
        let count = self.count()?;
        Some(u32::try_from(count).unwrap_or(u32::MAX))
    }
}

/// What [`number`] hopes for.
pub(super) const NUMBER: &str = "a whole number";

/// What a count hopes for.
pub(super) const COUNT: &str = "a whole number of at least 0";

/// A word that is an integer: an optional minus sign and decimal digits.
pub(super) fn number(input: &str) -> Read<'_, Number> {
    expecting(NUMBER, word.and_then(digits)).parse(input)
}

fn digits(word: &str) -> Read<'_, Number> {
    all_consuming((opt(char('-')), digit1))
        .map(|(sign, digits): (Option<char>, &str)| Number {
            negative: sign.is_some(),
            // Digits alone fail to parse only by being too many.
            magnitude: digits.parse().unwrap_or(u64::MAX),
        })
        .parse(word)
}

/// A word that is an integer of at least zero, of 32 bits.
pub(super) fn small(input: &str) -> Read<'_, u32> {
    expecting(COUNT, number.map_opt(Number::small)).parse(input)
}

/// The column, from 1, at which `rest`, an end part of `line`, begins.
pub(super) fn column(line: &str, rest: &str) -> usize {
    let before = line.len().saturating_sub(rest.len());
    line.get(..before)
        .map_or(1, |before| before.chars().count() + 1)
}

/// The protocol error of a parse error in `line`.
pub(super) fn to_error(line: &str, code: ErrorCode, error: &ParseError<'_>) -> ProtocolError {
    let found = word(error.at).map_or_else(
        |_| "the end of the line".to_owned(),
        |(_, found)| quote(found),
    );
    let message = format!("found {found}, expected {}", error.expected);
    ProtocolError::new(code, message).at(column(line, error.at))
}

/// The errors of one line, each with its place.
#[derive(Debug)]
pub(super) struct Errors(ErrorList);

impl Default for Errors {
    fn default() -> Self {
        Self(ErrorList::new(ErrorCode::BadArgument))
    }
}

impl Errors {
    /// Adds a parse error.
    pub fn add(&mut self, line: &str, error: &ParseError<'_>) {
        self.0
            .push_with(|| to_error(line, ErrorCode::BadArgument, error));
    }

    /// Adds the error for a word that is none of those `known`, with the nearest of them.
    pub fn add_unknown(
        &mut self,
        line: &str,
        parse: &ParseError<'_>,
        known: impl Iterator<Item = &'static str>,
    ) {
        self.0.push_with(|| {
            let mut error = to_error(line, ErrorCode::BadArgument, parse);
            let near = word(parse.at).ok();
            if let Some(near) = near.and_then(|(_, word)| nearest(word, known)) {
                error.message += &format!("; did you mean {near}?");
            }
            error
        });
    }

    /// All that is to be told.
    pub fn finish(self) -> Vec<ProtocolError> {
        self.0.finish()
    }
}
