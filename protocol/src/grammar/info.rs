//! The fields of `info`, in any order.
//! Not here: whether what they say makes sense together.

use super::token::{
    COUNT, Errors, NUMBER, Number, ParseError, Read, expecting, number, small, word,
};
use crate::error::{ErrorCode, ProtocolError};
use crate::keyword_enum::keyword_enum;
use crate::message::{Answer, Bound, Info, Score, ScoreReport, Wdl, Words};
use nom::Parser;
use nom::combinator::{map_opt, not, opt, recognize};
use nom::multi::many0_count;
use nom::sequence::preceded;

keyword_enum! {
    /// A word that `info` knows.
    enum InfoWord {
        Depth = "depth",
        SelDepth = "seldepth",
        MultiPv = "multipv",
        Score = "score",
        Wdl = "wdl",
        Nodes = "nodes",
        Nps = "nps",
        HashFull = "hashfull",
        Time = "time",
        CurrMove = "currmove",
        CurrMoveNumber = "currmovenumber",
        Pv = "pv",
        String = "string",
    }
}

fn known_word(input: &str) -> Read<'_, InfoWord> {
    map_opt(word, InfoWord::from_word).parse(input)
}

fn other_word(input: &str) -> Read<'_, &str> {
    preceded(not(known_word), word).parse(input)
}

/// What follows `info`, to the end of the line.
pub(super) fn info<'a>(line: &str, input: &'a str, errors: &mut Errors) -> Read<'a, Answer> {
    let mut info = Info::default();
    let (mut input, _) = many0_count(other_word).parse(input)?;
    while let Ok((after, known)) = known_word(input) {
        input = match field(&mut info, known, after) {
            Ok((rest, ())) => rest,
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                errors.add(line, &fault);
                after
            }
            Err(incomplete) => return Err(incomplete),
        };
        (input, _) = many0_count(other_word).parse(input)?;
    }
    let error = info.string.as_deref().and_then(reported);
    let alone = Info {
        string: info.string.clone(),
        ..Info::default()
    };
    let answer = match error {
        Some(error) if info == alone => Answer::Error(error),
        _ => Answer::Info(Box::new(info)),
    };
    Ok((input, answer))
}

/// Sets one field from what follows its word.
fn field<'a>(info: &mut Info, known: InfoWord, input: &'a str) -> Read<'a, ()> {
    let mut whole = expecting(COUNT, map_opt(number, Number::count));
    match known {
        InfoWord::Depth => set(&mut info.depth, small, input),
        InfoWord::SelDepth => set(&mut info.seldepth, small, input),
        InfoWord::MultiPv => set(&mut info.multipv, small, input),
        InfoWord::HashFull => set(&mut info.hashfull, small, input),
        InfoWord::CurrMoveNumber => set(&mut info.currmovenumber, small, input),
        InfoWord::Nodes => set(&mut info.nodes, &mut whole, input),
        InfoWord::Nps => set(&mut info.nps, &mut whole, input),
        InfoWord::Time => set(&mut info.time, &mut whole, input),
        InfoWord::Score => set(&mut info.score, score, input),
        InfoWord::Wdl => set(&mut info.wdl, wdl, input),
        InfoWord::CurrMove => {
            let a_move = other_word.map(str::to_owned);
            set(&mut info.currmove, expecting("a move", a_move), input)
        }
        InfoWord::Pv => {
            let (rest, moves) = recognize(many0_count(other_word)).parse(input)?;
            info.pv = Words::from(moves);
            Ok((rest, ()))
        }
        InfoWord::String => {
            info.string = Some(input.trim_ascii().to_owned());
            Ok(("", ()))
        }
    }
}

fn set<'a, T>(
    field: &mut Option<T>,
    mut parser: impl Parser<&'a str, Output = T, Error = ParseError<'a>>,
    input: &'a str,
) -> Read<'a, ()> {
    let (rest, value) = parser.parse(input)?;
    *field = Some(value);
    Ok((rest, ()))
}

/// `cp <n>` or `mate <n>`, with a bound before or after it.
fn score(input: &str) -> Read<'_, ScoreReport> {
    let (input, before) = opt(bound).parse(input)?;
    let (input, unit) = expecting(
        "`cp` or `mate`",
        word.map_opt(|unit| match unit {
            "cp" => Some(Score::Cp as fn(i32) -> Score),
            "mate" => Some(Score::Mate as fn(i32) -> Score),
            _ => None,
        }),
    )
    .parse(input)?;
    let (input, value) = expecting(NUMBER, number.map(Number::short)).parse(input)?;
    let (input, behind) = opt(bound).parse(input)?;
    let report = ScoreReport {
        score: unit(value),
        bound: behind.or(before),
    };
    Ok((input, report))
}

fn bound(input: &str) -> Read<'_, Bound> {
    word.map_opt(|side| match side {
        "lowerbound" => Some(Bound::Lower),
        "upperbound" => Some(Bound::Upper),
        _ => None,
    })
    .parse(input)
}

fn wdl(input: &str) -> Read<'_, Wdl> {
    (small, small, small)
        .map(|(win, draw, loss)| Wdl { win, draw, loss })
        .parse(input)
}

/// The error in the text of `info string ERROR <code>: [column <n>: ]<message>`, if it is one.
fn reported(text: &str) -> Option<ProtocolError> {
    let (code, rest) = text.strip_prefix("ERROR ")?.split_once(": ")?;
    let error = ProtocolError::new(ErrorCode::from_word(code)?, rest);
    let Some((place, message)) = rest.split_once(": ") else {
        return Some(error);
    };
    match place.strip_prefix("column ").map(str::parse) {
        Some(Ok(column)) => Some(ProtocolError::new(error.code, message).at(column)),
        _ => Some(error),
    }
}
