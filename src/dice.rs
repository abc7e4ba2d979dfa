//! Throwing: a roll as a function of a seed and of where in which game it falls.
//! Not here: who owns the dice; the engine throws with `RollDice` on, an arbiter otherwise.

use crate::rules::{Chance, Game, Rules};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Where a throw falls. Equal places have equal rolls, in whatever order you ask.
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

/// Whether a game begins with this position, with either side to move: the start position and its
/// mirror image are one game. Its first throw is never a double.
#[must_use]
pub fn opens<G: Rules>(position: &G) -> bool {
    let start = G::start();
    *position == start || *position == start.mirrored()
}

/// The roll of the side to move in a game: that of `seed`, of the number of the game (or pair of
/// games) and of the turn, counted from the position in which the line begins.
#[must_use]
pub fn throw<G: Rules>(game: &Game<G>, seed: u64, number: u64) -> G::Roll {
    let throw = Throw {
        seed,
        game: number,
        ply: game.plies() as u64,
        opening: opens(game.position()),
    };
    throw.roll()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::abak::Abak;

    #[test]
    fn no_game_opens_with_a_double_whoever_begins() {
        let doubles = |position: Abak| {
            let game = Game::new(position, None);
            let rolls = (0..500).map(|number| throw(&game, 1, number));
            rolls.filter(|roll| roll.is_double()).count()
        };
        assert_eq!(doubles(Abak::start()), 0);
        assert_eq!(doubles(Abak::start().mirrored()), 0);
        let roll = throw(&Game::<Abak>::start(), 1, 0);
        let mut moves = Vec::new();
        Abak::start().moves(roll, &mut moves);
        assert!(doubles(Abak::start().play(&moves[0])) > 40);
    }
}
