//! The alpha-beta kernel for games without dice, and its root search with aspiration windows.
//! Not here: iterative deepening (`driver`), and the search below the root (`node`, `quiescence`).

mod history;
mod lmr;
mod node;
mod prune;
mod quiescence;

use super::budget::{Budget, Stopped};
use super::kernel::{Bound, Kernel, OnRootMove, Root, RootLine};
use super::tt::TranspositionTable;
use crate::eval::{Evaluate, MATE, MATE_BOUND, Score, Value};
use crate::rules::Tactics;
use history::History;
use node::{StackEntry, Worker};
use std::cmp::Reverse;

/// The greatest distance from the root, in plies.
pub(super) const MAX_PLY: usize = 250;

/// How many root moves are evaluated between two checks of the clock.
const STOP_CHECK_INTERVAL: usize = 256;

/// Greater than every score.
const INFINITE: Score = MATE + 1;

/// The least depth that uses an aspiration window.
const ASPIRATION_DEPTH: u32 = 4;

/// Half of the first aspiration window, in hundredths of a man; each fail makes it four times as wide.
const ASPIRATION_DELTA: Score = 20;

/// Xored into the table keys of mate searches, which must not share entries with other searches.
const MATE_SEARCH: u64 = 0x9E37_79B9_7F4A_7C15;

/// Multiplier that hashes the keys of repeated positions.
const REPEATED: u64 = 0xD6E8_FEB8_6659_FD93;

/// Whether the search uses all its techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All of it.
    Full,
    /// Plain alpha-beta with quiescence search: no table, pruning, reductions, extensions or
    /// repetitions. It is exact to its depth, so tests compare it with [`Expectimax`] over
    /// [`Quiesce`].
    ///
    /// [`Expectimax`]: super::Expectimax
    /// [`Quiesce`]: super::Quiesce
    Plain,
}

/// Futility margins of the quiescence search, in hundredths of a man: how far outside the window the
/// static evaluation of a leaf must lie to be returned although the opponent threatens to capture.
/// `None` turns the pruning off.
///
/// How much a threat costs differs from game to game, so the margins come with the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FutilityMargins {
    /// Futility pruning: the most that the side to move is expected to gain with one move.
    pub futility: Option<Score>,
    /// Reverse futility pruning: the most that it is expected to lose despite its move.
    pub reverse_futility: Option<Score>,
}

impl Default for FutilityMargins {
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
    margins: FutilityMargins,
    history: History<G>,
    stack: Vec<StackEntry<G>>,
    /// Keys that occurred twice or more before the root, sorted.
    repeated: Vec<u64>,
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> AlphaBeta<G, E> {
    /// A kernel that evaluates its leaves with `evaluator`.
    pub fn new(evaluator: E) -> Self {
        Self::with_mode(evaluator, Mode::Full)
    }

    /// The same in a given mode.
    pub fn with_mode(evaluator: E, mode: Mode) -> Self {
        const { assert!(G::COUNTER_LIMIT.is_none() || G::COUNTER_LIMIT.unwrap() <= 60) };
        Self {
            evaluator,
            mode,
            margins: FutilityMargins::default(),
            history: History::new(),
            stack: (0..=MAX_PLY + 1).map(|_| StackEntry::default()).collect(),
            repeated: Vec::new(),
        }
    }

    /// The same with other futility margins.
    #[must_use]
    pub fn margins(mut self, margins: FutilityMargins) -> Self {
        self.margins = margins;
        self
    }

    /// What is xored into the keys of the table: a mate search finds mates that other searches
    /// prune, and a position that occurred twice in this game is a draw in this search only.
    fn salt(&self, mate_search: bool) -> u64 {
        let repeated = self.repeated.iter().map(|key| key.rotate_left(32));
        let salt = repeated.fold(0, |salt, key| salt ^ key.wrapping_mul(REPEATED));
        if mate_search {
            salt ^ MATE_SEARCH
        } else {
            salt
        }
    }

    /// Orders the root moves by static evaluation. If the search is stopped at once, the first of
    /// them is the answer.
    ///
    /// # Errors
    /// [`Stopped`] if there were so many moves that it took too long. Moves without a score come last.
    fn order_root(
        &mut self,
        root: &mut Root<G, Score>,
        budget: &Budget<'_>,
    ) -> Result<(), Stopped> {
        let mut result = Ok(());
        for (number, line) in root.lines.iter_mut().enumerate() {
            if number % STOP_CHECK_INTERVAL == STOP_CHECK_INTERVAL - 1 && budget.overdue() {
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

    const MAX_DEPTH: u32 = 100;
    const FORCED_MOVE_DEPTH: u32 = 5;
    const CHECK_INTERVAL: u64 = 1024;
    const GUARANTEED_NODES: u64 = 10_000;
    const USES_TT: bool = true;
    const LAZY_SMP: bool = true;

    fn forget(&mut self) {
        self.history = History::new();
    }

    fn begin(&mut self, root: &Root<G, Score>, _threads: usize) {
        self.history.age();
        for entry in &mut self.stack {
            entry.forget();
        }
        let past = &root.keys[..root.keys.len().saturating_sub(1)];
        // No position from before the last reset of the counter can occur again.
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
        table: &TranspositionTable,
        budget: &mut Budget<'_>,
        on_root_move: &mut OnRootMove<'_, G>,
    ) -> Result<(), Stopped> {
        if depth == 1 && from == 0 {
            self.order_root(root, budget)?;
        }
        let RootLine {
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
            max_extension_ply: depth as usize * 2,
            leaf_nodes: 0,
            leaf_limit: quiescence::leaf_limit(root.lines.len()),
            root_index: from,
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
            let score = worker.root(root, from, depth as i32, (alpha, beta), on_root_move);
            let root_index = worker.root_index;
            if score.is_err() && root_index > from {
                demote_proven_loss(
                    &mut root.lines[from..=root_index],
                    depth,
                    (expected, before),
                );
            }
            let score = score?;
            delta = delta.saturating_mul(4);
            if score <= alpha && alpha > -INFINITE {
                alpha = window_edge(score - delta);
            } else if score >= beta && beta < INFINITE {
                beta = window_edge(score + delta);
            } else {
                return Ok(());
            }
        }
    }
}

/// After an iteration that was stopped while it searched the last of `lines`: if the best move before
/// it is a proven loss, moves that last line to the front, since it may be better. Its score is then
/// at most that of the last iteration's best move, an upper bound.
fn demote_proven_loss<G: Tactics>(
    lines: &mut [RootLine<G, Score>],
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

/// An edge of an aspiration window; infinite if it reaches mate scores.
fn window_edge(edge: Score) -> Score {
    if edge >= MATE_BOUND {
        INFINITE
    } else if edge <= -MATE_BOUND {
        -INFINITE
    } else {
        edge
    }
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Worker<'_, '_, G, E> {
    /// Searches the root moves from `from` on with a window; fail-soft.
    fn root(
        &mut self,
        root: &mut Root<G, Score>,
        from: usize,
        depth: i32,
        (mut alpha, beta): (Score, Score),
        on_root_move: &mut OnRootMove<'_, G>,
    ) -> Result<Score, Stopped> {
        self.stack[0].key = root.position.key();
        let quiet = !root.position.capturing();
        let mut best = -INFINITE;
        for index in from..root.lines.len() {
            let m = root.lines[index].pv[0];
            on_root_move(m, index + 1);
            self.root_index = index;
            let child = root.position.play(&m);
            let number = index - from;
            let mut reduction = 0;
            if quiet && self.lmr_allowed(depth) {
                reduction = (lmr::reduction(depth, number) / lmr::PLY - 1).clamp(0, depth - 2);
            }
            let window = (alpha, beta);
            let score =
                self.search_child::<true>(&child, window, depth - 1, reduction, 0, number == 0)?;
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
