//! Values of positions: a score, or outcome probabilities in games with more results than win and loss.
//! Not here: how positions are evaluated.

use crate::rules::{Outcome, Side};
use std::fmt::Debug;
use std::ops::{AddAssign, SubAssign};

/// A score for the side to move, by which values are compared. In games without dice it is in
/// hundredths of a man; other games have finer units (see [`Value::UNIT`]).
pub type Score = i32;

/// The maximum number of bits of a packed value in the transposition table.
pub const PACKED_BITS: u32 = 120;

/// The score of a won game; a win in `n` plies scores `MATE - n`.
pub const MATE: Score = 32_000;

/// The mate bound: scores at least this far from zero are mate scores; evaluations stay below it.
pub const MATE_BOUND: Score = 31_000;

/// The score of a loss in `ply` plies.
#[must_use]
pub const fn mated_in(ply: u32) -> Score {
    -MATE + ply as Score
}

/// A number of plies as text: `1 ply`, `2 plies`.
#[must_use]
pub fn plies(count: i32) -> String {
    match count {
        1 => "1 ply".into(),
        _ => format!("{count} plies"),
    }
}

/// A value that search can negate, average and compare.
pub trait Value: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The units of [`score`](Value::score) that make one man in the opening, or one point.
    const UNIT: Score;

    /// The unit of [`score`](Value::score) in words.
    const COUNTED: &'static str;

    /// Weighted sums of values, from which means are computed. The default is zero. They are wide
    /// enough for many millions of values with weights below 100.
    type Sum: AddAssign + SubAssign + Copy + Debug + Default + PartialEq + Send + Sync + 'static;

    /// The score by which values are compared.
    fn score(self) -> Score;

    /// The same value for the opponent.
    #[must_use]
    fn opposite(self) -> Self;

    /// The value times `weight`, as a term of a sum.
    fn weighted(self, weight: i64) -> Self::Sum;

    /// The mean of a sum of values whose weights add up to `weight` (positive), rounded by
    /// [`rounded_quotient`].
    fn mean_of(sum: Self::Sum, weight: i64) -> Self;

    /// The weighted mean. The sum of the weights must be positive.
    #[inline]
    fn mean(values: &[(Self, u32)]) -> Self {
        let (mut sum, mut total) = (Self::Sum::default(), 0);
        for &(value, weight) in values {
            sum += value.weighted(weight.into());
            total += i64::from(weight);
        }
        Self::mean_of(sum, total)
    }

    /// The value of a finished game to the side to move, `ply` plies below the root.
    fn ended(outcome: Outcome, mover: Side, ply: u32) -> Self;

    /// The same value `plies` plies farther from the root, which changes only mate distances.
    #[must_use]
    fn deeper(self, _plies: u32) -> Self {
        self
    }

    /// The score in the units of `cp`: 100 is a man in the opening, or a point.
    fn centi(self) -> i32;

    /// Plies to mate: positive if the side to move wins, negative or zero if it loses. `None` without
    /// a mate score.
    fn mate(self) -> Option<i32>;

    /// The components of the value beyond its score, as one line for people and programs; `None` if
    /// there are none.
    fn details(self) -> Option<String> {
        None
    }

    /// Packs the value into at most [`PACKED_BITS`] bits, for the transposition table.
    fn pack(self) -> u128;

    /// The inverse of [`pack`](Value::pack); any value for other bits.
    fn unpack(packed: u128) -> Self;
}

impl Value for Score {
    const UNIT: Score = 100;
    const COUNTED: &'static str = "hundredths of a man in the opening";

    type Sum = i64;

    fn score(self) -> Score {
        self
    }

    fn opposite(self) -> Self {
        -self
    }

    fn weighted(self, weight: i64) -> i64 {
        i64::from(self) * weight
    }

    fn mean_of(sum: i64, weight: i64) -> Self {
        rounded_quotient(sum, weight)
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

    fn pack(self) -> u128 {
        self.cast_unsigned().into()
    }

    fn unpack(packed: u128) -> Self {
        packed as Self
    }
}

/// `sum / count`, rounded to the nearest score, halves away from zero, so that the mean of negated
/// scores is the negated mean. The count is positive.
#[inline]
#[must_use]
pub const fn rounded_quotient(sum: i64, count: i64) -> Score {
    let half = if sum < 0 { -count / 2 } else { count / 2 };
    ((sum + half) / count) as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_round_halves_away_from_zero() {
        assert_eq!(Score::mean(&[(1, 1), (2, 1)]), 2);
        assert_eq!(Score::mean(&[(-1, 1), (-2, 1)]), -2);
        assert_eq!(Score::mean(&[(10, 1), (0, 35)]), 0);
        assert_eq!(Score::mean(&[(3, 2), (9, 1)]), 5);
    }

    #[test]
    fn packed_values_fit_and_come_back() {
        for score in [0, 1, -1, MATE, -MATE, Score::MAX, Score::MIN] {
            assert!(score.pack() >> PACKED_BITS == 0, "{score}");
            assert_eq!(Score::unpack(score.pack()), score);
        }
    }

    #[test]
    fn distances_to_the_end_have_the_sign_of_the_side_to_move() {
        assert_eq!((MATE - 3).mate(), Some(3));
        assert_eq!(mated_in(4).mate(), Some(-4));
        assert_eq!(120.mate(), None);
    }
}
