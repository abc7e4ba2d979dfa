//! NNUE: the quantised network, its accumulator update and its forward pass.
//! Not here: input features, which each game defines, and training (`tools/trainer`).
//!
//! The architecture is `inputs -> hidden x perspectives -> outputs` with one hidden layer. Input
//! features are binary and sparse. The accumulator of a perspective is the feature biases plus the
//! weight rows of its active features. The activation is SCReLU, the square of the accumulator
//! clipped to 0..1. The output layer computes one logit per output bucket.
//!
//! The feature transformer is quantised by [`QA`], the output layer by [`QB`]. Integers give the same
//! values on every processor and with every instruction set.

mod file;
mod nnue;
mod simd;

pub use file::{NetError, Parameters, game};
pub use nnue::{Nnue, NnueFeatures, RULE50, active_features};

/// The quantisation of the hidden layer: an accumulator value of 1.
pub const QA: i16 = 255;

/// The quantisation of the output layer: a weight of 1.
pub const QB: i16 = 64;

/// The greatest weight of the output layer: times [`QA`] it still fits into 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The quantisation of an output: a logit of 1.
pub const LOGIT: i32 = QA as i32 * QB as i32;

/// The hidden size is a multiple of this: the 16-bit lanes of a 256-bit vector.
pub const LANES: usize = 16;

/// The greatest hidden size of all perspectives together: beyond it an output could overflow 32 bits.
pub const MAX_HIDDEN: usize = 256;

/// The layer sizes of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Input features per perspective.
    pub inputs: usize,
    /// Hidden units per perspective: a multiple of [`LANES`], over all perspectives at most
    /// [`MAX_HIDDEN`].
    pub hidden: usize,
    /// Perspectives, which share the weights of the feature transformer.
    pub perspectives: usize,
    /// Output buckets.
    pub outputs: usize,
}

/// The architecture that a game requires of its nets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// The name of the game.
    pub game: &'static str,
    /// Input features per perspective.
    pub inputs: usize,
    /// The maximum number of active features per perspective.
    pub max_active: usize,
    /// Perspectives.
    pub perspectives: usize,
    /// Output buckets.
    pub outputs: usize,
}

/// A net that was read from a file and checked: no value can overflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    shape: Shape,
    /// The score of a logit of 1, in the units of the game's scores.
    unit: i32,
    /// The description in the file.
    description: String,
    /// The feature transformer: a row of weights for each feature, in units of 1 / [`QA`].
    feature_weights: Vec<i16>,
    feature_biases: Vec<i16>,
    /// The output layer: a row of weights for each output and perspective, in units of 1 / [`QB`].
    output_weights: Vec<i16>,
    /// In units of 1 / [`LOGIT`].
    output_biases: Vec<i32>,
}

impl Net {
    /// The layer sizes.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The score of a logit of 1, in the units of the game's scores.
    #[must_use]
    pub fn unit(&self) -> i32 {
        self.unit
    }

    /// The description in the file: who trained it on what.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The biases of the feature transformer: the accumulator without active features.
    #[must_use]
    pub fn biases(&self) -> &[i16] {
        &self.feature_biases
    }

    /// Refreshes an accumulator: computes it from scratch for these active features.
    pub fn refresh(&self, accumulator: &mut Vec<i16>, active: &[u16]) {
        accumulator.clear();
        accumulator.extend_from_slice(&self.feature_biases);
        self.update(accumulator, &[], active);
    }

    /// Updates an accumulator: subtracts the weight rows of removed features and adds those of
    /// added ones.
    ///
    /// # Panics
    /// If a feature or the length of the accumulator does not fit this net.
    #[inline]
    pub fn update(&self, accumulator: &mut [i16], removed: &[u16], added: &[u16]) {
        simd::update(accumulator, &self.feature_weights, removed, added);
    }

    /// The forward pass from the accumulators, side to move first, to one output bucket: a logit in
    /// units of 1 / [`LOGIT`].
    ///
    /// # Panics
    /// If there is no such output or the accumulators do not fit this net.
    #[inline]
    #[must_use]
    pub fn forward(&self, accumulators: &[&[i16]], output: usize) -> i32 {
        let hidden = self.shape.hidden;
        let weights = &self.output_weights[output * self.shape.perspectives * hidden..];
        let mut total = 0;
        for (accumulator, weights) in accumulators.iter().zip(weights.chunks_exact(hidden)) {
            total += simd::screlu_dot(accumulator, weights);
        }
        total / i32::from(QA) + self.output_biases[output]
    }

    /// An output as a score in the game's units, clamped to half of the mate bound.
    #[inline]
    #[must_use]
    pub fn score(&self, accumulators: &[&[i16]], output: usize) -> super::Score {
        let scaled = i64::from(self.forward(accumulators, output)) * i64::from(self.unit);
        let most = i64::from(super::MATE_BOUND / 2);
        (scaled / i64::from(LOGIT)).clamp(-most, most) as super::Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// A net file with random weights.
    pub(super) fn some(expected: &Architecture, hidden: usize) -> Vec<u8> {
        parts(expected, hidden).to_bytes(expected.game)
    }

    pub(super) fn parts(expected: &Architecture, hidden: usize) -> Parameters {
        let mut rng = Pcg64::seed_from_u64(5);
        let &Architecture {
            inputs,
            perspectives,
            outputs,
            ..
        } = expected;
        let mut numbers = |count, most: i16| -> Vec<i16> {
            (0..count).map(|_| rng.random_range(-most..=most)).collect()
        };
        Parameters {
            shape: Shape {
                inputs,
                hidden,
                perspectives,
                outputs,
            },
            unit: 150,
            description: "at random".into(),
            feature_weights: numbers(inputs * hidden, 200),
            feature_biases: numbers(hidden, 200),
            output_weights: numbers(outputs * perspectives * hidden, MAX_OUTPUT_WEIGHT),
            output_biases: vec![100; outputs],
        }
    }
}
