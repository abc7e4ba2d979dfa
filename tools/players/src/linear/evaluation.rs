//! The first linear evaluation of Abak: a weighted sum of features, mapped to a win probability.
//! Not here: search. This is a frozen copy.

use super::logistic::logistic;
use super::side_features::{HOME, SideFeatures};
use tricorn::rules::Rules;
use tricorn::rules::abak::Abak;

/// The equity of a position before the roll for the side to move, in millionths of a point.
pub(super) fn points(position: &Abak) -> i32 {
    Sides::of(position).points()
}

/// The number of terms.
const TERMS: usize = 18;

/// The weights of the features with contact and in a race, in 2^-16 logits, in the order of
/// [`Sides::features`]. They are rounded results of logistic regressions on self-play games.
const LINEAR: [[i32; 2]; TERMS] = [
    [3_400, 0],        // to move
    [30, 770],         // race
    [900, 0],          // home points
    [2_100, 0],        // blocking points
    [2_200, 0],        // advanced anchors
    [-3_000, 0],       // deep anchors
    [850, 0],          // prime
    [-600, 0],         // blots to be hit
    [-380, 0],         // blots to be covered
    [-2_000, 0],       // trapped
    [-4_300, -11_500], // stacks
    [-3_200, -11_500], // low checkers
    [-1_900, -1_000],  // wounded
    [3_300, 0],        // guards alone
    [3_000, 0],        // general
    [600, 0],          // druid
    [-2_500, -2_600],  // hindmost
    [10_000, 9_800],   // borne off
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

    /// The feature values, in the order of [`LINEAR`].
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
            apart(|features| features.made_in(BLOCKING)),
            apart(|features| features.made_in(ADVANCED)),
            apart(|features| features.made_in(DEEP)),
            own.prime(other) - other.prime(own),
            -other.exposure(own),
            own.exposure(other),
            apart(|features| features.trapped),
            apart(|features| features.stacked),
            apart(|features| features.low),
            apart(|features| features.wounded),
            apart(|features| features.alone),
            apart(|features| i32::from(features.general > HOME)),
            apart(|features| i32::from(features.druid > HOME)),
            apart(|features| features.rear),
            -apart(|features| features.count),
        ]
    }

    /// The weighted features, in 2^-16 logits.
    fn weighted(&self) -> [i32; TERMS] {
        let features = self.features();
        let contact = self.contact();
        std::array::from_fn(|i| {
            let [meeting, race] = LINEAR[i];
            features[i] * if contact { meeting } else { race }
        })
    }

    /// The equity of the side to move with gammons and backgammons, in millionths of a point.
    fn points(&self) -> i32 {
        let Self { own, other } = self;
        let win = logistic(self.weighted().iter().sum());
        let contact = self.contact();
        let won: i32 = beyond(win, own, other, contact).iter().sum();
        let lost: i32 = beyond(1_000_000 - win, other, own, contact).iter().sum();
        2 * win - 1_000_000 + won - lost
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
