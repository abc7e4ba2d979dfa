//! Parallel expectimax: a queue of tasks, each one roll after one root move.
//! Not here: how a task is searched (`worker`), and which positions are searched (`mod`).

use super::worker::{NodeDepth, Worker};
use crate::eval::{Evaluate, Value};
use crate::rules::{Chance, Rules};
use crate::search::budget::{Budget, Stopped};
use crate::search::tt::TranspositionTable;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A position before its roll whose value is wanted.
#[derive(Clone, Debug)]
pub(super) struct ChanceNode<G> {
    pub(super) position: G,
    pub(super) at: NodeDepth,
}

/// The value of a chance node, as far as it is searched.
#[derive(Clone, Debug)]
enum NodeValue<V> {
    /// The value of the best move after each roll: the outer `None` is not searched yet, the inner
    /// one has no move.
    Open(Vec<Option<Option<V>>>),
    Known(V),
}

/// The chance nodes of one iteration, split into tasks.
#[derive(Debug)]
pub(super) struct TaskQueue<G: Rules, V> {
    nodes: Vec<ChanceNode<G>>,
    values: Vec<NodeValue<V>>,
}

/// One task: a chance node and one roll, both by index.
#[derive(Clone, Copy)]
struct RollTask {
    node: usize,
    roll: usize,
}

impl<G: Rules, V: Value> TaskQueue<G, V> {
    pub(super) fn new(nodes: Vec<ChanceNode<G>>) -> Self {
        Self {
            values: vec![NodeValue::Open(vec![None; G::Roll::ROLLS.len()]); nodes.len()],
            nodes,
        }
    }

    /// Runs all tasks on all workers, in order. `beginning` is called on this thread with the node
    /// that it starts to search.
    pub(super) fn run<E: Evaluate<G, Value = V>>(
        &mut self,
        workers: &mut [Worker<G, E>],
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
        beginning: &mut dyn FnMut(usize),
    ) -> Result<(), Stopped> {
        let Some((own, others)) = workers.split_first_mut() else {
            return Ok(());
        };
        let mut tasks = Vec::new();
        for (node, (ChanceNode { position, at }, value)) in
            self.nodes.iter().zip(&mut self.values).enumerate()
        {
            match own.value_without_search(position, *at, table, budget)? {
                Some(exact) => *value = NodeValue::Known(exact),
                None => {
                    let rolls = 0..G::Roll::ROLLS.len();
                    tasks.extend(rolls.map(|roll| RollTask { node, roll }));
                }
            }
        }
        let next = AtomicUsize::new(0);
        let (tasks, nodes, next) = (&tasks, &self.nodes, &next);
        let work = |worker: &mut Worker<G, E>,
                    budget: &mut Budget<'_>,
                    beginning: &mut dyn FnMut(usize)| {
            let mut found = Vec::new();
            let mut at_task = None;
            loop {
                let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    return (found, Ok(()));
                };
                if at_task != Some(task.node) {
                    at_task = Some(task.node);
                    beginning(task.node);
                }
                let ChanceNode { position, at } = &nodes[task.node];
                let (roll, _) = G::Roll::ROLLS[task.roll];
                match worker.after_roll(position, roll, *at, table, budget) {
                    Ok(best) => found.push((task, best)),
                    Err(stopped) => return (found, Err(stopped)),
                }
            }
        };
        let outcomes = thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .map_while(|worker| {
                    let mut part = budget.for_thread();
                    let help = move || work(worker, &mut part, &mut |_| {});
                    // If a thread cannot be started, the others do its work.
                    let thread = thread::Builder::new().name("helper".into());
                    thread.spawn_scoped(scope, help).ok()
                })
                .collect();
            let own = work(own, budget, beginning);
            // The tasks of a helper that panicked stay open.
            let joined = helpers.into_iter().map(|helper| {
                let lost = |_| (Vec::new(), Err(Stopped));
                helper.join().unwrap_or_else(lost)
            });
            std::iter::once(own).chain(joined).collect::<Vec<_>>()
        });
        let mut done = Ok(());
        for (found, result) in outcomes {
            done = done.and(result);
            for (task, best) in found {
                if let NodeValue::Open(rolls) = &mut self.values[task.node] {
                    rolls[task.roll] = Some(best);
                }
            }
        }
        done
    }

    /// The values of the chance nodes in order, `None` for those not finished.
    pub(super) fn values<E: Evaluate<G, Value = V>>(
        &self,
        worker: &mut Worker<G, E>,
        table: &TranspositionTable,
    ) -> impl Iterator<Item = Option<V>> {
        self.nodes.iter().zip(&self.values).map(|(node, value)| {
            let rolls = match value {
                NodeValue::Known(value) => return Some(*value),
                NodeValue::Open(rolls) => rolls,
            };
            let weights = G::Roll::ROLLS.iter().map(|&(_, weight)| weight);
            let mut values = Vec::with_capacity(rolls.len());
            for (best, weight) in rolls.iter().zip(weights) {
                if let Some(best) = (*best)? {
                    values.push((best, weight));
                }
            }
            Some(worker.store_mean(&node.position, node.at, &values, table))
        })
    }
}
