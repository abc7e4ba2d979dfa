//! The distribution of the lengths of games.
//! Not here: why games end.

use serde::Serialize;
use std::collections::BTreeMap;

/// The most bins of the histogram.
const MOST: u32 = 40;

/// The lengths of games in plies, without those of the opening.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lengths {
    /// The mean; `None` without games.
    pub mean: Option<f64>,
    /// The median; `None` without games.
    pub median: Option<u32>,
    /// The shortest game; `None` without games.
    pub shortest: Option<u32>,
    /// The longest game; `None` without games.
    pub longest: Option<u32>,
    /// The width of a bin in plies.
    pub width: u32,
    /// Games from 0 plies on: those of at least `i * width` and less than `(i + 1) * width` plies.
    pub counts: Vec<u64>,
}

/// Games by their exact length. A run has at most some thousand different ones.
#[derive(Clone, Debug, Default)]
pub struct LengthCounts(BTreeMap<u32, u64>);

impl LengthCounts {
    pub fn record(&mut self, plies: u32) {
        *self.0.entry(plies).or_default() += 1;
    }

    pub fn summary(&self) -> Lengths {
        let total: u64 = self.0.values().sum();
        let sum: f64 = self.0.iter().map(|(&p, &n)| f64::from(p) * n as f64).sum();
        let longest = self.0.keys().next_back().copied();
        let width = bin_width(longest.unwrap_or(0));
        let bins = longest.map_or(0, |longest| longest / width + 1);
        let mut counts = vec![0; bins as usize];
        for (&plies, &games) in &self.0 {
            counts[(plies / width) as usize] += games;
        }
        let mut before = 0;
        let median = self.0.iter().find_map(|(&plies, &games)| {
            before += games;
            (2 * before >= total).then_some(plies)
        });
        Lengths {
            mean: (total > 0).then(|| sum / total as f64),
            median,
            shortest: self.0.keys().next().copied(),
            longest,
            width,
            counts,
        }
    }
}

/// The least width of 1, 2 or 5 times a power of ten with which the bins are few enough.
fn bin_width(longest: u32) -> u32 {
    let powers = (0..9).map(|power| 10_u32.pow(power));
    let mut widths = powers.flat_map(|power| [1, 2, 5].map(|digit| digit * power));
    widths
        .find(|width| longest / width < MOST)
        .unwrap_or(longest / MOST + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_stands_in_its_bin() {
        for lengths in [
            vec![],
            vec![0],
            vec![7, 7, 9],
            vec![1, 39, 40, 79, 80],
            vec![4_000, 12],
            vec![u32::MAX, 5],
        ] {
            let mut counts = LengthCounts::default();
            for &plies in &lengths {
                counts.record(plies);
            }
            let found = counts.summary();
            assert!(found.counts.len() <= MOST as usize, "{found:?}");
            assert_eq!(found.counts.iter().sum::<u64>(), lengths.len() as u64);
            for (bin, &games) in (0..).zip(&found.counts) {
                let inside = |&&plies: &&u32| plies / found.width == bin;
                assert_eq!(games, lengths.iter().filter(inside).count() as u64);
            }
            assert_eq!(found.longest, lengths.iter().max().copied());
            assert_eq!(found.shortest, lengths.iter().min().copied());
        }
    }

    #[test]
    fn mean_and_median_are_those_of_the_games() {
        let mut counts = LengthCounts::default();
        for plies in [10, 20, 20, 90] {
            counts.record(plies);
        }
        let found = counts.summary();
        assert_eq!((found.mean, found.median), (Some(35.0), Some(20)));
    }
}
