//! The value of a position: a bare score, or more where a game has more results than win and loss.
//! Not here: how positions are evaluated.

use crate::rules::{Outcome, Side};
use std::fmt::Debug;

/// The common measure of values: higher is better for the side to move. A bare score is in
/// hundredths of a man; games with richer values count finer (see their files).
pub type Score = i32;

/// The most numbers that a value consists of.
pub const NUMBERS: usize = 6;

/// The score of having won already; a win in `n` plies is `MATE - n`.
pub const MATE: Score = 32_000;

/// Scores at least this far from zero are wins or losses at a known distance; evaluations stay
/// below it.
pub const MATE_BOUND: Score = 31_000;

/// The score of being lost in `ply` plies.
#[must_use]
pub const fn mated_in(ply: u32) -> Score {
    -MATE + ply as Score
}

/// A distance in words: `1 ply`, `2 plies`.
#[must_use]
pub fn plies(count: i32) -> String {
    match count {
        1 => "1 ply".into(),
        _ => format!("{count} plies"),
    }
}

/// A value that search can negate, average and compare.
pub trait Value: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// How many units of [`score`](Value::score) make a man in the opening, or a point.
    const UNIT: Score;

    /// What [`score`](Value::score) counts, for people.
    const COUNTED: &'static str;

    /// The measure by which values are compared.
    fn score(self) -> Score;

    /// The same seen by the opponent.
    #[must_use]
    fn opposite(self) -> Self;

    /// The weighted mean, rounded by one rule: halves away from zero (see [`mean`]). The weights'
    /// sum is positive.
    fn mean(values: &[(Self, u32)]) -> Self;

    /// The value of a finished game to the side to move, `ply` plies below the root.
    fn ended(outcome: Outcome, mover: Side, ply: u32) -> Self;

    /// The same value found `plies` plies farther from the root: only a known distance to the
    /// end of the game changes by it.
    #[must_use]
    fn deeper(self, _plies: u32) -> Self {
        self
    }

    /// The score as the protocol prints it: 100 is a man in the opening, or a point.
    fn centi(self) -> i32;

    /// Plies to the end of a decided game: positive when the side to move wins, negative or zero
    /// when it loses. `None` where nothing is decided, or the game knows no such distance.
    fn mate(self) -> Option<i32>;

    /// What else the value says, as text for people and programs; `None` if nothing.
    fn remark(self) -> Option<String> {
        None
    }

    /// The value as numbers, for sums of many: the numbers of a mean are the means of the numbers.
    fn numbers(self) -> [Score; NUMBERS];

    /// The value of which [`numbers`](Value::numbers) made these.
    fn from_numbers(numbers: [Score; NUMBERS]) -> Self;

    /// The value as three numbers below 2^40, for tables.
    fn pack(self) -> [u64; 3];

    /// The value of which [`pack`](Value::pack) made these numbers; any value for others.
    fn unpack(packed: [u64; 3]) -> Self;
}

impl Value for Score {
    const UNIT: Score = 100;
    const COUNTED: &'static str = "hundredths of a man in the opening";

    fn score(self) -> Score {
        self
    }

    fn opposite(self) -> Self {
        -self
    }

    fn mean(values: &[(Self, u32)]) -> Self {
        mean(values.iter().map(|&(score, weight)| (score, weight)))
    }

    fn ended(outcome: Outcome, mover: Side, ply: u32) -> Self {
        match outcome.winner {
            None => 0,
            Some(winner) if winner == mover => -mated_in(ply),
            Some(_) => mated_in(ply),
        }
    }

    fn deeper(self, plies: u32) -> Self {
        match self.mate() {
            Some(distance) if distance > 0 => self - plies as Score,
            Some(_) => self + plies as Score,
            None => self,
        }
    }

    fn centi(self) -> i32 {
        self
    }

    fn mate(self) -> Option<i32> {
        if self >= MATE_BOUND {
            Some(MATE - self)
        } else if self <= -MATE_BOUND {
            Some(-MATE - self)
        } else {
            None
        }
    }

    fn numbers(self) -> [Score; NUMBERS] {
        [self, 0, 0, 0, 0, 0]
    }

    fn from_numbers(numbers: [Score; NUMBERS]) -> Self {
        numbers[0]
    }

    fn pack(self) -> [u64; 3] {
        [u64::from(self.cast_unsigned()), 0, 0]
    }

    fn unpack(packed: [u64; 3]) -> Self {
        packed[0] as Self
    }
}

/// The weighted mean of scores: the sum in 64 bits, one division, halves away from zero, so that
/// the mean of negated scores is the negated mean.
pub fn mean(scores: impl Iterator<Item = (Score, u32)>) -> Score {
    let (mut sum, mut total) = (0_i64, 0_i64);
    for (score, weight) in scores {
        sum += i64::from(score) * i64::from(weight);
        total += i64::from(weight);
    }
    let half = if sum < 0 { -total / 2 } else { total / 2 };
    ((sum + half) / total) as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_round_halves_away_from_zero() {
        assert_eq!(mean([(1, 1), (2, 1)].into_iter()), 2);
        assert_eq!(mean([(-1, 1), (-2, 1)].into_iter()), -2);
        assert_eq!(mean([(10, 1), (0, 35)].into_iter()), 0);
        assert_eq!(mean([(3, 2), (9, 1)].into_iter()), 5);
    }

    #[test]
    fn distances_to_the_end_have_the_sign_of_the_side_to_move() {
        assert_eq!((MATE - 3).mate(), Some(3));
        assert_eq!(mated_in(4).mate(), Some(-4));
        assert_eq!(120.mate(), None);
    }
}
