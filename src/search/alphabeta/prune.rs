//! Forward pruning in null windows: reverse futility pruning, ProbCut, late move pruning.
//! Not here: late move reductions (`lmr`), and futility in the leaves (`quiescence`).
//!
//! There is no null move pruning: zugzwang is common in these games, so a pass proves nothing.
//! ProbCut (M. Buro, 1995) takes its place: if a much shallower search ends a margin outside the
//! window, on either side, its score stands. `src/search/TRIALS.md` records what each technique gains
//! in games.

use super::node::Worker;
use crate::eval::{Evaluate, MATE_BOUND, Score};
use crate::rules::Tactics;
use crate::search::budget::Stopped;

/// The greatest depth of reverse futility pruning: a static evaluation far above beta is returned.
const REVERSE_FUTILITY_DEPTH: i32 = 4;

/// The margin above beta per ply, in hundredths of a man.
const REVERSE_FUTILITY_MARGIN: Score = 80;

/// The least depth of ProbCut.
const PROBCUT_DEPTH: i32 = 6;

/// The depth of ProbCut's shallow search, in percent of the depth.
const PROBCUT_SHARE: i32 = 40;

/// The greatest depth of late move pruning.
const LMP_DEPTH: i32 = 4;

/// How far outside the window the shallow search must end, in hundredths of a man.
fn probcut_margin(depth: i32) -> Score {
    60 + 10 * depth
}

/// The last move number (from 0) that late move pruning keeps.
fn lmp_count(depth: i32) -> usize {
    (10 + 3 * depth * depth) as usize
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Worker<'_, '_, G, E> {
    /// Whether forward pruning is allowed in this window.
    #[inline]
    pub(super) fn pruning_allowed(&self, (alpha, beta): (Score, Score)) -> bool {
        let undecided = alpha.abs() < MATE_BOUND && beta.abs() < MATE_BOUND;
        undecided && !self.plain && !self.mate_search
    }

    /// Reverse futility pruning and ProbCut: the score of a position without captures, if it can be
    /// pruned. The window is a null window in which [pruning is allowed](Self::pruning_allowed).
    /// `static_eval` is less than every score if the position is not quiet.
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
        // Quiescence search first: if it does not confirm, the shallow search hardly will.
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

/// Late move pruning: whether a quiet move that leads to `child` is skipped at this depth. A move
/// that forces the opponent to capture is never skipped, since combinations begin with sacrifices.
#[inline]
pub fn is_late_move<G: Tactics>(child: &G, depth: i32, number: usize) -> bool {
    depth <= LMP_DEPTH && number > lmp_count(depth) && !child.capturing()
}
