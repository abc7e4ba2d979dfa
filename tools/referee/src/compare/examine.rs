//! Everything that two programs can disagree on about one position.
//! Not here: which positions, and a smaller one that shows the same.

use super::ask::{Ask, AskError};
use crate::answers::{leaves, response};
use crate::board::{self, Board, Word};
use crate::schedule::Opening;
use std::collections::BTreeSet;
use std::fmt;
use tricorn_protocol::{Answer, Query};

/// At most so many of a position's moves are played and looked at.
const PLAYED: usize = 64;

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions.
    pub positions: u64,
    /// Moves that were played.
    pub moves: u64,
    /// Leaves that were counted.
    pub leaves: u64,
}

/// A difference, with the lines that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The `position` command, or the text, of the place.
    pub setting: String,
    /// The command that was answered otherwise.
    pub question: String,
    /// What our rules say.
    pub expected: String,
    /// What the engine says.
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

/// Compares a position by its text: the legal moves, the position after each, the result, and the
/// leaves of the tree to `depth` plies. Gives the first difference; one of a count is traced to
/// the position where the moves differ, if they do.
///
/// # Errors
/// If the engine does not answer.
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

/// Compares what a line from the start leads to: the position, and the end by repetition.
///
/// # Errors
/// If the engine does not answer.
pub async fn line(
    ask: &mut Ask,
    line: &Opening,
    board: &dyn Board,
) -> Result<Option<Difference>, AskError> {
    let told = [Query::GameOver, Query::Result, Query::Reason];
    told_otherwise(ask, &line.line(), board, &told).await
}

/// Asks questions about one position; the first that is answered otherwise.
async fn told_otherwise(
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
    let differs = told.iter().zip(&answers).find_map(|(&query, answer)| {
        let expected = response(board, query);
        let found = other(query == Query::Legal, &expected, answer)?;
        Some(Difference {
            setting: setting.to_owned(),
            question: format!("query {query}"),
            expected: short(expected, query == Query::Legal),
            found,
        })
    });
    Ok(differs)
}

/// A list of moves is told by what is missing, so the whole of it only if it is not long.
fn short(expected: String, list: bool) -> String {
    const LONGEST: usize = 400;
    if list && expected.len() > LONGEST {
        return format!("{} moves", expected.split(' ').count());
    }
    expected
}

/// How an answer differs from what is expected, `None` if it does not. Of sets of words, the
/// words that only one has.
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

/// Compares the positions after the moves.
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
    let lines: Vec<String> = words
        .iter()
        .map(|word| format!("{setting} moves {word}"))
        .collect();
    let questions: Vec<String> = lines
        .iter()
        .map(|line| format!("{line}\nquery position"))
        .collect();
    let answers = ask.questions(&questions).await?;
    for ((word, line), answer) in words.iter().zip(lines).zip(&answers) {
        let mut next = board.fork();
        if next.read(word).is_err() {
            continue; // Not reached: it is one of the legal moves.
        }
        counts.moves += 1;
        let expected = next.text();
        if let Some(found) = other(false, &expected, answer) {
            return Ok(Some(Difference {
                setting: line,
                question: "query position".into(),
                expected,
                found,
            }));
        }
    }
    Ok(None)
}

/// Compares the leaves of the tree, and goes down to where the trees part.
async fn count(
    ask: &mut Ask,
    variant: &str,
    board: &dyn Board,
    depth: u32,
    counts: &mut Counts,
) -> Result<Option<Difference>, AskError> {
    let mut place = board.fork();
    let mut found: Option<Difference> = None;
    for depth in (1..=depth).rev() {
        let Some(difference) = total(ask, variant, &*place, depth, counts).await? else {
            // Here the totals agree, so the difference is the one above, if any.
            return Ok(found);
        };
        let parts = parted(ask, variant, &*place, depth, counts).await?;
        found = Some(difference);
        match parts {
            Some(next) => place = next,
            None => break,
        }
    }
    let Some(difference) = found else {
        return Ok(None);
    };
    let setting = format!("position fen {}", place.text());
    let moves = told_otherwise(ask, &setting, &*place, &[Query::Legal]).await?;
    Ok(Some(moves.unwrap_or(difference)))
}

/// The first position after a move (or a throw) whose count to one ply less differs.
async fn parted(
    ask: &mut Ask,
    variant: &str,
    place: &dyn Board,
    depth: u32,
    counts: &mut Counts,
) -> Result<Option<Box<dyn Board>>, AskError> {
    if depth < 2 {
        return Ok(None);
    }
    for word in place.legal() {
        let mut next = place.fork();
        let read = next.read(&word);
        if matches!(read, Ok(Word::Move(_)))
            && total(ask, variant, &*next, depth - 1, counts)
                .await?
                .is_some()
        {
            return Ok(Some(next));
        }
    }
    Ok(None)
}

/// Compares one total.
async fn total(
    ask: &mut Ask,
    variant: &str,
    place: &dyn Board,
    depth: u32,
    counts: &mut Counts,
) -> Result<Option<Difference>, AskError> {
    let text = place.text();
    let Some(expected) = leaves(variant, &text, depth) else {
        return Ok(None);
    };
    let setting = format!("position fen {text}");
    let found = ask.leaves(&setting, depth).await?;
    counts.leaves += expected;
    let told = |total: u64| format!("Nodes searched: {total}");
    Ok((found != Ok(expected)).then(|| Difference {
        setting,
        question: format!("perft {depth}"),
        expected: told(expected),
        found: found.map_or_else(|text| text, told),
    }))
}

/// A position by its text alone, without a line.
pub(super) fn at(variant: &str, text: &str) -> Option<Box<dyn Board>> {
    let none: [&str; 0] = [];
    board::open(variant, text, &none).ok()
}
