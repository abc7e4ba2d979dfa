//! The arguments of `go`.
//! Not here: what a limit means to a search.

use super::suggest::nearest;
use super::token::{COUNT, Errors, NUMBER, Number, ParseError, Read, number, word};
use crate::keyword_enum::keyword_enum;
use crate::message::{Go, Words};
use nom::Parser;
use nom::combinator::{map_opt, not, opt, recognize};
use nom::multi::{fold_many0, many0_count};
use nom::sequence::preceded;

keyword_enum! {
    /// A word that `go` knows.
    enum GoWord {
        SearchMoves = "searchmoves",
        Ponder = "ponder",
        WTime = "wtime",
        BTime = "btime",
        WInc = "winc",
        BInc = "binc",
        P1Time = "p1time",
        P2Time = "p2time",
        P1Inc = "p1inc",
        P2Inc = "p2inc",
        MovesToGo = "movestogo",
        Depth = "depth",
        Nodes = "nodes",
        Mate = "mate",
        MoveTime = "movetime",
        Infinite = "infinite",
        Perft = "perft",
    }
}

impl GoWord {
    /// Whether the word says when the search is to end.
    fn limits(self) -> bool {
        !matches!(self, Self::SearchMoves | Self::Ponder)
    }
}

/// One argument: a word and what belongs to it. `at` and `after` are the rest of the line from
/// the word and from behind it.
struct Argument<'a> {
    at: &'a str,
    after: &'a str,
    /// `None` if `go` does not know the word.
    known: Option<GoWord>,
    /// The moves of `searchmoves`.
    list: &'a str,
    /// The number of a limit, if it is one.
    number: Option<Number>,
}

fn go_word(input: &str) -> Read<'_, GoWord> {
    map_opt(word, GoWord::from_word).parse(input)
}

fn other_word(input: &str) -> Read<'_, &str> {
    preceded(not(go_word), word).parse(input)
}

/// A list of moves goes on to the next word that `go` knows. A word in the place of a number is
/// taken with it, unless `go` knows it.
fn argument(input: &str) -> Read<'_, Argument<'_>> {
    let (after, text) = word(input)?;
    let mut argument = Argument {
        at: input.trim_ascii_start(),
        after,
        known: GoWord::from_word(text),
        list: "",
        number: None,
    };
    let mut rest = after;
    match argument.known {
        None | Some(GoWord::Ponder | GoWord::Infinite) => {}
        Some(GoWord::SearchMoves) => {
            (rest, argument.list) = recognize(many0_count(other_word)).parse(after)?;
        }
        Some(_) => {
            (rest, argument.number) = opt(number).parse(after)?;
            if argument.number.is_none() {
                (rest, _) = opt(other_word).parse(after)?;
            }
        }
    }
    Ok((rest, argument))
}

/// The arguments read so far.
#[derive(Default)]
struct Reading {
    go: Go,
    /// The words that were there, to notice one that comes twice.
    seen: Vec<GoWord>,
    /// Those of them that are limits and took effect.
    limits: Vec<GoWord>,
    /// Whether there was a word that `go` does not know.
    misunderstood: bool,
}

impl Reading {
    /// Takes an argument, and reports what is wrong with it.
    fn take(&mut self, argument: &Argument<'_>, line: &str, errors: &mut Errors) {
        let &Argument { at, after, .. } = argument;
        let Some(word) = argument.known else {
            self.misunderstood = true;
            let expected = "a word that go knows";
            let known = GoWord::ALL.iter().map(|word| word.as_str());
            return errors.add_unknown(line, &ParseError { at, expected }, known);
        };
        if self.seen.contains(&word) {
            let expected = "each word once (the last counts)";
            errors.add(line, &ParseError { at, expected });
        } else {
            self.seen.push(word);
        }
        self.limits.retain(|&other| other != word);
        match self.set(word, argument) {
            Ok(()) if word.limits() => self.limits.push(word),
            Ok(()) => {}
            Err(expected) => {
                let at = after.trim_ascii_start();
                errors.add(line, &ParseError { at, expected });
            }
        }
    }

    /// Sets the field of a word. A number that is refused empties it; the error is what was
    /// expected instead.
    fn set(&mut self, word: GoWord, argument: &Argument<'_>) -> Result<(), &'static str> {
        let go = &mut self.go;
        let signed = argument.number.map(Number::signed);
        let count = argument.number.and_then(Number::count);
        let small = argument.number.and_then(Number::small);
        match word {
            GoWord::SearchMoves => go.searchmoves = Words::from(argument.list),
            GoWord::Ponder => go.ponder = true,
            GoWord::Infinite => go.infinite = true,
            GoWord::WTime => assign(&mut go.wtime, signed, NUMBER)?,
            GoWord::BTime => assign(&mut go.btime, signed, NUMBER)?,
            GoWord::P1Time => assign(&mut go.p1time, signed, NUMBER)?,
            GoWord::P2Time => assign(&mut go.p2time, signed, NUMBER)?,
            GoWord::WInc => assign(&mut go.winc, count, COUNT)?,
            GoWord::BInc => assign(&mut go.binc, count, COUNT)?,
            GoWord::P1Inc => assign(&mut go.p1inc, count, COUNT)?,
            GoWord::P2Inc => assign(&mut go.p2inc, count, COUNT)?,
            GoWord::Nodes => assign(&mut go.nodes, count, COUNT)?,
            GoWord::MoveTime => assign(&mut go.movetime, count, COUNT)?,
            GoWord::MovesToGo => assign(&mut go.movestogo, small, COUNT)?,
            GoWord::Depth => assign(&mut go.depth, small, COUNT)?,
            GoWord::Mate => assign(&mut go.mate, small, COUNT)?,
            GoWord::Perft => assign(&mut go.perft, small, COUNT)?,
        }
        Ok(())
    }

    /// Fills what was left open where no limit took effect. `None` if words were not understood
    /// and nothing limits the search: one of them may have been meant to.
    fn finish(mut self) -> Option<Go> {
        if self.limits.is_empty() && self.seen.iter().any(|word| word.limits()) {
            self.go.movetime = Some(0);
        }
        (!self.misunderstood || self.go.limited()).then_some(self.go)
    }
}

fn assign<T>(
    field: &mut Option<T>,
    value: Option<T>,
    expected: &'static str,
) -> Result<(), &'static str> {
    *field = value;
    field.as_ref().map(|_| ()).ok_or(expected)
}

impl Go {
    /// What is expected where nothing limits a search and a word was not understood.
    pub const LIMIT: &str = "a limit that go knows, such as depth 5, movetime 1000 or infinite";

    /// The word of `go` that `word` is most likely a slip for.
    #[must_use]
    pub fn nearest_word(word: &str) -> Option<&'static str> {
        nearest(word, GoWord::ALL.iter().map(|word| word.as_str()))
    }
}

/// What follows `go`, to the end of the line. What is wrong in it is added to `errors` and skipped;
/// it refuses the command only if nothing that was understood limits the search.
pub(super) fn go<'a>(line: &str, input: &'a str, errors: &mut Errors) -> Read<'a, Go> {
    let take = |mut reading: Reading, argument: Argument<'_>| {
        reading.take(&argument, line, errors);
        reading
    };
    let (rest, reading) = fold_many0(argument, Reading::default, take).parse(input)?;
    let unlimited = ParseError {
        at: rest,
        expected: Go::LIMIT,
    };
    let go = reading.finish().ok_or(nom::Err::Error(unlimited))?;
    Ok((rest, go))
}
