//! The interface between iterative deepening and a search algorithm (kernel), with its root moves.
//! Not here: deepening, limits and reports (`driver`), and the algorithms themselves.

use super::budget::{Budget, Stopped};
use super::table::Table;
use crate::eval::{Score, Value};
use crate::rules::Rules;

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The true one is at least so high.
    Lower,
    /// The true one is at most so high.
    Upper,
}

impl Bound {
    /// What the score of a fail-soft search says that was made in this window.
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

/// A root move with what is known of it, or the root itself before the throw.
#[derive(Clone, Debug)]
pub struct Line<G: Rules, V> {
    /// The move and the play expected after it; empty only before the throw.
    pub pv: Vec<G::Move>,
    /// Its worth to the side to move; `None` until something was found out.
    pub value: Option<V>,
    /// What `value` says.
    pub bound: Bound,
    /// The iteration that found `value`.
    pub depth: u32,
}

impl<G: Rules, V> Line<G, V> {
    /// A line of which nothing is known yet.
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

/// A position to be searched.
#[derive(Clone, Debug)]
pub struct Root<G: Rules, V> {
    /// The position.
    pub position: G,
    /// The mover's roll; `None` before the throw.
    pub roll: Option<G::Roll>,
    /// Keys of the positions of the game so far, the present one last.
    pub keys: Vec<u64>,
    /// The moves allowed, best first as far as is known; without a roll, one empty line.
    pub lines: Vec<Line<G, V>>,
    /// Whether every win within the depth must be found: nothing may be reduced.
    pub mate_search: bool,
}

/// Called before a root move is searched, with its place in the order, from 1.
pub type Trying<'a, G> = dyn FnMut(<G as Rules>::Move, usize) + 'a;

/// A way of searching.
pub trait Kernel<G: Rules>: Clone + Send + 'static {
    /// What a position is worth.
    type Value: Value;

    /// The deepest iteration that makes sense.
    const DEEPEST: u32;

    /// The depth that is enough for an only move, when a clock runs.
    const FORCED_MOVE_DEPTH: u32;

    /// Nodes between two looks at clock and signals, a millisecond's work or less.
    const INTERVAL: u64;

    /// Nodes of depth 1 that no limit and no signal cuts short. The rest of depth 1 is granted
    /// as far as the limits allow.
    const GUARANTEED: u64;

    /// Whether it uses the table.
    const TABLE: bool;

    /// Whether copies of it that search the same root, each on a thread of its own, help one
    /// another through the table. If so the driver makes them and runs them beside it; if not,
    /// the kernel itself divides an iteration over the threads that it is told of.
    const SHARES: bool;

    /// Forgets all that was learned: a new game begins.
    fn forget(&mut self);

    /// Called once before the iterations of a search. `threads` is how many it may use itself, its
    /// own included: 1 where [`SHARES`](Kernel::SHARES) holds. Each further thread counts on a
    /// [`Budget::part`] of its own.
    fn begin(&mut self, root: &Root<G, Self::Value>, threads: usize);

    /// One iteration: finds the best of `root.lines[from..]` (not empty; lines before `from` are
    /// left alone) at `depth` and puts it at `from`, the order of the others kept or improved.
    /// Its value, line and depth are then set.
    ///
    /// # Errors
    /// [`Stopped`] when the budget said so. Whatever has been set by then holds: the line at
    /// `from` is the best known, with its `depth` set to this one if it was searched in full or
    /// proved better than one that was. After depth 1 from 0, finished or not, it has a value.
    fn search(
        &mut self,
        root: &mut Root<G, Self::Value>,
        from: usize,
        depth: u32,
        table: &Table,
        budget: &mut Budget<'_>,
        trying: &mut Trying<'_, G>,
    ) -> Result<(), Stopped>;
}
