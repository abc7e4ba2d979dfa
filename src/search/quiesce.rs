//! A reference quiescence search without alpha-beta, for tests.
//! Not here: the engine's quiescence search (`alphabeta::quiescence`), with which it shares no code.

use super::alphabeta::MAX_PLY;
use crate::eval::{EvalTerm, Evaluate, Score, Value};
use crate::rules::Tactics;

/// Evaluates with another evaluator once the position is quiet: all captures are searched, and
/// where the opponent threatens a capture, all moves are searched for one ply, once per line.
///
/// Wins and losses that it finds are scored by their distance from the position evaluated.
#[derive(Clone, Debug)]
pub struct Quiesce<E> {
    inner: E,
}

impl<E> Quiesce<E> {
    /// Resolves captures before `inner` evaluates.
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
