//! The linear evaluation of Abak: a weighted sum of what counts, made a winning chance.
//! Not here: search, and evaluations that learn.
//!
//! Each term is a difference between the sides, so that the position with the colours exchanged
//! has the same value. While the armies can still meet, the sum weighs what contact is about:
//! blots in reach of a shot, points held, a prime before the enemy's hindmost, checkers on the bar before a
//! closed home, checkers under a Druid. Afterwards only the race counts.

mod camp;
mod logistic;
mod outlook;

pub use outlook::Outlook;

use super::{Evaluate, Part, Score};
use crate::rules::Rules;
use crate::rules::abak::Abak;
use camp::Camp;
use logistic::logistic;

/// The linear evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Linear;

/// A term of the sum, and its weights.
struct Term {
    name: &'static str,
    /// What one unit adds to the logit while there is contact, in 2^-16.
    contact: i32,
    /// The same in a race.
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
const TERMS: usize = 20;

/// The terms, in the order of [`Sides::features`].
const LINEAR: [Term; TERMS] = [
    term("to move", 6_000, 0),
    term("race", 900, 1_400),
    term("bar", -4_000, 0),
    term("home points", 9_000, 0),
    term("blocking points", 6_000, 0),
    term("advanced anchors", 9_000, 0),
    term("deep anchors", 3_000, 0),
    term("prime", 1_200, 0),
    term("blots about to be shot at", -800, 0),
    term("blots to be covered", -400, 0),
    term("trapped", -15_000, 0),
    term("checkers behind", -3_000, 0),
    term("stacks", -3_000, -1_000),
    term("low checkers", -3_000, -2_000),
    term("wounded", -300, -300),
    term("guards alone", 2_000, 0),
    term("general", 5_000, 0),
    term("druid", 5_000, 0),
    term("hindmost", -500, 0),
    term("borne off", 0, 3_000),
];

/// The chance of a gammon when winning: the logit is the sum of a constant, and weights for the
/// pips that the loser lacks to be safe less those that the winner has to go, for the loser's
/// checkers behind, and for the winner's home points.
const GAMMON: [i32; 4] = [-20_000, 700, 10_000, 8_000];

/// The same of a backgammon among the gammons, with the pips to leave the winner's home.
const BACKGAMMON: [i32; 4] = [-150_000, 700, 10_000, 8_000];

/// Both camps, the mover's first.
struct Sides {
    own: Camp,
    other: Camp,
}

impl Sides {
    fn of(position: &Abak) -> Self {
        let camps = Camp::both(position.board());
        let mover = position.turn();
        Self {
            own: camps[mover.index()],
            other: camps[mover.other().index()],
        }
    }

    /// Whether an enemy checker may still be met.
    fn contact(&self) -> bool {
        self.own.rear + self.other.rear > 25
    }

    /// The terms' values, in the order of [`LINEAR`].
    fn features(&self) -> [i32; TERMS] {
        let Self { own, other } = self;
        let apart = |of: fn(&Camp) -> i32| of(own) - of(other);
        // Half a throw is 4 pips. A race of n pips has a standard deviation near 2 sqrt(n).
        let total = (own.pips + other.pips).max(1) as u32;
        let race = 100 * (other.pips - own.pips + 4) / (total + 16).isqrt() as i32;
        let entering = |side: &Camp, enemy: &Camp| side.bar * (1 + enemy.home());
        [
            1,
            race,
            entering(own, other) - entering(other, own),
            apart(Camp::home),
            apart(|camp| camp.made_in(0x780)),
            apart(|camp| camp.made_in(0x003C_0000)),
            apart(|camp| camp.made_in(0x01C0_0000)),
            own.prime(other) - other.prime(own),
            -other.exposure(own),
            own.exposure(other),
            apart(|camp| camp.trapped),
            apart(|camp| camp.behind),
            apart(|camp| camp.stacked),
            apart(|camp| camp.low),
            apart(|camp| camp.wounded),
            apart(|camp| camp.alone),
            apart(|camp| i32::from(camp.general > 0x7E)),
            apart(|camp| i32::from(camp.druid > 0x7E)),
            apart(|camp| camp.rear),
            -apart(|camp| camp.count),
        ]
    }

    /// The weighted terms, in 2^-16 logits.
    fn weighted(&self) -> [i32; TERMS] {
        let features = self.features();
        let contact = self.contact();
        std::array::from_fn(|i| {
            let Term {
                contact: c,
                race: r,
                ..
            } = LINEAR[i];
            features[i] * if contact { c } else { r }
        })
    }

    fn outlook(&self, logit: i32) -> Outlook {
        let Self { own, other } = self;
        let win = logistic(logit);
        let contact = self.contact();
        let gammons = beyond(win, own, other, contact);
        let losses = beyond(1_000_000 - win, other, own, contact);
        Outlook::new(win, gammons, losses)
    }
}

/// The gammons and backgammons among `wins`, all in millionths.
fn beyond(wins: i32, winner: &Camp, loser: &Camp, contact: bool) -> [i32; 2] {
    if loser.count < 15 {
        return [0, 0];
    }
    let common = [1, 0, loser.behind, winner.home()];
    let of = |weights: [i32; 4], lacks: i32| {
        let mut inputs = common;
        inputs[1] = lacks - winner.pips;
        let logit = inputs
            .iter()
            .zip(weights)
            .map(|(input, weight)| input * weight);
        i64::from(logistic(logit.sum()))
    };
    let share = |of_all: i32, chance: i64| (i64::from(of_all) * chance / 1_000_000) as i32;
    let gammons = share(wins, of(GAMMON, loser.to_home));
    if loser.behind == 0 && !contact {
        return [gammons, 0];
    }
    [gammons, share(gammons, of(BACKGAMMON, loser.to_leave))]
}

impl Evaluate<Abak> for Linear {
    type Value = Outlook;

    fn value(&mut self, position: &Abak) -> Outlook {
        let sides = Sides::of(position);
        sides.outlook(sides.weighted().iter().sum())
    }

    /// What each term changes in the expected plain points when the terms are added one after the
    /// other, and what the gammons and backgammons add at the end, in millionths of a point.
    fn parts(&mut self, position: &Abak) -> Vec<Part> {
        let sides = Sides::of(position);
        let mut logit = 0;
        let mut before = 0;
        let mut parts = Vec::new();
        for (weighted, term) in sides.weighted().into_iter().zip(&LINEAR) {
            logit += weighted;
            let points = 2 * logistic(logit) - 1_000_000;
            parts.push(Part {
                name: term.name,
                score: points - before,
            });
            before = points;
        }
        let outlook = sides.outlook(logit);
        for (name, points) in [("gammons", 1), ("backgammons", 2)] {
            let score: Score = outlook.wins[points] - outlook.losses[points];
            parts.push(Part { name, score });
        }
        parts
    }
}
