//! NNUE: efficiently updatable neural networks, quantised to integers.
//! Not here: the features, which each game decides, and training, which is a tool's.
//!
//! The architecture is `inputs -> hidden x perspectives -> outputs`, with one hidden layer.
//! Features are binary, and few of them are active. A perspective's accumulator is the hidden
//! biases plus the weight rows of its active features. Its activation is SCReLU, the square of
//! the accumulator clipped to 0..1; the output layer weighs that into each output bucket, whose
//! value is a logit.
//!
//! The hidden layer is quantised by [`QA`], the output layer by [`QB`]. Integers give the same
//! values on every processor, whichever instructions are fastest there.

mod file;
mod nnue;
mod simd;

pub use file::{NetError, Parameters, game};
pub use nnue::{Nnue, NnueFeatures, RULE50, active_features};

/// The quantisation of the hidden layer: an accumulator value of 1.
pub const QA: i16 = 255;

/// The quantisation of the output layer: a weight of 1.
pub const QB: i16 = 64;

/// The greatest weight of the output layer: times [`QA`] it still fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// A logit of 1 in an output.
pub const LOGIT: i32 = QA as i32 * QB as i32;

/// The number of hidden units is a multiple of this: the lanes of a vector of 16-bit numbers.
pub const LANES: usize = 16;

/// The most hidden units of all perspectives together: with more, an output could overflow 32 bits.
pub const MAX_HIDDEN: usize = 256;

/// The sizes of a net's layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Features of a perspective.
    pub inputs: usize,
    /// Hidden units of a perspective; a multiple of [`LANES`], in all perspectives at most
    /// [`MAX_HIDDEN`].
    pub hidden: usize,
    /// Perspectives, which share the weights of the hidden layer.
    pub perspectives: usize,
    /// Output buckets, each a logit.
    pub outputs: usize,
}

/// The architecture that a game expects of its nets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The name of the game.
    pub game: &'static str,
    /// Features of a perspective.
    pub inputs: usize,
    /// The most features of a perspective that are active at once.
    pub max_active: usize,
    /// Perspectives.
    pub perspectives: usize,
    /// Output buckets.
    pub outputs: usize,
}

/// A net, read from a file and checked: no value can overflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    shape: Shape,
    /// Hundredths of a man, or what else the game counts in, to a logit of 1.
    unit: i32,
    /// What its maker says of it.
    made: String,
    /// The weights of the hidden layer, a row for each feature, in units of 1 / [`QA`].
    feature_weights: Vec<i16>,
    feature_biases: Vec<i16>,
    /// The weights of the output layer, a row for each output and perspective, in units of
    /// 1 / [`QB`].
    output_weights: Vec<i16>,
    /// In units of 1 / [`LOGIT`].
    output_biases: Vec<i32>,
}

impl Net {
    /// The sizes of its layers.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The game's units of score to a logit of 1.
    #[must_use]
    pub fn unit(&self) -> i32 {
        self.unit
    }

    /// Where it comes from, as its maker wrote it.
    #[must_use]
    pub fn made(&self) -> &str {
        &self.made
    }

    /// The accumulator of a perspective without active features.
    #[must_use]
    pub fn biases(&self) -> &[i16] {
        &self.feature_biases
    }

    /// Computes an accumulator from scratch, for a perspective with these active features.
    pub fn refresh(&self, accumulator: &mut Vec<i16>, active: &[u16]) {
        accumulator.clear();
        accumulator.extend_from_slice(&self.feature_biases);
        self.update(accumulator, &[], active);
    }

    /// Updates an accumulator: subtracts the weight rows of removed features, adds those of added
    /// ones.
    ///
    /// # Panics
    /// A feature, or the length of the accumulator, does not belong to this net.
    #[inline]
    pub fn update(&self, accumulator: &mut [i16], removed: &[u16], added: &[u16]) {
        simd::update(accumulator, &self.feature_weights, removed, added);
    }

    /// The forward pass from the accumulators of all perspectives to one output, a logit in units
    /// of 1 / [`LOGIT`].
    ///
    /// # Panics
    /// There is no such output, or the accumulators do not belong to this net.
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

    /// An output as a score in the game's units, at most half as great as the scores of decided
    /// games.
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

    /// The file of a net with random weights.
    pub(super) fn some(expected: &Expected, hidden: usize) -> Vec<u8> {
        parts(expected, hidden).to_bytes(expected.game)
    }

    pub(super) fn parts(expected: &Expected, hidden: usize) -> Parameters {
        let mut rng = Pcg64::seed_from_u64(5);
        let &Expected {
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
            made: "at random".into(),
            feature_weights: numbers(inputs * hidden, 200),
            feature_biases: numbers(hidden, 200),
            output_weights: numbers(outputs * perspectives * hidden, MAX_OUTPUT_WEIGHT),
            output_biases: vec![100; outputs],
        }
    }
}
