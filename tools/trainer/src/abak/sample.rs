//! Training samples: a position with target probabilities, loss and gradient.
//! Not here: where the targets come from.

use crate::net::{Net, Pass, logistic};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use tricorn::eval::abak::net::inputs::Inputs;
use tricorn::eval::abak::net::{EXPECTED, OUTCOMES};
use tricorn::eval::abak::{self, OutcomeProbabilities};
use tricorn::eval::net::Shape;

/// Chances to win, to win a gammon and a backgammon, to lose a gammon and a backgammon.
pub type Chances = [f32; OUTCOMES];

/// A training sample: a position as the net sees it, and its target.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The inputs of the position.
    pub inputs: Inputs,
    /// The chances of the side to move, before its roll.
    pub target: Chances,
}

/// The five chances of an outlook.
pub fn chances(outlook: &OutcomeProbabilities) -> Chances {
    let OutcomeProbabilities { wins, losses } = outlook;
    [wins[0], wins[1], wins[2], losses[1], losses[2]].map(|millionths| millionths as f32 / 1e6)
}

/// The same seen by the opponent.
pub fn turned(chances: &Chances) -> Chances {
    let [win, gammon, backgammon, lost, worst] = *chances;
    [1.0 - win, lost, worst, gammon, backgammon]
}

/// The number of inputs that are on in a typical position; only the first weights depend on it.
const TYPICAL: usize = 160;

/// More inputs than are on in any position seen so far; this limits the weights. Reading a net file
/// proves what the integers really hold.
const ACTIVE: usize = 100;

/// An untrained net.
pub fn fresh(hidden: usize, seed: u64) -> Net {
    let shape = Shape {
        inputs: EXPECTED.inputs,
        hidden,
        perspectives: EXPECTED.perspectives,
        outputs: EXPECTED.outputs,
    };
    Net::random(shape, ACTIVE, TYPICAL, &mut Pcg64::seed_from_u64(seed))
}

/// The engine's file of a net.
///
/// # Errors
/// The engine would refuse the net.
pub fn net_file(net: &Net, description: String) -> anyhow::Result<Vec<u8>> {
    let bytes = bytes(net, description);
    abak::net::Net::read(&bytes)?;
    Ok(bytes)
}

/// The net in the engine's integers.
///
/// # Errors
/// The engine would refuse the net.
pub fn quantized(net: &Net) -> anyhow::Result<abak::net::Net> {
    Ok(abak::net::Net::read(&bytes(net, String::new()))?)
}

fn bytes(net: &Net, description: String) -> Vec<u8> {
    // The points of a win to a logit near an even chance, in millionths: half a million.
    net.parts(500_000, description).to_bytes(EXPECTED.game)
}

/// Scratch memory for the loss of a sample, so that nothing is allocated for each.
pub struct Scratch {
    pass: Pass,
    active: Vec<u16>,
}

impl Scratch {
    pub fn new(net: &Net) -> Self {
        Self {
            pass: Pass::new(net.shape()),
            active: Vec::new(),
        }
    }

    /// The gradient of the cross entropy by each logit, and the cross entropy above that of the
    /// target itself.
    fn slopes(&mut self, net: &Net, sample: &Sample) -> ([(usize, f32); OUTCOMES], f32) {
        sample.inputs.active(&mut self.active);
        self.pass.forward(net, [self.active.as_slice()]);
        let first = if sample.inputs.race { OUTCOMES } else { 0 };
        let mut loss = 0.0;
        let slopes = std::array::from_fn(|at| {
            let (target, output) = (sample.target[at], first + at);
            let found = logistic(self.pass.logit(net, output));
            loss += excess(target, found);
            (output, found - target)
        });
        (slopes, loss)
    }

    /// One step of plain gradient descent. Returns the loss before it.
    pub fn step(&mut self, net: &mut Net, sample: &Sample, rate: f32) -> f32 {
        let (slopes, loss) = self.slopes(net, sample);
        self.pass.step(net, [self.active.as_slice()], &slopes, rate);
        loss
    }

    /// Adds the gradient times `weight` to `into`. Returns the loss.
    pub fn gradient(&mut self, net: &Net, sample: &Sample, weight: f32, into: &mut Net) -> f32 {
        let (slopes, loss) = self.slopes(net, sample);
        let slopes = slopes.map(|(output, slope)| (output, weight * slope));
        self.pass
            .backward(net, [self.active.as_slice()], &slopes, into);
        loss
    }

    /// The loss.
    pub fn loss(&mut self, net: &Net, sample: &Sample) -> f32 {
        self.slopes(net, sample).1
    }
}

/// The cross entropy of a chance above the entropy of its target.
fn excess(target: f32, found: f32) -> f32 {
    let part = |target: f32, found: f32| {
        if target > 0.0 {
            target * (target / found.max(1e-7)).ln()
        } else {
            0.0
        }
    };
    part(target, found) + part(1.0 - target, 1.0 - found)
}
