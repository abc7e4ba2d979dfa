//! The Adam optimizer (Kingma and Ba, 2015).
//! Not here: gradients.

use super::Net;
use serde::{Deserialize, Serialize};

/// Beta 1, the decay of the mean of gradients.
const MEAN: f32 = 0.9;

/// Beta 2, the decay of the mean of their squares.
const SQUARE: f32 = 0.999;

/// Epsilon, which keeps divisors from zero.
const SMALL: f32 = 1e-8;

/// The state of the optimizer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Adam {
    mean: Net,
    square: Net,
    steps: i32,
}

impl Adam {
    /// For nets like this one.
    #[must_use]
    pub fn new(like: &Net) -> Self {
        let mut zero = like.clone();
        zero.clear();
        Self {
            mean: zero.clone(),
            square: zero,
            steps: 0,
        }
    }

    /// One step down the gradient, and clips the net.
    pub fn step(&mut self, net: &mut Net, gradient: &Net, rate: f32) {
        self.steps = self.steps.saturating_add(1);
        let unbiased = |decay: f32| 1.0 - decay.powi(self.steps);
        let (mean_part, square_part) = (unbiased(MEAN), unbiased(SQUARE));
        let groups = net.groups_mut().into_iter().zip(gradient.groups());
        let moments = self
            .mean
            .groups_mut()
            .into_iter()
            .zip(self.square.groups_mut());
        for ((weights, slopes), (means, squares)) in groups.zip(moments) {
            let numbers = weights.iter_mut().zip(slopes);
            for ((weight, slope), (mean, square)) in numbers.zip(means.iter_mut().zip(squares)) {
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                let size = (*square / square_part).sqrt() + SMALL;
                *weight -= rate * (*mean / mean_part) / size;
            }
        }
        net.clip();
    }
}
