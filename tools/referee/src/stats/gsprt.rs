//! Generalised log-likelihood ratios (GSPRT) of two hypotheses about the mean or the t-value.
//! Not here: the hypotheses and the decision (`sprt`).
//!
//! The data are draws from a distribution over known values with unknown probabilities. For either
//! hypothesis the probabilities are those of greatest likelihood among all that obey it; the ratio
//! of the two likelihoods is the statistic. Sources: M. Van den Bergh's notes behind Fishtest,
//! `support_MLE_multinomial.pdf` (proposition 1.1) for means and `normalized_elo_practical.pdf`
//! (section 4.1) for t-values.
//!
//! Bins are `(value, count)` with ascending values and counts above zero.

/// A value and its count or its probability.
type Bin = (f64, f64);

/// ln of (likelihood of the bins if their mean is `m1`) / (the same if it is `m0`).
///
/// Positive figures speak for `m1`. Both means have to lie inside the range of the values; one
/// outside is moved to just inside the nearest end. 0 if there are less than two bins.
#[must_use]
pub fn mean_llr(bins: &[Bin], m0: f64, m1: f64) -> f64 {
    ratio(bins, |bins| [m0, m1].map(|mean| with_mean(bins, mean)))
}

/// ln of (likelihood of the bins if their t-value is `t1`) / (the same if it is `t0`).
///
/// The t-value is (mean - `reference`) / deviation, of one datum; `reference` has to lie inside
/// the range of the values, and counts as the middle of the range otherwise. Positive figures speak
/// for `t1`. 0 if there are less than two bins.
#[must_use]
pub fn t_llr(bins: &[Bin], reference: f64, t0: f64, t1: f64) -> f64 {
    ratio(bins, |bins| [t0, t1].map(|t| with_t(bins, reference, t)))
}

fn ratio(bins: &[Bin], fit: impl Fn(&[Bin]) -> [Vec<f64>; 2]) -> f64 {
    if bins.len() < 2 {
        return 0.0;
    }
    let total: f64 = bins.iter().map(|&(_, count)| count).sum();
    let observed: Vec<Bin> = bins.iter().map(|&(v, count)| (v, count / total)).collect();
    let [p0, p1] = fit(&observed);
    let logs = p1.iter().zip(&p0).map(|(p1, p0)| (p1 / p0).ln());
    bins.iter().zip(logs).map(|(&(_, n), log)| n * log).sum()
}

/// The most likely probabilities with the given mean.
fn with_mean(observed: &[Bin], mean: f64) -> Vec<f64> {
    let (low, high) = range(observed);
    let margin = (high - low) * 1e-9;
    let mean = mean.clamp(low + margin, high - margin);
    let shifted: Vec<Bin> = observed.iter().map(|&(v, p)| (v - mean, p)).collect();
    tilted(&shifted)
}

/// The most likely probabilities with the given t-value.
///
/// The condition `mean - reference - t deviation = 0` is not linear in the probabilities. It is
/// replaced by its tangent at the last estimate, which is linear, until nothing moves. For `t > 0`
/// its left side is convex, so every estimate has a t-value of `t` or more if the first one has,
/// and then the tangent's values have both signs: the next step always exists. Negative `t` is the
/// mirror image.
fn with_t(observed: &[Bin], reference: f64, t: f64) -> Vec<f64> {
    let (low, high) = range(observed);
    let reference = if low < reference && reference < high {
        reference
    } else {
        f64::midpoint(low, high)
    };
    if t == 0.0 {
        return with_mean(observed, reference);
    }
    let side = t.signum();
    let t = t.abs();
    let bins: Vec<Bin> = observed
        .iter()
        .map(|&(value, p)| (side * (value - reference), p))
        .collect();

    let mut fitted = start(&bins, t);
    for _ in 0..200 {
        let (mean, deviation) = spread(&bins, &fitted);
        let tangent: Vec<Bin> = bins
            .iter()
            .map(|&(value, p)| {
                let z = (value - mean) / deviation;
                (value - t * deviation * (1.0 + z * z) / 2.0, p)
            })
            .collect();
        let next = tilted(&tangent);
        let moved = next.iter().zip(&fitted).map(|(a, b)| (a - b).abs());
        let moved = moved.fold(0.0, f64::max);
        fitted = next;
        if moved < 1e-12 {
            break;
        }
    }
    fitted
}

/// Probabilities whose t-value against 0 is at least `t`, near what was observed.
fn start(bins: &[Bin], t: f64) -> Vec<f64> {
    let observed: Vec<f64> = bins.iter().map(|&(_, p)| p).collect();
    let (_, deviation) = spread(bins, &observed);
    let (_, high) = range(bins);
    let mut mean = (t * deviation).min(high / 2.0);
    loop {
        let fitted = with_mean(bins, mean);
        let (reached, deviation) = spread(bins, &fitted);
        // Half way to the end at each step; 50 steps are past the smallest difference of numbers.
        if reached >= t * deviation || high - mean < high * 1e-9 {
            return fitted;
        }
        mean = f64::midpoint(mean, high);
    }
}

/// Mean and standard deviation under the given probabilities.
fn spread(bins: &[Bin], probabilities: &[f64]) -> (f64, f64) {
    let over = |f: &dyn Fn(f64) -> f64| -> f64 {
        let terms = bins.iter().zip(probabilities);
        terms.map(|(&(value, _), p)| p * f(value)).sum()
    };
    let mean = over(&|value| value);
    (mean, over(&|value| (value - mean).powi(2)).sqrt())
}

fn range(bins: &[Bin]) -> (f64, f64) {
    let values = bins.iter().map(|&(value, _)| value);
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// The probabilities nearest to the observed ones in likelihood under which the values have mean
/// zero: `p / (1 + x value)`, with the `x` for which they have it. Values that all have one sign
/// cannot, and leave the observed probabilities as they are.
fn tilted(bins: &[Bin]) -> Vec<f64> {
    let (low, high) = range(bins);
    let x = if low < 0.0 && high > 0.0 {
        secular_root(bins, -1.0 / high, -1.0 / low)
    } else {
        0.0
    };
    bins.iter()
        .map(|&(value, p)| p / (1.0 + x * value))
        .collect()
}

/// The root between `low` and `high` of the sum of `p value / (1 + x value)`, which falls from
/// plus to minus infinity between them: Newton's method, kept inside by bisection.
fn secular_root(bins: &[Bin], mut low: f64, mut high: f64) -> f64 {
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for &(value, p) in bins {
            let term = value / (1.0 + x * value);
            sum += p * term;
            slope += p * term * term;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x + sum / slope;
        let next = if low < newton && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        if (next - x).abs() <= 1e-15 * x.abs().max(f64::MIN_POSITIVE) {
            return next;
        }
        x = next;
    }
    x
}
