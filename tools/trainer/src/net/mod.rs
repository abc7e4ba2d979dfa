//! Floating-point nets for training, and their quantisation for the engine.
//! Not here: the input features, and where positions and targets come from.

mod adam;
mod kernel;
mod pass;

pub use adam::Adam;
pub use pass::Pass;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use tricorn::eval::net::{LOGIT, MAX_OUTPUT_WEIGHT, Parameters, QA, QB, Shape};

/// The greatest weight of the last layer that the integers can hold.
const LAST_LIMIT: f32 = MAX_OUTPUT_WEIGHT as f32 / QB as f32;

/// A net, or anything of the same shape: a gradient, a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Net {
    #[serde(with = "Shapes")]
    shape: Shape,
    /// The greatest weight of the first layer, so that sums of all inputs fit 16 bits.
    first_limit: f32,
    /// `inputs * hidden` weights, all of an input together.
    pub first: Vec<f32>,
    /// `hidden` biases.
    pub first_bias: Vec<f32>,
    /// `outputs * views * hidden` weights, all of an output together, view by view.
    pub last: Vec<f32>,
    /// `outputs` biases.
    pub last_bias: Vec<f32>,
}

/// How a [`Shape`] is written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Shape")]
struct Shapes {
    inputs: usize,
    hidden: usize,
    #[serde(rename = "views")]
    perspectives: usize,
    outputs: usize,
}

impl Net {
    /// A net of zeros; `active` is the most inputs that are on at once.
    #[must_use]
    pub fn zero(shape: Shape, active: usize) -> Self {
        // A little less than the sixteen bits hold, for the bias, which keeps to the same limit.
        let first_limit = f32::from(i16::MAX) / f32::from(QA) / (active as f32 + 1.5);
        Self {
            shape,
            first_limit,
            first: vec![0.0; shape.inputs * shape.hidden],
            first_bias: vec![0.0; shape.hidden],
            last: vec![0.0; shape.outputs * shape.perspectives * shape.hidden],
            last_bias: vec![0.0; shape.outputs],
        }
    }

    /// A net to begin with: small weights, sums in the middle of their range when `typical` inputs
    /// are on. All outputs begin alike.
    #[must_use]
    pub fn random(shape: Shape, active: usize, typical: usize, rng: &mut impl Rng) -> Self {
        let mut net = Self::zero(shape, active);
        let spread = (1.0 / typical as f32).sqrt().min(net.first_limit);
        net.first.fill_with(|| rng.random_range(-spread..spread));
        net.first_bias.fill_with(|| rng.random_range(0.0..0.5_f32));
        let row = shape.perspectives * shape.hidden;
        let spread = (1.0 / row as f32).sqrt();
        let (one, others) = net.last.split_at_mut(row);
        one.fill_with(|| rng.random_range(-spread..spread));
        for other in others.chunks_exact_mut(row) {
            other.copy_from_slice(one);
        }
        net.clip();
        net
    }

    /// How many of everything there are.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All numbers, group by group, in a fixed order.
    pub fn groups(&self) -> [&[f32]; 4] {
        [&self.first, &self.first_bias, &self.last, &self.last_bias]
    }

    /// The same, to be changed.
    pub fn groups_mut(&mut self) -> [&mut [f32]; 4] {
        [
            &mut self.first,
            &mut self.first_bias,
            &mut self.last,
            &mut self.last_bias,
        ]
    }

    /// Sets all numbers to zero.
    pub fn clear(&mut self) {
        self.groups_mut()
            .into_iter()
            .for_each(|group| group.fill(0.0));
    }

    /// Whether all numbers are finite, which they no longer are after steps that were too long.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let mut groups = self.groups().into_iter().flatten();
        groups.all(|number| number.is_finite())
    }

    /// Keeps all weights within what the integers can hold.
    pub fn clip(&mut self) {
        let limit = self.first_limit;
        for weight in self.first.iter_mut().chain(&mut self.first_bias) {
            *weight = weight.clamp(-limit, limit);
        }
        for weight in &mut self.last {
            *weight = weight.clamp(-LAST_LIMIT, LAST_LIMIT);
        }
    }

    /// The same net with more outputs: each of the new ones is the old one that lies at its place
    /// in the order.
    #[must_use]
    pub fn spread(&self, outputs: usize) -> Self {
        let mut net = self.clone();
        let row = self.shape.perspectives * self.shape.hidden;
        let old = |output: usize| output * self.shape.outputs / outputs;
        net.shape.outputs = outputs;
        net.last = (0..outputs)
            .flat_map(|output| &self.last[old(output) * row..][..row])
            .copied()
            .collect();
        net.last_bias = (0..outputs)
            .map(|output| self.last_bias[old(output)])
            .collect();
        net
    }

    /// The net in the engine's integers; `unit` is how many of the game's score units make a logit.
    #[must_use]
    pub fn parts(&self, unit: i32, description: String) -> Parameters {
        let small = |weights: &[f32], one: i16| {
            let scaled = weights.iter().map(|weight| weight * f32::from(one));
            scaled.map(|weight| weight.round() as i16).collect()
        };
        Parameters {
            shape: self.shape,
            unit,
            description,
            feature_weights: small(&self.first, QA),
            feature_biases: small(&self.first_bias, QA),
            output_weights: small(&self.last, QB),
            output_biases: self
                .last_bias
                .iter()
                .map(|bias| (bias * LOGIT as f32).round() as i32)
                .collect(),
        }
    }
}

/// The logistic function: the chance that belongs to a logit.
#[must_use]
pub fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_with_a_number_that_is_not_finite_is_found() {
        let shape = Shape {
            inputs: 12,
            hidden: 16,
            perspectives: 1,
            outputs: 3,
        };
        let net = Net::zero(shape, 6);
        assert!(net.is_finite());
        for bad in [f32::NAN, f32::INFINITY] {
            for group in 0..4 {
                let mut net = net.clone();
                net.groups_mut()[group][2] = bad;
                assert!(!net.is_finite());
            }
        }
    }
}
