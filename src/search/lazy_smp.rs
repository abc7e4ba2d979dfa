//! Lazy SMP: helper threads deepen copies of the kernel and help the main thread through the
//! transposition table.
//! Not here: the main thread, which reports and decides (`driver`), and kernels that split their
//! own work.

use super::budget::{Budget, Ending};
use super::kernel::{Kernel, Root};
use super::table::Table;
use crate::rules::Rules;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Search recurses once a ply, 250 plies at most.
const STACK: usize = 16 << 20;

/// A copy of the kernel with what it needs to search beside the others.
pub(super) struct Helper<'a, G: Rules, K: Kernel<G>> {
    pub kernel: &'a mut K,
    /// The root as depth 1 has left it, every line judged.
    pub root: Root<G, K::Value>,
    /// How many lines are wanted.
    pub lines: usize,
    /// The deepest iteration.
    pub last: u32,
    pub table: &'a Table,
    pub budget: Budget<'a>,
}

/// Runs `lead` here while each helper searches on a thread of its own, from depth 2 on. When
/// `lead` has ended the helpers end too, by `ending`.
///
/// What goes wrong in a helper stays there: the search does without one for which the system has
/// no thread, and without one that panics, which has then been said on stderr.
pub(super) fn run<G: Rules, K: Kernel<G>, T>(
    helpers: Vec<Helper<'_, G, K>>,
    ending: Ending,
    lead: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        // Dropped before the threads are waited for, also where `lead` panics.
        let _ending = ending;
        for (number, mut helper) in helpers.into_iter().enumerate() {
            let help = move || {
                // What a panic leaves behind is a kernel that has learned something wrong.
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
    /// Deepens until the budget ends it.
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

/// Whether the helper with this number leaves out this depth, so that not all search the same:
/// of each two depths one, then of each four two, of each six three and so on, and all shifts of
/// each pattern in turn.
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
    fn helpers_take_turns() {
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
