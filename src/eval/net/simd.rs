//! SIMD: accumulator update and SCReLU dot product, dispatched at run time.
//! Not here: intrinsics. The compiler vectorises plain loops.
//!
//! All versions give the same results: they are compiled from the same source, and integer sums do
//! not depend on the order of their terms.

use super::{LANES, QA};
use multiversion::multiversion;

/// Subtracts the weight rows of `removed` features from an accumulator and adds those of `added`.
#[multiversion(targets("x86_64+avx2"))]
pub fn update(accumulator: &mut [i16], weights: &[i16], removed: &[u16], added: &[u16]) {
    plain_update(accumulator, weights, removed, added);
}

/// The dot product of an accumulator's SCReLU activations with `weights`. A weight times the
/// clipped value fits into 16 bits, since no weight exceeds
/// [`MAX_OUTPUT_WEIGHT`](super::MAX_OUTPUT_WEIGHT).
#[multiversion(targets("x86_64+avx2"))]
pub fn screlu_dot(accumulator: &[i16], weights: &[i16]) -> i32 {
    plain_screlu_dot(accumulator, weights)
}

/// Hidden units updated at a time, so that they stay in registers while all rows are added.
const BLOCK: usize = 4 * LANES;

/// The generic code of [`update`].
#[inline(always)]
fn plain_update(accumulator: &mut [i16], weights: &[i16], removed: &[u16], added: &[u16]) {
    let hidden = accumulator.len();
    let (blocks, rest) = accumulator.as_chunks_mut::<BLOCK>();
    for (number, accumulator) in blocks.iter_mut().enumerate() {
        update_block(accumulator, weights, hidden, number * BLOCK, removed, added);
    }
    let first = hidden - rest.len();
    for (number, accumulator) in rest.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        update_block(
            accumulator,
            weights,
            hidden,
            first + number * LANES,
            removed,
            added,
        );
    }
}

/// Updates the `N` hidden units from `first` on; a row has `hidden` weights.
#[inline(always)]
fn update_block<const N: usize>(
    accumulator: &mut [i16; N],
    weights: &[i16],
    hidden: usize,
    first: usize,
    removed: &[u16],
    added: &[u16],
) {
    let row = |input: u16| &weights[usize::from(input) * hidden + first..][..N];
    let mut now = *accumulator;
    for &input in removed {
        for (sum, weight) in now.iter_mut().zip(row(input)) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
    for &input in added {
        for (sum, weight) in now.iter_mut().zip(row(input)) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    *accumulator = now;
}

/// The generic code of [`screlu_dot`].
#[inline(always)]
fn plain_screlu_dot(accumulator: &[i16], weights: &[i16]) -> i32 {
    let each = accumulator.iter().zip(weights).map(|(&sum, &weight)| {
        let clipped = sum.clamp(0, QA);
        i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
    });
    each.sum()
}

#[cfg(test)]
mod tests {
    use super::super::MAX_OUTPUT_WEIGHT;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn dispatched_and_generic_code_agree() {
        let mut rng = Pcg64::seed_from_u64(3);
        for hidden in [16, 32, 48, 128, 256] {
            let rows = 20;
            let mut some = |count, most: i16| -> Vec<i16> {
                (0..count).map(|_| rng.random_range(-most..=most)).collect()
            };
            let weights = some(rows * hidden, 2_000);
            let last = some(hidden, MAX_OUTPUT_WEIGHT);
            let mut chosen = some(hidden, 400);
            let mut plain = chosen.clone();
            let inputs: Vec<u16> = (0..12).map(|_| rng.random_range(0..rows as u16)).collect();
            update(&mut chosen, &weights, &inputs[..5], &inputs[5..]);
            plain_update(&mut plain, &weights, &inputs[..5], &inputs[5..]);
            assert_eq!(chosen, plain);
            assert_eq!(screlu_dot(&chosen, &last), plain_screlu_dot(&plain, &last));
        }
    }

    #[test]
    fn the_greatest_sums_do_not_overflow() {
        let [accumulator, least, most] =
            [i16::MAX, -MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT].map(|n| vec![n; 256]);
        let one = i32::from(QA);
        let expected = 256 * one * one * i32::from(MAX_OUTPUT_WEIGHT);
        assert_eq!(screlu_dot(&accumulator, &most), expected);
        assert_eq!(screlu_dot(&accumulator, &least), -expected);
        assert_eq!(screlu_dot(&vec![i16::MIN; 256], &most), 0);
    }
}
