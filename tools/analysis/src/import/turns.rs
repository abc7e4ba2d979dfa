//! Matching of a move list's next words with a legal move.
//! Not here: what a word can mean at all (`words`), and playing whole games (`play`).

use super::draft::{Draft, Word};
use super::position;
use super::words::{self, Special, Turn, special};
use referee::board::{self, Board, Word as Read};
use std::cmp::Reverse;
use tricorn::rules::list;
use tricorn_protocol::quote;

/// How many legal turns an error names.
const NEAREST: usize = 8;

/// What the next words of a list are.
pub(super) enum Next {
    /// A turn, now played: its canonical text, and whether it could be marked as a promotion.
    Turn(String, bool),
    /// A roll, a move number, or nothing else that is played.
    Passed,
    Special(Special),
    Several(Vec<String>),
    Wrong(String),
}

/// Whether the first turn of a list is legal at the start of a game.
pub(super) fn begins(variant: &str, words: &[Word]) -> bool {
    legal_words(variant, None, words, true).is_none()
}

/// Whether a list is legal to its end, from the start of a game.
pub(super) fn is_legal(variant: &str, words: &[Word]) -> bool {
    legal_words(variant, None, words, false).is_none()
}

/// How many words of a list are legal; `None` for all, or as far as asked.
fn legal_words(
    variant: &str,
    position: Option<&str>,
    words: &[Word],
    one_turn: bool,
) -> Option<usize> {
    let Ok(mut board) = open(variant, position) else {
        return Some(0);
    };
    let mut at = 0;
    while at < words.len() {
        if board.outcome().is_some() {
            return Some(at);
        }
        let turn = words::turn(&words[at..], !board.awaits_roll());
        match next(board.as_mut(), &words[at], &turn, None) {
            Next::Turn(..) if one_turn => return None,
            Next::Turn(..) | Next::Passed => at += turn.words,
            Next::Special(_) | Next::Several(_) => return None,
            Next::Wrong(_) => return Some(at),
        }
    }
    None
}

/// A board at the position of a text, or at the start.
pub(super) fn open(variant: &str, position: Option<&str>) -> Result<Box<dyn Board>, String> {
    let text = match position.filter(|text| text.trim() != "startpos") {
        Some(text) => position::readable(variant, text)?.into_owned(),
        None => board::start_text(variant).unwrap_or_default(),
    };
    board::open::<&str>(variant, &text, &[]).map_err(|error| error.to_string())
}

/// The games in which a draft is legal; if there is none, the one in which it gets farthest.
pub(super) fn fitting(draft: &Draft) -> Vec<&'static str> {
    let position = draft.position.as_deref();
    let games = list::NAMES.iter().copied();
    let openable = games.filter(|variant| open(variant, position).is_ok());
    let reached: Vec<_> = openable
        .map(|variant| {
            let reached = legal_words(variant, position, &draft.words, false);
            (variant, reached.unwrap_or(usize::MAX))
        })
        .collect();
    let best = reached.iter().map(|&(_, words)| words).max();
    let best = best.filter(|&words| words > 0 || reached.len() == 1);
    let fits = reached
        .into_iter()
        .filter(|&(_, words)| Some(words) == best);
    fits.map(|(variant, _)| variant).collect()
}

/// Acts on the next words.
pub(super) fn next(board: &mut dyn Board, word: &Word, turn: &Turn, choice: Option<&str>) -> Next {
    if word.numbering && !board.awaits_roll() {
        return Next::Passed;
    }
    if let Some(special) = special(&word.text) {
        return Next::Special(special);
    }
    let choice = choice.filter(|_| !board.awaits_roll() || turn.text.contains(':'));
    if let Some(choice) = choice {
        return match board.read(choice) {
            Ok(Read::Move(text)) => Next::Turn(text, true),
            Ok(Read::Roll) => Next::Passed,
            Err(error) => Next::Wrong(format!("the choice {}: {error}", quote(choice))),
        };
    }
    let mut found: Vec<(String, &str)> = Vec::new();
    let mut wrong = String::from("expected a move");
    for reading in &turn.readings {
        match board.fork().read(reading) {
            Ok(Read::Move(text)) => {
                if !found.iter().any(|(known, _)| *known == text) {
                    found.push((text, reading));
                }
            }
            Ok(Read::Roll) => {
                return match board.read(reading) {
                    Ok(_) => Next::Passed,
                    Err(error) => Next::Wrong(error.to_string()),
                };
            }
            Err(error) => wrong = error.to_string(),
        }
    }
    match &found[..] {
        [] => {}
        [(_, reading)] => {
            let marked = format!("{reading}K");
            let crowns = turn.promotes && board.fork().read(&marked).is_ok();
            return match board.read(reading) {
                Ok(Read::Move(text)) => Next::Turn(text, crowns),
                Ok(Read::Roll) => Next::Passed,
                Err(error) => Next::Wrong(error.to_string()),
            };
        }
        _ => return Next::Several(found.into_iter().map(|(text, _)| text).collect()),
    }
    let legal = board.legal();
    let candidates: Vec<String> = match &turn.ends {
        Some(ends) if turn.is_short() => legal.into_iter().filter(|m| joins(m, ends)).collect(),
        Some(_) => Vec::new(),
        None => legal.into_iter().filter(|m| turn.is_like(m)).collect(),
    };
    if candidates.len() > 1 {
        return Next::Several(candidates);
    }
    Next::Wrong(wrong)
}

/// Whether a turn goes from one square to the other.
fn joins(text: &str, ends: &[String; 2]) -> bool {
    let path = text.split('@').next().unwrap_or_default();
    path.starts_with(&ends[0]) && path.ends_with(&ends[1])
}

/// The legal turns that have most in common with a text.
pub(super) fn nearest(legal: &[String], turn: &Turn) -> Vec<String> {
    let text = turn.readings.last().map_or("", String::as_str);
    let common = |m: &str| {
        m.bytes()
            .zip(text.bytes())
            .take_while(|(a, b)| a == b)
            .count()
    };
    let near = |m: &String| {
        let goal = turn.ends.as_ref().is_some_and(|[_, to]| {
            let path = m.split('@').next().unwrap_or_default();
            path.ends_with(to)
        });
        2 * common(m) + 3 * usize::from(goal)
    };
    let mut sorted: Vec<&String> = legal.iter().collect();
    sorted.sort_by_key(|m| Reverse(near(m)));
    sorted.into_iter().take(NEAREST).cloned().collect()
}
