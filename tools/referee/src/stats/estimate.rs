//! Estimates with errors: means over pairs, 95 % confidence intervals, likelihood of superiority.
//! Not here: Elo (`elo`).

use super::Histogram;
use serde::Serialize;
use statrs::function::erf::erfc;
use std::f64::consts::SQRT_2;

/// The 97.5 % point of the normal distribution: an interval of so many standard errors to both
/// sides has a confidence of 95 %.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// A figure, its standard error, and the interval that holds the true value with 95 % confidence.
/// Infinite members are possible where a side won all, and are `null` in JSON; none is ever NaN.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl Estimate {
    /// The mean of a histogram over pairs, with every key multiplied by `scale`. `None` without
    /// data.
    ///
    /// The interval is the mean and 1.96 standard errors to both sides, cut at the ends of the
    /// keys' range. If all data are equal, their variance says nothing. Then the interval is that
    /// of the share `p` of all pairs which gives this very result, with `p^n = 0.025` after `n`
    /// pairs (the exact binomial end after nothing but successes; Clopper and Pearson 1934), and
    /// the rest may give anything.
    #[must_use]
    pub fn of_mean(histogram: &Histogram, scale: f64) -> Option<Self> {
        let (mean, variance) = histogram.moments()?;
        let total = histogram.total();
        let (lowest, highest) = histogram.range();
        let standard_error = (variance / total as f64).sqrt();
        let (low, high) = match histogram.only_key() {
            Some(key) => {
                let share = certain_share(total);
                let mix = |end: f64| share * key + (1.0 - share) * end;
                (mix(lowest), mix(highest))
            }
            None => (mean - Z95 * standard_error, mean + Z95 * standard_error),
        };
        Some(Self {
            value: mean * scale,
            standard_error: standard_error * scale,
            low: low.max(lowest) * scale,
            high: high.min(highest) * scale,
        })
    }
}

/// The least share of all pairs that, with 97.5 % confidence, gives the result which each of `total`
/// pairs gave.
pub(super) fn certain_share(total: u64) -> f64 {
    0.025_f64.powf(1.0 / total as f64)
}

/// The likelihood of superiority: how sure it is that the mean of the histogram's keys is above
/// zero, from 0 to 1. `None` without data.
///
/// It is one less the one-sided p-value of the mean, under the normal distribution. If all data are
/// equal, their variance says nothing; then each counts as one success of a binomial trial whose
/// probability is uniform beforehand, which gives `1 - 2^-(total + 1)`, and one half for zeros.
#[must_use]
pub fn superiority(histogram: &Histogram) -> Option<f64> {
    let (mean, variance) = histogram.moments()?;
    let total = histogram.total() as f64;
    Some(match histogram.only_key() {
        Some(0.0) => 0.5,
        Some(key) => {
            let doubt = (-(total + 1.0)).exp2();
            if key > 0.0 { 1.0 - doubt } else { doubt }
        }
        None => 0.5 * erfc(-mean / (variance / total).sqrt() / SQRT_2),
    })
}
