//! One node of the principal variation search (PVS): table cutoffs, extensions, IIR, LMR, repetitions.
//! Not here: the root (`mod`), pruning (`prune`), move ordering (`history`), leaves (`quiescence`).
//!
//! Principal variation search: the first move is searched with the full window, the others with a
//! null window first. Each node also computes at which draw counters its score is valid (`counter`)
//! and passes them to its parent.

use super::history::{self, History};
use super::{FutilityMargins, INFINITE, MAX_PLY, lmr, prune};
use crate::eval::{Evaluate, MATE_BOUND, Score, Value, mated_in};
use crate::rules::{Outcome, Rules, Side, Tactics};
use crate::search::budget::{Budget, Stopped};
use crate::search::counter::CounterRange;
use crate::search::kernel::Bound;
use crate::search::tt::{PackedTtEntry, TranspositionTable, TtEntry, score_to_tt};

/// The least depth of late move reductions.
const LMR_DEPTH: i32 = 3;

/// The least depth of internal iterative reduction: a node without a table move is searched one ply
/// less deep, and has a table move the next time.
const IIR_DEPTH: i32 = 5;

/// How much more late moves are reduced if the static evaluation is not improving, that is not
/// better than two plies before; in 256ths of a ply.
const NOT_IMPROVING: i32 = lmr::PLY / 2;

/// The search stack at one distance from the root.
#[derive(Clone, Debug)]
pub struct StackEntry<G: Rules> {
    pub moves: Vec<G::Move>,
    pub ranked: Vec<i64>,
    pub pv: Vec<G::Move>,
    pub key: u64,
    /// The static evaluation, or less than every score if the position is not quiet.
    pub static_eval: Score,
    /// The draw counters at which the score of this node is valid.
    pub counters: CounterRange,
}

impl<G: Rules> Default for StackEntry<G> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            ranked: Vec::new(),
            pv: Vec::new(),
            key: 0,
            static_eval: -INFINITE,
            counters: CounterRange::ALL,
        }
    }
}

impl<G: Rules> StackEntry<G> {
    /// Clears what an earlier search left.
    pub fn forget(&mut self) {
        self.pv.clear();
        self.static_eval = -INFINITE;
    }
}

/// The state of one iteration.
pub struct Worker<'a, 'b, G: Tactics, E> {
    pub evaluator: &'a mut E,
    pub plain: bool,
    pub margins: FutilityMargins,
    pub history: &'a mut History<G>,
    pub stack: &'a mut [StackEntry<G>],
    pub repeated: &'a [u64],
    /// Xored into the keys of the table, for what scores depend on besides the position.
    pub salt: u64,
    pub table: &'a TranspositionTable,
    pub budget: &'a mut Budget<'b>,
    pub mate_search: bool,
    /// From this distance from the root on, no move is extended.
    pub max_extension_ply: usize,
    /// Positions searched by the current quiescence search, and the number after which it stops
    /// searching all captures.
    pub leaf_nodes: u32,
    pub leaf_limit: u32,
    /// The index of the root move that is being searched.
    pub root_index: usize,
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Worker<'_, '_, G, E> {
    /// The key under which this search stores a position.
    #[inline]
    pub fn salted(&self, key: u64) -> u64 {
        key ^ self.salt
    }

    /// Whether late move reductions are allowed at this depth.
    #[inline]
    pub fn lmr_allowed(&self, depth: i32) -> bool {
        depth >= LMR_DEPTH && !self.plain && !self.mate_search
    }

    /// The score of a move that leads to `child`, for the side that makes it, `ply` plies below the
    /// root: null window first, then the re-searches of LMR and PVS.
    #[inline]
    pub fn search_child<const PV: bool>(
        &mut self,
        child: &G,
        (alpha, beta): (Score, Score),
        depth: i32,
        reduction: i32,
        ply: usize,
        first: bool,
    ) -> Result<Score, Stopped> {
        if PV {
            self.stack[ply + 1].pv.clear();
        }
        if first {
            return Ok(-self.node::<PV>(child, (-beta, -alpha), depth, ply + 1)?);
        }
        let null = (-alpha - 1, -alpha);
        let mut score = -self.node::<false>(child, null, depth - reduction, ply + 1)?;
        if reduction > 0 && score > alpha {
            score = -self.node::<false>(child, null, depth, ply + 1)?;
        }
        if PV && score > alpha && score < beta {
            score = -self.node::<true>(child, (-beta, -alpha), depth, ply + 1)?;
        }
        Ok(score)
    }

    /// The fail-soft score of a position. With `PV` its principal variation is left on the stack.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &G,
        window: (Score, Score),
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let score = self.search_node::<PV>(position, window, depth, ply)?;
        self.propagate_counters(position, ply);
        Ok(score)
    }

    /// [`node`](Self::node) without passing the draw counters to the parent.
    fn search_node<const PV: bool>(
        &mut self,
        position: &G,
        (mut alpha, mut beta): (Score, Score),
        mut depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let key = position.key();
        if G::REPETITION && !self.plain && self.is_repetition(position, ply) {
            self.budget.tick(ply)?;
            self.set_counters(ply, CounterRange::ALL);
            return Ok(0);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(position, (alpha, beta), ply);
        }
        self.budget.tick(ply)?;
        if position.draw_by_counter()
            && let Some(outcome) = position.outcome()
        {
            return Ok(self.outcome_score(outcome, position, ply));
        }
        if let Some(exact) = self.exact(position, ply) {
            return Ok(exact);
        }
        let counters = self.counters(ply);
        let mut tt_entry = None;
        let salted = self.salted(key);
        if !self.plain {
            // Mate distance pruning.
            alpha = alpha.max(mated_in(ply as u32));
            beta = beta.min(-mated_in(ply as u32 + 1));
            if alpha >= beta {
                return Ok(alpha);
            }
            tt_entry = self.table.probe(salted);
            if !PV
                && let Some(entry) = tt_entry
                && i32::from(entry.depth()) >= depth
                && let Some(score) = entry.cutoff_score((alpha, beta), ply, Self::counter(position))
            {
                self.set_counters(ply, entry.counters());
                return Ok(score);
            }
        }
        let quiet = !position.capturing();
        let mut static_eval = -INFINITE;
        if quiet && !self.plain && !self.mate_search && !position.threatened() {
            static_eval = self.evaluator.value(position);
        }
        if !PV
            && quiet
            && self.pruning_allowed((alpha, beta))
            && let Some(score) =
                self.prune_node(position, static_eval, (alpha, beta), depth, ply)?
        {
            return Ok(score);
        }
        self.stack[ply].key = key;
        self.stack[ply].static_eval = static_eval;
        self.set_counters(ply, counters);
        let mut moves = std::mem::take(&mut self.stack[ply].moves);
        position.moves((), &mut moves);
        let tt_index = tt_entry
            .and_then(PackedTtEntry::best)
            .map(usize::from)
            .filter(|&index| index < moves.len());
        if !self.plain && !self.mate_search {
            if moves.len() == 1 && ply < self.max_extension_ply {
                depth += 1;
            } else if tt_index.is_none() && depth >= IIR_DEPTH {
                depth -= 1;
            }
        }
        let mut ranked = std::mem::take(&mut self.stack[ply].ranked);
        let list = (&moves[..], &mut ranked);
        let result = self.search_moves::<PV>(position, list, tt_index, (alpha, beta), depth, ply);
        self.stack[ply].moves = moves;
        self.stack[ply].ranked = ranked;
        let (score, best) = result?;
        if !self.plain {
            let entry = TtEntry {
                score: score_to_tt(score, ply),
                bound: Bound::of(score, (alpha, beta)),
                depth: depth.clamp(0, 255) as u8,
                best: best.and_then(|index| u16::try_from(index).ok()),
                counters: self.counters(ply),
            };
            self.table.store(salted, &entry);
        }
        Ok(score)
    }

    /// Searches the moves of a node, the table move first. Returns the score and the index of the
    /// move that raised alpha.
    fn search_moves<const PV: bool>(
        &mut self,
        position: &G,
        (moves, ranked): (&[G::Move], &mut Vec<i64>),
        tt_index: Option<usize>,
        (mut alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
    ) -> Result<(Score, Option<usize>), Stopped> {
        if moves.is_empty() {
            self.set_counters(ply, CounterRange::ALL);
            return Ok((mated_in(ply as u32), None));
        }
        let side = position.turn();
        let quiet = !position.capturing();
        let lmr_allowed = quiet && self.lmr_allowed(depth);
        let pruning_allowed = quiet && !PV && self.pruning_allowed((alpha, beta));
        let static_eval = self.stack[ply].static_eval;
        let not_improving = ply < 2 || static_eval <= self.stack[ply - 2].static_eval;
        let (mut best, mut best_index) = (-INFINITE, None);
        // The position after the next move, whose table entry is prefetched meanwhile.
        let mut ahead = None;
        for number in 0..moves.len() {
            let index = match tt_index {
                // A cutoff by the table move saves ordering the others.
                Some(index) if number == 0 => index,
                _ => {
                    if number == usize::from(tt_index.is_some()) {
                        self.history.rank(side, moves, ranked);
                        if let Some(first) = tt_index {
                            ranked.swap(0, first);
                        }
                    }
                    history::pick(ranked, number)
                }
            };
            let m = &moves[index];
            let child = ahead.take().unwrap_or_else(|| position.play(m));
            if let Some(next) = history::settled(ranked, number + 1) {
                let next = position.play(&moves[next]);
                self.table.prefetch(self.salted(next.key()));
                ahead = Some(next);
            }
            if pruning_allowed && best > -MATE_BOUND && prune::is_late_move(&child, depth, number) {
                continue;
            }
            if number <= history::SELECTION_PICKS {
                self.table.prefetch(self.salted(child.key()));
            }
            let reduction = if lmr_allowed && number > 1 {
                late_move_reduction::<PV>(depth, number, not_improving)
            } else {
                0
            };
            let window = (alpha, beta);
            let score =
                self.search_child::<PV>(&child, window, depth - 1, reduction, ply, number == 0)?;
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_index = Some(index);
                if PV {
                    self.extend_pv(m, ply);
                }
                if score >= beta {
                    if quiet {
                        let tried = ranked.get(..number).unwrap_or_default();
                        self.update_history(side, moves, index, tried, depth);
                    }
                    break;
                }
            }
        }
        Ok((best, best_index))
    }

    /// Sets the PV of this ply to a move followed by the PV of the next ply.
    fn extend_pv(&mut self, m: &G::Move, ply: usize) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        let pv = &mut upper[ply].pv;
        pv.clear();
        pv.push(*m);
        pv.extend_from_slice(&lower[0].pv);
    }

    /// Updates the history: a bonus for the quiet move that caused the cutoff, a malus for those
    /// searched before it.
    fn update_history(
        &mut self,
        side: Side,
        moves: &[G::Move],
        index: usize,
        tried: &[i64],
        depth: i32,
    ) {
        self.history
            .bonus(side, G::butterfly_index(&moves[index]), depth);
        for &packed in tried {
            let index = G::butterfly_index(&moves[history::index(packed)]);
            self.history.malus(side, index, depth);
        }
    }

    /// Whether the position repeats one of the current line, including the root, or one that
    /// occurred twice in the game before. Repetitions are scored as draws.
    ///
    /// A mate search checks the game only: the shortest win repeats nothing, and its scores must
    /// not depend on the path to a position.
    #[inline]
    fn is_repetition(&self, position: &G, ply: usize) -> bool {
        let key = position.key();
        let twice = || !self.repeated.is_empty() && self.repeated.binary_search(&key).is_ok();
        if self.mate_search {
            return twice();
        }
        // No position from before the last reset of the counter can occur again.
        let counted = Self::counter(position).map_or(ply, |counter| ply.min(counter.into()));
        let same_side = self.stack[ply - counted..ply]
            .iter()
            .rev()
            .skip(1)
            .step_by(2);
        same_side.map(|entry| entry.key).any(|before| before == key) || twice()
    }

    /// The score of a finished game; also sets the counters at which it is finished.
    pub(super) fn outcome_score(&mut self, outcome: Outcome, position: &G, ply: usize) -> Score {
        let counters = match (outcome.winner, G::COUNTER_LIMIT) {
            (None, Some(limit)) => CounterRange::from(limit),
            _ => CounterRange::ALL,
        };
        self.set_counters(ply, counters);
        Score::ended(outcome, position.turn(), ply as u32)
    }

    /// The exact score of a position, if the evaluation knows one (endgame tables). Sets the
    /// counters at which that score is valid, or the greatest range that a search can have.
    #[inline]
    pub(super) fn exact(&mut self, position: &G, ply: usize) -> Option<Score> {
        if self.plain {
            return None;
        }
        let exact = self.evaluator.exact(position);
        if let Some(limit) = G::COUNTER_LIMIT {
            self.set_counters(ply, CounterRange::below(limit));
            if let Some(score) = exact {
                let end = score.mate().map(i32::unsigned_abs);
                let in_time = |plies| CounterRange::within(plies, limit);
                self.set_counters(ply, end.map_or(CounterRange::ALL, in_time));
            } else if self.evaluator.silenced_by_counter(position) {
                let silent = CounterRange::from(position.counter());
                self.set_counters(ply, CounterRange::below(limit).and(silent));
            }
        }
        exact.map(|score| score.deeper(ply as u32))
    }

    /// Sets the draw counters at which the score of this ply is valid.
    #[inline]
    pub(super) fn set_counters(&mut self, ply: usize, counters: CounterRange) {
        if G::COUNTER_LIMIT.is_some() {
            self.stack[ply].counters = counters;
        }
    }

    /// The draw counters at which the score of this ply is valid.
    #[inline]
    pub(super) fn counters(&self, ply: usize) -> CounterRange {
        match G::COUNTER_LIMIT {
            Some(_) => self.stack[ply].counters,
            None => CounterRange::ALL,
        }
    }

    /// The draw counter of a position; `None` if the game has none.
    #[inline]
    pub(super) fn counter(position: &G) -> Option<u16> {
        G::COUNTER_LIMIT.map(|_| position.counter())
    }

    /// Intersects the valid counters of the parent with those of this node, unless the move between
    /// them has reset the counter.
    #[inline]
    pub(super) fn propagate_counters(&mut self, position: &G, ply: usize) {
        if G::COUNTER_LIMIT.is_some() && ply > 0 && position.counter() > 0 {
            let own = self.stack[ply].counters.a_ply_before();
            let above = &mut self.stack[ply - 1].counters;
            *above = above.and(own);
        }
    }
}

/// How many plies a late quiet move is reduced.
#[inline]
fn late_move_reduction<const PV: bool>(depth: i32, number: usize, not_improving: bool) -> i32 {
    let mut reduction = lmr::reduction(depth, number);
    reduction -= lmr::PLY * i32::from(PV);
    reduction += NOT_IMPROVING * i32::from(not_improving);
    (reduction / lmr::PLY).clamp(0, depth - 2)
}
