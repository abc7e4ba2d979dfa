//! The hand-crafted evaluation of Abak (HCE): a weighted sum of features as a win probability.
//! Not here: search, and how the features are computed (`side_features`).
//!
//! Each term is a difference between the sides, so that the position with the colours swapped has the
//! same value. With contact the terms are about contact: blots and shots, made points, primes before
//! the enemy's rearmost checker, trapped checkers, the own rearmost checker. Without contact only the
//! race counts.

use super::OutcomeProbabilities;
use super::logistic::logistic;
use super::side_features::{HOME, SideFeatures};
use crate::eval::{EvalTerm, Evaluate, Score};
use crate::rules::Rules;
use crate::rules::abak::Abak;

/// The hand-crafted evaluation, without state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hce;

/// A term and its weights.
struct Term {
    name: &'static str,
    /// The weight with contact, in 2^-16 logits.
    contact: i32,
    /// The weight in a race.
    race: i32,
}

const fn term(name: &'static str, contact: i32, race: i32) -> Term {
    Term {
        name,
        contact,
        race,
    }
}

/// The number of terms.
const TERMS: usize = 18;

/// The terms, in the order of [`Sides::features`]. The weights are rounded results of several rounds
/// of logistic regression on self-play games.
const WEIGHTS: [Term; TERMS] = [
    term("to move", 3_400, 0),
    term("race", 30, 770),
    term("home points", 900, 0),
    term("blocking points", 2_100, 0),
    term("advanced anchors", 2_200, 0),
    term("deep anchors", -3_000, 0),
    term("prime", 850, 0),
    term("blots to be hit", -600, 0),
    term("blots to be covered", -380, 0),
    term("trapped", -2_000, 0),
    term("stacks", -4_300, -11_500),
    term("low checkers", -3_200, -11_500),
    term("wounded", -1_900, -1_000),
    term("guards alone", 3_300, 0),
    term("general", 3_000, 0),
    term("druid", 600, 0),
    term("hindmost", -2_500, -2_600),
    term("borne off", 10_000, 9_800),
];

/// Logit weights of the probability that a win is a gammon: a constant; the pips that the loser needs
/// to be safe minus the winner's pips; the loser's checkers back; the winner's home points.
const GAMMON: [i32; 4] = [-4_500, 680, 9_500, -7_100];

/// The same for the probability that a gammon is a backgammon, with the pips to leave the winner's
/// home.
const BACKGAMMON: [i32; 4] = [-130_000, 340, 5_000, -4_500];

/// Blocking points before the home, 7 to 10; point `n` is bit `n`.
const BLOCKING: u32 = 0x780;

/// Points on the edge of the enemy's home, 18 to 21.
const ADVANCED: u32 = 0x003C_0000;

/// Points deep in the enemy's home, 22 to 24.
const DEEP: u32 = 0x01C0_0000;

/// The features of both sides, the side to move first.
struct Sides {
    own: SideFeatures,
    other: SideFeatures,
}

impl Sides {
    fn of(position: &Abak) -> Self {
        let sides = SideFeatures::both(position.board());
        let mover = position.turn();
        Self {
            own: sides[mover.index()],
            other: sides[mover.other().index()],
        }
    }

    /// Whether there is contact.
    fn contact(&self) -> bool {
        self.own.rear + self.other.rear > 25
    }

    /// The feature values, in the order of [`WEIGHTS`].
    fn features(&self) -> [i32; TERMS] {
        let Self { own, other } = self;
        let apart = |of: fn(&SideFeatures) -> i32| of(own) - of(other);
        // Half a roll is 4 pips. A race of n pips has a standard deviation of about 2 sqrt(n).
        let total = (own.pips + other.pips).max(1) as u32;
        let race = 100 * (other.pips - own.pips + 4) / (total + 16).isqrt() as i32;
        [
            1,
            race,
            apart(SideFeatures::home),
            apart(|side| side.made_in(BLOCKING)),
            apart(|side| side.made_in(ADVANCED)),
            apart(|side| side.made_in(DEEP)),
            own.prime(other).pow(2) - other.prime(own).pow(2),
            -other.exposure(own),
            own.exposure(other),
            apart(|side| side.trapped),
            apart(|side| side.stacked),
            apart(|side| side.low),
            apart(|side| side.wounded),
            apart(|side| side.alone),
            apart(|side| i32::from(side.general > HOME)),
            apart(|side| i32::from(side.druid > HOME)),
            apart(|side| side.rear),
            -apart(|side| side.count),
        ]
    }

    /// The weighted features, in 2^-16 logits.
    fn weighted(&self) -> [i32; TERMS] {
        let features = self.features();
        let contact = self.contact();
        std::array::from_fn(|i| {
            let term = &WEIGHTS[i];
            features[i] * if contact { term.contact } else { term.race }
        })
    }

    fn probabilities(&self, logit: i32) -> OutcomeProbabilities {
        let Self { own, other } = self;
        let win = logistic(logit);
        let contact = self.contact();
        let gammons = beyond(win, own, other, contact);
        let losses = beyond(1_000_000 - win, other, own, contact);
        OutcomeProbabilities::new(win, gammons, losses)
    }
}

/// The gammons and backgammons among `wins`, all in millionths.
fn beyond(wins: i32, winner: &SideFeatures, loser: &SideFeatures, contact: bool) -> [i32; 2] {
    if loser.count < 15 {
        return [0, 0];
    }
    let chance = |weights: [i32; 4], lacks: i32| {
        let inputs = [1, lacks - winner.pips, loser.behind, winner.home()];
        let terms = inputs
            .iter()
            .zip(weights)
            .map(|(input, weight)| input * weight);
        i64::from(logistic(terms.sum()))
    };
    let share = |of_all: i32, chance: i64| (i64::from(of_all) * chance / 1_000_000) as i32;
    let gammons = share(wins, chance(GAMMON, loser.to_home));
    if loser.behind == 0 && !contact {
        return [gammons, 0];
    }
    [gammons, share(gammons, chance(BACKGAMMON, loser.to_leave))]
}

impl Evaluate<Abak> for Hce {
    type Value = OutcomeProbabilities;

    fn value(&mut self, position: &Abak) -> OutcomeProbabilities {
        let sides = Sides::of(position);
        sides.probabilities(sides.weighted().iter().sum())
    }

    /// How much each term changes the cubeless equity without gammons when the terms are added one
    /// by one, then what gammons and backgammons add, in millionths of a point.
    fn terms(&mut self, position: &Abak) -> Vec<EvalTerm> {
        let sides = Sides::of(position);
        let mut logit = 0;
        let mut before = 0;
        let mut terms = Vec::new();
        for (weighted, term) in sides.weighted().into_iter().zip(&WEIGHTS) {
            logit += weighted;
            let points = 2 * logistic(logit) - 1_000_000;
            terms.push(EvalTerm {
                name: term.name.into(),
                score: points - before,
            });
            before = points;
        }
        let probabilities = sides.probabilities(logit);
        for (name, points) in [("gammons", 1), ("backgammons", 2)] {
            let score: Score = probabilities.wins[points] - probabilities.losses[points];
            terms.push(EvalTerm {
                name: name.into(),
                score,
            });
        }
        terms
    }
}
