//! One position through a net, forwards and backwards.
//! Not here: what is done with the gradient.

use super::{Net, kernel};
use tricorn::eval::net::Shape;

/// Room for what a pass leaves behind on its way.
#[derive(Clone, Debug)]
pub struct Pass {
    /// Hidden sums, view after view.
    sums: Vec<f32>,
    /// Their clipped squares.
    on: Vec<f32>,
    /// The gradient by either.
    back: Vec<f32>,
    shape: Shape,
}

impl Pass {
    /// Room for nets of a shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let size = shape.views * shape.hidden;
        Self {
            sums: vec![0.0; size],
            on: vec![0.0; size],
            back: vec![0.0; size],
            shape,
        }
    }

    /// Brings a position, given by the inputs of each view, to the hidden layer.
    pub fn forward<'a>(&mut self, net: &Net, views: impl IntoIterator<Item = &'a [u16]>) {
        let hidden = self.shape.hidden;
        let sums = self.sums.chunks_exact_mut(hidden);
        let on = self.on.chunks_exact_mut(hidden);
        for ((sums, on), inputs) in sums.zip(on).zip(views) {
            kernel::hidden(sums, on, &net.first_bias, &net.first, inputs);
        }
    }

    /// An output after [`forward`](Self::forward), as a logit.
    #[must_use]
    pub fn logit(&self, net: &Net, output: usize) -> f32 {
        let row = self.on.len();
        kernel::dot(&self.on, &net.last[output * row..][..row]) + net.last_bias[output]
    }

    /// Adds to `into` the gradient of a loss whose derivatives by some outputs are given.
    pub fn backward<'a>(
        &mut self,
        net: &Net,
        views: impl IntoIterator<Item = &'a [u16]>,
        outputs: &[(usize, f32)],
        into: &mut Net,
    ) {
        self.gather(net, outputs);
        self.spread(views, outputs, 1.0, into);
    }

    /// Takes one step downhill with the net itself: plain gradient descent.
    pub fn step<'a>(
        &mut self,
        net: &mut Net,
        views: impl IntoIterator<Item = &'a [u16]>,
        outputs: &[(usize, f32)],
        rate: f32,
    ) {
        self.gather(net, outputs);
        self.spread(views, outputs, -rate, net);
    }

    /// The gradient by the hidden sums.
    fn gather(&mut self, net: &Net, outputs: &[(usize, f32)]) {
        let row = self.on.len();
        self.back.fill(0.0);
        for &(output, slope) in outputs {
            kernel::add(&mut self.back, &net.last[output * row..][..row], slope);
        }
        kernel::through(&mut self.back, &self.sums);
    }

    /// From the hidden sums to the weights.
    fn spread<'a>(
        &mut self,
        views: impl IntoIterator<Item = &'a [u16]>,
        outputs: &[(usize, f32)],
        factor: f32,
        into: &mut Net,
    ) {
        let (hidden, row) = (self.shape.hidden, self.on.len());
        for &(output, slope) in outputs {
            into.last_bias[output] += factor * slope;
            kernel::add(
                &mut into.last[output * row..][..row],
                &self.on,
                factor * slope,
            );
        }
        for (back, inputs) in self.back.chunks_exact(hidden).zip(views) {
            kernel::add(&mut into.first_bias, back, factor);
            for &input in inputs {
                let at = usize::from(input) * hidden;
                kernel::add(&mut into.first[at..][..hidden], back, factor);
            }
        }
    }
}
