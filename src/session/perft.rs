//! Perft by move: the rows of `perft`, one for each legal move or roll.
//! Not here: counting below them (`rules::perft`).

use crate::rules::perft::{DEEPEST, Leaves, perft};
use crate::rules::{Chance, Game, Notation};
use tricorn_protocol::{ErrorCode, ProtocolError};

/// Leaves `depth` plies below, by move and sorted by its text; by roll where none is known. Empty
/// at depth 0, whose total is 1. `None` if `stop` said so.
///
/// # Errors
/// The depth is beyond what can be counted.
pub fn divide<G: Notation>(
    game: &Game<G>,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Vec<(String, u64)>>, ProtocolError> {
    if depth > DEEPEST {
        let message = format!("perft {depth}, expected at most {DEEPEST}");
        return Err(ProtocolError::new(ErrorCode::BadArgument, message));
    }
    Ok(rows(game, depth, stop))
}

fn rows<G: Notation>(
    game: &Game<G>,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<(String, u64)>> {
    let position = game.position();
    let leaves = |position: &G, roll, depth| perft(position, roll, depth, Leaves::Counted, stop);
    let mut rows = Vec::new();
    if depth == 0 {
        return Some(rows);
    }
    match game.roll() {
        Some(roll) => {
            let mut moves = Vec::new();
            position.moves(roll, &mut moves);
            for m in moves {
                if stop() {
                    return None;
                }
                let below = leaves(&position.play(&m), None, depth - 1)?;
                rows.push((position.move_text(&m), below));
            }
        }
        None => {
            for &(roll, _) in G::Roll::ROLLS {
                rows.push((G::roll_text(roll), leaves(position, Some(roll), depth)?));
            }
        }
    }
    rows.sort_unstable();
    Some(rows)
}
