//! Quiescence search without a window, as an evaluator around another: the yardstick of tests.
//! Not here: the quiescence search that plays (`alphabeta::quiescence`). They share no code, so
//! that each checks the other.

use super::alphabeta::MAX_PLY;
use crate::eval::{EvalTerm, Evaluate, Score, Value};
use crate::rules::Tactics;

/// Judges by another evaluator, once nothing is left to capture: captures are searched in full,
/// and where only the opponent threatens one, all moves are, once in a line.
///
/// Wins and losses it comes to see are scored by their distance from the position judged.
#[derive(Clone, Debug)]
pub struct Quiesce<E> {
    inner: E,
}

impl<E> Quiesce<E> {
    /// Looks through exchanges for `inner`.
    pub fn new(inner: E) -> Self {
        Self { inner }
    }

    fn look<G: Tactics>(&mut self, position: &G, ply: u32, defended: bool) -> Score
    where
        E: Evaluate<G, Value = Score>,
    {
        if let Some(outcome) = position.outcome() {
            return Score::ended(outcome, position.turn(), ply);
        }
        let capturing = position.capturing();
        let defending = !capturing && !defended && position.threatened();
        if ply as usize >= MAX_PLY || !(capturing || defending) {
            return self.inner.value(position);
        }
        let mut moves = Vec::new();
        position.moves((), &mut moves);
        let defended = defended || defending;
        moves
            .iter()
            .map(|m| -self.look(&position.play(m), ply + 1, defended))
            .max()
            .unwrap_or_default()
    }
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Evaluate<G> for Quiesce<E> {
    type Value = Score;

    fn value(&mut self, position: &G) -> Score {
        self.look(position, 0, false)
    }

    fn terms(&mut self, position: &G) -> Vec<EvalTerm> {
        self.inner.terms(position)
    }
}
