//! An evaluation that probes the endgame tables.
//! Not here: either of the two.

use super::Endgames;
use crate::eval::{EvalTerm, Evaluate, Score};
use crate::rules::dameo::Dameo;

/// Another evaluation, and the exact values that the tables know.
#[derive(Clone, Debug, Default)]
pub struct WithTables<E> {
    inner: E,
    endgames: Endgames,
}

impl<E> WithTables<E> {
    /// Adds tables to an evaluation.
    pub fn new(inner: E, endgames: Endgames) -> Self {
        Self { inner, endgames }
    }
}

impl<E: Evaluate<Dameo, Value = Score>> Evaluate<Dameo> for WithTables<E> {
    type Value = Score;

    #[inline]
    fn value(&mut self, position: &Dameo) -> Score {
        self.inner.value(position)
    }

    #[inline]
    fn exact(&mut self, position: &Dameo) -> Option<Score> {
        self.endgames.probe(position)
    }

    #[inline]
    fn silenced_by_counter(&mut self, position: &Dameo) -> bool {
        position.quiet() > 0 && self.endgames.covers(position)
    }

    fn terms(&mut self, position: &Dameo) -> Vec<EvalTerm> {
        self.inner.terms(position)
    }
}
