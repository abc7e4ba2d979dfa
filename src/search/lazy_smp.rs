//! Lazy SMP: helper threads that search the same root and share the transposition table.
//! Not here: the main thread (`driver`), and kernels that split their own work.

use super::budget::{Budget, StopOnDrop};
use super::kernel::{Kernel, Root};
use super::tt::TranspositionTable;
use crate::rules::Rules;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Stack bytes of a helper thread. Search recurses once per ply, at most 250 plies deep.
const STACK: usize = 16 << 20;

/// One helper thread: its copy of the kernel and what it searches.
pub(super) struct Helper<'a, G: Rules, K: Kernel<G>> {
    pub kernel: &'a mut K,
    /// The root after depth 1: every move has a score.
    pub root: Root<G, K::Value>,
    /// How many lines to search (MultiPV).
    pub lines: usize,
    /// The last depth to search.
    pub last: u32,
    pub table: &'a TranspositionTable,
    pub budget: Budget<'a>,
}

/// Runs `lead` on this thread while each helper searches from depth 2 on a thread of its own. The
/// helpers stop when `lead` has returned, since `ending` is dropped then.
///
/// A helper that cannot be started or that panics is lost, but the search goes on without it. The
/// panic message appears on stderr.
pub(super) fn run<G: Rules, K: Kernel<G>, T>(
    helpers: Vec<Helper<'_, G, K>>,
    ending: StopOnDrop,
    lead: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        // Dropped before the scope joins the threads, even if `lead` panics.
        let _ending = ending;
        for (number, mut helper) in helpers.into_iter().enumerate() {
            let help = move || {
                // At worst the kernel's history is inconsistent, which only affects move ordering.
                let _ = catch_unwind(AssertUnwindSafe(|| helper.run(number)));
            };
            let thread = thread::Builder::new().name("helper".into());
            if thread.stack_size(STACK).spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        lead()
    })
}

impl<G: Rules, K: Kernel<G>> Helper<'_, G, K> {
    /// Iterative deepening until the budget stops it.
    fn run(&mut self, number: usize) {
        self.kernel.begin(&self.root, 1);
        for depth in (2..=self.last).filter(|&depth| !skips(number, depth)) {
            for from in 0..self.lines {
                let (root, table) = (&mut self.root, self.table);
                let (budget, quietly) = (&mut self.budget, &mut |_, _| {});
                if self
                    .kernel
                    .search(root, from, depth, table, budget, quietly)
                    .is_err()
                {
                    return;
                }
            }
        }
    }
}

/// Whether a helper skips this depth, so that threads do not all search the same tree: the first
/// helpers skip every other depth, the next two of every four, then three of every six, each with
/// another offset.
fn skips(number: usize, depth: u32) -> bool {
    let (mut shift, mut run) = (number, 1);
    while shift >= 2 * run {
        shift -= 2 * run;
        run += 1;
    }
    (depth as usize + shift) / run % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_skip_different_depths() {
        let pattern = |number| {
            (2..10)
                .map(|depth| skips(number, depth))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            pattern(0),
            [false, true, false, true, false, true, false, true]
        );
        assert_eq!(
            pattern(2),
            [true, true, false, false, true, true, false, false]
        );
        for number in 0..40 {
            for depth in 2..60 {
                let next = (depth..depth + 20).find(|&depth| !skips(number, depth));
                assert!(next.is_some_and(|next| next <= depth + 7), "{number}");
            }
        }
        for number in (0..6).step_by(2) {
            assert_ne!(pattern(number), pattern(number + 1));
        }
    }
}
