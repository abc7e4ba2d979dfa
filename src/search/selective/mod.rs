//! Selective expectimax: the search that plays games with dice, with move filters as in GNU
//! Backgammon.
//! Not here: the full tree (`expectimax`, the yardstick of this one), and deepening (`driver`).
//!
//! A position before its roll (a chance node) is worth the mean over all rolls of the best move
//! under each, as in expectimax; but a move is searched one turn deeper only if it came close to
//! the best at the depth before. The filters are parameters ([`Filters`]); without them the values
//! are those of expectimax. Chance nodes are kept in the table.
//!
//! With several threads, each roll after each root move is a task for the next free thread. No task
//! depends on another, so the number of threads changes only the time, and the node count where
//! two threads reach a position at once.

mod filter;
mod tasks;
mod worker;

pub use filter::{Filter, Filters};

use super::budget::{Budget, Stopped};
use super::kernel::{Bound, Kernel, Line, Root, Trying};
use super::table::Table;
use crate::eval::{Evaluate, Value};
use crate::rules::Rules;
use std::cmp::Reverse;
use tasks::{Share, Task};
use worker::{At, Worker};

/// The kernel for games with dice.
#[derive(Clone, Debug)]
pub struct Selective<G: Rules, E: Evaluate<G>> {
    filters: Filters,
    /// One for each thread, at least one.
    workers: Vec<Worker<G, E>>,
}

impl<G: Rules, E: Evaluate<G>> Selective<G, E> {
    /// A kernel that judges its leaves by `evaluator` and looks deeper where `filters` let it.
    pub fn new(evaluator: E, filters: Filters) -> Self {
        Self {
            filters,
            workers: vec![Worker::new(evaluator, filters)],
        }
    }

    /// Judges every move by evaluation alone. Whenever it is stopped, the first line is the best
    /// of those judged.
    fn order_root(
        &mut self,
        root: &mut Root<G, E::Value>,
        table: &Table,
        budget: &mut Budget<'_>,
        trying: &mut Trying<'_, G>,
    ) -> Result<(), Stopped> {
        let at = At { depth: 0, ply: 1 };
        for index in 0..root.lines.len() {
            let Some(&m) = root.lines[index].pv.first() else {
                continue;
            };
            trying(m, index + 1);
            let after = root.position.play(&m);
            let value = self.workers[0].before(&after, at, table, budget)?;
            settle(&mut root.lines, index, value.opposite(), 1);
        }
        Ok(())
    }

    /// What the root is worth before the throw. A first look that is stopped leaves the bare
    /// evaluation.
    fn unthrown(
        &mut self,
        root: &mut Root<G, E::Value>,
        depth: u32,
        table: &Table,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        if depth == 1 {
            let at = At { depth: 0, ply: 0 };
            root.lines[0].value =
                Some(self.workers[0].before(&root.position, at, table, budget)?);
        }
        let at = At { depth, ply: 0 };
        let task = Task {
            position: root.position.clone(),
            at,
        };
        let mut share = Share::new(vec![task]);
        // The first look is too short to be shared, and must not be cut short on other threads.
        let workers = if depth == 1 { 1 } else { self.workers.len() };
        let workers = &mut self.workers[..workers];
        let done = share.run(workers, table, budget, &mut |_| {});
        if let Some(value) = share.values(&mut self.workers[0], table).next().flatten() {
            settle(&mut root.lines, 0, value, depth);
        }
        done
    }

    /// Looks at some of the lines to `depth`, which is at least 2, and brings the best of them to
    /// the front.
    fn deepen(
        &mut self,
        root: &mut Root<G, E::Value>,
        lines: std::ops::Range<usize>,
        depth: u32,
        table: &Table,
        budget: &mut Budget<'_>,
        trying: &mut Trying<'_, G>,
    ) -> Result<(), Stopped> {
        let from = lines.start;
        let at = At {
            depth: depth - 1,
            ply: 1,
        };
        let moves: Vec<_> = root.lines[lines]
            .iter()
            .filter_map(|line| line.pv.first().copied())
            .collect();
        let task = |m: &G::Move| Task {
            position: root.position.play(m),
            at,
        };
        let mut share = Share::new(moves.iter().map(task).collect());
        let done = share.run(&mut self.workers, table, budget, &mut |number| {
            trying(moves[number], from + number + 1);
        });
        let values = share.values(&mut self.workers[0], table);
        for (number, value) in values.enumerate() {
            match value {
                Some(value) => settle(&mut root.lines[from..], number, value.opposite(), depth),
                // Without the first there is nothing to compare the others with.
                None if number == 0 => break,
                None => {}
            }
        }
        done
    }
}

/// Notes what a line is worth, and brings it to the front if it is the best of its depth.
fn settle<G: Rules, V: Value>(lines: &mut [Line<G, V>], index: usize, value: V, depth: u32) {
    let line = &mut lines[index];
    (line.value, line.bound, line.depth) = (Some(value), Bound::Exact, depth);
    let best = lines[0].value.map(Value::score);
    if best.is_some_and(|best| value.score() > best) {
        lines[..=index].rotate_right(1);
    }
}

impl<G: Rules, E: Evaluate<G>> Kernel<G> for Selective<G, E> {
    type Value = E::Value;

    const DEEPEST: u32 = 8;
    const FORCED_MOVE_DEPTH: u32 = 1;
    const INTERVAL: u64 = 256;
    /// About two milliseconds: the widest throws have fewer moves, so that even a search without
    /// any time has weighed them all.
    const GUARANTEED: u64 = 2_048;
    const TABLE: bool = true;
    const SHARES: bool = false;

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
        table: &Table,
        budget: &mut Budget<'_>,
        trying: &mut Trying<'_, G>,
    ) -> Result<(), Stopped> {
        let first = &root.lines[from];
        if first.depth == depth {
            // Looked at together with a line before it, and the best of what was left.
            return Ok(());
        }
        let done = if first.pv.is_empty() {
            self.unthrown(root, depth, table, budget)
        } else if depth == 1 {
            self.order_root(root, table, budget, trying)
        } else {
            let known = root.lines[from..].iter();
            let known = known.take_while(|line| line.depth == first.depth);
            let values = known.filter_map(|line| line.value);
            let count = self.filters.root(depth).count(values).max(1);
            self.deepen(root, from..from + count, depth, table, budget, trying)
        };
        if done.is_ok() {
            root.lines[from..]
                .sort_by_key(|line| (Reverse(line.depth), Reverse(line.value.map(Value::score))));
        }
        done
    }
}
