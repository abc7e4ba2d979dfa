//! Quasi-random dice for rollouts: the first two rolls of each game are stratified.
//! Not here: how games are played with them.

use crate::dice::{Throw, numbered, total};
use crate::rules::Chance;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::marker::PhantomData;

/// Turns whose rolls are stratified.
const STRATIFIED_PLIES: u64 = 2;

/// The rolls of all games of a rollout.
///
/// Let a roll have `n` equally likely outcomes, 36 with two dice. In `n` consecutive games, every
/// outcome is the first roll of exactly one game and the second roll of exactly one. In each block of
/// `n * n` games every pair of outcomes opens exactly one game. Random permutations decide which game
/// gets which outcome, so the rolls of a single game are distributed as random rolls, and only the
/// games together are more even.
#[derive(Clone, Debug)]
pub(super) struct StratifiedDice<R> {
    seed: u64,
    /// How many equally likely outcomes a roll has.
    outcomes: u32,
    /// The block of `n * n` games of the current permutations, and these.
    drawn: Option<(u32, [Vec<u32>; STRATIFIED_PLIES as usize])>,
    roll: PhantomData<fn() -> R>,
}

impl<R: Chance> StratifiedDice<R> {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            seed,
            outcomes: total::<R>(),
            drawn: None,
            roll: PhantomData,
        }
    }

    /// The roll of a game at a turn, both counted from 0.
    pub(super) fn roll(&mut self, game: u32, ply: u64) -> R {
        if ply >= STRATIFIED_PLIES {
            let throw = Throw {
                seed: self.seed,
                game: game.into(),
                ply,
                opening: false,
            };
            return throw.roll();
        }
        let n = self.outcomes;
        let (round, square) = (game / n, game / n.saturating_mul(n));
        let at = match ply {
            0 => game % n,
            // Shifted by one in each round of n games: a Latin square.
            _ => (game % n + round % n) % n,
        };
        let orders = self.orders(square);
        numbered(orders[ply as usize][at as usize])
    }

    /// The permutations of a block of `n * n` games, one for each turn.
    fn orders(&mut self, square: u32) -> &[Vec<u32>; STRATIFIED_PLIES as usize] {
        if self.drawn.as_ref().is_none_or(|(of, _)| *of != square) {
            let orders = [0, 1].map(|ply| permutation(self.outcomes, self.seed, square, ply));
            self.drawn = Some((square, orders));
        }
        let (_, orders) = self.drawn.as_ref().expect("drawn above");
        orders
    }
}

/// A random permutation of the numbers below `n` from a ChaCha8 stream (Fisher-Yates shuffle).
fn permutation(n: u32, seed: u64, square: u32, ply: u64) -> Vec<u32> {
    let mut key = [0; 32];
    // Never the stream of a `Throw`, whose last word is always 0.
    for (part, number) in key.chunks_mut(8).zip([seed, square.into(), ply, 1]) {
        part.copy_from_slice(&number.to_le_bytes());
    }
    let mut stream = ChaCha8Rng::from_seed(key);
    let mut numbers: Vec<u32> = (0..n).collect();
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, stream.random_range(0..=last));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Coin(bool);

    impl Chance for Coin {
        const ROLLS: &'static [(Self, u32)] = &[(Coin(false), 1), (Coin(true), 5)];
        const ONLY: Option<Self> = None;
    }

    fn counted<T: Ord>(all: impl Iterator<Item = T>) -> BTreeMap<T, u32> {
        let mut counts = BTreeMap::new();
        for one in all {
            *counts.entry(one).or_default() += 1;
        }
        counts
    }

    #[test]
    fn the_first_two_rolls_are_stratified() {
        for seed in 0..20 {
            let mut dice = StratifiedDice::<Coin>::new(seed);
            for from in [0, 6, 36, 66] {
                for ply in [0, 1] {
                    let counts = counted((from..from + 6).map(|game| dice.roll(game, ply)));
                    assert_eq!(counts[&Coin(true)], 5, "seed {seed}, game {from}");
                }
            }
            for from in [0, 36, 72] {
                let games = from..from + 36;
                let counts = counted(games.map(|game| [0, 1].map(|ply| dice.roll(game, ply))));
                let pairs: Vec<_> = counts.into_values().collect();
                assert_eq!(pairs, [1, 5, 5, 25]);
            }
        }
    }

    #[test]
    fn a_single_game_has_random_rolls() {
        for (game, ply) in [(0, 0), (0, 1), (7, 1), (40, 0), (3, 2), (3, 3)] {
            let rolls = (0..6_000).map(|seed| StratifiedDice::<Coin>::new(seed).roll(game, ply));
            let tails = counted(rolls)[&Coin(false)];
            // A thousand is expected, with a standard deviation of 29.
            assert!((880..1_120).contains(&tails), "{game} {ply}: {tails}");
        }
    }

    #[test]
    fn rolls_depend_on_seed_and_game_only() {
        let mut dice = StratifiedDice::<Coin>::new(5);
        let rolls = |dice: &mut StratifiedDice<Coin>, game| {
            (0..9).map(|ply| dice.roll(game, ply)).collect()
        };
        let first: Vec<_> = rolls(&mut dice, 50);
        rolls(&mut dice, 3).clear();
        assert_eq!(rolls(&mut dice, 50), first);
    }
}
