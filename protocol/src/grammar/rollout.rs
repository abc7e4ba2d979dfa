//! The arguments of `rollout`.
//! Not here: what a rollout is.

use super::token::{COUNT, Number, ParseError, Read, blanks, expecting, number, word};
use crate::keyword_enum::keyword_enum;
use crate::message::{Rollout, Words};
use nom::Parser;
use nom::combinator::{all_consuming, map_opt, not, recognize};
use nom::multi::many0_count;
use nom::sequence::preceded;

keyword_enum! {
    /// A word that `rollout` knows.
    enum RolloutWord {
        Games = "games",
        Plies = "plies",
        Depth = "depth",
        Seed = "seed",
        Moves = "moves",
        SearchMoves = "searchmoves",
    }
}

fn rollout_word(input: &str) -> Read<'_, RolloutWord> {
    let expected = "one of games, plies, depth, seed, moves, searchmoves";
    expecting(expected, map_opt(word, RolloutWord::from_word)).parse(input)
}

/// A list of moves, to the next word that `rollout` knows.
fn list(input: &str) -> Read<'_, &str> {
    let other = preceded(not(rollout_word), word);
    recognize(many0_count(other)).parse(input)
}

fn count<'a, T>(
    field: &mut Option<T>,
    read: fn(Number) -> Option<T>,
    input: &'a str,
) -> Read<'a, ()> {
    let (rest, value) = expecting(COUNT, number.map_opt(read)).parse(input)?;
    *field = Some(value);
    Ok((rest, ()))
}

/// What follows `rollout`, to the end of the line.
pub(super) fn rollout(mut input: &str) -> Read<'_, Rollout> {
    let mut rollout = Rollout::default();
    let mut seen = Vec::new();
    while all_consuming(blanks).parse(input).is_err() {
        let (after, word) = rollout_word(input)?;
        if seen.contains(&word) {
            return Err(nom::Err::Error(ParseError {
                at: input.trim_ascii_start(),
                expected: "each word once",
            }));
        }
        seen.push(word);
        let small = Number::small;
        (input, _) = match word {
            RolloutWord::Games => count(&mut rollout.games, small, after)?,
            RolloutWord::Plies => count(&mut rollout.plies, small, after)?,
            RolloutWord::Depth => count(&mut rollout.depth, small, after)?,
            RolloutWord::Seed => count(&mut rollout.seed, Number::count, after)?,
            RolloutWord::Moves => count(&mut rollout.moves, small, after)?,
            RolloutWord::SearchMoves => {
                let (rest, moves) = list(after)?;
                rollout.searchmoves = Words::from(moves);
                (rest, ())
            }
        };
    }
    Ok((input, rollout))
}
