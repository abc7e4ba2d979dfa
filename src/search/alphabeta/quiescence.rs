//! Quiescence search with the transposition table: captures are forced, so all of them are searched
//! and there is no stand pat; where a capture threatens, futility margins decide or all moves are
//! searched for one ply.
//! Not here: the static evaluation of quiet positions (the evaluator).

use super::INFINITE;
use super::node::Worker;
use super::{MAX_PLY, history};
use crate::eval::{Evaluate, MATE_BOUND, Score};
use crate::rules::Tactics;
use crate::search::budget::Stopped;
use crate::search::kernel::Bound;
use crate::search::table::{Entry, to_table};

/// How many positions a leaf may look at in full. Exchanges of play need a few dozen; what needs
/// more is a wild position in which every capture meets several others, and there the first
/// capture in order has to stand for all. If it loses, the evaluation stands for the others: a
/// loss is claimed only where every capture was searched.
const WIDE: u32 = 1_000;

/// How many positions all leaves of the first iteration may look at together, about a second's
/// work: where the root has tens of thousands of moves, each gets less than [`WIDE`].
const ALL_LEAVES: usize = 2_000_000;

/// How many positions a leaf may look at where the root has so many moves.
pub(super) fn leaf_limit(root_moves: usize) -> u32 {
    let share = ALL_LEAVES / root_moves.max(1);
    u32::try_from(share).unwrap_or(WIDE).min(WIDE)
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Worker<'_, '_, G, E> {
    /// [`quiescence`](Self::quiescence), at the end of the search proper, remembered in the table as a
    /// search of no depth: many moves lead to the same leaf.
    pub(super) fn leaf(
        &mut self,
        position: &G,
        window: (Score, Score),
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.looked = 0;
        // The key knows nothing of counters, so the table must not be asked where one ends the game.
        if self.plain || position.draw_by_counter() {
            return self.quiescence(position, window, ply, false);
        }
        let key = self.salted(position.key());
        if let Some(entry) = self.table.probe(key)
            && let Some(score) = entry.decides(window, ply, Self::counter(position))
        {
            self.budget.tick(ply)?;
            self.holds(ply, entry.counters());
            return Ok(score);
        }
        let score = self.quiescence(position, window, ply, false)?;
        let entry = Entry {
            score: to_table(score, ply),
            bound: Bound::of(score, window),
            depth: 0,
            best: None,
            counters: self.counters(ply),
        };
        self.table.store(key, &entry);
        Ok(score)
    }

    /// The score of a leaf in a window, fail-soft. Captures are forced, so all are searched and
    /// none may be declined. Where the opponent would capture if it were his turn, an exchange
    /// is under way and evaluation would misjudge it: all moves are searched for one ply, once
    /// in a line (`defended`), unless the evaluation lies outside the window by more than the
    /// [margins](super::Margins).
    fn quiescence(
        &mut self,
        position: &G,
        (mut alpha, beta): (Score, Score),
        ply: usize,
        mut defended: bool,
    ) -> Result<Score, Stopped> {
        self.budget.tick(ply)?;
        self.looked += 1;
        if let Some(exact) = self.exact(position, ply) {
            return Ok(exact);
        }
        let capturing = position.capturing();
        if !capturing || position.draw_by_counter() {
            if let Some(outcome) = position.outcome() {
                return Ok(self.ended(outcome, position, ply));
            }
            if !capturing {
                if defended || !position.threatened() {
                    return Ok(self.evaluator.value(position));
                }
                if !self.plain {
                    let static_eval = self.evaluator.value(position);
                    if let Some(futility) = self.margins.futility
                        && static_eval + futility <= alpha
                    {
                        return Ok(static_eval + futility / 2);
                    }
                    if let Some(reverse_futility) = self.margins.reverse_futility
                        && static_eval - reverse_futility >= beta
                    {
                        return Ok(static_eval - reverse_futility / 2);
                    }
                }
                defended = true;
            }
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluator.value(position));
        }
        let mut moves = std::mem::take(&mut self.stack[ply].moves);
        let mut ranked = std::mem::take(&mut self.stack[ply].ranked);
        position.moves((), &mut moves);
        self.history.rank(position.turn(), &moves, &mut ranked);
        let mut best = Ok(-INFINITE);
        for number in 0..ranked.len() {
            if number > 0 && self.looked > self.leaf_limit && !self.plain {
                if best.is_ok_and(|best| best <= -MATE_BOUND) {
                    best = Ok(self.evaluator.value(position));
                }
                break;
            }
            let m = &moves[history::pick(&mut ranked, number)];
            let child = position.play(m);
            match self.quiescence(&child, (-beta, -alpha), ply + 1, defended) {
                Ok(score) => {
                    self.hand_up(&child, ply + 1);
                    best = best.map(|best: Score| best.max(-score));
                    alpha = alpha.max(-score);
                    if alpha >= beta {
                        break;
                    }
                }
                Err(stopped) => {
                    best = Err(stopped);
                    break;
                }
            }
        }
        self.stack[ply].moves = moves;
        self.stack[ply].ranked = ranked;
        best
    }
}
