//! The NNUE evaluation of Abak: a net whose outputs are outcome probabilities.
//! Not here: training (`tools/trainer`), and the network itself (`eval::net`).
//!
//! Contact and race have separate accumulators. Each is updated from the last position evaluated,
//! since the moves of one roll lead to positions with mostly the same features.

pub mod inputs;

use super::OutcomeProbabilities;
use super::logistic::{LOGIT, logistic};
use super::probabilities::CERTAINTY;
use crate::eval::net::{self, Architecture, NetError};
use crate::eval::{EvalTerm, Evaluate};
use crate::rules::Rules;
use crate::rules::abak::Abak;
use inputs::{FeatureList, Inputs, WORDS};
use std::sync::{Arc, LazyLock};

/// The outputs of the net: win, gammon win, backgammon win, gammon loss, backgammon loss.
pub const OUTCOMES: usize = 5;

/// The architecture of Abak's nets: output buckets for contact, then as many for races.
pub const EXPECTED: Architecture = Architecture {
    game: Abak::NAME,
    inputs: inputs::INPUTS,
    max_active: inputs::MAX_ACTIVE,
    perspectives: 1,
    outputs: 2 * OUTCOMES,
};

/// The NNUE evaluation.
#[derive(Clone, Debug)]
pub struct Net {
    net: Arc<net::Net>,
    /// The accumulators for contact and for races.
    accumulators: [Accumulator; 2],
    /// Reusable buffers for removed and added features.
    changes: [FeatureList; 2],
}

/// An accumulator, and the active features that it is computed for.
#[derive(Clone, Debug)]
struct Accumulator {
    words: [u64; WORDS],
    values: Vec<i16>,
}

impl Net {
    /// The embedded net file.
    pub const BUILT_IN: &'static [u8] = include_bytes!("abak.net");

    /// Reads a net file.
    ///
    /// # Errors
    /// Its architecture is not [`EXPECTED`].
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let net = net::Net::read(bytes, &EXPECTED)?;
        let empty = Accumulator {
            words: [0; WORDS],
            values: net.biases().to_vec(),
        };
        Ok(Self {
            net: Arc::new(net),
            accumulators: [empty.clone(), empty],
            changes: Default::default(),
        })
    }

    /// The net.
    #[must_use]
    pub fn net(&self) -> &net::Net {
        &self.net
    }

    /// The outputs of the net for a position with these features.
    pub fn evaluate(&mut self, inputs: &Inputs) -> OutcomeProbabilities {
        self.sync(inputs);
        let accumulator = &self.accumulators[usize::from(inputs.race)].values;
        let first = if inputs.race { OUTCOMES } else { 0 };
        let probability = |number: usize| {
            let logit = self.net.forward(&[accumulator], first + number);
            let scaled = i64::from(logit) * i64::from(LOGIT) / i64::from(net::LOGIT);
            logistic(scaled.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
        };
        let win = probability(0);
        let [won, lost] = inputs.possible();
        // Cumulative: no more backgammons than gammons, and no more gammons than wins.
        let beyond = |all: i32, number: usize, possible: [bool; 2]| {
            let mut most = all;
            let mut at = number;
            possible.map(|possible| {
                most = if possible {
                    probability(at).min(most)
                } else {
                    0
                };
                at += 1;
                most
            })
        };
        let gammons = beyond(win, 1, won);
        OutcomeProbabilities::new(win, gammons, beyond(CERTAINTY - win, 3, lost))
    }

    /// Brings the accumulator of contact or race up to date: by an update, or by a refresh if that
    /// changes fewer features.
    fn sync(&mut self, inputs: &Inputs) {
        let accumulator = &mut self.accumulators[usize::from(inputs.race)];
        let mut changes = 0;
        for (before, after) in accumulator.words.iter().zip(&inputs.words) {
            changes += (before ^ after).count_ones();
        }
        if changes > inputs.count() {
            accumulator.words = [0; WORDS];
            accumulator.values.copy_from_slice(self.net.biases());
        }
        inputs.since(&accumulator.words, &mut self.changes);
        accumulator.words = inputs.words;
        let [removed, added] = self.changes.each_ref().map(FeatureList::list);
        self.net.update(&mut accumulator.values, removed, added);
    }
}

impl Evaluate<Abak> for Net {
    type Value = OutcomeProbabilities;

    fn value(&mut self, position: &Abak) -> OutcomeProbabilities {
        self.evaluate(&Inputs::of(position))
    }

    /// What wins, gammons and backgammons add to the equity, in millionths of a point.
    fn terms(&mut self, position: &Abak) -> Vec<EvalTerm> {
        let probabilities = self.value(position);
        let names = ["wins and losses", "gammons", "backgammons"];
        let terms = names
            .into_iter()
            .zip(probabilities.wins.iter().zip(probabilities.losses));
        terms
            .map(|(name, (won, lost))| EvalTerm {
                name: name.into(),
                score: won - lost,
            })
            .collect()
    }
}

/// The embedded net, read once.
static BUILT_IN: LazyLock<Net> = LazyLock::new(|| {
    Net::read(Net::BUILT_IN).expect("the file in the repository is sound, as its test proves")
});

/// The net within the program.
impl Default for Net {
    fn default() -> Self {
        BUILT_IN.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Value;
    use crate::rules::Chance;
    use crate::rules::abak::Dice;

    /// Positions of games in which every turn is drawn at random.
    fn random_play(games: u64) -> Vec<Abak> {
        let mut number = 7_u64;
        let mut draw = |below: usize| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (number >> 33) as usize % below
        };
        let mut positions = Vec::new();
        let mut moves = Vec::new();
        for _ in 0..games {
            let mut position = Abak::start();
            while position.outcome().is_none() {
                positions.push(position);
                let (roll, _) = Dice::ROLLS[draw(Dice::ROLLS.len())];
                position.moves(roll, &mut moves);
                position = *moves[draw(moves.len())].after();
            }
        }
        positions
    }

    #[test]
    fn the_net_within_the_program_is_sound() {
        let net = Net::read(Net::BUILT_IN).expect("a sound net");
        assert_eq!(net.net().shape().inputs, inputs::INPUTS);
        assert!(!net.net().description().is_empty());
    }

    #[test]
    fn what_was_seen_before_changes_nothing() {
        let mut net = Net::default();
        let mut races = 0;
        for position in random_play(40) {
            let inputs = Inputs::of(&position);
            races += u32::from(inputs.race);
            let anew = Net::default().evaluate(&inputs);
            assert_eq!(net.value(&position), anew, "{position:?}");
        }
        assert!(races > 20, "{races}");
    }

    #[test]
    fn chances_agree_with_one_another_and_with_the_rules() {
        let mut net = Net::default();
        for position in random_play(40) {
            let probabilities = net.value(&position);
            assert_eq!(probabilities.wins[0] + probabilities.losses[0], CERTAINTY);
            let sides = [position.turn(), position.turn().other()];
            for (side, lost) in sides
                .into_iter()
                .zip([probabilities.losses, probabilities.wins])
            {
                assert!(lost[0] >= lost[1] && lost[1] >= lost[2] && lost[2] >= 0);
                if position.board().in_play(side) < 15 {
                    assert_eq!(lost[1..], [0, 0], "{position:?}");
                }
            }
        }
    }

    #[test]
    fn fewer_inputs_are_on_than_the_most() {
        let mut active = Vec::new();
        let mut most = 0;
        for position in random_play(200) {
            let inputs = Inputs::of(&position);
            inputs.active(&mut active);
            assert_eq!(active.len(), inputs.count() as usize);
            assert!(active.is_sorted());
            assert!(
                active
                    .iter()
                    .all(|&input| usize::from(input) < inputs::INPUTS)
            );
            most = most.max(active.len());
        }
        assert!((150..inputs::MAX_ACTIVE).contains(&most), "{most}");
    }

    #[test]
    fn parts_add_up() {
        let mut net = Net::default();
        for position in random_play(3) {
            let sum: i32 = net.terms(&position).iter().map(|term| term.score).sum();
            assert_eq!(sum, net.value(&position).score());
        }
    }
}
