//! The logistic function in integer arithmetic, from a table built at compile time.
//! Not here: its input.

/// One logit, in the units of [`logistic`]'s argument.
pub(super) const LOGIT: i32 = 1 << 16;

/// Table entries per logit.
const STEPS: i32 = 64;

/// Beyond this many logits the curve is flat.
const REACH: i32 = 10;

/// e^(-1/64) in units of 2^-32, the ratio of neighbouring entries' odds.
const RATIO: u64 = 4_228_380_000;

/// The logistic of 0, 1/64, 2/64, ... logits, in millionths.
const TABLE: [i32; (REACH * STEPS) as usize + 1] = {
    let mut table = [0; (REACH * STEPS) as usize + 1];
    // Odds against, in units of 2^-32.
    let mut odds: u64 = 1 << 32;
    let mut at = 0;
    while at < table.len() {
        let whole = (1 << 32) + odds;
        table[at] = ((1_000_000 * (1 << 32) + whole / 2) / whole) as i32;
        odds = (odds * RATIO) >> 32;
        at += 1;
    }
    table
};

/// `1 / (1 + e^-x)` in millionths, with `x` in units of 1 / [`LOGIT`] and linear interpolation between
/// table entries. `logistic(x) + logistic(-x)` is a million.
pub(super) fn logistic(x: i32) -> i32 {
    let far = x.unsigned_abs().min((REACH * LOGIT) as u32) as i32;
    let step = LOGIT / STEPS;
    let entry = (far / step) as usize;
    let low = TABLE[entry];
    let high = TABLE.get(entry + 1).copied().unwrap_or(low);
    let chance = low + (high - low) * (far % step) / step;
    if x < 0 { 1_000_000 - chance } else { chance }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function() {
        for x in -800_000..=800_000 {
            if x % 997 != 0 {
                continue;
            }
            let exact = 1e6 / (1.0 + (-f64::from(x) / f64::from(LOGIT)).exp());
            let own = logistic(x);
            assert!((f64::from(own) - exact).abs() < 50.0, "{x}: {own} {exact}");
            assert_eq!(own + logistic(-x), 1_000_000);
        }
        assert_eq!(logistic(i32::MIN), 1_000_000 - logistic(i32::MAX));
    }
}
