//! The hand-crafted evaluation of Dameo (HCE): a sum of terms over bitboards.
//! Not here: search, and positions with captures, for which it is not meant.
//!
//! Why these terms: one extra piece decides most games. Kings are long-range, but the majority capture
//! rule often forces them away, so a king counts about three men and the second one less. With equal
//! material the game is a race: how far the men are advanced, whether one of them can be stopped, and
//! who still guards the first rank. Captures go along ranks and files only, so a man with an own piece
//! or the edge behind it cannot be captured from the front.
//!
//! The weights were tuned by a logistic regression of game results on the terms, over quiet positions
//! of shallow self-play. It removed a bonus for relative material and one for king mobility.

use super::rule50::rule50;
use crate::eval::net::RULE50;
use crate::eval::{EvalTerm, Evaluate, Score};
use crate::rules::dameo::Dameo;
use crate::rules::squares::{shift, spread, turned};
use crate::rules::{Rules, Side};

/// The hand-crafted evaluation; scores in hundredths of a man.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hce;

const MAN: Score = 100;
const FIRST_KING: Score = 320;
const FURTHER_KING: Score = 260;
/// Advancement of a man, by rank from its own first rank; no man is on the last.
const RANKS: [Score; 7] = [0, 1, 4, 8, 14, 22, 38];
/// A man on files c to f, between the third and the sixth rank.
const CENTRE: Score = 1;
/// Each quiet move of the men.
const FREEDOM: Score = 1;
/// A man that an enemy in front could capture.
const OPEN_BEHIND: Score = -3;
/// A man that an enemy beside it could capture.
const OPEN_BESIDE: Score = -1;
/// A man on its own first rank while the enemy has men.
const GUARD: Score = 8;
/// A runner, a man with no enemy piece in the cone before it, by rank as [`RANKS`].
const RUNNER: [Score; 7] = [0, 0, 6, 15, 27, 45, 72];
/// Each man more on one wing than on the other.
const WING_IMBALANCE: Score = -1;
/// The side to move.
const TEMPO: Score = 5;

/// The terms in the order of [`TERM_NAMES`].
type Terms = [Score; 9];

const TERM_NAMES: [&str; 9] = [
    "material", "progress", "centre", "freedom", "cover", "guards", "runners", "wings", "tempo",
];

const RANK: u64 = 0xFF;
const CENTRE_SQUARES: u64 = 0x0000_3C3C_3C3C_0000;
const LEFT_WING: u64 = 0x0F0F_0F0F_0F0F_0F0F;

impl Evaluate<Dameo> for Hce {
    type Value = Score;

    fn value(&mut self, position: &Dameo) -> Score {
        let sum = terms(position).iter().sum();
        sum + rule50(sum, position)
    }

    fn terms(&mut self, position: &Dameo) -> Vec<EvalTerm> {
        let terms = terms(position);
        let rule50 = rule50(terms.iter().sum(), position);
        let named = TERM_NAMES.into_iter().zip(terms).chain([(RULE50, rule50)]);
        named
            .map(|(name, score)| EvalTerm {
                name: name.into(),
                score,
            })
            .collect()
    }
}

fn terms(position: &Dameo) -> Terms {
    let (mover, other) = (position.turn(), position.turn().other());
    let (own, foe) = (
        SidePieces::of(position, mover),
        SidePieces::of(position, other),
    );
    let mut terms = own.terms(&foe);
    for (term, against) in terms.iter_mut().zip(foe.terms(&own)) {
        *term -= against;
    }
    terms[8] = TEMPO;
    terms
}

/// The pieces of one side, with the board flipped so that it moves up.
struct SidePieces {
    men: u64,
    kings: u64,
}

impl SidePieces {
    fn of(position: &Dameo, side: Side) -> Self {
        let (men, kings) = (position.men(side), position.kings(side));
        match side {
            Side::First => Self { men, kings },
            Side::Second => Self {
                men: turned(men),
                kings: turned(kings),
            },
        }
    }

    fn pieces(&self) -> u64 {
        self.men | self.kings
    }

    /// The terms of this side; tempo is left at 0.
    fn terms(&self, foe: &Self) -> Terms {
        let foes = turned(foe.pieces());
        let empty = !(self.pieces() | foes);
        let men = self.men;
        [
            MAN * count(men) + king_value(count(self.kings)),
            by_rank(men, &RANKS),
            CENTRE * count(men & CENTRE_SQUARES),
            FREEDOM * freedom(men, empty),
            self.cover(empty),
            GUARD * count(men & RANK) * Score::from(foe.men != 0),
            if foe.kings == 0 {
                by_rank(men & !in_reach(foes), &RUNNER)
            } else {
                0
            },
            WING_IMBALANCE * (2 * count(men & LEFT_WING) - count(men)).abs(),
            0,
        ]
    }

    fn cover(&self, empty: u64) -> Score {
        let (men, own) = (self.men, self.pieces());
        let behind = men & shift(empty, 8) & !shift(own, -8);
        let to_left = shift(empty, 1) & !shift(own, -1);
        let to_right = shift(empty, -1) & !shift(own, 1);
        // On the edge files no enemy can capture along the rank.
        let inside = shift(!0, 1) & shift(!0, -1);
        OPEN_BEHIND * count(behind) + OPEN_BESIDE * count(men & inside & (to_left | to_right))
    }
}

fn count(set: u64) -> Score {
    set.count_ones() as Score
}

fn king_value(kings: Score) -> Score {
    match kings {
        0 => 0,
        _ => FIRST_KING + FURTHER_KING * (kings - 1),
    }
}

fn by_rank(men: u64, weights: &[Score; 7]) -> Score {
    let ranks = (0..).zip(weights);
    ranks
        .map(|(rank, &each)| each * count(men >> (8 * rank) & RANK))
        .sum()
}

/// The number of quiet moves of the men: in each direction a man has one if the line of men before it
/// ends at an empty square.
fn freedom(men: u64, empty: u64) -> Score {
    count(spread(men & shift(empty, -8), men, -8))
        + count(spread(men & shift(empty, -7), men, -7))
        + count(spread(men & shift(empty, -9), men, -9))
}

/// The squares from which a man moving up has one of `foes` in the cone before it.
fn in_reach(foes: u64) -> u64 {
    let mut reach = foes;
    for _ in 0..6 {
        let below = shift(reach, -8);
        reach |= below | shift(below, 1) | shift(below, -1);
    }
    reach
}
