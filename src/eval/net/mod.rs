//! Learned evaluations: small nets with sparse inputs, in integers.
//! Not here: what the inputs mean, which each game decides, and training, which is a tool's.
//!
//! A net has one hidden layer. Its inputs are binary and few of them are on, so a position is a
//! list of numbers of inputs, one list for each view of it. A view's hidden sums are the biases
//! and the weights of its inputs added up. The squares of the sums, clipped to 0..1, are weighed
//! into each output, which is a logit.
//!
//! Everything is counted in integers: the first layer in 255ths, the last in 64ths. So every
//! processor comes to the same numbers, whichever way is the fastest there.

mod file;
mod kernel;
mod planes;

pub use file::{NetError, Parts, game};
pub use planes::{Learned, Planes, active};

/// What a sum of 1 is in the hidden layer.
pub const HIDDEN_ONE: i16 = 255;

/// What a weight of 1 is in the last layer.
pub const LAST_ONE: i16 = 64;

/// The greatest weight of the last layer: times [`HIDDEN_ONE`] it still fits 16 bits.
pub const LAST_MOST: i16 = 127;

/// What a logit of 1 is in an output.
pub const LOGIT: i32 = HIDDEN_ONE as i32 * LAST_ONE as i32;

/// Hidden units come in groups of this size.
pub const GROUP: usize = 16;

/// The most hidden units of all views together: beyond it an output could leave 32 bits.
pub const HIDDEN_MOST: usize = 256;

/// How many of everything a net has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Binary inputs of a view.
    pub inputs: usize,
    /// Hidden units of a view; a multiple of [`GROUP`], in all views at most [`HIDDEN_MOST`].
    pub hidden: usize,
    /// Views that share the first layer's weights.
    pub views: usize,
    /// Logits.
    pub outputs: usize,
}

/// What a game can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The name of the game.
    pub game: &'static str,
    /// Inputs of a view.
    pub inputs: usize,
    /// The most inputs of a view that are on at once.
    pub active: usize,
    /// Views.
    pub views: usize,
    /// Outputs.
    pub outputs: usize,
}

/// A net, read and proved sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    shape: Shape,
    /// Hundredths of a man, or what else the game counts in, to a logit of 1.
    unit: i32,
    /// What its maker says of it.
    made: String,
    /// The weights of the first layer, all of an input together.
    first: Vec<i16>,
    first_bias: Vec<i16>,
    /// The weights of the last layer, all of an output together, view by view.
    last: Vec<i16>,
    /// In the units of [`LOGIT`].
    last_bias: Vec<i32>,
}

impl Net {
    /// How many of everything there are.
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

    /// The hidden sums of a view without any input.
    #[must_use]
    pub fn bias(&self) -> &[i16] {
        &self.first_bias
    }

    /// Sets the hidden sums to those of a view with these inputs.
    pub fn fill(&self, sums: &mut Vec<i16>, inputs: &[u16]) {
        sums.clear();
        sums.extend_from_slice(&self.first_bias);
        self.change(sums, &[], inputs);
    }

    /// Takes inputs out of the hidden sums and puts others in.
    ///
    /// # Panics
    /// An input, or the length of `sums`, does not belong to this net.
    #[inline]
    pub fn change(&self, sums: &mut [i16], removed: &[u16], added: &[u16]) {
        kernel::change(sums, &self.first, removed, added);
    }

    /// An output for the hidden sums of all views, as a logit in units of [`LOGIT`].
    ///
    /// # Panics
    /// There is no such output, or the sums do not belong to this net.
    #[inline]
    #[must_use]
    pub fn output(&self, sums: &[&[i16]], output: usize) -> i32 {
        let hidden = self.shape.hidden;
        let weights = &self.last[output * self.shape.views * hidden..];
        let mut total = 0;
        for (view, weights) in sums.iter().zip(weights.chunks_exact(hidden)) {
            total += kernel::dot(view, weights);
        }
        total / i32::from(HIDDEN_ONE) + self.last_bias[output]
    }

    /// An output as a score in the game's units, no nearer to the scores of decided games than
    /// half way.
    #[inline]
    #[must_use]
    pub fn score(&self, sums: &[&[i16]], output: usize) -> super::Score {
        let scaled = i64::from(self.output(sums, output)) * i64::from(self.unit);
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

    pub(super) fn parts(expected: &Expected, hidden: usize) -> Parts {
        let mut rng = Pcg64::seed_from_u64(5);
        let &Expected {
            inputs,
            views,
            outputs,
            ..
        } = expected;
        let mut numbers = |count, most: i16| -> Vec<i16> {
            (0..count).map(|_| rng.random_range(-most..=most)).collect()
        };
        Parts {
            shape: Shape {
                inputs,
                hidden,
                views,
                outputs,
            },
            unit: 150,
            made: "at random".into(),
            first: numbers(inputs * hidden, 200),
            first_bias: numbers(hidden, 200),
            last: numbers(outputs * views * hidden, LAST_MOST),
            last_bias: vec![100; outputs],
        }
    }
}
