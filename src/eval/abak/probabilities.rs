//! The value of an Abak position: the probabilities of the six results of a game.
//! Not here: how they are estimated.

use crate::eval::{Chances, NUMBERS, Score, Value, mean};
use crate::rules::{Outcome, Side};

/// Certainty, in the units of an [`OutcomeProbabilities`].
pub const CERTAINTY: i32 = 1_000_000;

/// The probabilities of a game's results for the side to move, in millionths.
///
/// Cumulative, as is usual in backgammon: a gammon is counted among the wins too, and a
/// backgammon among the wins and the gammons. Wins and losses add up to a million, up to the
/// rounding of means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeProbabilities {
    /// To win at all, to win two points or more, to win three.
    pub wins: [i32; 3],
    /// To lose at all, to lose two points or more, to lose three.
    pub losses: [i32; 3],
}

impl OutcomeProbabilities {
    /// The probabilities of a win and the gammons among the wins and losses, in millionths.
    #[must_use]
    pub const fn new(win: i32, gammons: [i32; 2], losses: [i32; 2]) -> Self {
        Self {
            wins: [win, gammons[0], gammons[1]],
            losses: [CERTAINTY - win, losses[0], losses[1]],
        }
    }
}

impl OutcomeProbabilities {
    /// The chances to win and lose at all; nobody draws.
    #[must_use]
    pub fn chances(self) -> Chances {
        let win = rounded(self.wins[0].clamp(0, CERTAINTY), 1_000);
        Chances::without_draws(win as u32)
    }
}

impl Value for OutcomeProbabilities {
    const UNIT: Score = CERTAINTY;
    const COUNTED: &'static str = "millionths of a point";

    /// The expected points in millionths, -3 to 3 million.
    fn score(self) -> Score {
        self.wins.iter().sum::<i32>() - self.losses.iter().sum::<i32>()
    }

    fn opposite(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
        }
    }

    fn mean(values: &[(Self, u32)]) -> Self {
        let of = |part: fn(&Self) -> &[i32; 3]| {
            std::array::from_fn(|i| {
                mean(
                    values
                        .iter()
                        .map(|(value, weight)| (part(value)[i], *weight)),
                )
            })
        };
        Self {
            wins: of(|value| &value.wins),
            losses: of(|value| &value.losses),
        }
    }

    /// All the chance lies in the result; the distance to it does not matter.
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
    fn remark(self) -> Option<String> {
        let equity = rounded(self.score(), 100);
        let sign = if equity < 0 { '-' } else { '+' };
        // What is estimated from games may lie a little outside of what a chance can be.
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

    fn numbers(self) -> [Score; NUMBERS] {
        let ([a, b, c], [d, e, f]) = (self.wins, self.losses);
        [a, b, c, d, e, f]
    }

    fn from_numbers([a, b, c, d, e, f]: [Score; NUMBERS]) -> Self {
        Self {
            wins: [a, b, c],
            losses: [d, e, f],
        }
    }

    /// A win and a loss of the same rank in each number, 20 bits for either: a million fits.
    fn pack(self) -> [u64; 3] {
        std::array::from_fn(|i| self.wins[i] as u64 | (self.losses[i] as u64) << 20)
    }

    fn unpack(packed: [u64; 3]) -> Self {
        let part = |shift: u32| packed.map(|number| (number >> shift & 0xF_FFFF) as i32);
        Self {
            wins: part(0),
            losses: part(20),
        }
    }
}

/// Ten-thousandths, not negative, as a decimal number.
fn decimals(value: i32) -> String {
    format!("{}.{:04}", value / 10_000, value % 10_000)
}

/// `value / unit`, halves away from zero; `unit` is positive.
fn rounded(value: i32, unit: u32) -> i32 {
    mean([(value, 1), (0, unit - 1)].into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Reason;

    const SOME: OutcomeProbabilities =
        OutcomeProbabilities::new(512_345, [150_149, 10_150], [101_950, 6_149]);

    #[test]
    fn the_remark_has_four_decimals() {
        let text = "equity +0.0769 win 0.5123 0.1501 0.0102 loss 0.4877 0.1020 0.0061";
        assert_eq!(SOME.remark().as_deref(), Some(text));
        let text = "equity -0.0769 win 0.4877 0.1020 0.0061 loss 0.5123 0.1501 0.0102";
        assert_eq!(SOME.opposite().remark().as_deref(), Some(text));
    }

    #[test]
    fn the_numbers_make_the_value_again() {
        assert_eq!(OutcomeProbabilities::from_numbers(SOME.numbers()), SOME);
        let outside = OutcomeProbabilities::new(512_345, [150_149, -150], [101_950, 6_149]);
        let text = "equity +0.0666 win 0.5123 0.1501 -0.0002 loss 0.4877 0.1020 0.0061";
        assert_eq!(outside.remark().as_deref(), Some(text));
    }

    #[test]
    fn chances_are_those_of_winning_at_all() {
        assert_eq!(SOME.chances(), Chances::without_draws(512));
        assert_eq!(SOME.opposite().chances(), Chances::without_draws(488));
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
