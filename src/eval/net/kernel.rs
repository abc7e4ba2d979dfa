//! The two inner loops of a net, compiled for several processors; the best is chosen at run time.
//! Not here: what a net is.
//!
//! The ways differ in speed alone: they are the same lines, and whole numbers add up the same in
//! any order.

use super::{GROUP, HIDDEN_ONE};
use multiversion::multiversion;

/// Takes rows of `weights` out of `sums` and puts others in.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub fn change(sums: &mut [i16], weights: &[i16], removed: &[u16], added: &[u16]) {
    let hidden = sums.len();
    for (place, group) in sums.chunks_exact_mut(GROUP).enumerate() {
        let group: &mut [i16; GROUP] = group.try_into().expect("groups have this size");
        let mut held = *group;
        let row = |input: u16| -> &[i16; GROUP] {
            let at = usize::from(input) * hidden + place * GROUP;
            weights[at..at + GROUP]
                .try_into()
                .expect("groups have this size")
        };
        for &input in removed {
            for (sum, weight) in held.iter_mut().zip(row(input)) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        for &input in added {
            for (sum, weight) in held.iter_mut().zip(row(input)) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        *group = held;
    }
}

/// The squares of the clipped sums, weighed and added up. Weights are at most 127 either way, so
/// the products of sum and weight fit 16 bits, as does nothing greater.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2"))]
pub fn dot(sums: &[i16], weights: &[i16]) -> i32 {
    let mut total = [0_i32; GROUP];
    for (sums, weights) in sums.chunks_exact(GROUP).zip(weights.chunks_exact(GROUP)) {
        for ((total, &sum), &weight) in total.iter_mut().zip(sums).zip(weights) {
            let clipped = sum.clamp(0, HIDDEN_ONE);
            *total += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
        }
    }
    total.iter().sum()
}
