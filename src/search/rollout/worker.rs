//! One thread of a rollout: plays games from a position and measures the luck of their rolls.
//! Not here: which games are played, and their statistics (`stats`).

use super::dice::Dice;
use super::stats::{Sample, Total};
use crate::control::Control;
use crate::dice::total;
use crate::eval::{Evaluate, Value};
use crate::limits::Limits;
use crate::rules::{Chance, Game, Rules};
use crate::search::budget::Stopped;
use crate::search::driver::Request;
use crate::search::kernel::Kernel;
use crate::search::searcher::Searcher;
use std::collections::HashMap;

/// The first turns of a game, whose positions come back in others.
const FAMILIAR: u64 = 2;

/// The size of the table for searches of moves, in MiB.
const TABLE: usize = 1;

/// A position before its throw, looked at one turn ahead.
struct Look<G: Rules, V> {
    position: G,
    /// For each roll in the order of the list: the best move by evaluation, and its worth to the
    /// mover. `None` in a game whose rules give no move; the worth is then that of the position.
    best: Vec<(Option<G::Move>, V)>,
    /// The moves that were found by search, where one was asked.
    searched: Vec<Option<G::Move>>,
}

/// Plays the games of a rollout.
pub(super) struct Player<'a, G: Rules, E: Evaluate<G>, K: Kernel<G>> {
    evaluator: E,
    /// Chooses the moves, beyond depth 1.
    searcher: Searcher<G, K>,
    depth: u32,
    /// Turns after which a game is cut off.
    plies: u64,
    dice: Dice<G::Roll>,
    control: &'a Control,
    familiar: HashMap<u64, Look<G, E::Value>>,
    moves: Vec<G::Move>,
}

impl<'a, G: Rules, E: Evaluate<G>, K: Kernel<G>> Player<'a, G, E, K> {
    pub(super) fn new(
        (evaluator, kernel): (E, K),
        depth: u32,
        plies: u64,
        seed: u64,
        control: &'a Control,
    ) -> Self {
        Self {
            evaluator,
            searcher: Searcher::new(kernel, TABLE),
            depth,
            plies,
            dice: Dice::new(seed),
            control,
            familiar: HashMap::new(),
            moves: Vec::new(),
        }
    }

    /// Plays the game of this number from `start` on; `pulse` is called with every turn.
    pub(super) fn game(
        &mut self,
        start: &G,
        number: u32,
        pulse: &mut dyn FnMut(),
    ) -> Result<Sample<E::Value>, Stopped> {
        let whole = i64::from(total::<G::Roll>());
        let mut sample = Sample::default();
        let mut position = start.clone();
        for ply in 0.. {
            let own = position.turn() == start.turn();
            // Seen by the side that the rollout is for.
            let seen = |value: E::Value, weight| {
                Total::of(if own { value } else { value.opposite() }, weight)
            };
            if let Some(value) = self.end(&position, ply) {
                sample.plain = seen(value, whole);
                break;
            }
            pulse();
            if self.control.stopped() {
                return Err(Stopped);
            }
            let roll = self.dice.throw(number, ply);
            let thrown = G::Roll::ROLLS.iter().position(|&(other, _)| other == roll);
            let thrown = thrown.unwrap_or_default();
            let mut look = self.look(&position, ply);
            for (&(_, value), &(_, weight)) in look.best.iter().zip(G::Roll::ROLLS) {
                sample.luck += seen(value, -i64::from(weight));
            }
            let (best, value) = look.best[thrown];
            sample.luck += seen(value, whole);
            let Some(best) = best else {
                sample.plain = seen(value, whole);
                break;
            };
            let chosen = match look.searched[thrown] {
                Some(m) => m,
                None => self.choose(&position, roll, best)?,
            };
            look.searched[thrown] = Some(chosen);
            if ply < FAMILIAR {
                self.familiar.insert(position.key(), look);
            }
            position = position.play(&chosen);
        }
        Ok(sample)
    }

    /// What a game is worth that ends here: it is over, known for certain, or cut off.
    fn end(&mut self, position: &G, ply: u64) -> Option<E::Value> {
        if let Some(outcome) = position.outcome() {
            return Some(E::Value::ended(outcome, position.turn(), 0));
        }
        if let Some(exact) = self.evaluator.exact(position) {
            return Some(exact);
        }
        (ply >= self.plies).then(|| self.evaluator.value(position))
    }

    /// Looks one turn ahead, or remembers having done so.
    fn look(&mut self, position: &G, ply: u64) -> Look<G, E::Value> {
        if ply < FAMILIAR
            && let Some(known) = self.familiar.remove(&position.key())
            && known.position == *position
        {
            return known;
        }
        let mut best = Vec::with_capacity(G::Roll::ROLLS.len());
        for &(roll, _) in G::Roll::ROLLS {
            position.moves(roll, &mut self.moves);
            let mut found: Option<(Option<G::Move>, E::Value)> = None;
            for m in &self.moves {
                let after = position.play(m);
                let value = match after.outcome() {
                    Some(outcome) => E::Value::ended(outcome, after.turn(), 0),
                    None => self.evaluator.value(&after),
                };
                let value = value.opposite();
                if found.is_none_or(|(_, best)| value.score() > best.score()) {
                    found = Some((Some(*m), value));
                }
            }
            best.push(found.unwrap_or_else(|| (None, self.evaluator.value(position))));
        }
        Look {
            position: position.clone(),
            searched: vec![None; best.len()],
            best,
        }
    }

    /// The move that is played: `best` by evaluation, or what a deeper search finds.
    fn choose(&mut self, position: &G, roll: G::Roll, best: G::Move) -> Result<G::Move, Stopped> {
        if self.depth <= 1 {
            return Ok(best);
        }
        let game = Game::new(position.clone(), Some(roll));
        let request = Request::new(Limits {
            depth: Some(self.depth),
            ..Limits::default()
        });
        let answer = self
            .searcher
            .search(&game, &request, self.control, &mut |_| {});
        // A search that was stopped chose among what it had seen.
        if self.control.stopped() {
            return Err(Stopped);
        }
        Ok(answer.best.unwrap_or(best))
    }
}
