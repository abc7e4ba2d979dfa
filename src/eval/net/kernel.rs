//! The two inner loops of a net, compiled for several processors; the best is chosen at run time.
//! Not here: what a net is.
//!
//! The ways differ in speed alone: they are the same lines, and whole numbers add up the same in
//! any order.

use super::{GROUP, HIDDEN_ONE};
use multiversion::multiversion;

/// Takes rows of `weights` out of `sums` and puts others in.
#[multiversion(targets("x86_64+avx2"))]
pub fn change(sums: &mut [i16], weights: &[i16], removed: &[u16], added: &[u16]) {
    plain_change(sums, weights, removed, added);
}

/// The squares of the clipped sums, weighed and added up. Weights are at most 127 either way, so
/// the products of sum and weight fit 16 bits.
#[multiversion(targets("x86_64+avx2"))]
pub fn dot(sums: &[i16], weights: &[i16]) -> i32 {
    plain_dot(sums, weights)
}

/// Hidden units that are worked on at once: their sums stay in registers while row after row is
/// added.
const BLOCK: usize = 4 * GROUP;

/// [`change`] for whatever processor it is compiled for.
#[inline(always)]
fn plain_change(sums: &mut [i16], weights: &[i16], removed: &[u16], added: &[u16]) {
    let hidden = sums.len();
    let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
    for (number, sums) in blocks.iter_mut().enumerate() {
        change_block(sums, weights, hidden, number * BLOCK, removed, added);
    }
    let first = hidden - rest.len();
    for (number, sums) in rest.as_chunks_mut::<GROUP>().0.iter_mut().enumerate() {
        change_block(
            sums,
            weights,
            hidden,
            first + number * GROUP,
            removed,
            added,
        );
    }
}

/// [`change`] of the `N` sums from `first` on, where a row has `hidden` weights.
#[inline(always)]
fn change_block<const N: usize>(
    sums: &mut [i16; N],
    weights: &[i16],
    hidden: usize,
    first: usize,
    removed: &[u16],
    added: &[u16],
) {
    let row = |input: u16| &weights[usize::from(input) * hidden + first..][..N];
    let mut now = *sums;
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
    *sums = now;
}

/// [`dot`] for whatever processor it is compiled for.
#[inline(always)]
fn plain_dot(sums: &[i16], weights: &[i16]) -> i32 {
    let each = sums.iter().zip(weights).map(|(&sum, &weight)| {
        let clipped = sum.clamp(0, HIDDEN_ONE);
        i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
    });
    each.sum()
}

#[cfg(test)]
mod tests {
    use super::super::LAST_MOST;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn all_processors_come_to_the_same_numbers() {
        let mut rng = Pcg64::seed_from_u64(3);
        for hidden in [16, 32, 48, 128, 256] {
            let rows = 20;
            let mut some = |count, most: i16| -> Vec<i16> {
                (0..count).map(|_| rng.random_range(-most..=most)).collect()
            };
            let weights = some(rows * hidden, 2_000);
            let last = some(hidden, LAST_MOST);
            let mut chosen = some(hidden, 400);
            let mut plain = chosen.clone();
            let inputs: Vec<u16> = (0..12).map(|_| rng.random_range(0..rows as u16)).collect();
            change(&mut chosen, &weights, &inputs[..5], &inputs[5..]);
            plain_change(&mut plain, &weights, &inputs[..5], &inputs[5..]);
            assert_eq!(chosen, plain);
            assert_eq!(dot(&chosen, &last), plain_dot(&plain, &last));
        }
    }

    #[test]
    fn the_greatest_sums_fit() {
        let [sums, least, most] = [i16::MAX, -LAST_MOST, LAST_MOST].map(|n| vec![n; 256]);
        let one = i32::from(HIDDEN_ONE);
        let expected = 256 * one * one * i32::from(LAST_MOST);
        assert_eq!(dot(&sums, &most), expected);
        assert_eq!(dot(&sums, &least), -expected);
        assert_eq!(dot(&vec![i16::MIN; 256], &most), 0);
    }
}
