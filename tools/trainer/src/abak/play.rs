//! Depth-1 players for self-play, and matches in which both sides get the same dice.
//! Not here: what is learned from the games.

use super::games::{each, walk};
use std::fmt::{self, Display, Formatter};
use tricorn::eval::abak::OutcomeProbabilities;
use tricorn::eval::{Evaluate, Value};
use tricorn::rules::abak::{Abak, Move};
use tricorn::rules::{Rules, Side};

/// The value of the position after a turn, for the side that plays the turn.
pub fn after<E>(evaluation: &mut E, m: &Move, mover: Side) -> OutcomeProbabilities
where
    E: Evaluate<Abak, Value = OutcomeProbabilities>,
{
    match m.after().outcome() {
        Some(outcome) => OutcomeProbabilities::ended(outcome, mover, 1),
        None => evaluation.value(m.after()).opposite(),
    }
}

/// The first of the best turns, and its value; `None` without turns.
pub fn best<E>(
    evaluation: &mut E,
    moves: &[Move],
    mover: Side,
) -> Option<(Move, OutcomeProbabilities)>
where
    E: Evaluate<Abak, Value = OutcomeProbabilities>,
{
    let mut best: Option<(Move, OutcomeProbabilities)> = None;
    for m in moves {
        let value = after(evaluation, m, mover);
        if best.is_none_or(|(_, least)| value.score() > least.score()) {
            best = Some((*m, value));
        }
    }
    best
}

/// Plays a game; returns the points of the first player, 0 if it was abandoned.
fn game<A, B>(first: &mut A, second: &mut B, seed: u64, number: u64) -> i32
where
    A: Evaluate<Abak, Value = OutcomeProbabilities>,
    B: Evaluate<Abak, Value = OutcomeProbabilities>,
{
    let mut moves = Vec::new();
    let last = walk(seed, number, |position, roll| {
        let mover = position.turn();
        position.moves(roll, &mut moves);
        let best = match mover {
            Side::First => best(first, &moves, mover),
            Side::Second => best(second, &moves, mover),
        };
        best.map(|(m, _)| m)
    });
    last.outcome().map_or(0, |outcome| {
        let points = i32::from(outcome.points);
        if outcome.winner == Some(Side::First) {
            points
        } else {
            -points
        }
    })
}

/// The result of a match over pairs of games with the same dice, the sides changed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub pairs: u64,
    sum: i64,
    squares: i64,
}

impl Score {
    fn add(&mut self, points: i32) {
        self.pairs += 1;
        self.sum += i64::from(points);
        self.squares += i64::from(points * points);
    }

    /// The mean over the pairs so far.
    pub fn mean(&self) -> Mean {
        let pairs = self.pairs as f64;
        let mean = self.sum as f64 / pairs.max(1.0);
        let error = (self.pairs > 1).then(|| {
            let squares = (self.squares as f64 - mean * mean * pairs).max(0.0);
            (squares / (pairs - 1.0) / pairs).sqrt() / 2.0
        });
        let points = mean / 2.0;
        Mean { points, error }
    }
}

/// The mean points a game of the one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    points: f64,
    /// Its standard error over pairs; unknown where there is one pair.
    error: Option<f64>,
}

impl Display for Mean {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(4);
        write!(f, "{:+.digits$} points a game ", self.points)?;
        match self.error {
            Some(error) => write!(f, "+- {error:.digits$}"),
            None => f.write_str("(one pair: the error is unknown)"),
        }
    }
}

/// Plays the pairs `from..to` on some threads.
pub fn pairs<A, B>(
    one: &A,
    other: &B,
    seed: u64,
    range: std::ops::Range<u64>,
    threads: usize,
    score: &mut Score,
) where
    A: Evaluate<Abak, Value = OutcomeProbabilities> + Sync,
    B: Evaluate<Abak, Value = OutcomeProbabilities> + Sync,
{
    let results = each(range, threads, || {
        let (mut one, mut other) = (one.clone(), other.clone());
        move |number| {
            game(&mut one, &mut other, seed, number) - game(&mut other, &mut one, seed, number)
        }
    });
    for points in results {
        score.add(points);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_that_of_all_games() {
        let mut score = Score::default();
        score.add(6);
        let one = score.mean().to_string();
        assert_eq!(
            one,
            "+3.0000 points a game (one pair: the error is unknown)"
        );
        score.add(-2);
        let two = score.mean();
        // Pairs of 6 and -2 points: mean 2, variance 32, error of the mean 4, all by two a game.
        assert_eq!((two.points, two.error), (1.0, Some(2.0)));
        assert_eq!(format!("{two:.1}"), "+1.0 points a game +- 2.0");
    }
}
