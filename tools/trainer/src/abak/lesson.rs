//! A position and the chances that a net is to find for it; one step of learning it.
//! Not here: where the chances come from.

use crate::net::{Net, Pass, logistic};
use anyhow::ensure;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use tricorn::eval::abak::OutcomeProbabilities;
use tricorn::eval::abak::net::inputs::Inputs;
use tricorn::eval::abak::net::{EXPECTED, OUTCOMES};
use tricorn::eval::net::Shape;

/// Chances to win, to win a gammon and a backgammon, to lose a gammon and a backgammon.
pub type Chances = [f32; OUTCOMES];

/// A position as the net sees it, and its target.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What the net sees of the position.
    pub inputs: Inputs,
    /// The chances of the side to move, before its throw.
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

/// The inputs that are usually on; only the first weights depend on it.
const TYPICAL: usize = 160;

/// The most inputs that are on in any position that was ever seen, with room to spare: it limits
/// the weights. What the integers truly hold is proved when a file is read.
const ACTIVE: usize = 100;

/// A net that knows nothing.
pub fn fresh(hidden: usize, seed: u64) -> Net {
    let shape = Shape {
        inputs: EXPECTED.inputs,
        hidden,
        perspectives: EXPECTED.perspectives,
        outputs: EXPECTED.outputs,
    };
    Net::random(shape, ACTIVE, TYPICAL, &mut Pcg64::seed_from_u64(seed))
}

/// Refuses a net whose numbers have left all bounds.
pub fn check(net: &Net) -> anyhow::Result<()> {
    ensure!(
        net.is_finite(),
        "the loss is no longer finite: try a smaller rate; the last checkpoint is kept"
    );
    Ok(())
}

/// The engine's file of a net.
pub fn file(net: &Net, made: String) -> Vec<u8> {
    // The points of a win to a logit near an even chance, in millionths: half a million.
    net.parts(500_000, made).to_bytes(EXPECTED.game)
}

/// What learning a position needs beside the net, so that nothing is allocated each time.
pub struct Room {
    pass: Pass,
    active: Vec<u16>,
}

impl Room {
    pub fn new(net: &Net) -> Self {
        Self {
            pass: Pass::new(net.shape()),
            active: Vec::new(),
        }
    }

    /// What the net finds too much of each chance, as slopes of the cross-entropy by the logits;
    /// and the cross-entropy above that of the target itself.
    fn slopes(&mut self, net: &Net, lesson: &Lesson) -> ([(usize, f32); OUTCOMES], f32) {
        lesson.inputs.active(&mut self.active);
        self.pass.forward(net, [self.active.as_slice()]);
        let first = if lesson.inputs.race { OUTCOMES } else { 0 };
        let mut loss = 0.0;
        let slopes = std::array::from_fn(|at| {
            let (target, output) = (lesson.target[at], first + at);
            let found = logistic(self.pass.logit(net, output));
            loss += excess(target, found);
            (output, found - target)
        });
        (slopes, loss)
    }

    /// One step of plain gradient descent. Says the loss before it.
    pub fn step(&mut self, net: &mut Net, lesson: &Lesson, rate: f32) -> f32 {
        let (slopes, loss) = self.slopes(net, lesson);
        self.pass.step(net, [self.active.as_slice()], &slopes, rate);
        loss
    }

    /// Adds the gradient to `into`, `weight` times. Says the loss.
    pub fn gradient(&mut self, net: &Net, lesson: &Lesson, weight: f32, into: &mut Net) -> f32 {
        let (slopes, loss) = self.slopes(net, lesson);
        let slopes = slopes.map(|(output, slope)| (output, weight * slope));
        self.pass
            .backward(net, [self.active.as_slice()], &slopes, into);
        loss
    }

    /// The loss alone.
    pub fn loss(&mut self, net: &Net, lesson: &Lesson) -> f32 {
        self.slopes(net, lesson).1
    }
}

/// How much more than the target's own entropy it costs to believe in `found`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_out_of_all_bounds_is_refused() {
        let net = fresh(16, 1);
        assert!(check(&net).is_ok());
        for bad in [f32::NAN, f32::INFINITY] {
            for group in 0..4 {
                let mut net = net.clone();
                net.groups_mut()[group][3] = bad;
                let error = check(&net).expect_err("unsound");
                assert!(error.to_string().contains("no longer finite"), "{error}");
            }
        }
    }
}
