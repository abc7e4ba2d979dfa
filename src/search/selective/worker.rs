//! One thread of selective expectimax: chance nodes, and the best move after a roll.
//! Not here: the root, and how work is split over threads (`mod`, `tasks`).

use super::filter::{Filters, RankedMove, sort};
use crate::eval::{Evaluate, Value};
use crate::rules::{Chance, Rules};
use crate::search::budget::{Budget, Stopped};
use crate::search::tt::TranspositionTable;

/// The remaining depth of a node and its distance from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeDepth {
    /// Turns to search below the node, 0 for static evaluation.
    pub(super) depth: u32,
    /// Turns from the root to the node.
    pub(super) ply: u32,
}

impl NodeDepth {
    /// The node one turn below, in a search to `depth` here.
    fn below(self, depth: u32) -> Self {
        Self {
            depth: depth - 1,
            ply: self.ply + 1,
        }
    }

    /// The table key of a position at this depth. It includes the distance from the root, since
    /// mate distances in values count from the root.
    fn key(self, position: u64) -> u64 {
        let here = u64::from(self.depth) << 32 | u64::from(self.ply);
        position ^ here.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    }
}

/// An evaluator with the buffers of a search.
#[derive(Clone, Debug)]
pub(super) struct Worker<G: Rules, E: Evaluate<G>> {
    evaluator: E,
    filters: Filters,
    /// Reusable buffers, one set for each ply.
    buffers: Vec<PlyBuffers<G, E::Value>>,
}

#[derive(Clone, Debug)]
struct PlyBuffers<G: Rules, V> {
    moves: Vec<G::Move>,
    ranked: Vec<RankedMove<V>>,
}

impl<G: Rules, V> Default for PlyBuffers<G, V> {
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
            buffers: Vec::new(),
        }
    }

    /// The value of a chance node to the side to move.
    pub(super) fn chance_node(
        &mut self,
        position: &G,
        at: NodeDepth,
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
    ) -> Result<E::Value, Stopped> {
        if let Some(known) = self.value_without_search(position, at, table, budget)? {
            return Ok(known);
        }
        let mut values = Vec::with_capacity(G::Roll::ROLLS.len());
        for &(roll, weight) in G::Roll::ROLLS {
            if let Some(best) = self.after_roll(position, roll, at, table, budget)? {
                values.push((best, weight));
            }
        }
        Ok(self.store_mean(position, at, &values, table))
    }

    /// The value of a chance node if it takes no search: game over, depth 0, exact evaluation or a
    /// table hit. Counts the node.
    pub(super) fn value_without_search(
        &mut self,
        position: &G,
        at: NodeDepth,
        table: &TranspositionTable,
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
        Ok(table.probe_value(at.key(position.key())))
    }

    /// The weighted mean of the best moves after each roll; stores it in the table.
    pub(super) fn store_mean(
        &mut self,
        position: &G,
        at: NodeDepth,
        values: &[(E::Value, u32)],
        table: &TranspositionTable,
    ) -> E::Value {
        if values.is_empty() {
            // The game is not over, but no roll has a move: only the evaluation is left.
            return self.evaluator.value(position).deeper(at.ply);
        }
        let mean = E::Value::mean(values);
        let depth = u8::try_from(at.depth).unwrap_or(u8::MAX);
        table.store_value(at.key(position.key()), mean, depth);
        mean
    }

    /// The value of the best move after a roll, searched `at.depth` turns deep (at least 1), to the
    /// side to move; `None` if there is no move.
    pub(super) fn after_roll(
        &mut self,
        position: &G,
        roll: G::Roll,
        at: NodeDepth,
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
    ) -> Result<Option<E::Value>, Stopped> {
        let ply = at.ply as usize;
        if self.buffers.len() <= ply {
            self.buffers.resize_with(ply + 1, PlyBuffers::default);
        }
        let mut level = std::mem::take(&mut self.buffers[ply]);
        position.moves(roll, &mut level.moves);
        let best = self.best(position, &mut level, at, table, budget);
        self.buffers[ply] = level;
        best
    }

    fn best(
        &mut self,
        position: &G,
        level: &mut PlyBuffers<G, E::Value>,
        at: NodeDepth,
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
    ) -> Result<Option<E::Value>, Stopped> {
        let PlyBuffers { moves, ranked } = level;
        ranked.clear();
        // A forced move is searched to full depth at once.
        let first = if moves.len() == 1 { at.depth } else { 1 };
        for (number, m) in moves.iter().enumerate() {
            let value = self.chance_node(&position.play(m), at.below(first), table, budget)?;
            let value = value.opposite();
            ranked.push(RankedMove { number, value });
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
                let value = self.chance_node(&after, at.below(depth), table, budget)?;
                one.value = value.opposite();
            }
        }
        sort(ranked);
        Ok(ranked.first().map(|one| one.value))
    }
}
