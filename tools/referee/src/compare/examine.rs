//! Compares an engine's answers about one position: moves, results, and the positions after the moves.
//! Not here: perft (`leaves`), the choice of positions, and their reduction (`shrink`).

use super::ask::{Ask, AskError};
use super::leaves::count;
use crate::answers::response;
use crate::board::{self, Board};
use crate::draws::DrawLine;
use crate::schedule::Opening;
use std::collections::BTreeSet;
use std::fmt;
use tricorn_protocol::{Answer, Query};

/// The maximum number of moves to play from a position.
const PLAYED: usize = 64;

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions.
    pub positions: u64,
    /// Moves that were played.
    pub moves: u64,
    /// Leaves that were counted.
    pub leaves: u64,
    /// Positions and lines near a draw.
    pub draws: u64,
}

/// A difference, with the lines that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The `position` command, or the text, of the place.
    pub setting: String,
    /// The command with the wrong answer.
    pub question: String,
    /// The answer of the referee's rules.
    pub expected: String,
    /// The engine's answer.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            setting,
            question,
            expected,
            found,
        } = self;
        write!(
            f,
            "> {setting}\n> {question}\nexpected: {expected}\nfound:    {found}"
        )
    }
}

/// Compares a position given as text: the legal moves, the position after each, the result, and perft
/// to `depth` plies. Returns the first difference. A difference in a leaf count is traced to the
/// position where the moves differ, if there is one.
///
/// # Errors
/// An engine that does not answer.
pub async fn examine(
    ask: &mut Ask,
    variant: &str,
    board: &dyn Board,
    depth: u32,
    counts: &mut Counts,
) -> Result<Option<Difference>, AskError> {
    counts.positions += 1;
    let setting = format!("position fen {}", board.text());
    let told = [
        Query::Legal,
        Query::Position,
        Query::GameOver,
        Query::Result,
        Query::Points,
        Query::Reason,
    ];
    if let Some(difference) = told_otherwise(ask, &setting, board, &told).await? {
        return Ok(Some(difference));
    }
    if let Some(difference) = after(ask, &setting, board, counts).await? {
        return Ok(Some(difference));
    }
    count(ask, variant, board, depth, counts).await
}

/// Compares the position after a line from the start, and the end by repetition.
///
/// # Errors
/// An engine that does not answer.
pub async fn line(
    ask: &mut Ask,
    line: &Opening,
    board: &dyn Board,
) -> Result<Option<Difference>, AskError> {
    let told = [Query::GameOver, Query::Result, Query::Reason];
    told_otherwise(ask, &line.line(), board, &told).await
}

/// Compares the result after a line that ends in a draw or just short of one.
///
/// # Errors
/// An engine that does not answer.
pub async fn draw_line(
    ask: &mut Ask,
    line: &DrawLine,
    counts: &mut Counts,
) -> Result<Option<Difference>, AskError> {
    counts.draws += 1;
    let told = [
        Query::Position,
        Query::GameOver,
        Query::Result,
        Query::Points,
        Query::Reason,
    ];
    told_otherwise(ask, &line.setting, &*line.board, &told).await
}

/// Compares a position whose counters are near their limits, and the positions after its moves.
///
/// # Errors
/// An engine that does not answer.
pub async fn near_limit(
    ask: &mut Ask,
    board: &dyn Board,
    counts: &mut Counts,
) -> Result<Option<Difference>, AskError> {
    counts.draws += 1;
    let setting = format!("position fen {}", board.text());
    let told = [Query::Position, Query::GameOver, Query::Reason];
    if let Some(difference) = told_otherwise(ask, &setting, board, &told).await? {
        return Ok(Some(difference));
    }
    after(ask, &setting, board, counts).await
}

/// Sends queries about one position and returns the first difference.
pub(super) async fn told_otherwise(
    ask: &mut Ask,
    setting: &str,
    board: &dyn Board,
    told: &[Query],
) -> Result<Option<Difference>, AskError> {
    let questions = told.iter().zip(0..).map(|(query, place)| match place {
        0 => format!("{setting}\nquery {query}"),
        _ => format!("query {query}"),
    });
    let answers = ask.questions(&questions.collect::<Vec<_>>()).await?;
    Ok(differing(setting, board, told, &answers))
}

/// The first answer about a position that differs from the rules.
fn differing(
    setting: &str,
    board: &dyn Board,
    told: &[Query],
    answers: &[Vec<Answer>],
) -> Option<Difference> {
    told.iter().zip(answers).find_map(|(&query, answer)| {
        let expected = response(board, query);
        let found = other(query == Query::Legal, &expected, answer)?;
        Some(Difference {
            setting: setting.to_owned(),
            question: format!("query {query}"),
            expected: short(expected, query == Query::Legal),
            found,
        })
    })
}

/// Shortens a long list of moves to their number; the difference names the moves anyway.
fn short(expected: String, list: bool) -> String {
    const LONGEST: usize = 400;
    if list && expected.len() > LONGEST {
        return format!("{} moves", expected.split(' ').count());
    }
    expected
}

/// How an answer differs from the expected one; `None` if it does not. For sets of words, the words
/// that only one side has.
fn other(set: bool, expected: &str, answer: &[Answer]) -> Option<String> {
    let responses: Vec<&str> = answer
        .iter()
        .filter_map(|answer| match answer {
            Answer::Response(words) => Some(words.as_str()),
            _ => None,
        })
        .collect();
    let [found] = responses[..] else {
        let lines: Vec<String> = answer.iter().map(ToString::to_string).collect();
        return Some(match &lines[..] {
            [] => "no response".into(),
            lines => format!("no response, but {}", lines.join(" | ")),
        });
    };
    if !set {
        return (found != expected).then(|| found.to_owned());
    }
    let [ours, theirs] = [expected, found].map(|text| {
        text.split(' ')
            .filter(|word| !word.is_empty())
            .collect::<BTreeSet<_>>()
    });
    let only = |one: &BTreeSet<&str>, other: &BTreeSet<&str>| {
        one.difference(other).copied().collect::<Vec<_>>().join(" ")
    };
    let (missing, extra) = (only(&ours, &theirs), only(&theirs, &ours));
    let repeated = found.split(' ').filter(|word| !word.is_empty()).count() > theirs.len();
    (ours != theirs || repeated).then(|| {
        format!(
            "missing: [{missing}], not legal: [{extra}]{}",
            if repeated { ", some twice" } else { "" }
        )
    })
}

/// Compares the positions after the moves, and whether the game is over there.
async fn after(
    ask: &mut Ask,
    setting: &str,
    board: &dyn Board,
    counts: &mut Counts,
) -> Result<Option<Difference>, AskError> {
    let legal = if board.outcome().is_none() {
        board.legal()
    } else {
        Vec::new()
    };
    let step = legal.len().div_ceil(PLAYED).max(1);
    let words: Vec<&String> = legal.iter().step_by(step).collect();
    let told = [Query::Position, Query::Result, Query::Reason];
    let lines: Vec<String> = words
        .iter()
        .map(|word| format!("{setting} moves {word}"))
        .collect();
    let questions = lines.iter().flat_map(|line| {
        let [position, rest @ ..] = told.map(|query| format!("query {query}"));
        std::iter::once(format!("{line}\n{position}")).chain(rest)
    });
    let answers = ask.questions(&questions.collect::<Vec<_>>()).await?;
    for ((word, line), answers) in words.iter().zip(lines).zip(answers.chunks(told.len())) {
        let mut next = board.fork();
        if next.read(word).is_err() {
            continue; // Unreachable: it is one of the legal moves.
        }
        counts.moves += 1;
        if let Some(difference) = differing(&line, &*next, &told, answers) {
            return Ok(Some(difference));
        }
    }
    Ok(None)
}

/// The position of a text, without a line of moves.
pub(super) fn at(variant: &str, text: &str) -> Option<Box<dyn Board>> {
    let none: [&str; 0] = [];
    board::open(variant, text, &none).ok()
}
