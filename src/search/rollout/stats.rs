//! Rollout statistics: means, standard errors, and differences between positions.
//! Not here: playing the games.

use crate::eval::Value;
use std::ops::AddAssign;

/// A weighted sum of values, and the same sum of their scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Total<V: Value> {
    value: V::Sum,
    score: i64,
}

impl<V: Value> Total<V> {
    /// A value, counted `weight` times.
    pub(super) fn of(value: V, weight: i64) -> Self {
        Self {
            value: value.weighted(weight),
            score: i64::from(value.score()) * weight,
        }
    }
}

impl<V: Value> Default for Total<V> {
    fn default() -> Self {
        Self {
            value: V::Sum::default(),
            score: 0,
        }
    }
}

impl<V: Value> AddAssign for Total<V> {
    fn add_assign(&mut self, other: Self) {
        self.value += other.value;
        self.score += other.score;
    }
}

/// One game, seen by the side to move in the position rolled out; in the units of values divided
/// by the weight of all rolls together, so that means over the rolls are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample<V: Value> {
    /// How the game came out.
    pub(super) plain: Total<V>,
    /// How much of that was luck.
    pub(super) luck: Total<V>,
}

impl<V: Value> Sample<V> {
    /// The score with the luck subtracted.
    fn reduced(&self) -> i64 {
        self.plain.score - self.luck.score
    }
}

impl<V: Value> Default for Sample<V> {
    fn default() -> Self {
        Self {
            plain: Total::default(),
            luck: Total::default(),
        }
    }
}

/// A mean over games with its standard error, in the units of [`Value::score`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` from a single game.
    pub error: Option<f64>,
}

/// What a rollout says of one position, seen by its side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate<V> {
    /// Games played.
    pub games: usize,
    /// The mean of all that a value consists of. It is an estimate without bias, so that a chance
    /// may come out a little below zero or above certainty.
    pub value: V,
    /// The mean score.
    pub score: Measured,
    /// The mean score without the luck subtracted: what the reduction is worth.
    pub plain: Measured,
}

/// The games of a rollout by position, as far as they were played.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally<V: Value> {
    /// For each position its games by their numbers.
    games: Vec<Vec<Option<Sample<V>>>>,
    /// The weight of all rolls together: so many games in a row share out the first throw.
    whole: usize,
}

impl<V: Value> Tally<V> {
    pub(super) fn new(positions: usize, whole: u32) -> Self {
        Self {
            games: vec![Vec::new(); positions],
            whole: whole as usize,
        }
    }

    pub(super) fn add(&mut self, position: usize, number: u32, sample: Sample<V>) {
        let games = &mut self.games[position];
        let number = number as usize;
        if games.len() <= number {
            games.resize(number + 1, None);
        }
        games[number] = Some(sample);
    }

    /// Games played, of all positions together.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.iter().flatten().flatten().count()
    }

    /// What was found about a position, by its place among those rolled out; `None` before a game
    /// of it was finished.
    #[must_use]
    pub fn estimate(&self, position: usize) -> Option<Estimate<V>> {
        let games = self.games.get(position)?;
        let (mut sum, mut count) = (V::Sum::default(), 0);
        for one in games.iter().flatten() {
            sum += one.plain.value;
            sum -= one.luck.value;
            count += 1;
        }
        if count == 0 {
            return None;
        }
        Some(Estimate {
            games: count,
            value: V::mean_of(sum, (count * self.whole) as i64),
            score: self.measure(games.iter().map(|one| one.map(|one| one.reduced()))),
            plain: self.measure(games.iter().map(|one| one.map(|one| one.plain.score))),
        })
    }

    /// By how much the first position is worth more to its side to move than the second to its
    /// own, from the games that were played of both with the same dice. `None` if there are none.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> Option<Measured> {
        let (first, second) = (self.games.get(first)?, self.games.get(second)?);
        let both = first.iter().zip(second);
        let apart = both.map(|(one, other)| Some((*one)?.reduced() - other.as_ref()?.reduced()));
        apart
            .clone()
            .any(|one| one.is_some())
            .then(|| self.measure(apart))
    }

    /// The mean of a quantity over the games, in their order, and its error.
    ///
    /// Games whose numbers differ by a multiple of [`whole`](Tally::whole) have the same first
    /// throw: the games are a stratified sample, and only what they differ by within the strata
    /// counts (W. G. Cochran, Sampling Techniques, chapter 5). Strata that have one game more than
    /// others are a sample from all strata, which adds what the strata differ by. With less than
    /// two games of each stratum the error is that of a simple sample, which is no smaller.
    fn measure(&self, quantity: impl Iterator<Item = Option<i64>>) -> Measured {
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
        Measured {
            mean,
            error: variance.map(f64::sqrt),
        }
    }
}

/// The variance of which these are a sample; two at least.
fn variance(sample: &[f64]) -> f64 {
    let mean = sample.iter().sum::<f64>() / sample.len() as f64;
    let squares = sample.iter().map(|x| (x - mean).powi(2));
    squares.sum::<f64>() / (sample.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    fn tally(games: &[Score]) -> Tally<Score> {
        let mut tally = Tally::new(1, 2);
        for (number, &score) in (0..).zip(games) {
            let plain = Total::of(score, 2);
            tally.add(
                0,
                number,
                Sample {
                    plain,
                    ..Sample::default()
                },
            );
        }
        tally
    }

    #[test]
    fn only_what_differs_within_the_strata_counts() {
        // The first throw decides everything.
        let sure = tally(&[10, -10, 10, -10]).estimate(0).expect("games");
        assert_eq!((sure.games, sure.value), (4, 0));
        assert_eq!(sure.score.error, Some(0.0));
        // The same without the order: 2 to either side of 0 in each stratum.
        let loose = tally(&[2, 2, -2, -2]).estimate(0).expect("games");
        assert_eq!(loose.score.error, Some((4.0_f64 * 8.0 / 16.0).sqrt()));
    }

    #[test]
    fn a_stratum_too_many_adds_what_the_strata_differ_by() {
        let odd = tally(&[10, -10, 10, -10, 10]).estimate(0).expect("games");
        // One stratum drawn of two, whose means have a variance of 200.
        let error = (0.5 * 200.0_f64).sqrt() / 5.0;
        let found = odd.score.error.expect("an error");
        assert!((found - error).abs() < 1e-12, "{found}");
        assert_eq!(odd.value, 2);
    }

    #[test]
    fn few_games_are_a_simple_sample() {
        let few = tally(&[10, -10, 10]).estimate(0).expect("games");
        let error = (400.0 / 3.0 / 3.0_f64).sqrt();
        assert!((few.score.error.expect("an error") - error).abs() < 1e-12);
        assert_eq!(tally(&[7]).estimate(0).expect("a game").score.error, None);
        assert_eq!(tally(&[]).estimate(0), None);
    }
}
