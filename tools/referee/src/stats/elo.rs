//! Elo and normalized Elo of a pentanomial.
//! Not here: the sequential test, which needs no estimate.

use super::estimate::{Z95, certain_share};
use super::{Estimate, Histogram};
use std::f64::consts::{LN_10, SQRT_2};

/// Normalized Elo in units of the per-game t-value: 800 / ln 10, about 347.4. It makes Elo and
/// normalized Elo agree for small differences between engines that never draw.
pub const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// Scores of one pair in shares of what can be scored: half points over 4.
pub(super) const SHARE: f64 = 0.25;

/// The expected score a game, 0 to 1, of a player who is `elo` points the stronger: the logistic
/// curve `1 / (1 + 10^(-elo/400))` (A. Elo, *The Rating of Chessplayers*, 1978).
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The inverse of [`score_of_elo`]: infinite for a score of 0 or 1, beyond which scores are cut.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Elo of the pairs' mean score, `None` without pairs.
///
/// The interval is that of the score, seen through the logistic curve, so it is not symmetric. The
/// standard error is that of the score times the slope of the curve, `400 / (ln 10 s (1 - s))`;
/// it is infinite where the figure is.
#[must_use]
pub fn logistic_elo(pentanomial: &Histogram) -> Option<Estimate> {
    let score = Estimate::of_mean(pentanomial, SHARE)?;
    let value = elo_of_score(score.value);
    let slope = 400.0 / (LN_10 * score.value * (1.0 - score.value));
    Some(Estimate {
        value,
        standard_error: if value.is_finite() {
            score.standard_error * slope
        } else {
            f64::INFINITY
        },
        low: elo_of_score(score.low),
        high: elo_of_score(score.high),
    })
}

/// Normalized Elo, `None` without pairs: `(score - 1/2) / sigma` in units of [`NORMALIZED_UNIT`],
/// where `sigma` is the deviation of one game's score, taken from the pairs as `sqrt 2` times the
/// deviation of a pair's mean score (M. Van den Bergh, *Comments on Normalized Elo*, one of the notes
/// behind Fishtest). It says how many games are needed to see a difference,
/// whatever the share of draws.
///
/// The error is that of a ratio of mean and deviation by the delta method: with `z` the pairs'
/// scores in deviations from their mean and `t` the ratio over pairs, the variance of
/// `z - t (z^2 - 1) / 2` over the number of pairs. For small differences this is 1 over the number
/// of pairs, which is what other tools print for all differences.
///
/// If all pairs scored the same, `sigma` is nothing. Even pairs are then 0, others infinite, and
/// the interval is that of the share `p` in [`Estimate::of_mean`], with the rest at one end of the
/// range.
#[must_use]
pub fn normalized_elo(pentanomial: &Histogram) -> Option<Estimate> {
    let unit = NORMALIZED_UNIT / SQRT_2;
    let (mean, variance) = pentanomial.moments()?;
    let total = pentanomial.total();
    if let Some(key) = pentanomial.only_key() {
        return Some(of_equal_pairs(key * SHARE, total, unit));
    }
    let deviation = variance.sqrt();
    let t = (mean - 2.0) / deviation;
    let spread = pentanomial.average(|key| {
        let z = (key - mean) / deviation;
        (z - t * (z * z - 1.0) / 2.0).powi(2)
    })?;
    let error = (spread / total as f64).sqrt();
    Some(Estimate {
        value: t * unit,
        standard_error: error * unit,
        low: (t - Z95 * error) * unit,
        high: (t + Z95 * error) * unit,
    })
}

/// Normalized Elo of `total` pairs that all had the same mean score.
fn of_equal_pairs(score: f64, total: u64, unit: f64) -> Estimate {
    let share = certain_share(total);
    let with_rest_at = |end: f64| {
        let mean = share * score + (1.0 - share) * end;
        let deviation = (share * (1.0 - share)).sqrt() * (score - end).abs();
        (mean - 0.5) / deviation * unit
    };
    let (value, low, high) = if score > 0.5 {
        (f64::INFINITY, with_rest_at(0.0), f64::INFINITY)
    } else if score < 0.5 {
        (f64::NEG_INFINITY, f64::NEG_INFINITY, with_rest_at(1.0))
    } else {
        (0.0, with_rest_at(0.0), with_rest_at(1.0))
    };
    let standard_error = if value == 0.0 { 0.0 } else { f64::INFINITY };
    Estimate {
        value,
        standard_error,
        low,
        high,
    }
}
