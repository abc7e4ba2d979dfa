//! Throwing: a roll as a function of a seed and of where in which game it falls.
//! Not here: who owns the dice; the engine throws with `RollDice` on, an arbiter otherwise.

use crate::rules::Chance;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Where a throw falls. Equal places have equal rolls, whoever asks, and in whatever order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Chosen by the owner of the dice.
    pub seed: u64,
    /// The game, or the pair of games, that shares the dice.
    pub game: u64,
    /// The turn, counted from 0.
    pub ply: u64,
    /// Whether the throw opens the game; the roll then is one that can.
    pub opening: bool,
}

impl Throw {
    /// The roll: the first one, in weight, of a ChaCha8 stream keyed by seed, game and ply.
    #[must_use]
    pub fn roll<R: Chance>(self) -> R {
        let mut key = [0; 32];
        for (part, number) in key.chunks_mut(8).zip([self.seed, self.game, self.ply]) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        let mut stream = ChaCha8Rng::from_seed(key);
        loop {
            let roll = weighted(&mut stream);
            if !self.opening || R::opens(roll) {
                return roll;
            }
        }
    }
}

/// The sum of the weights of all rolls.
#[must_use]
pub fn total<R: Chance>() -> u32 {
    R::ROLLS.iter().map(|&(_, weight)| weight).sum()
}

/// The roll to which the number `at` belongs, where the numbers from 0 to [`total`] are dealt out
/// by weight, in the order of the list; beyond, the first roll.
#[must_use]
pub fn numbered<R: Chance>(mut at: u32) -> R {
    for &(roll, weight) in R::ROLLS {
        match at.checked_sub(weight) {
            None => return roll,
            Some(rest) => at = rest,
        }
    }
    R::ROLLS[0].0
}

fn weighted<R: Chance>(stream: &mut ChaCha8Rng) -> R {
    numbered(stream.random_range(0..total::<R>()))
}
