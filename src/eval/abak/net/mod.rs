//! The learned evaluation of Abak: a net that knows the chances of the six results.
//! Not here: how it learns, which is a tool's, and nets in general.
//!
//! It remembers what it saw last of contact and of races, and works out the difference: the turns
//! of one throw lead to positions that have most in common.

pub mod inputs;

use super::Outlook;
use super::logistic::{LOGIT, logistic};
use super::outlook::CERTAIN;
use crate::eval::net::{self, Expected, NetError};
use crate::eval::{Evaluate, Part};
use crate::rules::Rules;
use crate::rules::abak::Abak;
use inputs::{Inputs, Numbers, WORDS};
use std::sync::{Arc, LazyLock};

/// Chances that the net knows: to win, to win a gammon and a backgammon, to lose a gammon and a
/// backgammon.
pub const CHANCES: usize = 5;

/// What a net for Abak must look like: outputs for contact, and as many for races.
pub const EXPECTED: Expected = Expected {
    game: Abak::NAME,
    inputs: inputs::INPUTS,
    active: inputs::MOST,
    views: 1,
    outputs: 2 * CHANCES,
};

/// The learned evaluation.
#[derive(Clone, Debug)]
pub struct Net {
    net: Arc<net::Net>,
    /// What was seen last of contact, and of races.
    seen: [Seen; 2],
    /// The inputs that went out last, and those that came in.
    changes: [Numbers; 2],
}

/// A set of inputs, and the hidden sums that belong to it.
#[derive(Clone, Debug)]
struct Seen {
    words: [u64; WORDS],
    sums: Vec<i16>,
}

impl Net {
    /// The file of the net within the program.
    pub const BUILT_IN: &'static [u8] = include_bytes!("abak.net");

    /// An evaluation by this net.
    ///
    /// # Errors
    /// It is not of the shape that is [`EXPECTED`].
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let net = net::Net::read(bytes, &EXPECTED)?;
        let nothing = Seen {
            words: [0; WORDS],
            sums: net.bias().to_vec(),
        };
        Ok(Self {
            net: Arc::new(net),
            seen: [nothing.clone(), nothing],
            changes: Default::default(),
        })
    }

    /// The net.
    #[must_use]
    pub fn net(&self) -> &net::Net {
        &self.net
    }

    /// What the net says of a position that its mover sees so.
    pub fn outlook(&mut self, inputs: &Inputs) -> Outlook {
        let seen = &mut self.seen[usize::from(inputs.race)];
        let mut changes = 0;
        for (before, after) in seen.words.iter().zip(&inputs.words) {
            changes += (before ^ after).count_ones();
        }
        if changes > inputs.count() {
            seen.words = [0; WORDS];
            seen.sums.copy_from_slice(self.net.bias());
        }
        inputs.since(&seen.words, &mut self.changes);
        seen.words = inputs.words;
        let [removed, added] = self.changes.each_ref().map(Numbers::list);
        self.net.change(&mut seen.sums, removed, added);
        let first = if inputs.race { CHANCES } else { 0 };
        let chance = |number: usize| {
            let logit = self.net.output(&[&seen.sums], first + number);
            let scaled = i64::from(logit) * i64::from(LOGIT) / i64::from(net::LOGIT);
            logistic(scaled.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
        };
        let win = chance(0);
        let [won, lost] = inputs.possible();
        // Some chances include others.
        let beyond = |all: i32, number: usize, possible: [bool; 2]| {
            let mut most = all;
            let mut at = number;
            possible.map(|possible| {
                most = if possible { chance(at).min(most) } else { 0 };
                at += 1;
                most
            })
        };
        Outlook::new(win, beyond(win, 1, won), beyond(CERTAIN - win, 3, lost))
    }
}

impl Evaluate<Abak> for Net {
    type Value = Outlook;

    fn value(&mut self, position: &Abak) -> Outlook {
        self.outlook(&Inputs::of(position))
    }

    /// What winning at all, gammons and backgammons add to the expected points, in millionths.
    fn parts(&mut self, position: &Abak) -> Vec<Part> {
        let outlook = self.value(position);
        let names = ["wins and losses", "gammons", "backgammons"];
        let parts = names
            .into_iter()
            .zip(outlook.wins.iter().zip(outlook.losses));
        parts
            .map(|(name, (won, lost))| Part {
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

    /// Positions of games in which every turn is drawn by lot.
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
        assert!(!net.net().made().is_empty());
    }

    #[test]
    fn what_was_seen_before_changes_nothing() {
        let mut net = Net::default();
        let mut races = 0;
        for position in random_play(40) {
            let inputs = Inputs::of(&position);
            races += u32::from(inputs.race);
            let anew = Net::default().outlook(&inputs);
            assert_eq!(net.value(&position), anew, "{position:?}");
        }
        assert!(races > 20, "{races}");
    }

    #[test]
    fn chances_agree_with_one_another_and_with_the_rules() {
        let mut net = Net::default();
        for position in random_play(40) {
            let outlook = net.value(&position);
            assert_eq!(outlook.wins[0] + outlook.losses[0], CERTAIN);
            let sides = [position.turn(), position.turn().other()];
            for (side, lost) in sides.into_iter().zip([outlook.losses, outlook.wins]) {
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
            let sum: i32 = net.parts(&position).iter().map(|part| part.score).sum();
            assert_eq!(sum, net.value(&position).score());
        }
    }
}
