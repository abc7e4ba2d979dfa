//! Selective expectimax with move filters, as in GNU Backgammon: the kernel for games with dice.
//! Not here: the full tree (`expectimax`, the reference in tests), and deepening (`driver`).
//!
//! The value of a position before its roll (a chance node) is the mean over all rolls of the best
//! move after each, as in expectimax. But a move is searched one turn deeper only if its value was
//! close to the best at the depth before. The filters are parameters ([`Filters`]); without them the
//! values are those of expectimax. Chance nodes are stored in the transposition table.
//!
//! With several threads, each roll after each root move is a task for the next free thread. No task
//! depends on another, so the number of threads changes only the time, and the node count if two
//! threads reach the same position at once.

mod filter;
mod tasks;
mod worker;

pub use filter::{Filter, Filters};

use super::budget::{Budget, Stopped};
use super::kernel::{Bound, Kernel, OnRootMove, Root, RootLine};
use super::tt::TranspositionTable;
use crate::eval::{Evaluate, Value};
use crate::rules::Rules;
use std::cmp::Reverse;
use tasks::{ChanceNode, TaskQueue};
use worker::{NodeDepth, Worker};

/// The kernel for games with dice.
#[derive(Clone, Debug)]
pub struct Selective<G: Rules, E: Evaluate<G>> {
    filters: Filters,
    /// One worker per thread, at least one.
    workers: Vec<Worker<G, E>>,
}

impl<G: Rules, E: Evaluate<G>> Selective<G, E> {
    /// A kernel that evaluates its leaves with `evaluator` and prunes moves with `filters`.
    pub fn new(evaluator: E, filters: Filters) -> Self {
        Self {
            filters,
            workers: vec![Worker::new(evaluator, filters)],
        }
    }

    /// Depth 1: static evaluation after every root move. If it is stopped, the first line is the
    /// best of those evaluated.
    fn order_root(
        &mut self,
        root: &mut Root<G, E::Value>,
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
        on_root_move: &mut OnRootMove<'_, G>,
    ) -> Result<(), Stopped> {
        let at = NodeDepth { depth: 0, ply: 1 };
        for index in 0..root.lines.len() {
            let Some(&m) = root.lines[index].pv.first() else {
                continue;
            };
            on_root_move(m, index + 1);
            let after = root.position.play(&m);
            let value = self.workers[0].chance_node(&after, at, table, budget)?;
            set_value(&mut root.lines, index, value.opposite(), 1);
        }
        Ok(())
    }

    /// Searches the root before its roll. If depth 1 is stopped, the value is the static evaluation.
    fn search_before_roll(
        &mut self,
        root: &mut Root<G, E::Value>,
        depth: u32,
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        if depth == 1 {
            let at = NodeDepth { depth: 0, ply: 0 };
            root.lines[0].value =
                Some(self.workers[0].chance_node(&root.position, at, table, budget)?);
        }
        let at = NodeDepth { depth, ply: 0 };
        let task = ChanceNode {
            position: root.position.clone(),
            at,
        };
        let mut queue = TaskQueue::new(vec![task]);
        // Depth 1 is too short to split, and helper threads have no guaranteed nodes.
        let workers = if depth == 1 { 1 } else { self.workers.len() };
        let workers = &mut self.workers[..workers];
        let done = queue.run(workers, table, budget, &mut |_| {});
        if let Some(value) = queue.values(&mut self.workers[0], table).next().flatten() {
            set_value(&mut root.lines, 0, value, depth);
        }
        done
    }

    /// Searches some of the lines to `depth`, at least 2, and moves the best of them to the front.
    fn search_lines(
        &mut self,
        root: &mut Root<G, E::Value>,
        lines: std::ops::Range<usize>,
        depth: u32,
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
        on_root_move: &mut OnRootMove<'_, G>,
    ) -> Result<(), Stopped> {
        let from = lines.start;
        let at = NodeDepth {
            depth: depth - 1,
            ply: 1,
        };
        let moves: Vec<_> = root.lines[lines]
            .iter()
            .filter_map(|line| line.pv.first().copied())
            .collect();
        let task = |m: &G::Move| ChanceNode {
            position: root.position.play(m),
            at,
        };
        let mut queue = TaskQueue::new(moves.iter().map(task).collect());
        let done = queue.run(&mut self.workers, table, budget, &mut |number| {
            on_root_move(moves[number], from + number + 1);
        });
        let values = queue.values(&mut self.workers[0], table);
        for (number, value) in values.enumerate() {
            match value {
                Some(value) => set_value(&mut root.lines[from..], number, value.opposite(), depth),
                // Without the first line there is nothing to compare the others with.
                None if number == 0 => break,
                None => {}
            }
        }
        done
    }
}

/// Sets the value of a line, and moves the line to the front if it is the best of its depth.
fn set_value<G: Rules, V: Value>(lines: &mut [RootLine<G, V>], index: usize, value: V, depth: u32) {
    let line = &mut lines[index];
    (line.value, line.bound, line.depth) = (Some(value), Bound::Exact, depth);
    let best = lines[0].value.map(Value::score);
    if best.is_some_and(|best| value.score() > best) {
        lines[..=index].rotate_right(1);
    }
}

impl<G: Rules, E: Evaluate<G>> Kernel<G> for Selective<G, E> {
    type Value = E::Value;

    const MAX_DEPTH: u32 = 8;
    const FORCED_MOVE_DEPTH: u32 = 1;
    const CHECK_INTERVAL: u64 = 256;
    /// About two milliseconds. No roll has more moves, so even a search without any time has
    /// evaluated them all.
    const GUARANTEED_NODES: u64 = 2_048;
    const USES_TT: bool = true;
    const LAZY_SMP: bool = false;

    fn forget(&mut self) {}

    fn begin(&mut self, _root: &Root<G, E::Value>, threads: usize) {
        let worker = self.workers[0].clone();
        self.workers.resize(threads.max(1), worker);
    }

    fn search(
        &mut self,
        root: &mut Root<G, E::Value>,
        from: usize,
        depth: u32,
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
        on_root_move: &mut OnRootMove<'_, G>,
    ) -> Result<(), Stopped> {
        let first = &root.lines[from];
        if first.depth == depth {
            // It was searched together with a line before it and is the best of the rest.
            return Ok(());
        }
        let done = if first.pv.is_empty() {
            self.search_before_roll(root, depth, table, budget)
        } else if depth == 1 {
            self.order_root(root, table, budget, on_root_move)
        } else {
            let known = root.lines[from..].iter();
            let known = known.take_while(|line| line.depth == first.depth);
            let values = known.filter_map(|line| line.value);
            let count = self.filters.root(depth).count(values).max(1);
            self.search_lines(root, from..from + count, depth, table, budget, on_root_move)
        };
        if done.is_ok() {
            root.lines[from..]
                .sort_by_key(|line| (Reverse(line.depth), Reverse(line.value.map(Value::score))));
        }
        done
    }
}
