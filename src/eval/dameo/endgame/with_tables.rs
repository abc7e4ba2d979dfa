//! Probing endgame tables in the search: a wrapper around an evaluation.
//! Not here: the evaluation, and the tables.

use super::Endgames;
use crate::eval::{EvalTerm, Evaluate, Score};
use crate::rules::dameo::Dameo;

/// An evaluation with the exact values of the endgame tables.
#[derive(Clone, Debug, Default)]
pub struct WithTables<E> {
    inner: E,
    endgames: Endgames,
}

impl<E> WithTables<E> {
    /// Adds endgame tables to an evaluation.
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
