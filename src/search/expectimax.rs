//! Full-width expectimax to a fixed depth, for any game and evaluation: the reference in tests.
//! Not here: pruning of any kind.
//!
//! Depth 1 is static evaluation after each move; every further depth adds one roll and its moves.
//! A position before its roll (a chance node) has as its value the weighted mean over all rolls
//! (D. Michie's "expectimaxing").

use super::budget::{Budget, Stopped};
use super::kernel::{Bound, Kernel, OnRootMove, Root};
use super::tt::TranspositionTable;
use crate::eval::{Evaluate, Value};
use crate::rules::{Chance, Rules};
use std::cmp::Reverse;

/// The full-width kernel: expectimax with dice, minimax without.
#[derive(Clone, Debug)]
pub struct Expectimax<G: Rules, E: Evaluate<G>> {
    evaluator: E,
    /// Reusable buffers, one set for each ply below the root.
    buffers: Vec<PlyBuffers<G, E::Value>>,
}

#[derive(Clone, Debug)]
struct PlyBuffers<G: Rules, V> {
    moves: Vec<G::Move>,
    values: Vec<(V, u32)>,
}

impl<G: Rules, E: Evaluate<G>> Expectimax<G, E> {
    /// A kernel that evaluates its leaves with `evaluator`.
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            buffers: Vec::new(),
        }
    }

    /// The value of a position before its roll, searched `depth` turns deep, to the side to move.
    fn chance_node(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        budget: &mut Budget<'_>,
    ) -> Result<E::Value, Stopped> {
        budget.tick(ply as usize)?;
        if let Some(outcome) = position.outcome() {
            return Ok(E::Value::ended(outcome, position.turn(), ply));
        }
        if depth == 0 {
            return Ok(self.evaluator.value(position).deeper(ply));
        }
        let mut level = self.take_buffers(ply);
        level.values.clear();
        let mut failed = None;
        for &(roll, weight) in G::Roll::ROLLS {
            position.moves(roll, &mut level.moves);
            match self.best(position, &level.moves, depth, ply, budget) {
                Ok(Some(best)) => level.values.push((best, weight)),
                Ok(None) => {}
                Err(stopped) => {
                    failed = Some(stopped);
                    break;
                }
            }
        }
        let mean =
            (failed.is_none() && !level.values.is_empty()).then(|| E::Value::mean(&level.values));
        self.buffers[ply as usize] = level;
        match (failed, mean) {
            (Some(stopped), _) => Err(stopped),
            (None, Some(mean)) => Ok(mean),
            // The game is not over, but no roll has a move: only the evaluation is left.
            (None, None) => Ok(self.evaluator.value(position).deeper(ply)),
        }
    }

    fn best(
        &mut self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
        ply: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<E::Value>, Stopped> {
        let mut best: Option<E::Value> = None;
        for m in moves {
            let value = self.move_value(&position.play(m), depth, ply, budget)?;
            if best.is_none_or(|best| value.score() > best.score()) {
                best = Some(value);
            }
        }
        Ok(best)
    }

    /// The value of a move that leads to `position`, to the side that made it.
    fn move_value(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        budget: &mut Budget<'_>,
    ) -> Result<E::Value, Stopped> {
        let value = self.chance_node(position, depth - 1, ply + 1, budget)?;
        Ok(value.opposite())
    }

    fn take_buffers(&mut self, ply: u32) -> PlyBuffers<G, E::Value> {
        let ply = ply as usize;
        while self.buffers.len() <= ply {
            self.buffers.push(PlyBuffers {
                moves: Vec::new(),
                values: Vec::new(),
            });
        }
        let level = &mut self.buffers[ply];
        PlyBuffers {
            moves: std::mem::take(&mut level.moves),
            values: std::mem::take(&mut level.values),
        }
    }
}

impl<G: Rules, E: Evaluate<G>> Kernel<G> for Expectimax<G, E> {
    type Value = E::Value;

    const MAX_DEPTH: u32 = 8;
    const FORCED_MOVE_DEPTH: u32 = 1;
    const CHECK_INTERVAL: u64 = 256;
    const GUARANTEED_NODES: u64 = u64::MAX;
    const USES_TT: bool = false;
    const LAZY_SMP: bool = false;

    fn forget(&mut self) {}

    fn begin(&mut self, _root: &Root<G, E::Value>, _threads: usize) {}

    fn search(
        &mut self,
        root: &mut Root<G, E::Value>,
        from: usize,
        depth: u32,
        _table: &TranspositionTable,
        budget: &mut Budget<'_>,
        on_root_move: &mut OnRootMove<'_, G>,
    ) -> Result<(), Stopped> {
        let settled =
            |root: &Root<G, E::Value>| root.lines[from..].iter().all(|line| line.depth == depth);
        if settled(root) {
            return Ok(());
        }
        for index in from..root.lines.len() {
            let value = match root.lines[index].pv.first() {
                Some(&m) => {
                    on_root_move(m, index + 1);
                    self.move_value(&root.position.play(&m), depth, 0, budget)?
                }
                None => self.chance_node(&root.position, depth, 0, budget)?,
            };
            let line = &mut root.lines[index];
            (line.value, line.bound, line.depth) = (Some(value), Bound::Exact, depth);
            let best = root.lines[from].value.map(Value::score);
            if best.is_some_and(|best| value.score() > best) {
                root.lines[from..=index].rotate_right(1);
            }
        }
        root.lines[from..].sort_by_key(|line| Reverse(line.value.map(Value::score)));
        Ok(())
    }
}
