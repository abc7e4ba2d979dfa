//! Outcome probabilities: the value of an Abak position, with gammons and backgammons.
//! Not here: how they are estimated.

use crate::eval::{Score, Value, Wdl, rounded_quotient};
use crate::rules::{Outcome, Side};
use std::ops::{AddAssign, SubAssign};

/// A probability of 1 in the units of [`OutcomeProbabilities`].
pub const CERTAINTY: i32 = 1_000_000;

/// The probabilities of the results of a game for the side to move, in millionths.
///
/// Cumulative, as usual in backgammon: wins include gammons, and gammons include backgammons. Wins and
/// losses add up to a million, up to the rounding of means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeProbabilities {
    /// Win, gammon or better, backgammon.
    pub wins: [i32; 3],
    /// Loss, gammon or worse, backgammon.
    pub losses: [i32; 3],
}

impl OutcomeProbabilities {
    /// From the win probability, and those of gammon and backgammon wins and losses, in millionths.
    #[must_use]
    pub const fn new(win: i32, gammons: [i32; 2], losses: [i32; 2]) -> Self {
        Self {
            wins: [win, gammons[0], gammons[1]],
            losses: [CERTAINTY - win, losses[0], losses[1]],
        }
    }
}

impl OutcomeProbabilities {
    /// The win and loss probabilities; there are no draws.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        let win = rounded(self.wins[0].clamp(0, CERTAINTY), 1_000);
        Wdl::without_draws(win as u32)
    }
}

/// A weighted sum of outcome probabilities, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProbabilitySum {
    wins: [i64; 3],
    losses: [i64; 3],
}

impl AddAssign for ProbabilitySum {
    fn add_assign(&mut self, other: Self) {
        for i in 0..3 {
            self.wins[i] += other.wins[i];
            self.losses[i] += other.losses[i];
        }
    }
}

impl SubAssign for ProbabilitySum {
    fn sub_assign(&mut self, other: Self) {
        for i in 0..3 {
            self.wins[i] -= other.wins[i];
            self.losses[i] -= other.losses[i];
        }
    }
}

/// The bits of one probability in a packed value, enough for a million.
const PROBABILITY_BITS: u32 = 20;

impl Value for OutcomeProbabilities {
    const UNIT: Score = CERTAINTY;
    const COUNTED: &'static str = "millionths of a point";

    type Sum = ProbabilitySum;

    /// The equity in millionths of a point, -3 to 3 million.
    fn score(self) -> Score {
        self.wins.iter().sum::<i32>() - self.losses.iter().sum::<i32>()
    }

    fn opposite(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
        }
    }

    fn weighted(self, weight: i64) -> ProbabilitySum {
        let times = |side: [i32; 3]| side.map(|probability| i64::from(probability) * weight);
        ProbabilitySum {
            wins: times(self.wins),
            losses: times(self.losses),
        }
    }

    fn mean_of(sum: ProbabilitySum, weight: i64) -> Self {
        let mean = |side: [i64; 3]| side.map(|sum| rounded_quotient(sum, weight));
        Self {
            wins: mean(sum.wins),
            losses: mean(sum.losses),
        }
    }

    /// A result is certain; its distance does not matter.
    fn ended(outcome: Outcome, mover: Side, _: u32) -> Self {
        let won = std::array::from_fn(|i| {
            if usize::from(outcome.points) > i {
                CERTAINTY
            } else {
                0
            }
        });
        match outcome.winner {
            Some(winner) if winner == mover => Self {
                wins: won,
                losses: [0; 3],
            },
            Some(_) => Self {
                wins: [0; 3],
                losses: won,
            },
            None => Self::new(CERTAINTY / 2, [0; 2], [0; 2]),
        }
    }

    fn centi(self) -> i32 {
        rounded(self.score(), 10_000)
    }

    fn mate(self) -> Option<i32> {
        None
    }

    /// `equity +0.1234 win 0.5123 0.1501 0.0102 loss 0.4877 0.1020 0.0061`.
    fn details(self) -> Option<String> {
        let equity = rounded(self.score(), 100);
        let sign = if equity < 0 { '-' } else { '+' };
        // Estimates from rollouts can be slightly below 0 or above 1.
        let chances = |side: [i32; 3]| {
            let texts = side.map(|chance| rounded(chance, 100));
            let texts = texts.map(|chance| match chance {
                0.. => decimals(chance),
                _ => format!("-{}", decimals(-chance)),
            });
            texts.join(" ")
        };
        Some(format!(
            "equity {sign}{} win {} loss {}",
            decimals(equity.abs()),
            chances(self.wins),
            chances(self.losses)
        ))
    }

    fn pack(self) -> u128 {
        let side = |side: [i32; 3]| {
            let bits = side.map(|probability| probability.cast_unsigned() as u64);
            bits[0] | bits[1] << PROBABILITY_BITS | bits[2] << (2 * PROBABILITY_BITS)
        };
        u128::from(side(self.wins)) | u128::from(side(self.losses)) << (3 * PROBABILITY_BITS)
    }

    fn unpack(packed: u128) -> Self {
        let mask = (1 << PROBABILITY_BITS) - 1;
        let side = |bits: u64| [0, 1, 2].map(|i| (bits >> (i * PROBABILITY_BITS) & mask) as i32);
        Self {
            wins: side(packed as u64),
            losses: side((packed >> (3 * PROBABILITY_BITS)) as u64),
        }
    }
}

/// Ten-thousandths, not negative, as a decimal number.
fn decimals(value: i32) -> String {
    format!("{}.{:04}", value / 10_000, value % 10_000)
}

/// `value / unit`, halves away from zero; `unit` is positive.
fn rounded(value: i32, unit: u32) -> i32 {
    rounded_quotient(value.into(), unit.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::PACKED_BITS;
    use crate::rules::Reason;

    const SOME: OutcomeProbabilities =
        OutcomeProbabilities::new(512_345, [150_149, 10_150], [101_950, 6_149]);

    #[test]
    fn the_details_have_four_decimals() {
        let text = "equity +0.0769 win 0.5123 0.1501 0.0102 loss 0.4877 0.1020 0.0061";
        assert_eq!(SOME.details().as_deref(), Some(text));
        let text = "equity -0.0769 win 0.4877 0.1020 0.0061 loss 0.5123 0.1501 0.0102";
        assert_eq!(SOME.opposite().details().as_deref(), Some(text));
    }

    #[test]
    fn packed_values_fit_and_come_back() {
        let sure = OutcomeProbabilities::new(CERTAINTY, [CERTAINTY; 2], [0; 2]);
        for value in [SOME, SOME.opposite(), sure, sure.opposite()] {
            assert!(value.pack() >> PACKED_BITS == 0, "{value:?}");
            assert_eq!(OutcomeProbabilities::unpack(value.pack()), value);
        }
    }

    #[test]
    fn estimates_outside_of_what_is_possible_are_shown() {
        let outside = OutcomeProbabilities::new(512_345, [150_149, -150], [101_950, 6_149]);
        let text = "equity +0.0666 win 0.5123 0.1501 -0.0002 loss 0.4877 0.1020 0.0061";
        assert_eq!(outside.details().as_deref(), Some(text));
    }

    #[test]
    fn wdl_is_of_winning_at_all() {
        assert_eq!(SOME.wdl(), Wdl::without_draws(512));
        assert_eq!(SOME.opposite().wdl(), Wdl::without_draws(488));
    }

    #[test]
    fn hundredths_of_a_point_round_away_from_zero() {
        assert_eq!(SOME.centi(), 8);
        assert_eq!(SOME.opposite().centi(), -8);
    }

    #[test]
    fn a_finished_game_is_certain() {
        for points in 1..=3 {
            let outcome = Outcome {
                winner: Some(Side::Second),
                points,
                reason: Reason::BorneOff,
            };
            let lost = OutcomeProbabilities::ended(outcome, Side::First, 4);
            assert_eq!(lost.score(), -1_000_000 * i32::from(points));
            assert_eq!(
                OutcomeProbabilities::ended(outcome, Side::Second, 3),
                lost.opposite()
            );
        }
    }

    #[test]
    fn the_mean_is_taken_of_each_chance() {
        let other = OutcomeProbabilities::new(400_000, [100_000, 0], [200_001, 50_000]);
        let mean = OutcomeProbabilities::mean(&[(SOME, 1), (other, 2)]);
        assert_eq!(mean.wins, [437_448, 116_716, 3_383]);
        assert_eq!(mean.losses, [562_552, 167_317, 35_383]);
    }
}
