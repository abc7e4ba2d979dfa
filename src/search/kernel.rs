//! The interface between iterative deepening and a search algorithm (kernel): root, root moves, bounds.
//! Not here: deepening, limits and reports (`driver`), and the algorithms themselves.

use super::budget::{Budget, Stopped};
use super::tt::TranspositionTable;
use crate::eval::{Score, Value};
use crate::rules::Rules;

/// The bound type of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// A lower bound (fail high).
    Lower,
    /// An upper bound (fail low).
    Upper,
}

impl Bound {
    /// The bound type of a fail-soft score that was searched with this window.
    #[inline]
    #[must_use]
    pub fn of(score: Score, (alpha, beta): (Score, Score)) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// A root move with its principal variation and score; before the roll, the root itself.
#[derive(Clone, Debug)]
pub struct RootLine<G: Rules, V> {
    /// The principal variation, which starts with the move; empty only before the roll.
    pub pv: Vec<G::Move>,
    /// Its value to the side to move; `None` before the first search.
    pub value: Option<V>,
    /// Whether `value` is exact or a bound.
    pub bound: Bound,
    /// The depth that `value` was searched to.
    pub depth: u32,
}

impl<G: Rules, V> RootLine<G, V> {
    /// A line that has not been searched yet.
    #[must_use]
    pub fn new(pv: Vec<G::Move>) -> Self {
        Self {
            pv,
            value: None,
            bound: Bound::Exact,
            depth: 0,
        }
    }
}

/// The root of a search.
#[derive(Clone, Debug)]
pub struct Root<G: Rules, V> {
    /// The position.
    pub position: G,
    /// The roll of the side to move; `None` before it is known.
    pub roll: Option<G::Roll>,
    /// Keys of all positions of the game so far, this one last.
    pub keys: Vec<u64>,
    /// The root moves to search, best first as far as is known; without a roll, one empty line.
    pub lines: Vec<RootLine<G, V>>,
    /// `go mate`: every win within the depth must be found, so nothing may be pruned or reduced.
    pub mate_search: bool,
}

/// Called before each root move is searched, with its number from 1 (`currmovenumber`).
pub type OnRootMove<'a, G> = dyn FnMut(<G as Rules>::Move, usize) + 'a;

/// A search algorithm.
pub trait Kernel<G: Rules>: Clone + Send + 'static {
    /// The values that it searches with.
    type Value: Value;

    /// The greatest depth of iterative deepening.
    const MAX_DEPTH: u32;

    /// The depth that is enough for a forced move when the clock runs.
    const FORCED_MOVE_DEPTH: u32;

    /// The maximum number of nodes between two checks of clock and signals: a millisecond or less.
    const CHECK_INTERVAL: u64;

    /// The number of nodes at depth 1 that no limit and no signal interrupts. After these, limits
    /// apply to depth 1 as well.
    const GUARANTEED_NODES: u64;

    /// Whether it uses the transposition table.
    const USES_TT: bool;

    /// Whether it runs as lazy SMP: the driver runs copies on other threads, which search the same
    /// root and share the transposition table. Otherwise the kernel itself splits each iteration
    /// over the threads that [`begin`](Kernel::begin) allows.
    const LAZY_SMP: bool;

    /// Clears its history for a new game.
    fn forget(&mut self);

    /// Called once before the iterations of a search. `threads` is how many threads it may use,
    /// the calling one included: 1 with [`LAZY_SMP`](Kernel::LAZY_SMP). Each further thread counts
    /// its nodes in its own [`Budget::for_thread`].
    fn begin(&mut self, root: &Root<G, Self::Value>, threads: usize);

    /// One iteration: searches `root.lines[from..]` (not empty; the lines before `from` stay as
    /// they are) to `depth` and puts the best one at `from`, with its value, PV and depth set. The
    /// others keep their order or a better one.
    ///
    /// # Errors
    /// [`Stopped`] when the budget ends. The results so far are valid: the line at `from` is the
    /// best one known. Its `depth` is this one if it was searched in full or is better than one
    /// that was. After depth 1 from line 0, finished or not, it has a value.
    fn search(
        &mut self,
        root: &mut Root<G, Self::Value>,
        from: usize,
        depth: u32,
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
        on_root_move: &mut OnRootMove<'_, G>,
    ) -> Result<(), Stopped>;
}
