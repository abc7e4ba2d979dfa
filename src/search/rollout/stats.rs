//! Rollout statistics: means, standard errors, and differences between positions.
//! Not here: playing the games.

use crate::eval::Value;
use std::ops::AddAssign;

/// A weighted sum of values, and the same sum of their scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WeightedSum<V: Value> {
    value: V::Sum,
    score: i64,
}

impl<V: Value> WeightedSum<V> {
    /// A value, counted `weight` times.
    pub(super) fn of(value: V, weight: i64) -> Self {
        Self {
            value: value.weighted(weight),
            score: i64::from(value.score()) * weight,
        }
    }
}

impl<V: Value> Default for WeightedSum<V> {
    fn default() -> Self {
        Self {
            value: V::Sum::default(),
            score: 0,
        }
    }
}

impl<V: Value> AddAssign for WeightedSum<V> {
    fn add_assign(&mut self, other: Self) {
        self.value += other.value;
        self.score += other.score;
    }
}

/// One game of a rollout, from the view of the side to move in the position rolled out. Units are
/// those of values, times the total weight of all rolls, so that means over rolls are integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GameResult<V: Value> {
    /// The value at the end of the game.
    pub(super) result: WeightedSum<V>,
    /// How much of it was the luck of the rolls.
    pub(super) luck: WeightedSum<V>,
}

impl<V: Value> GameResult<V> {
    /// The score minus the luck.
    fn luck_adjusted(&self) -> i64 {
        self.result.score - self.luck.score
    }
}

impl<V: Value> Default for GameResult<V> {
    fn default() -> Self {
        Self {
            result: WeightedSum::default(),
            luck: WeightedSum::default(),
        }
    }
}

/// A mean with its standard error, in the units of [`Value::score`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` after a single game.
    pub error: Option<f64>,
}

/// The result of a rollout for one position, from the view of its side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutResult<V> {
    /// Games played.
    pub games: usize,
    /// The mean value. It is an unbiased estimate, so a probability can be a little below 0 or
    /// above 1.
    pub value: V,
    /// The mean score with variance reduction.
    pub score: Estimate,
    /// The mean score without variance reduction, for comparison.
    pub without_reduction: Estimate,
}

/// The games of a rollout so far, by position.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutStats<V: Value> {
    /// The games of each position by number; `None` for those not finished.
    games: Vec<Vec<Option<GameResult<V>>>>,
    /// The total weight of all rolls, which is also the number of strata: game `n` belongs to
    /// stratum `n % whole`, given by its first roll.
    whole: usize,
}

impl<V: Value> RolloutStats<V> {
    pub(super) fn new(positions: usize, whole: u32) -> Self {
        Self {
            games: vec![Vec::new(); positions],
            whole: whole as usize,
        }
    }

    pub(super) fn add(&mut self, position: usize, number: u32, sample: GameResult<V>) {
        let games = &mut self.games[position];
        let number = number as usize;
        if games.len() <= number {
            games.resize(number + 1, None);
        }
        games[number] = Some(sample);
    }

    /// The number of games played from all positions.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.iter().flatten().flatten().count()
    }

    /// The result of a position, by its index among those rolled out; `None` before its first game
    /// has finished.
    #[must_use]
    pub fn result(&self, position: usize) -> Option<RolloutResult<V>> {
        let games = self.games.get(position)?;
        let (mut sum, mut count) = (V::Sum::default(), 0);
        for one in games.iter().flatten() {
            sum += one.result.value;
            sum -= one.luck.value;
            count += 1;
        }
        if count == 0 {
            return None;
        }
        Some(RolloutResult {
            games: count,
            value: V::mean_of(sum, (count * self.whole) as i64),
            score: self.estimate(games.iter().map(|one| one.map(|one| one.luck_adjusted()))),
            without_reduction: self
                .estimate(games.iter().map(|one| one.map(|one| one.result.score))),
        })
    }

    /// The value of the first position minus that of the second, each to its own side to move, from
    /// the games played of both with the same dice. `None` if there are none.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> Option<Estimate> {
        let (first, second) = (self.games.get(first)?, self.games.get(second)?);
        let both = first.iter().zip(second);
        let apart = both
            .map(|(one, other)| Some((*one)?.luck_adjusted() - other.as_ref()?.luck_adjusted()));
        apart
            .clone()
            .any(|one| one.is_some())
            .then(|| self.estimate(apart))
    }

    /// The mean of a quantity over the games, in order of their numbers, and its standard error.
    ///
    /// Games whose numbers differ by a multiple of [`whole`](RolloutStats::whole) have the same first
    /// roll. So the games are a stratified sample, and only the variance within the strata counts
    /// (W. G. Cochran, Sampling Techniques, chapter 5). If some strata have one game more than
    /// others, these strata are a random sample of all, which adds variance between the strata. With
    /// fewer than two games in a stratum, the error is that of a simple random sample, which is not
    /// smaller.
    fn estimate(&self, quantity: impl Iterator<Item = Option<i64>>) -> Estimate {
        let unit = self.whole as f64;
        let mut strata: Vec<Vec<f64>> = vec![Vec::new(); self.whole];
        for (number, amount) in quantity.enumerate() {
            if let Some(amount) = amount {
                strata[number % self.whole].push(amount as f64 / unit);
            }
        }
        let count: usize = strata.iter().map(Vec::len).sum();
        let all = || strata.iter().flatten().copied();
        let mean = all().sum::<f64>() / count as f64;
        let variance = if strata.iter().all(|stratum| stratum.len() >= 2) {
            let within = strata
                .iter()
                .map(|stratum| stratum.len() as f64 * variance(stratum));
            let means: Vec<f64> = strata
                .iter()
                .map(|stratum| stratum.iter().sum::<f64>() / stratum.len() as f64)
                .collect();
            let rest = (count % self.whole) as f64;
            let between = match rest {
                0.0 => 0.0,
                _ => rest * (1.0 - rest / unit) * variance(&means),
            };
            Some((within.sum::<f64>() + between) / (count as f64).powi(2))
        } else if count >= 2 {
            let all: Vec<f64> = all().collect();
            Some(variance(&all) / count as f64)
        } else {
            None
        };
        Estimate {
            mean,
            error: variance.map(f64::sqrt),
        }
    }
}

/// The sample variance of at least two numbers.
fn variance(sample: &[f64]) -> f64 {
    let mean = sample.iter().sum::<f64>() / sample.len() as f64;
    let squares = sample.iter().map(|x| (x - mean).powi(2));
    squares.sum::<f64>() / (sample.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    fn tally(games: &[Score]) -> RolloutStats<Score> {
        let mut tally = RolloutStats::new(1, 2);
        for (number, &score) in (0..).zip(games) {
            let result = WeightedSum::of(score, 2);
            tally.add(
                0,
                number,
                GameResult {
                    result,
                    ..GameResult::default()
                },
            );
        }
        tally
    }

    #[test]
    fn only_variance_within_the_strata_counts() {
        // The first roll decides everything.
        let sure = tally(&[10, -10, 10, -10]).result(0).expect("games");
        assert_eq!((sure.games, sure.value), (4, 0));
        assert_eq!(sure.score.error, Some(0.0));
        // The same variance within each stratum: 2 to either side of 0.
        let loose = tally(&[2, 2, -2, -2]).result(0).expect("games");
        assert_eq!(loose.score.error, Some((4.0_f64 * 8.0 / 16.0).sqrt()));
    }

    #[test]
    fn an_incomplete_round_adds_variance_between_the_strata() {
        let odd = tally(&[10, -10, 10, -10, 10]).result(0).expect("games");
        // One stratum drawn of two, whose means have a variance of 200.
        let error = (0.5 * 200.0_f64).sqrt() / 5.0;
        let found = odd.score.error.expect("an error");
        assert!((found - error).abs() < 1e-12, "{found}");
        assert_eq!(odd.value, 2);
    }

    #[test]
    fn few_games_are_a_simple_random_sample() {
        let few = tally(&[10, -10, 10]).result(0).expect("games");
        let error = (400.0 / 3.0 / 3.0_f64).sqrt();
        assert!((few.score.error.expect("an error") - error).abs() < 1e-12);
        assert_eq!(tally(&[7]).result(0).expect("a game").score.error, None);
        assert_eq!(tally(&[]).result(0), None);
    }
}
