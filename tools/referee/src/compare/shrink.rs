//! From a position that differs to a small one that still does.
//! Not here: any game. Texts are changed blindly, and the game's own reader says which of them
//! are positions.

use super::ask::{Ask, AskError};
use super::examine::{Counts, Difference, at, examine};

/// How many positions are tried at the most.
const TRIES: u64 = 3_000;

/// The smallest position found that differs, going down from one that does, piece by piece; `None`
/// if the text of that one alone shows no difference.
///
/// # Errors
/// If the engine does not answer; it is gone then.
pub async fn smallest(
    ask: &mut Ask,
    variant: &str,
    text: &str,
    depth: u32,
) -> Result<Option<(String, Difference)>, AskError> {
    let mut counts = Counts::default();
    let Some(board) = at(variant, text) else {
        return Ok(None);
    };
    let Some(mut difference) = examine(ask, variant, &*board, depth, &mut counts).await? else {
        return Ok(None);
    };
    // A count may have been traced to another position; that one is where the moves differ.
    let traced = difference.setting.strip_prefix("position fen ");
    let traced = traced.and_then(|setting| setting.split(" moves ").next());
    let mut text = traced.unwrap_or(text).to_owned();
    'smaller: loop {
        for candidate in candidates(&text) {
            let Some(board) = at(variant, &candidate) else {
                continue;
            };
            let canonical = board.text();
            if pieces(&canonical) >= pieces(&text) {
                continue;
            }
            if counts.positions > TRIES {
                break 'smaller;
            }
            if let Some(found) = examine(ask, variant, &*board, depth, &mut counts).await? {
                text = canonical;
                difference = found;
                continue 'smaller;
            }
        }
        break;
    }
    Ok(Some((text, difference)))
}

/// The letters of the board, which is the first word of every game's position text.
fn pieces(text: &str) -> usize {
    let board = text.split(' ').next().unwrap_or_default();
    board.chars().filter(char::is_ascii_alphabetic).count()
}

/// Texts with one letter less on the board: taken out, or an empty place in its stead, which
/// joins the empty places beside it in the ways that games write them.
fn candidates(text: &str) -> Vec<String> {
    let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut all = Vec::new();
    for (at, letter) in board
        .char_indices()
        .filter(|(_, c)| c.is_ascii_alphabetic())
    {
        let (before, after) = (&board[..at], &board[at + letter.len_utf8()..]);
        let joined = join(before, after, "");
        let across = join(before, after, "/");
        for board in [format!("{before}{after}"), joined, across] {
            all.push(format!("{board} {rest}"));
        }
    }
    all
}

/// One empty place between two halves, added to the numbers of empty places next to it; `between`
/// stands between places.
fn join(before: &str, after: &str, between: &str) -> String {
    let left = before.strip_suffix(between).unwrap_or(before);
    let right = after.strip_prefix(between).unwrap_or(after);
    let head = left.trim_end_matches(|c: char| c.is_ascii_digit());
    let tail = right.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = |digits: &str| digits.parse::<u32>().ok();
    let (one, other) = (
        number(&left[head.len()..]),
        number(&right[..right.len() - tail.len()]),
    );
    let sum = one.unwrap_or(0) + 1 + other.unwrap_or(0);
    // Where there is no number to join, the half stays as it was.
    let head = if one.is_some() { head } else { before };
    let tail = if other.is_some() { tail } else { after };
    format!("{head}{sum}{tail}")
}
