//! Expectimax: every move and every roll to a fixed depth, for any game and any evaluation; the
//! yardstick of tests.
//! Not here: pruning of any kind.
//!
//! Depth 1 is static evaluation after each move; every further depth adds one roll and its moves.
//! A position before its roll (a chance node) is worth the weighted mean over all rolls
//! (D. Michie's "expectimaxing").

use super::budget::{Budget, Stopped};
use super::kernel::{Bound, Kernel, Root, Trying};
use super::table::Table;
use crate::eval::{Evaluate, Value};
use crate::rules::{Chance, Rules};
use std::cmp::Reverse;

/// The kernel for games with dice, and the oracle for those without.
#[derive(Clone, Debug)]
pub struct Expectimax<G: Rules, E: Evaluate<G>> {
    evaluator: E,
    /// Buffers to be used again, one for each ply below the root.
    levels: Vec<Level<G, E::Value>>,
}

#[derive(Clone, Debug)]
struct Level<G: Rules, V> {
    moves: Vec<G::Move>,
    values: Vec<(V, u32)>,
}

impl<G: Rules, E: Evaluate<G>> Expectimax<G, E> {
    /// A kernel that judges its leaves by `evaluator`.
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            levels: Vec::new(),
        }
    }

    /// The worth of a position before its throw, `depth` turns deep, to its mover.
    fn before_throw(
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
        let mut level = self.level(ply);
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
        self.levels[ply as usize] = level;
        match (failed, mean) {
            (Some(stopped), _) => Err(stopped),
            (None, Some(mean)) => Ok(mean),
            // Rules that give no move to a game that goes on; judging it is all that is left.
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
            let value = self.after(&position.play(m), depth, ply, budget)?;
            if best.is_none_or(|best| value.score() > best.score()) {
                best = Some(value);
            }
        }
        Ok(best)
    }

    /// The worth of a move that leads to `position`, to the side that made it.
    fn after(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        budget: &mut Budget<'_>,
    ) -> Result<E::Value, Stopped> {
        let value = self.before_throw(position, depth - 1, ply + 1, budget)?;
        Ok(value.opposite())
    }

    fn level(&mut self, ply: u32) -> Level<G, E::Value> {
        let ply = ply as usize;
        while self.levels.len() <= ply {
            self.levels.push(Level {
                moves: Vec::new(),
                values: Vec::new(),
            });
        }
        let level = &mut self.levels[ply];
        Level {
            moves: std::mem::take(&mut level.moves),
            values: std::mem::take(&mut level.values),
        }
    }
}

impl<G: Rules, E: Evaluate<G>> Kernel<G> for Expectimax<G, E> {
    type Value = E::Value;

    const DEEPEST: u32 = 8;
    const FORCED_MOVE_DEPTH: u32 = 1;
    const INTERVAL: u64 = 256;
    const GUARANTEED: u64 = u64::MAX;
    const TABLE: bool = false;
    const SHARES: bool = false;

    fn forget(&mut self) {}

    fn begin(&mut self, _root: &Root<G, E::Value>, _threads: usize) {}

    fn search(
        &mut self,
        root: &mut Root<G, E::Value>,
        from: usize,
        depth: u32,
        _table: &Table,
        budget: &mut Budget<'_>,
        trying: &mut Trying<'_, G>,
    ) -> Result<(), Stopped> {
        let settled =
            |root: &Root<G, E::Value>| root.lines[from..].iter().all(|line| line.depth == depth);
        if settled(root) {
            return Ok(());
        }
        for index in from..root.lines.len() {
            let value = match root.lines[index].pv.first() {
                Some(&m) => {
                    trying(m, index + 1);
                    self.after(&root.position.play(&m), depth, 0, budget)?
                }
                None => self.before_throw(&root.position, depth, 0, budget)?,
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
