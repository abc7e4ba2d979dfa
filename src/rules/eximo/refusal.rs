//! What to say of a move text that is well formed but illegal.
//! Not here: deciding that; `notation` has done so.

use super::notation::names;
use super::{Eximo, Move, goal};
use crate::rules::squares::{Path, bit, name};
use crate::rules::{Notation, Rules, Tactics, TextError, colour};

/// How many moves a message lists at most.
const SHOWN: usize = 3;

/// Says why `path`, read from `word`, is refused: `moves` are all legal moves, `near` those
/// with its origin and destination, `fitting` those that agree with all it says, not exactly one.
pub(super) fn explain(
    position: &Eximo,
    word: &str,
    path: &Path,
    moves: &[Move],
    near: &[Move],
    fitting: &[Move],
) -> TextError {
    let colour = colour::<Eximo>(position.turn());
    if !fitting.is_empty() {
        let message = format!(
            "fits {} legal moves: {}; say which",
            fitting.len(),
            shown(position, fitting)
        );
        return TextError::at(0, message);
    }
    if moves.is_empty() {
        return TextError::at(0, format!("the game is over, {colour} has no move"));
    }
    let (from, to) = (path.squares[0], path.squares[path.squares.len() - 1]);
    if position.board().of(position.turn()) & bit(from) == 0 {
        return TextError::at(1, format!("no {colour} man on {}", name(from)));
    }
    let way = |m: &&Move| path.squares.len() == 2 || position.passes(m, path);
    let mut passing = near.iter().filter(way);
    if let Some(m) = passing.next() {
        let room = passing.fold(m.drops(), |set, m| set | m.drops());
        let room = names(room).join(" ");
        let message = match m.drops().count_ones() {
            0 if bit(to) & goal(position.turn()) == 0 => {
                format!("nothing is dropped for a man that stays on {}", name(to))
            }
            0 => "nothing is dropped while the drop zone is full".to_owned(),
            1 => format!("expected one drop, on {room}"),
            _ => format!("expected two drops, on two squares of {room}"),
        };
        let column = word.find('@').map_or(0, |at| at + 1);
        return TextError::at(column, message);
    }
    if !near.is_empty() {
        let message = format!(
            "not the way from {} to {}, expected {}",
            name(from),
            name(to),
            shown(position, near)
        );
        return TextError::at(0, message);
    }
    let begun = |m: &Move| m.from() == from && position.begins(m, path);
    let longer: Vec<Move> = moves.iter().filter(|m| begun(m)).copied().collect();
    if !longer.is_empty() {
        let message = format!(
            "{} may not stop on {}, expected {}",
            name(from),
            name(to),
            shown(position, &longer)
        );
        return TextError::at(0, message);
    }
    let message = if position.capturing() {
        format!(
            "a capture is mandatory, expected {}",
            shown(position, moves)
        )
    } else {
        format!("the man on {} cannot go to {}", name(from), name(to))
    };
    TextError::at(0, message)
}

/// The texts of the first few moves.
fn shown(position: &Eximo, moves: &[Move]) -> String {
    let texts: Vec<String> = moves
        .iter()
        .take(SHOWN)
        .map(|m| position.move_text(m))
        .collect();
    let more = if moves.len() > SHOWN { ", ..." } else { "" };
    texts.join(", ") + more
}
