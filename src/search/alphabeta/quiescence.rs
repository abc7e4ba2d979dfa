//! Quiescence search: forced captures without stand pat, threats, futility pruning, table cutoffs.
//! Not here: the static evaluation of quiet positions (the evaluator).

use super::INFINITE;
use super::node::Worker;
use super::{MAX_PLY, history};
use crate::eval::{Evaluate, MATE_BOUND, Score};
use crate::rules::Tactics;
use crate::search::budget::Stopped;
use crate::search::kernel::Bound;
use crate::search::tt::{TtEntry, score_to_tt};

/// The node limit of one quiescence search. Real exchanges need a few dozen nodes; only wild
/// positions, in which every capture has several answers, need more. Beyond the limit each node
/// searches only its first capture. If that loses, the static evaluation stands for the others: a
/// loss is only claimed if every capture was searched.
const LEAF_NODES: u32 = 1_000;

/// The node limit of all leaves of the first iteration together, about one second of search. Where
/// the root has tens of thousands of moves, each leaf gets less than [`LEAF_NODES`].
const ALL_LEAF_NODES: usize = 2_000_000;

/// The node limit of one quiescence search, given the number of root moves.
pub(super) fn leaf_limit(root_moves: usize) -> u32 {
    let share = ALL_LEAF_NODES / root_moves.max(1);
    u32::try_from(share).unwrap_or(LEAF_NODES).min(LEAF_NODES)
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Worker<'_, '_, G, E> {
    /// A leaf of the main search: [`quiescence`](Self::quiescence), with its score in the table at
    /// depth 0, since many lines lead to the same leaf.
    pub(super) fn leaf(
        &mut self,
        position: &G,
        window: (Score, Score),
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.leaf_nodes = 0;
        // The key does not include the counter, so do not probe where the counter ends the game.
        if self.plain || position.draw_by_counter() {
            return self.quiescence(position, window, ply, false);
        }
        let key = self.salted(position.key());
        if let Some(entry) = self.table.probe(key)
            && let Some(score) = entry.cutoff_score(window, ply, Self::counter(position))
        {
            self.budget.tick(ply)?;
            self.set_counters(ply, entry.counters());
            return Ok(score);
        }
        let score = self.quiescence(position, window, ply, false)?;
        let entry = TtEntry {
            score: score_to_tt(score, ply),
            bound: Bound::of(score, window),
            depth: 0,
            best: None,
            counters: self.counters(ply),
        };
        self.table.store(key, &entry);
        Ok(score)
    }

    /// The fail-soft score of a leaf. Captures are forced, so all are searched and there is no stand
    /// pat. Where the opponent threatens to capture, the static evaluation is unreliable: all moves
    /// are searched for one ply, once per line (`defended`), unless the evaluation lies outside the
    /// window by more than the [futility margins](super::FutilityMargins).
    fn quiescence(
        &mut self,
        position: &G,
        (mut alpha, beta): (Score, Score),
        ply: usize,
        mut defended: bool,
    ) -> Result<Score, Stopped> {
        self.budget.tick(ply)?;
        self.leaf_nodes += 1;
        if let Some(exact) = self.exact(position, ply) {
            return Ok(exact);
        }
        let capturing = position.capturing();
        if !capturing || position.draw_by_counter() {
            if let Some(outcome) = position.outcome() {
                return Ok(self.outcome_score(outcome, position, ply));
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
            if number > 0 && self.leaf_nodes > self.leaf_limit && !self.plain {
                if best.is_ok_and(|best| best <= -MATE_BOUND) {
                    best = Ok(self.evaluator.value(position));
                }
                break;
            }
            let m = &moves[history::pick(&mut ranked, number)];
            let child = position.play(m);
            match self.quiescence(&child, (-beta, -alpha), ply + 1, defended) {
                Ok(score) => {
                    self.propagate_counters(&child, ply + 1);
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
