//! The NNUE evaluation of Abak: a net whose outputs are the probabilities of the game's results.
//! Not here: training, which is a tool's, and nets in general.
//!
//! Contact and race have accumulators of their own, each updated from the position that was
//! evaluated last: the turns of one roll lead to positions that have most features in common.

pub mod inputs;

use super::OutcomeProbabilities;
use super::logistic::{LOGIT, logistic};
use super::probabilities::CERTAINTY;
use crate::eval::net::{self, Architecture, NetError};
use crate::eval::{EvalTerm, Evaluate};
use crate::rules::Rules;
use crate::rules::abak::Abak;
use inputs::{Inputs, Numbers, WORDS};
use std::sync::{Arc, LazyLock};

/// Probabilities that the net knows: to win, to win a gammon and a backgammon, to lose a gammon
/// and a backgammon.
pub const OUTCOMES: usize = 5;

/// The architecture of Abak's nets: outputs for contact, and as many for races.
pub const EXPECTED: Architecture = Architecture {
    game: Abak::NAME,
    inputs: inputs::INPUTS,
    max_active: inputs::MOST,
    perspectives: 1,
    outputs: 2 * OUTCOMES,
};

/// The NNUE evaluation.
#[derive(Clone, Debug)]
pub struct Net {
    net: Arc<net::Net>,
    /// For contact, and for races.
    accumulators: [Accumulator; 2],
    /// The features removed last, and those added.
    changes: [Numbers; 2],
}

/// The hidden layer before activation, and the features that it belongs to.
#[derive(Clone, Debug)]
struct Accumulator {
    words: [u64; WORDS],
    values: Vec<i16>,
}

impl Net {
    /// The file of the net within the program.
    pub const BUILT_IN: &'static [u8] = include_bytes!("abak.net");

    /// An evaluation by this net.
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
        // Backgammons are among the gammons, and gammons among the wins.
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

    /// Brings the accumulator of contact or race up to date: by an update where that is less than
    /// a refresh.
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
        let [removed, added] = self.changes.each_ref().map(Numbers::list);
        self.net.update(&mut accumulator.values, removed, added);
    }
}

impl Evaluate<Abak> for Net {
    type Value = OutcomeProbabilities;

    fn value(&mut self, position: &Abak) -> OutcomeProbabilities {
        self.evaluate(&Inputs::of(position))
    }

    /// What winning at all, gammons and backgammons add to the expected points, in millionths.
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

/// The net within the program, read once.
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
        assert!((150..inputs::MOST).contains(&most), "{most}");
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
