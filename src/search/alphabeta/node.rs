//! One node of the principal variation search (PVS): mate distance pruning, transposition table,
//! one-reply extension, internal iterative reduction, late move reductions, draws by repetition.
//! Not here: the root (`mod`), forward pruning (`prune`), move ordering (`history`), and the leaves
//! (`quiescence`).
//!
//! Principal variation search: the first move gets the whole window, the others must first show
//! in a null window that they are better. Each node also hands up for which draw counters its
//! score holds (`counter`).

use super::history::{self, History};
use super::{INFINITE, MAX_PLY, Margins, lmr, prune};
use crate::eval::{Evaluate, MATE_BOUND, Score, Value, mated_in};
use crate::rules::{Outcome, Rules, Side, Tactics};
use crate::search::budget::{Budget, Stopped};
use crate::search::counter::CounterRange;
use crate::search::kernel::Bound;
use crate::search::table::{Entry, PackedEntry, Table, to_table};

/// Depth from which moves are reduced.
const REDUCED: i32 = 3;

/// Depth from which a node without a table move is searched a ply less: what it finds will be
/// the table move when it comes again.
const IIR_DEPTH: i32 = 5;

/// Parts of a ply by which late moves are reduced more where the mover does not stand better
/// than two plies before.
const NOT_IMPROVING: i32 = lmr::PLY / 2;

/// What belongs to one distance from the root.
#[derive(Clone, Debug)]
pub struct StackEntry<G: Rules> {
    pub moves: Vec<G::Move>,
    pub ranked: Vec<i64>,
    pub pv: Vec<G::Move>,
    pub key: u64,
    /// What the position here is worth by evaluation alone; the least of all scores where
    /// something is to be captured or threatened, so that there is no telling.
    pub static_eval: Score,
    /// The draw counters at which what was found here holds.
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
    /// Forgets what belongs to another search.
    pub fn forget(&mut self) {
        self.pv.clear();
        self.static_eval = -INFINITE;
    }
}

/// One iteration under way.
pub struct Worker<'a, 'b, G: Tactics, E> {
    pub evaluator: &'a mut E,
    pub plain: bool,
    pub margins: Margins,
    pub history: &'a mut History<G>,
    pub stack: &'a mut [StackEntry<G>],
    pub repeated: &'a [u64],
    /// Mixed into the keys of the table: what else than the position decides what a search finds.
    pub salt: u64,
    pub table: &'a Table,
    pub budget: &'a mut Budget<'b>,
    pub mate_search: bool,
    /// The distance from the root at which extensions end.
    pub far: usize,
    /// Positions that the leaf under way has looked at, and how many it may look at in full.
    pub looked: u32,
    pub leaf_limit: u32,
    /// The root move under way, by its place among the lines.
    pub reached: usize,
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Worker<'_, '_, G, E> {
    /// The key under which the table keeps a position for this search.
    #[inline]
    pub fn salted(&self, key: u64) -> u64 {
        key ^ self.salt
    }

    /// Whether late moves may be reduced at this depth.
    #[inline]
    pub fn reduces(&self, depth: i32) -> bool {
        depth >= REDUCED && !self.plain && !self.mate_search
    }

    /// The score of a move that leads to `child`, to its mover, who stands `ply` plies below the
    /// root and has the window given.
    #[inline]
    pub fn child<const PV: bool>(
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

    /// The score of a position in a window, fail-soft. With `PV` the line is left in its frame,
    /// empty where it ends here.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &G,
        window: (Score, Score),
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let score = self.visit::<PV>(position, window, depth, ply)?;
        self.hand_up(position, ply);
        Ok(score)
    }

    /// [`node`](Self::node), which leaves in its frame at which counters the score holds.
    fn visit<const PV: bool>(
        &mut self,
        position: &G,
        (mut alpha, mut beta): (Score, Score),
        mut depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let key = position.key();
        if G::REPETITION && !self.plain && self.occurred(position, ply) {
            self.budget.tick(ply)?;
            self.holds(ply, CounterRange::ALL);
            return Ok(0);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(position, (alpha, beta), ply);
        }
        self.budget.tick(ply)?;
        if position.draw_by_counter()
            && let Some(outcome) = position.outcome()
        {
            return Ok(self.ended(outcome, position, ply));
        }
        if let Some(exact) = self.exact(position, ply) {
            return Ok(exact);
        }
        let counters = self.counters(ply);
        let mut known = None;
        let salted = self.salted(key);
        if !self.plain {
            // However it goes on, the end can be no nearer than this.
            alpha = alpha.max(mated_in(ply as u32));
            beta = beta.min(-mated_in(ply as u32 + 1));
            if alpha >= beta {
                return Ok(alpha);
            }
            known = self.table.probe(salted);
            if !PV
                && let Some(entry) = known
                && i32::from(entry.depth()) >= depth
                && let Some(score) = entry.decides((alpha, beta), ply, Self::counter(position))
            {
                self.holds(ply, entry.counters());
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
            && self.prunes((alpha, beta))
            && let Some(score) =
                self.prune_node(position, static_eval, (alpha, beta), depth, ply)?
        {
            return Ok(score);
        }
        self.stack[ply].key = key;
        self.stack[ply].static_eval = static_eval;
        self.holds(ply, counters);
        let mut moves = std::mem::take(&mut self.stack[ply].moves);
        position.moves((), &mut moves);
        let suggested = known
            .and_then(PackedEntry::best)
            .map(usize::from)
            .filter(|&place| place < moves.len());
        if !self.plain && !self.mate_search {
            if moves.len() == 1 && ply < self.far {
                depth += 1;
            } else if suggested.is_none() && depth >= IIR_DEPTH {
                depth -= 1;
            }
        }
        let mut ranked = std::mem::take(&mut self.stack[ply].ranked);
        let list = (&moves[..], &mut ranked);
        let result = self.in_order::<PV>(position, list, suggested, (alpha, beta), depth, ply);
        self.stack[ply].moves = moves;
        self.stack[ply].ranked = ranked;
        let (score, best) = result?;
        if !self.plain {
            let entry = Entry {
                score: to_table(score, ply),
                bound: Bound::of(score, (alpha, beta)),
                depth: depth.clamp(0, 255) as u8,
                best: best.and_then(|place| u16::try_from(place).ok()),
                counters: self.counters(ply),
            };
            self.table.store(salted, &entry);
        }
        Ok(score)
    }

    /// Searches the moves of a node, the suggested one first: the score, and the place in the
    /// list of the move that raised alpha.
    fn in_order<const PV: bool>(
        &mut self,
        position: &G,
        (moves, ranked): (&[G::Move], &mut Vec<i64>),
        suggested: Option<usize>,
        (mut alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
    ) -> Result<(Score, Option<usize>), Stopped> {
        if moves.is_empty() {
            self.holds(ply, CounterRange::ALL);
            return Ok((mated_in(ply as u32), None));
        }
        let side = position.turn();
        let quiet = !position.capturing();
        let reduces = quiet && self.reduces(depth);
        let prunes = quiet && !PV && self.prunes((alpha, beta));
        let static_eval = self.stack[ply].static_eval;
        let not_improving = ply < 2 || static_eval <= self.stack[ply - 2].static_eval;
        let (mut best, mut raised) = (-INFINITE, None);
        // Where the next move leads, so that its entry of the table is on its way meanwhile.
        let mut ahead = None;
        for number in 0..moves.len() {
            let place = match suggested {
                // Ranking all can often be saved.
                Some(place) if number == 0 => place,
                _ => {
                    if number == usize::from(suggested.is_some()) {
                        self.history.rank(side, moves, ranked);
                        if let Some(first) = suggested {
                            ranked.swap(0, first);
                        }
                    }
                    history::pick(ranked, number)
                }
            };
            let m = &moves[place];
            let child = ahead.take().unwrap_or_else(|| position.play(m));
            if let Some(next) = history::known(ranked, number + 1) {
                let next = position.play(&moves[next]);
                self.table.prefetch(self.salted(next.key()));
                ahead = Some(next);
            }
            if prunes && best > -MATE_BOUND && prune::is_late_move(&child, depth, number) {
                continue;
            }
            if number <= history::CHOSEN {
                self.table.prefetch(self.salted(child.key()));
            }
            let reduction = if reduces && number > 1 {
                reduction::<PV>(depth, number, not_improving)
            } else {
                0
            };
            let window = (alpha, beta);
            let score = self.child::<PV>(&child, window, depth - 1, reduction, ply, number == 0)?;
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                raised = Some(place);
                if PV {
                    self.extend_pv(m, ply);
                }
                if score >= beta {
                    if quiet {
                        let tried = ranked.get(..number).unwrap_or_default();
                        self.learn(side, moves, place, tried, depth);
                    }
                    break;
                }
            }
        }
        Ok((best, raised))
    }

    /// Puts a move before the line of the position that it leads to.
    fn extend_pv(&mut self, m: &G::Move, ply: usize) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        let pv = &mut upper[ply].pv;
        pv.clear();
        pv.push(*m);
        pv.extend_from_slice(&lower[0].pv);
    }

    /// Notes that a quiet move cut, and which ones were tried in vain before it.
    fn learn(&mut self, side: Side, moves: &[G::Move], place: usize, tried: &[i64], depth: i32) {
        self.history
            .bonus(side, G::butterfly_index(&moves[place]), depth);
        for &packed in tried {
            let index = G::butterfly_index(&moves[history::place(packed)]);
            self.history.malus(side, index, depth);
        }
    }

    /// Whether the position has occurred in the line searched, the root included, or twice in
    /// the game before: then it is scored as a draw.
    ///
    /// A mate search goes by the game alone: the shortest win repeats nothing, and what is
    /// found about a position must not depend on the line that led to it.
    #[inline]
    fn occurred(&self, position: &G, ply: usize) -> bool {
        let key = position.key();
        let twice = || !self.repeated.is_empty() && self.repeated.binary_search(&key).is_ok();
        if self.mate_search {
            return twice();
        }
        // Nothing before the last move that reset the counter can occur again.
        let counted = Self::counter(position).map_or(ply, |counter| ply.min(counter.into()));
        let same_side = self.stack[ply - counted..ply]
            .iter()
            .rev()
            .skip(1)
            .step_by(2);
        same_side.map(|frame| frame.key).any(|before| before == key) || twice()
    }

    /// What an outcome is worth, and at which counters it is one.
    pub(super) fn ended(&mut self, outcome: Outcome, position: &G, ply: usize) -> Score {
        let counters = match (outcome.winner, G::COUNTER_LIMIT) {
            (None, Some(limit)) => CounterRange::from(limit),
            _ => CounterRange::ALL,
        };
        self.holds(ply, counters);
        Score::ended(outcome, position.turn(), ply as u32)
    }

    /// What the evaluation knows for certain. Says in any case at which counters it does, or what
    /// is then searched may hold.
    #[inline]
    pub(super) fn exact(&mut self, position: &G, ply: usize) -> Option<Score> {
        if self.plain {
            return None;
        }
        let exact = self.evaluator.exact(position);
        if let Some(limit) = G::COUNTER_LIMIT {
            self.holds(ply, CounterRange::below(limit));
            if let Some(score) = exact {
                let end = score.mate().map(i32::unsigned_abs);
                let in_time = |plies| CounterRange::within(plies, limit);
                self.holds(ply, end.map_or(CounterRange::ALL, in_time));
            } else if self.evaluator.silenced_by_counter(position) {
                let silent = CounterRange::from(position.counter());
                self.holds(ply, CounterRange::below(limit).and(silent));
            }
        }
        exact.map(|score| score.deeper(ply as u32))
    }

    /// Notes at which counters what was found at this distance from the root holds.
    #[inline]
    pub(super) fn holds(&mut self, ply: usize, counters: CounterRange) {
        if G::COUNTER_LIMIT.is_some() {
            self.stack[ply].counters = counters;
        }
    }

    /// The draw counters at which what was found at this distance from the root holds.
    #[inline]
    pub(super) fn counters(&self, ply: usize) -> CounterRange {
        match G::COUNTER_LIMIT {
            Some(_) => self.stack[ply].counters,
            None => CounterRange::ALL,
        }
    }

    /// The position's draw counter, in a game that has one.
    #[inline]
    pub(super) fn counter(position: &G) -> Option<u16> {
        G::COUNTER_LIMIT.map(|_| position.counter())
    }

    /// Lets the node above know at which counters the score of this position holds, unless the
    /// move between them has reset the counter.
    #[inline]
    pub(super) fn hand_up(&mut self, position: &G, ply: usize) {
        if G::COUNTER_LIMIT.is_some() && ply > 0 && position.counter() > 0 {
            let own = self.stack[ply].counters.a_ply_before();
            let above = &mut self.stack[ply - 1].counters;
            *above = above.and(own);
        }
    }
}

/// By how many plies a late quiet move is searched less at first.
#[inline]
fn reduction<const PV: bool>(depth: i32, number: usize, not_improving: bool) -> i32 {
    let mut parts = lmr::parts(depth, number);
    parts -= lmr::PLY * i32::from(PV);
    parts += NOT_IMPROVING * i32::from(not_improving);
    (parts / lmr::PLY).clamp(0, depth - 2)
}
