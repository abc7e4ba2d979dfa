//! A one-ply player for Abak: it plays the turn with the best linear evaluation after it.
//! Not here: looking ahead at rolls. This player is frozen.
//!
//! Whatever the limits, it evaluates each legal turn once. Among equal turns it plays the first by
//! text. Before a roll it reports the mean over all rolls.

mod evaluation;
mod logistic;
mod side_features;

use crate::player::{PlayerScore, Search, SearchInfo, SearchTask};
use evaluation::points;
use tricorn::rules::abak::{Abak, Move};
use tricorn::rules::{Chance, Notation, Rules};

/// The one-ply player.
#[derive(Debug, Default)]
pub struct Linear;

/// The value of a turn to the side that plays it, in millionths of a point.
fn move_value(position: &Abak, m: &Move) -> i32 {
    let after = position.play(m);
    match after.outcome() {
        // Only the side that moves can have borne off its last checker.
        Some(outcome) => 1_000_000 * i32::from(outcome.points),
        None => -points(&after),
    }
}

/// The greatest value of the turns; `None` if there are none.
fn best_value(position: &Abak, moves: &[Move]) -> Option<i32> {
    moves.iter().map(|m| move_value(position, m)).max()
}

/// The weighted mean over all rolls, and the number of positions evaluated.
fn before_roll(position: &Abak) -> (i32, u64) {
    let (mut sum, mut weights, mut nodes) = (0, 0, 0);
    let mut moves = Vec::new();
    for &(roll, weight) in <Abak as Rules>::Roll::ROLLS {
        position.moves(roll, &mut moves);
        nodes += moves.len() as u64;
        if let Some(best) = best_value(position, &moves) {
            sum += i64::from(best) * i64::from(weight);
            weights += i64::from(weight);
        }
    }
    ((sum / weights.max(1)) as i32, nodes)
}

impl Search<Abak> for Linear {
    fn run(&mut self, task: &SearchTask<'_, Abak>, report: &mut dyn FnMut(SearchInfo<Abak>)) {
        let position = task.game.position();
        let best = best_value(position, &task.moves);
        let equal = task
            .moves
            .iter()
            .filter(|m| Some(move_value(position, m)) == best);
        let first = equal.min_by_key(|m| position.move_text(m));
        let (points, nodes) = match best {
            Some(best) => (best, task.moves.len() as u64),
            None => before_roll(position),
        };
        report(SearchInfo {
            depth: 1,
            seldepth: 1,
            score: PlayerScore::Cp((f64::from(points) / 10_000.0).round() as i32),
            nodes,
            line: first.copied().into_iter().collect(),
        });
    }
}
