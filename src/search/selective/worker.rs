//! One thread of a selective search: the values of chance nodes and of the moves under a roll.
//! Not here: the root, and how work is split (`mod`, `tasks`).

use super::filter::{Filters, Ranked, sort};
use crate::eval::{Evaluate, Value};
use crate::rules::{Chance, Rules};
use crate::search::budget::{Budget, Stopped};
use crate::search::table::Table;

/// Where a search stands: what is left of its depth, and how far from the root it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// Turns to be looked at below, 0 for evaluation alone.
    pub(super) depth: u32,
    /// Turns between the root and here.
    pub(super) ply: u32,
}

impl At {
    /// After one more turn.
    fn below(self, depth: u32) -> Self {
        Self {
            depth: depth - 1,
            ply: self.ply + 1,
        }
    }

    /// The key under which the judgement of a position made here is noted. The distance from the
    /// root enters, since a known distance to the end is counted from the root.
    fn key(self, position: u64) -> u64 {
        let here = u64::from(self.depth) << 32 | u64::from(self.ply);
        position ^ here.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    }
}

/// An evaluator with the buffers that a search needs.
#[derive(Clone, Debug)]
pub(super) struct Worker<G: Rules, E: Evaluate<G>> {
    evaluator: E,
    filters: Filters,
    /// Buffers to be used again, one for each ply.
    levels: Vec<Level<G, E::Value>>,
}

#[derive(Clone, Debug)]
struct Level<G: Rules, V> {
    moves: Vec<G::Move>,
    ranked: Vec<Ranked<V>>,
}

impl<G: Rules, V> Default for Level<G, V> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            ranked: Vec::new(),
        }
    }
}

impl<G: Rules, E: Evaluate<G>> Worker<G, E> {
    pub(super) fn new(evaluator: E, filters: Filters) -> Self {
        Self {
            evaluator,
            filters,
            levels: Vec::new(),
        }
    }

    /// The worth of a position before its throw, to its mover.
    pub(super) fn before(
        &mut self,
        position: &G,
        at: At,
        table: &Table,
        budget: &mut Budget<'_>,
    ) -> Result<E::Value, Stopped> {
        if let Some(known) = self.known(position, at, table, budget)? {
            return Ok(known);
        }
        let mut values = Vec::with_capacity(G::Roll::ROLLS.len());
        for &(roll, weight) in G::Roll::ROLLS {
            if let Some(best) = self.under(position, roll, at, table, budget)? {
                values.push((best, weight));
            }
        }
        Ok(self.noted(position, at, &values, table))
    }

    /// The same where it can be said without looking at throws. Counts the node.
    pub(super) fn known(
        &mut self,
        position: &G,
        at: At,
        table: &Table,
        budget: &mut Budget<'_>,
    ) -> Result<Option<E::Value>, Stopped> {
        budget.tick(at.ply as usize)?;
        if let Some(outcome) = position.outcome() {
            return Ok(Some(E::Value::ended(outcome, position.turn(), at.ply)));
        }
        if at.depth == 0 {
            return Ok(Some(self.evaluator.value(position).deeper(at.ply)));
        }
        if let Some(exact) = self.evaluator.exact(position) {
            return Ok(Some(exact.deeper(at.ply)));
        }
        Ok(table.recall(at.key(position.key())))
    }

    /// The mean of the best under each throw, with the throws' weights; noted in the table.
    pub(super) fn noted(
        &mut self,
        position: &G,
        at: At,
        values: &[(E::Value, u32)],
        table: &Table,
    ) -> E::Value {
        if values.is_empty() {
            // Rules that give no move to a game that goes on; judging it is all that is left.
            return self.evaluator.value(position).deeper(at.ply);
        }
        let mean = E::Value::mean(values);
        let depth = u8::try_from(at.depth).unwrap_or(u8::MAX);
        table.note(at.key(position.key()), mean, depth);
        mean
    }

    /// The worth of the best move under a throw, `at.depth` turns deep (at least 1), to the side
    /// that moves; `None` without a move.
    pub(super) fn under(
        &mut self,
        position: &G,
        roll: G::Roll,
        at: At,
        table: &Table,
        budget: &mut Budget<'_>,
    ) -> Result<Option<E::Value>, Stopped> {
        let ply = at.ply as usize;
        if self.levels.len() <= ply {
            self.levels.resize_with(ply + 1, Level::default);
        }
        let mut level = std::mem::take(&mut self.levels[ply]);
        position.moves(roll, &mut level.moves);
        let best = self.best(position, &mut level, at, table, budget);
        self.levels[ply] = level;
        best
    }

    fn best(
        &mut self,
        position: &G,
        level: &mut Level<G, E::Value>,
        at: At,
        table: &Table,
        budget: &mut Budget<'_>,
    ) -> Result<Option<E::Value>, Stopped> {
        let Level { moves, ranked } = level;
        ranked.clear();
        // An only move is looked at as deeply as it will be at once.
        let first = if moves.len() == 1 { at.depth } else { 1 };
        for (number, m) in moves.iter().enumerate() {
            let value = self.before(&position.play(m), at.below(first), table, budget)?;
            let value = value.opposite();
            ranked.push(Ranked { number, value });
        }
        let mut depth = first;
        while depth < at.depth {
            depth += 1;
            self.filters.inner(depth).apply(ranked);
            if ranked.len() == 1 {
                depth = at.depth;
            }
            for one in ranked.iter_mut() {
                let after = position.play(&moves[one.number]);
                let value = self.before(&after, at.below(depth), table, budget)?;
                one.value = value.opposite();
            }
        }
        sort(ranked);
        Ok(ranked.first().map(|one| one.value))
    }
}
