//! The linear evaluation of Abak, one turn deep: of all turns the one that leaves the best position.
//! Not here: looking ahead at throws. This player is frozen.
//!
//! Whatever the limits, it looks at each of its turns once. Among equal ones it plays the one whose
//! steps come first by their text. Before a throw it tells the mean over all throws.

mod evaluation;
mod logistic;
mod side_features;

use crate::player::{Mind, Task, Thought, Worth};
use evaluation::points;
use tricorn::rules::abak::{Abak, Move};
use tricorn::rules::{Chance, Notation, Rules};

/// A player of one turn.
#[derive(Debug, Default)]
pub struct Linear;

/// What a turn is worth to the side that makes it, in millionths of a point.
fn worth(position: &Abak, m: &Move) -> i32 {
    let after = position.play(m);
    match after.outcome() {
        // Only the side that moves can have borne off its last checker.
        Some(outcome) => 1_000_000 * i32::from(outcome.points),
        None => -points(&after),
    }
}

/// The best value among turns; none without turns.
fn best_worth(position: &Abak, moves: &[Move]) -> Option<i32> {
    moves.iter().map(|m| worth(position, m)).max()
}

/// The weighted mean over all throws, and how many positions were looked at.
fn before_throw(position: &Abak) -> (i32, u64) {
    let (mut sum, mut weights, mut nodes) = (0, 0, 0);
    let mut moves = Vec::new();
    for &(roll, weight) in <Abak as Rules>::Roll::ROLLS {
        position.moves(roll, &mut moves);
        nodes += moves.len() as u64;
        if let Some(best) = best_worth(position, &moves) {
            sum += i64::from(best) * i64::from(weight);
            weights += i64::from(weight);
        }
    }
    ((sum / weights.max(1)) as i32, nodes)
}

impl Mind<Abak> for Linear {
    fn think(&mut self, task: &Task<'_, Abak>, tell: &mut dyn FnMut(Thought<Abak>)) {
        let position = task.game.position();
        let best = best_worth(position, &task.moves);
        let equal = task
            .moves
            .iter()
            .filter(|m| Some(worth(position, m)) == best);
        let first = equal.min_by_key(|m| position.move_text(m));
        let (points, nodes) = match best {
            Some(best) => (best, task.moves.len() as u64),
            None => before_throw(position),
        };
        tell(Thought {
            depth: 1,
            seldepth: 1,
            worth: Worth::Cp((f64::from(points) / 10_000.0).round() as i32),
            nodes,
            line: first.copied().into_iter().collect(),
        });
    }
}
