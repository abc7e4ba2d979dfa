//! Forward pruning in null windows: reverse futility pruning, ProbCut, late move pruning.
//! Not here: late move reductions (`lmr`), and futility in the leaves (`quiescence`).
//!
//! There is no null move pruning: having to move is often a burden in these games (zugzwang), so a
//! pass proves nothing. ProbCut (M. Buro, 1995) does its work: a much shallower search whose result
//! lies a margin outside the window, on either side. `src/search/TRIALS.md` records what each
//! technique gains in games.

use super::node::Worker;
use crate::eval::{Evaluate, MATE_BOUND, Score};
use crate::rules::Tactics;
use crate::search::budget::Stopped;

/// Up to this depth an evaluation far above the window stands for a search.
const REVERSE_FUTILITY_DEPTH: i32 = 4;

/// How far above it must be for each ply, in hundredths of a man.
const REVERSE_FUTILITY_MARGIN: Score = 80;

/// Depth from which a shallower search may stand for the one asked for.
const PROBCUT_DEPTH: i32 = 6;

/// The shallower search's share of the depth, in percent.
const PROBCUT_SHARE: i32 = 40;

/// Up to this depth, moves that come late in the order are left out.
const LATE_DEPTH: i32 = 4;

/// How far outside the window a shallower search must end, in hundredths of a man.
fn probcut_margin(depth: i32) -> Score {
    60 + 10 * depth
}

/// The number in the order, from 0, after which moves are late.
fn late_from(depth: i32) -> usize {
    (10 + 3 * depth * depth) as usize
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Worker<'_, '_, G, E> {
    /// Whether anything may be left out in this window.
    #[inline]
    pub(super) fn prunes(&self, (alpha, beta): (Score, Score)) -> bool {
        let undecided = alpha.abs() < MATE_BOUND && beta.abs() < MATE_BOUND;
        undecided && !self.plain && !self.mate_search
    }

    /// A score for a position without captures that needs no search of this depth, if there is
    /// one, in a null window in which it [`prunes`](Self::prunes). `static_eval` is its evaluation,
    /// or less than every score if that says nothing.
    pub(super) fn prune_node(
        &mut self,
        position: &G,
        static_eval: Score,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
    ) -> Result<Option<Score>, Stopped> {
        if depth <= REVERSE_FUTILITY_DEPTH && static_eval - REVERSE_FUTILITY_MARGIN * depth >= beta
        {
            return Ok(Some(static_eval));
        }
        if depth < PROBCUT_DEPTH {
            return Ok(None);
        }
        let margin = probcut_margin(depth);
        let shallow = depth * PROBCUT_SHARE / 100;
        // A leaf alone shows already where the shallow search would be in vain.
        let above = beta + margin;
        if self.leaf(position, (above - 1, above), ply)? >= above {
            let score = self.node::<false>(position, (above - 1, above), shallow, ply)?;
            if score >= above {
                return Ok(Some(score));
            }
        }
        let below = alpha - margin;
        if self.leaf(position, (below, below + 1), ply)? <= below {
            let score = self.node::<false>(position, (below, below + 1), shallow, ply)?;
            if score <= below {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}

/// Whether a quiet move that leads to `child` comes so late at this depth that it is left out.
/// One that makes the opponent capture never does: combinations begin like that.
#[inline]
pub fn is_late_move<G: Tactics>(child: &G, depth: i32, number: usize) -> bool {
    depth <= LATE_DEPTH && number > late_from(depth) && !child.capturing()
}
