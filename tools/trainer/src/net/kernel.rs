//! SIMD: the inner loops of training, dispatched to the best instruction set.
//! Not here: what they are used for.
//!
//! Sums are taken in lanes of a fixed number, so that every processor rounds alike.

use multiversion::multiversion;

/// So many partial sums.
const LANES: usize = 8;

/// `sums += factor * row`.
#[multiversion(targets("x86_64+avx2"))]
pub fn add(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

/// The sum of the products.
#[multiversion(targets("x86_64+avx2"))]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = a
        .remainder()
        .iter()
        .zip(b.remainder())
        .map(|(a, b)| a * b)
        .sum();
    for (a, b) in a.zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Adds up the rows of `weights` that `inputs` name, beginning with `bias`; then squares what is
/// left of the sums within 0 and 1.
#[multiversion(targets("x86_64+avx2"))]
pub fn hidden(sums: &mut [f32], on: &mut [f32], bias: &[f32], weights: &[f32], inputs: &[u16]) {
    let width = sums.len();
    sums.copy_from_slice(bias);
    for &input in inputs {
        let row = &weights[usize::from(input) * width..][..width];
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += weight;
        }
    }
    for (on, sum) in on.iter_mut().zip(sums) {
        let clipped = sum.clamp(0.0, 1.0);
        *on = clipped * clipped;
    }
}

/// Turns gradients by what is on into gradients by the sums: times `2 * sum` within the range,
/// nothing outside it.
#[multiversion(targets("x86_64+avx2"))]
pub fn through(back: &mut [f32], sums: &[f32]) {
    for (back, &sum) in back.iter_mut().zip(sums) {
        *back *= if sum > 0.0 && sum < 1.0 {
            2.0 * sum
        } else {
            0.0
        };
    }
}
