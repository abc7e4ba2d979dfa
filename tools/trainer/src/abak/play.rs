//! Players one turn deep, and matches with the same dice for both sides.
//! Not here: what is learned from games.

use super::games::{each, roll};
use tricorn::eval::abak::Outlook;
use tricorn::eval::{Evaluate, Value};
use tricorn::rules::abak::{Abak, Move};
use tricorn::rules::{Rules, Side};

/// What an evaluation makes of the position after a turn, to the side that plays the turn.
pub fn after<E>(evaluation: &mut E, m: &Move, mover: Side) -> Outlook
where
    E: Evaluate<Abak, Value = Outlook>,
{
    match m.after().outcome() {
        Some(outcome) => Outlook::ended(outcome, mover, 1),
        None => evaluation.value(m.after()).opposite(),
    }
}

/// The first of the best turns, and what it is worth; none without turns.
pub fn best<E>(evaluation: &mut E, moves: &[Move], mover: Side) -> Option<(Move, Outlook)>
where
    E: Evaluate<Abak, Value = Outlook>,
{
    let mut best: Option<(Move, Outlook)> = None;
    for m in moves {
        let worth = after(evaluation, m, mover);
        if best.is_none_or(|(_, least)| worth.score() > least.score()) {
            best = Some((*m, worth));
        }
    }
    best
}

/// Plays a game to its end; says the points of the first player.
fn game<A, B>(first: &mut A, second: &mut B, seed: u64, number: u64) -> i32
where
    A: Evaluate<Abak, Value = Outlook>,
    B: Evaluate<Abak, Value = Outlook>,
{
    let mut position = Abak::start();
    let mut moves = Vec::new();
    for ply in 0.. {
        let mover = position.turn();
        position.moves(roll(seed, number, ply), &mut moves);
        let best = match mover {
            Side::First => best(first, &moves, mover),
            Side::Second => best(second, &moves, mover),
        };
        let Some((m, _)) = best else { break };
        position = position.play(&m);
    }
    position.outcome().map_or(0, |outcome| {
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

    /// The mean points a game of the one player, and its standard error over pairs.
    pub fn mean(&self) -> [f64; 2] {
        let pairs = self.pairs.max(2) as f64;
        let mean = self.sum as f64 / pairs;
        let variance = (self.squares as f64 / pairs - mean * mean) * pairs / (pairs - 1.0);
        [mean, (variance / pairs).sqrt()].map(|both| both / 2.0)
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
    A: Evaluate<Abak, Value = Outlook> + Sync,
    B: Evaluate<Abak, Value = Outlook> + Sync,
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
