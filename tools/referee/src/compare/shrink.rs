//! Test case reduction: shrinks a position while the difference remains.
//! Not here: anything about a particular game. The game's parser decides which texts are positions.

use super::ask::{Ask, AskError};
use super::examine::{Counts, Difference, at, examine};

/// The maximum number of positions to try.
const TRIES: u64 = 3_000;

/// Removes pieces one by one while the difference remains, and returns the smallest position found.
/// `None` if the position given as text shows no difference.
///
/// # Errors
/// An engine that does not answer; it is stopped then.
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
    // A difference in a leaf count may have been traced to a deeper position, where the moves differ.
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

/// The number of letters in the board, which is the first word of a position in every game.
fn pieces(text: &str) -> usize {
    let board = text.split(' ').next().unwrap_or_default();
    board.chars().filter(char::is_ascii_alphabetic).count()
}

/// Texts with one letter less on the board. The letter is removed or replaced by an empty place,
/// which joins adjacent empty places in each of the ways that the games write them.
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

/// Adds one empty place between two halves to the adjacent counts of empty places; `between`
/// separates places.
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
    // Without an adjacent count, the half stays unchanged.
    let head = if one.is_some() { head } else { before };
    let tail = if other.is_some() { tail } else { after };
    format!("{head}{sum}{tail}")
}
