//! Histograms of integers, and their moments.
//! Not here: the meaning of the integers (`tally`).

use serde::Serialize;

/// The count that stands in for an empty bin where a likelihood needs every bin to be possible.
/// Fishtest uses the same figure, so log-likelihood ratios agree with those it publishes.
const EMPTY_BIN: f64 = 1e-3;

/// How often each key of a range of whole numbers was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Histogram {
    low: i32,
    counts: Vec<u64>,
}

impl Histogram {
    /// An empty histogram over the keys from `low` to `high`, both included. A `high` below `low`
    /// gives a histogram of the one key `low`.
    #[must_use]
    pub fn new(low: i32, high: i32) -> Self {
        let width = high.saturating_sub(low).max(0) as usize + 1;
        Self {
            low,
            counts: vec![0; width],
        }
    }

    /// Counts `key` another `times`; a key outside the range counts for the nearest inside it.
    pub fn add(&mut self, key: i32, times: u64) {
        let index = key.saturating_sub(self.low).max(0) as usize;
        let index = index.min(self.counts.len() - 1);
        self.counts[index] = self.counts[index].saturating_add(times);
    }

    /// The counts, from the lowest key to the highest.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The number of data.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts
            .iter()
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The lowest and the highest key that can be counted, as numbers.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        let low = f64::from(self.low);
        (low, low + (self.counts.len() - 1) as f64)
    }

    /// The single key that all data share, if there are data and they do.
    #[must_use]
    pub fn only_key(&self) -> Option<f64> {
        let mut seen = self.bins().filter(|&(_, count)| count > 0.0);
        match (seen.next(), seen.next()) {
            (Some((key, _)), None) => Some(key),
            _ => None,
        }
    }

    /// The mean of `f` over the data, `None` without data.
    #[must_use]
    pub fn average(&self, f: impl Fn(f64) -> f64) -> Option<f64> {
        let total = self.bins().map(|(_, count)| count).sum::<f64>();
        (total > 0.0).then(|| self.bins().map(|(key, count)| count * f(key)).sum::<f64>() / total)
    }

    /// Mean and variance of the data (the sum of squares divided by their number, not by one
    /// less: the estimate of greatest likelihood, as the published tools have it). `None` without
    /// data.
    #[must_use]
    pub fn moments(&self) -> Option<(f64, f64)> {
        let mean = self.average(|key| key)?;
        let variance = self.average(|key| (key - mean).powi(2))?;
        Some((mean, variance))
    }

    /// Pairs of (key times `scale`, count) for a likelihood: an empty bin counts a thousandth.
    #[must_use]
    pub fn regularized(&self, scale: f64) -> Vec<(f64, f64)> {
        self.bins()
            .map(|(key, count)| (key * scale, if count > 0.0 { count } else { EMPTY_BIN }))
            .collect()
    }

    fn bins(&self) -> impl Iterator<Item = (f64, f64)> {
        let low = f64::from(self.low);
        self.counts
            .iter()
            .enumerate()
            .map(move |(index, &count)| (low + index as f64, count as f64))
    }
}
