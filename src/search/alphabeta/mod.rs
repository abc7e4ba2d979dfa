//! Alpha-beta for games without dice: the kernel, and the root with its aspiration windows and the
//! static ordering of its moves.
//! Not here: iterative deepening and limits (`driver`), and what happens below the root (`node`,
//! `quiescence`).

mod history;
mod lmr;
mod node;
mod prune;
mod quiescence;

use super::budget::{Budget, Stopped};
use super::kernel::{Bound, Kernel, Line, Root, Trying};
use super::table::Table;
use crate::eval::{Evaluate, MATE, MATE_BOUND, Score, Value};
use crate::rules::Tactics;
use history::History;
use node::{StackEntry, Worker};
use std::cmp::Reverse;

/// No line is followed farther from the root, in plies.
pub(super) const MAX_PLY: usize = 250;

/// How many root moves are judged between two looks at the clock.
const GLANCED: usize = 256;

/// Beyond every score.
const INFINITE: Score = MATE + 1;

/// Depth from which an iteration expects a score near the last one's.
const ASPIRATION_DEPTH: u32 = 4;

/// The first distance of a window's edges from the score expected, in hundredths of a man.
const ASPIRATION_DELTA: Score = 20;

/// Mixed into the keys of mate searches, whose entries must not be those of others.
const MATE_SEARCH: u64 = 0x9E37_79B9_7F4A_7C15;

/// Scatters the keys of positions that occurred twice.
const REPEATED: u64 = 0xD6E8_FEB8_6659_FD93;

/// How much of the search is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All of it.
    Full,
    /// Depth, windows and quiescence alone: no table, reductions, extensions, pruning by
    /// distance, or repetition. Exact to its depth, hence comparable with [`Expectimax`] over
    /// [`Quiesce`].
    ///
    /// [`Expectimax`]: super::Expectimax
    /// [`Quiesce`]: super::Quiesce
    Plain,
}

/// How far outside the window an evaluation must lie to settle a leaf at which the opponent
/// threatens to capture; in hundredths of a man. `None`: it never does.
///
/// What threats are worth differs from game to game, hence these are chosen with the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// The most that the side to move can hope to gain with the one move that it has first.
    pub futility: Option<Score>,
    /// The most that it must fear to lose in spite of that move.
    pub reverse_futility: Option<Score>,
}

impl Default for Margins {
    fn default() -> Self {
        Self {
            futility: Some(100),
            reverse_futility: None,
        }
    }
}

/// The kernel for games without dice.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Tactics, E> {
    evaluator: E,
    mode: Mode,
    margins: Margins,
    history: History<G>,
    stack: Vec<StackEntry<G>>,
    /// Keys that occurred twice or more before the root, sorted.
    repeated: Vec<u64>,
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> AlphaBeta<G, E> {
    /// A kernel that judges its leaves by `evaluator`.
    pub fn new(evaluator: E) -> Self {
        Self::with_mode(evaluator, Mode::Full)
    }

    /// A kernel with as much of the search at work as `mode` says.
    pub fn with_mode(evaluator: E, mode: Mode) -> Self {
        const { assert!(G::COUNTER_LIMIT.is_none() || G::COUNTER_LIMIT.unwrap() <= 60) };
        Self {
            evaluator,
            mode,
            margins: Margins::default(),
            history: History::new(),
            stack: (0..=MAX_PLY + 1).map(|_| StackEntry::default()).collect(),
            repeated: Vec::new(),
        }
    }

    /// The same with other margins.
    #[must_use]
    pub fn margins(mut self, margins: Margins) -> Self {
        self.margins = margins;
        self
    }

    /// What the table's keys carry beside the position. A mate search finds what others do
    /// not, and a position that occurred twice in the game is a draw for this search alone.
    fn salt(&self, mate_search: bool) -> u64 {
        let repeated = self.repeated.iter().map(|key| key.rotate_left(32));
        let salt = repeated.fold(0, |salt, key| salt ^ key.wrapping_mul(REPEATED));
        if mate_search {
            salt ^ MATE_SEARCH
        } else {
            salt
        }
    }

    /// Judges each move by evaluation alone: an order to begin with, and an answer in need.
    ///
    /// # Errors
    /// [`Stopped`] where there are so many moves that it took too long. Those not judged come last.
    fn order_root(
        &mut self,
        root: &mut Root<G, Score>,
        budget: &Budget<'_>,
    ) -> Result<(), Stopped> {
        let mut result = Ok(());
        for (number, line) in root.lines.iter_mut().enumerate() {
            if number % GLANCED == GLANCED - 1 && budget.overdue() {
                result = Err(Stopped);
                break;
            }
            let Some(m) = line.pv.first() else { continue };
            let child = root.position.play(m);
            let value = match child.outcome() {
                Some(outcome) => Score::ended(outcome, child.turn(), 1),
                None => {
                    let exact = self.evaluator.exact(&child);
                    exact
                        .unwrap_or_else(|| self.evaluator.value(&child))
                        .deeper(1)
                }
            };
            line.value = Some(-value);
        }
        root.lines.sort_by_key(|line| Reverse(line.value));
        result
    }
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Kernel<G> for AlphaBeta<G, E> {
    type Value = Score;

    const DEEPEST: u32 = 100;
    const FORCED_MOVE_DEPTH: u32 = 5;
    const INTERVAL: u64 = 1024;
    const GUARANTEED: u64 = 10_000;
    const TABLE: bool = true;
    const SHARES: bool = true;

    fn forget(&mut self) {
        self.history = History::new();
    }

    fn begin(&mut self, root: &Root<G, Score>, _threads: usize) {
        self.history.age();
        for frame in &mut self.stack {
            frame.forget();
        }
        let past = &root.keys[..root.keys.len().saturating_sub(1)];
        // What lies before the last move that reset the counter cannot occur again.
        let counted = match G::COUNTER_LIMIT {
            Some(_) => usize::from(root.position.counter()),
            None => past.len(),
        };
        let mut before = past[past.len().saturating_sub(counted)..].to_vec();
        before.sort_unstable();
        self.repeated = before
            .chunk_by(|a, b| a == b)
            .filter(|same| same.len() >= 2)
            .map(|same| same[0])
            .collect();
    }

    fn search(
        &mut self,
        root: &mut Root<G, Score>,
        from: usize,
        depth: u32,
        table: &Table,
        budget: &mut Budget<'_>,
        trying: &mut Trying<'_, G>,
    ) -> Result<(), Stopped> {
        if depth == 1 && from == 0 {
            self.order_root(root, budget)?;
        }
        let Line {
            value: expected,
            depth: before,
            ..
        } = root.lines[from];
        let salt = self.salt(root.mate_search);
        let mut worker = Worker {
            evaluator: &mut self.evaluator,
            plain: self.mode == Mode::Plain,
            margins: self.margins,
            history: &mut self.history,
            stack: &mut self.stack,
            repeated: &self.repeated,
            salt,
            table,
            budget,
            mate_search: root.mate_search,
            far: depth as usize * 2,
            looked: 0,
            leaf_limit: quiescence::leaf_limit(root.lines.len()),
            reached: from,
        };
        let mut delta = ASPIRATION_DELTA;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if let Some(score) = expected
            && depth >= ASPIRATION_DEPTH
            && !worker.plain
            && score.abs() < MATE_BOUND
        {
            (alpha, beta) = (score - delta, score + delta);
        }
        loop {
            let score = worker.root(root, from, depth as i32, (alpha, beta), trying);
            let reached = worker.reached;
            if score.is_err() && reached > from {
                pass_over_loss(&mut root.lines[from..=reached], depth, (expected, before));
            }
            let score = score?;
            delta = delta.saturating_mul(4);
            if score <= alpha && alpha > -INFINITE {
                alpha = widened(score - delta);
            } else if score >= beta && beta < INFINITE {
                beta = widened(score + delta);
            } else {
                return Ok(());
            }
        }
    }
}

/// After an iteration that was stopped at the last of `lines`: if the best of those before it is
/// lost at this depth, that one comes first, since it may be better. All that is known of it is
/// what the iteration before has found: it is not worth more than the best move was.
fn pass_over_loss<G: Tactics>(
    lines: &mut [Line<G, Score>],
    depth: u32,
    (expected, before): (Option<Score>, u32),
) {
    let lost = |value: Option<Score>| value.is_some_and(|value| value <= -MATE_BOUND);
    if lines[0].depth != depth || !lost(lines[0].value) || lost(expected) {
        return;
    }
    lines.rotate_right(1);
    let next = &mut lines[0];
    next.pv.truncate(1);
    if depth > 1 {
        (next.value, next.bound, next.depth) = (expected, Bound::Upper, before);
    }
}

/// The edge of a window: none at all where wins and losses begin.
fn widened(edge: Score) -> Score {
    if edge >= MATE_BOUND {
        INFINITE
    } else if edge <= -MATE_BOUND {
        -INFINITE
    } else {
        edge
    }
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Worker<'_, '_, G, E> {
    /// Searches the root's moves from `from` on in a window; fail-soft.
    fn root(
        &mut self,
        root: &mut Root<G, Score>,
        from: usize,
        depth: i32,
        (mut alpha, beta): (Score, Score),
        trying: &mut Trying<'_, G>,
    ) -> Result<Score, Stopped> {
        self.stack[0].key = root.position.key();
        let quiet = !root.position.capturing();
        let mut best = -INFINITE;
        for index in from..root.lines.len() {
            let m = root.lines[index].pv[0];
            trying(m, index + 1);
            self.reached = index;
            let child = root.position.play(&m);
            let number = index - from;
            let mut reduction = 0;
            if quiet && self.reduces(depth) {
                reduction = (lmr::parts(depth, number) / lmr::PLY - 1).clamp(0, depth - 2);
            }
            let window = (alpha, beta);
            let score = self.child::<true>(&child, window, depth - 1, reduction, 0, number == 0)?;
            best = best.max(score);
            if score > alpha {
                let line = &mut root.lines[index];
                line.value = Some(score);
                line.depth = depth as u32;
                line.bound = if score >= beta {
                    Bound::Lower
                } else {
                    Bound::Exact
                };
                line.pv.truncate(1);
                line.pv.extend_from_slice(&self.stack[1].pv);
                root.lines[from..=index].rotate_right(1);
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}
