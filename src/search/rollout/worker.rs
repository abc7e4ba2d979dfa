//! One thread of a rollout: plays games from a position and measures the luck of their rolls.
//! Not here: which games are played, and their statistics (`stats`).

use super::dice::StratifiedDice;
use super::stats::{GameResult, WeightedSum};
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

/// The first turns of a game, whose positions recur in other games and are cached.
const CACHED_PLIES: u64 = 2;

/// The size of the transposition table for move searches, in MiB.
const TABLE: usize = 1;

/// A chance node with the best move after each roll.
struct Lookahead<G: Rules, V> {
    position: G,
    /// For each roll in the order of `ROLLS`: the best move by static evaluation and its value to
    /// the side to move. Without a legal move: `None` and the value of the position.
    best: Vec<(Option<G::Move>, V)>,
    /// For each roll the move that was played, once it is chosen.
    searched: Vec<Option<G::Move>>,
}

/// Plays games of a rollout.
pub(super) struct RolloutWorker<'a, G: Rules, E: Evaluate<G>, K: Kernel<G>> {
    evaluator: E,
    /// Chooses the moves at depths above 1.
    searcher: Searcher<G, K>,
    depth: u32,
    /// Turns after which a game is truncated.
    plies: u64,
    dice: StratifiedDice<G::Roll>,
    control: &'a Control,
    cache: HashMap<u64, Lookahead<G, E::Value>>,
    moves: Vec<G::Move>,
}

impl<'a, G: Rules, E: Evaluate<G>, K: Kernel<G>> RolloutWorker<'a, G, E, K> {
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
            dice: StratifiedDice::new(seed),
            control,
            cache: HashMap::new(),
            moves: Vec::new(),
        }
    }

    /// Plays one game from `start`, with the dice of this number; calls `pulse` every turn.
    pub(super) fn game(
        &mut self,
        start: &G,
        number: u32,
        pulse: &mut dyn FnMut(),
    ) -> Result<GameResult<E::Value>, Stopped> {
        let whole = i64::from(total::<G::Roll>());
        let mut sample = GameResult::default();
        let mut position = start.clone();
        for ply in 0.. {
            let own = position.turn() == start.turn();
            // From the view of the side to move in `start`.
            let seen = |value: E::Value, weight| {
                WeightedSum::of(if own { value } else { value.opposite() }, weight)
            };
            if let Some(value) = self.end(&position, ply) {
                sample.result = seen(value, whole);
                break;
            }
            pulse();
            if self.control.stopped() {
                return Err(Stopped);
            }
            let roll = self.dice.roll(number, ply);
            let index = G::Roll::ROLLS.iter().position(|&(other, _)| other == roll);
            let index = index.unwrap_or_default();
            let mut look = self.look(&position, ply);
            for (&(_, value), &(_, weight)) in look.best.iter().zip(G::Roll::ROLLS) {
                sample.luck += seen(value, -i64::from(weight));
            }
            let (best, value) = look.best[index];
            sample.luck += seen(value, whole);
            let Some(best) = best else {
                sample.result = seen(value, whole);
                break;
            };
            let chosen = match look.searched[index] {
                Some(m) => m,
                None => self.choose(&position, roll, best)?,
            };
            look.searched[index] = Some(chosen);
            if ply < CACHED_PLIES {
                self.cache.insert(position.key(), look);
            }
            position = position.play(&chosen);
        }
        Ok(sample)
    }

    /// The value of a game that ends here: it is over, exactly evaluated, or truncated.
    fn end(&mut self, position: &G, ply: u64) -> Option<E::Value> {
        if let Some(outcome) = position.outcome() {
            return Some(E::Value::ended(outcome, position.turn(), 0));
        }
        if let Some(exact) = self.evaluator.exact(position) {
            return Some(exact);
        }
        (ply >= self.plies).then(|| self.evaluator.value(position))
    }

    /// Looks one turn ahead, or takes the result from the cache.
    fn look(&mut self, position: &G, ply: u64) -> Lookahead<G, E::Value> {
        if ply < CACHED_PLIES
            && let Some(known) = self.cache.remove(&position.key())
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
        Lookahead {
            position: position.clone(),
            searched: vec![None; best.len()],
            best,
        }
    }

    /// The move to play: `best` by static evaluation, or that of a deeper search.
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
        // The move of a stopped search depends on timing.
        if self.control.stopped() {
            return Err(Stopped);
        }
        Ok(answer.best.unwrap_or(best))
    }
}
