//! Forward pass and backpropagation of one position.
//! Not here: the optimizer (`adam`).

use super::{Net, kernel};
use tricorn::eval::net::Shape;

/// The activations and gradients of a pass.
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
    /// For nets of a shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let size = shape.perspectives * shape.hidden;
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    const SHAPE: Shape = Shape {
        inputs: 12,
        hidden: 16,
        perspectives: 2,
        outputs: 3,
    };

    fn views() -> [&'static [u16]; 2] {
        [&[0, 3, 7], &[1, 3, 11]]
    }

    #[test]
    fn the_gradient_is_the_slope() {
        let mut rng = Pcg64::seed_from_u64(2);
        let net = Net::random(SHAPE, 6, 3, &mut rng);
        let mut pass = Pass::new(SHAPE);
        let outputs = [(0, 0.5), (2, -2.0)];
        let mut output = |net: &Net| {
            pass.forward(net, views());
            let logits = outputs.map(|(output, factor)| factor * pass.logit(net, output));
            logits.iter().sum::<f32>()
        };
        let here = output(&net);
        let mut slopes = Vec::new();
        for group in 0..4 {
            for place in 0..net.groups()[group].len() {
                let mut moved = net.clone();
                moved.groups_mut()[group][place] += 1e-2;
                slopes.push((output(&moved) - here) / 1e-2);
            }
        }
        let mut gradient = Net::zero(SHAPE, 6);
        pass.forward(&net, views());
        pass.backward(&net, views(), &outputs, &mut gradient);
        let found: Vec<f32> = gradient.groups().concat();
        assert!(found.iter().filter(|&&slope| slope != 0.0).count() > 60);
        for (slope, found) in slopes.into_iter().zip(found) {
            assert!((slope - found).abs() < 0.02, "{slope} {found}");
        }
    }

    #[test]
    fn steps_lead_to_the_target() {
        let mut rng = Pcg64::seed_from_u64(2);
        let mut net = Net::random(SHAPE, 6, 3, &mut rng);
        let mut pass = Pass::new(SHAPE);
        for _ in 0..500 {
            pass.forward(&net, views());
            let error = pass.logit(&net, 1) - 1.25;
            pass.step(&mut net, views(), &[(1, error)], 0.02);
            net.clip();
        }
        pass.forward(&net, views());
        assert!((pass.logit(&net, 1) - 1.25).abs() < 1e-3);
    }

    #[test]
    fn the_integers_say_the_same() {
        use tricorn::eval::net::{Architecture, LOGIT};
        let mut rng = Pcg64::seed_from_u64(4);
        let net = Net::random(SHAPE, 6, 3, &mut rng);
        let expected = Architecture {
            game: "some",
            inputs: 12,
            max_active: 6,
            perspectives: 2,
            outputs: 3,
        };
        let bytes = net.parts(100, String::new()).to_bytes("some");
        let whole = tricorn::eval::net::Net::read(&bytes, &expected).expect("sound");
        let sums = views().map(|inputs| {
            let mut sums = Vec::new();
            whole.refresh(&mut sums, inputs);
            sums
        });
        let mut pass = Pass::new(SHAPE);
        pass.forward(&net, views());
        for output in 0..3 {
            let logit = whole.forward(&[&sums[0], &sums[1]], output) as f32 / LOGIT as f32;
            assert!((logit - pass.logit(&net, output)).abs() < 0.05);
        }
    }
}
