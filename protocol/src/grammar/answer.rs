//! Answers from text, those of other UCI and UGI engines included.
//! Not here: the fields of `info` and `option`; each has a file of its own.

use super::info::info;
use super::option::option;
use super::token::{Errors, ParseError, Read, end, exactly, expecting, rest, word};
use crate::error::ProtocolError;
use crate::message::{Answer, Words};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut, opt};
use nom::sequence::preceded;

/// What a line of an engine says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedAnswer {
    /// The answer; `None` for a line that is worth nothing without the part that is wrong.
    pub answer: Option<Answer>,
    /// What is wrong, in the order of the line. It may accompany an answer.
    pub errors: Vec<ProtocolError>,
}

/// Reads one line of an engine.
///
/// A line whose first word no answer begins with is [`Answer::Text`]. `info` skips the words it
/// does not know without a word, since engines may add their own, and a known field with a bad
/// value with an error.
///
/// ```
/// use tricorn_protocol::{Answer, parse_answer};
///
/// let best = Some("e2e4".to_owned());
/// let parsed = parse_answer("bestmove e2e4");
/// assert_eq!(parsed.answer, Some(Answer::BestMove { best, ponder: None }));
/// ```
#[must_use]
pub fn parse_answer(line: &str) -> ParsedAnswer {
    let mut errors = Errors::default();
    let trimmed = line.trim_ascii_end();
    let answer = match answer(trimmed, &mut errors) {
        Ok((_, answer)) => Some(answer),
        Err(nom::Err::Failure(fault)) => {
            errors.add(trimmed, &fault);
            None
        }
        Err(_) => Some(Answer::Text(line.to_owned())),
    };
    let errors = errors.finish();
    ParsedAnswer { answer, errors }
}

fn answer<'a>(line: &'a str, errors: &mut Errors) -> Read<'a, Answer> {
    let (input, first) = word(line)?;
    match first {
        "uciok" => bare(line, input, Answer::UciOk, errors),
        "ugiok" => bare(line, input, Answer::UgiOk, errors),
        "readyok" => bare(line, input, Answer::ReadyOk, errors),
        "id" => cut(id).parse(input),
        "option" => cut(|input| option(line, input, errors)).parse(input),
        "info" => info(line, input, errors),
        "bestmove" => {
            let (input, found) = cut(best_move).parse(input)?;
            bare(line, input, found, errors)
        }
        "response" => rest
            .map(|words| Answer::Response(Words::from(words)))
            .parse(input),
        _ => Err(nom::Err::Error(ParseError {
            at: line,
            expected: "an answer",
        })),
    }
}

/// An answer after which the line should end; it stands if the line does not.
fn bare<'a>(line: &str, input: &'a str, found: Answer, errors: &mut Errors) -> Read<'a, Answer> {
    if let Err(nom::Err::Error(fault)) = end(input) {
        errors.add(line, &fault);
    }
    Ok(("", found))
}

fn id(input: &str) -> Read<'_, Answer> {
    let text = |make: fn(String) -> Answer| rest.map(move |text: &str| make(text.to_owned()));
    let name = preceded(exactly("name"), text(Answer::IdName));
    let author = preceded(exactly("author"), text(Answer::IdAuthor));
    expecting("`name` or `author`", alt((name, author))).parse(input)
}

/// `<move> [ponder <move>]`, where `(none)` is no move.
fn best_move(input: &str) -> Read<'_, Answer> {
    let (input, best) = expecting("a move or `(none)`", a_move).parse(input)?;
    let hint = preceded(exactly("ponder"), cut(expecting("a move", a_move)));
    let (input, ponder) = opt(hint).parse(input)?;
    let ponder = ponder.flatten();
    Ok((input, Answer::BestMove { best, ponder }))
}

fn a_move(input: &str) -> Read<'_, Option<String>> {
    word.map(|text| (text != "(none)").then(|| text.to_owned()))
        .parse(input)
}
