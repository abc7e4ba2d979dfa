//! Parallel search: the queue of tasks of one iteration, a roll after a root move each.
//! Not here: how a task is searched (`worker`), and which positions are searched (`mod`).

use super::worker::{At, Worker};
use crate::eval::{Evaluate, Value};
use crate::rules::{Chance, Rules};
use crate::search::budget::{Budget, Stopped};
use crate::search::table::Table;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A position before its throw that is to be judged.
#[derive(Clone, Debug)]
pub(super) struct Task<G> {
    pub(super) position: G,
    pub(super) at: At,
}

/// What is known of a task.
#[derive(Clone, Debug)]
enum State<V> {
    /// The best under each throw, as far as it was looked at.
    Open(Vec<Option<Option<V>>>),
    Known(V),
}

/// Tasks under way.
#[derive(Debug)]
pub(super) struct Share<G: Rules, V> {
    tasks: Vec<Task<G>>,
    states: Vec<State<V>>,
}

/// A throw after the position of a task.
#[derive(Clone, Copy)]
struct Piece {
    task: usize,
    throw: usize,
}

impl<G: Rules, V: Value> Share<G, V> {
    pub(super) fn new(tasks: Vec<Task<G>>) -> Self {
        Self {
            states: vec![State::Open(vec![None; G::Roll::ROLLS.len()]); tasks.len()],
            tasks,
        }
    }

    /// Does all tasks, in their order as far as one thread can tell; `beginning` hears which one
    /// this thread is at.
    pub(super) fn run<E: Evaluate<G, Value = V>>(
        &mut self,
        workers: &mut [Worker<G, E>],
        table: &Table,
        budget: &mut Budget<'_>,
        beginning: &mut dyn FnMut(usize),
    ) -> Result<(), Stopped> {
        let Some((own, others)) = workers.split_first_mut() else {
            return Ok(());
        };
        let mut pieces = Vec::new();
        for (task, (Task { position, at }, state)) in
            self.tasks.iter().zip(&mut self.states).enumerate()
        {
            match own.known(position, *at, table, budget)? {
                Some(value) => *state = State::Known(value),
                None => {
                    let throws = 0..G::Roll::ROLLS.len();
                    pieces.extend(throws.map(|throw| Piece { task, throw }));
                }
            }
        }
        let next = AtomicUsize::new(0);
        let (pieces, tasks, next) = (&pieces, &self.tasks, &next);
        let work = |worker: &mut Worker<G, E>,
                    budget: &mut Budget<'_>,
                    beginning: &mut dyn FnMut(usize)| {
            let mut found = Vec::new();
            let mut at_task = None;
            loop {
                let Some(&piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    return (found, Ok(()));
                };
                if at_task != Some(piece.task) {
                    at_task = Some(piece.task);
                    beginning(piece.task);
                }
                let Task { position, at } = &tasks[piece.task];
                let (roll, _) = G::Roll::ROLLS[piece.throw];
                match worker.under(position, roll, *at, table, budget) {
                    Ok(best) => found.push((piece, best)),
                    Err(stopped) => return (found, Err(stopped)),
                }
            }
        };
        let outcomes = thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .map_while(|worker| {
                    let mut part = budget.part();
                    let help = move || work(worker, &mut part, &mut |_| {});
                    // Where the system has no thread to give, fewer do the same work.
                    let thread = thread::Builder::new().name("helper".into());
                    thread.spawn_scoped(scope, help).ok()
                })
                .collect();
            let own = work(own, budget, beginning);
            // A helper that did not come back leaves its pieces open.
            let joined = helpers.into_iter().map(|helper| {
                let lost = |_| (Vec::new(), Err(Stopped));
                helper.join().unwrap_or_else(lost)
            });
            std::iter::once(own).chain(joined).collect::<Vec<_>>()
        });
        let mut done = Ok(());
        for (found, result) in outcomes {
            done = done.and(result);
            for (piece, best) in found {
                if let State::Open(throws) = &mut self.states[piece.task] {
                    throws[piece.throw] = Some(best);
                }
            }
        }
        done
    }

    /// The values of the tasks in their order, `None` for those not finished.
    pub(super) fn values<E: Evaluate<G, Value = V>>(
        &self,
        worker: &mut Worker<G, E>,
        table: &Table,
    ) -> impl Iterator<Item = Option<V>> {
        self.tasks.iter().zip(&self.states).map(|(task, state)| {
            let throws = match state {
                State::Known(value) => return Some(*value),
                State::Open(throws) => throws,
            };
            let weights = G::Roll::ROLLS.iter().map(|&(_, weight)| weight);
            let mut values = Vec::with_capacity(throws.len());
            for (best, weight) in throws.iter().zip(weights) {
                if let Some(best) = (*best)? {
                    values.push((best, weight));
                }
            }
            Some(worker.noted(&task.position, task.at, &values, table))
        })
    }
}
