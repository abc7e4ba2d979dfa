//! The hand-crafted evaluation of Eximo (HCE): a sum of terms, each the difference of both sides.
//! Not here: captures, which quiescence search resolves before it evaluates.

use crate::eval::{EvalTerm, Evaluate, Score};
use crate::rules::eximo::{Eximo, FORWARD, View};
use crate::rules::squares::shift;
use crate::rules::{Rules, Side};

// The weights are rounded results of a logistic regression on quiet positions of self-play games. 100
// is one man more at the start: `MAN` plus its share of `SCARCE` with 32 men.

/// A man.
const MAN: Score = 72;

/// Added to the value of a man, divided by the number of men left: the fewer are left, the more a man
/// counts.
const SCARCE: Score = 883;

/// Advancement of a man, by rank from its side. Each step brings the exchange of one man for two
/// nearer, but men at home stop the opponent, those on the first rank best.
const ADVANCE: [Score; 8] = [0, -20, 0, 5, 5, 36, 148, 0];

/// The ranks from the side of the man.
const RANKS: [u64; 8] = [
    0xFF,
    0xFF << 8,
    0xFF << 16,
    0xFF << 24,
    0xFF << 32,
    0xFF << 40,
    0xFF << 48,
    0xFF << 56,
];

/// By file, from the edge (a and h) to the centre (d and e): men at the edge can only be captured along
/// their file.
const FILES: [Score; 4] = [130, 49, 1, 0];

/// The files that share an entry of [`FILES`].
const FILE_PAIRS: [u64; 4] = [
    0x8181_8181_8181_8181,
    0x4242_4242_4242_4242,
    0x2424_2424_2424_2424,
    0x1818_1818_1818_1818,
];

/// A runner, a man that no enemy can stop, by rank: the second man that it will bring, minus the time
/// that this takes.
const RUNNER: [Score; 8] = [0, 0, 0, 20, 50, 93, 55, 0];

/// A man directly behind another: it occupies the square that a capture needs, and can jump.
const BEHIND: Score = 41;

/// A man diagonally behind another.
const ASLANT: Score = 24;

/// Two men side by side: neither can be captured along the rank over the other.
const ABREAST: Score = 34;

/// Each step of a man: a side without moves loses.
const STEP: Score = 22;

/// Each jump of a man.
const JUMP: Score = 2;

/// By empty squares of the own drop zone: with less than two, reaching the last rank brings less than
/// two men.
const ROOM: [Score; 3] = [-57, -26, 0];

/// The side to move.
const TEMPO: Score = 39;

/// The terms that both sides have.
const NAMES: [&str; 7] = [
    "men", "advance", "files", "runners", "support", "freedom", "room",
];

/// The hand-crafted evaluation, without state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hce;

impl Evaluate<Eximo> for Hce {
    type Value = Score;

    fn value(&mut self, position: &Eximo) -> Score {
        let [own, enemy] = sides(position);
        let sum = |terms: [Score; NAMES.len()]| terms.into_iter().sum::<Score>();
        sum(terms(own)) - sum(terms(enemy)) + scarce(own) + TEMPO
    }

    fn terms(&mut self, position: &Eximo) -> Vec<EvalTerm> {
        let [own, enemy] = sides(position);
        let both = terms(own).into_iter().zip(terms(enemy));
        let mut terms: Vec<EvalTerm> = NAMES
            .into_iter()
            .zip(both)
            .map(|(name, (own, enemy))| EvalTerm {
                name: name.into(),
                score: own - enemy,
            })
            .collect();
        terms.push(EvalTerm {
            name: "scarcity".into(),
            score: scarce(own),
        });
        terms.push(EvalTerm {
            name: "turn".into(),
            score: TEMPO,
        });
        terms
    }
}

/// The board as the side to move sees it, then as the other does.
fn sides(position: &Eximo) -> [View; 2] {
    let turn: Side = position.turn();
    [turn, turn.other()].map(|side| position.board().seen_by(side))
}

fn scarce(view: View) -> Score {
    let [own, enemy] = [view.own, view.enemy].map(count);
    SCARCE * (own - enemy) / (own + enemy).max(1)
}

/// The terms in the order of [`NAMES`] for the side of a view.
fn terms(view: View) -> [Score; NAMES.len()] {
    [
        MAN * count(view.own),
        weighted(view.own, RANKS, ADVANCE),
        weighted(view.own, FILE_PAIRS, FILES),
        runners(view),
        support(view.own),
        freedom(view),
        ROOM[(View::ZONE & view.empty()).count_ones().min(2) as usize],
    ]
}

fn count(set: u64) -> Score {
    set.count_ones() as Score
}

/// The weighted sum of the men in each class of squares.
fn weighted<const N: usize>(men: u64, classes: [u64; N], weights: [Score; N]) -> Score {
    let pairs = classes.into_iter().zip(weights);
    pairs
        .map(|(class, weight)| weight * count(men & class))
        .sum()
}

/// Runners: men with no enemy in the widening cone before them.
fn runners(view: View) -> Score {
    let mut reached = 0;
    let mut front = view.enemy;
    for _ in 0..7 {
        front = FORWARD
            .into_iter()
            .fold(0, |set, way| set | shift(front, -way));
        reached |= front;
    }
    weighted(view.own & !reached, RANKS, RUNNER)
}

fn support(men: u64) -> Score {
    let pairs = |by| count(shift(men, by) & men);
    BEHIND * pairs(8) + ASLANT * (pairs(7) + pairs(9)) + ABREAST * pairs(1)
}

fn freedom(view: View) -> Score {
    let empty = view.empty();
    let steps = FORWARD.map(|way| count(shift(view.own, way) & empty));
    let jumps = view.springs().map(|springs| count(view.own & springs));
    STEP * steps.into_iter().sum::<Score>() + JUMP * jumps.into_iter().sum::<Score>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::MATE_BOUND;
    use crate::rules::Notation;

    fn position(text: &str) -> Eximo {
        Eximo::parse_position(text).expect(text).position
    }

    #[test]
    fn terms_add_up_to_the_score() {
        for text in [
            "1MMMMMM1/1MMMMMM1/1MM2MM1/8/8/1mm2mm1/1mmmmmm1/1mmmmmm1 b 1",
            "1M1M1MM1/2M5/1M4M1/8/5m2/M3M3/M6M/2mm4 w 24",
            "8/m7/8/8/3M4/8/8/8 b 40",
        ] {
            let position = position(text);
            let sum: Score = Hce.terms(&position).iter().map(|term| term.score).sum();
            assert_eq!(sum, Hce.value(&position), "{text}");
        }
    }

    #[test]
    fn left_and_right_are_alike() {
        let left = position("M1M5/2MM4/8/m7/2m5/8/1m6/8 b 1");
        let right = position("5M1M/4MM2/8/7m/5m2/8/6m1/8 b 1");
        assert_eq!(Hce.value(&left), Hce.value(&right));
    }

    #[test]
    fn the_greatest_score_is_no_mate_score() {
        let all = position("8/mmmmmmmm/mmmmmmmm/mmmmmmmm/mmmmmmmm/mmmmmmmm/mmmmmmmm/mmmmmmmm b 1");
        assert!((1..MATE_BOUND).contains(&Hce.value(&all)));
    }

    #[test]
    fn a_runner_is_a_man_past_all_opponents() {
        let runner_bonus = |text: &str| runners(sides(&position(text))[0]);
        assert_eq!(runner_bonus("8/8/8/m7/7M/8/8/8 b 1"), RUNNER[4]);
        assert_eq!(runner_bonus("8/8/3M4/8/2m5/8/8/8 b 1"), 0);
        assert_eq!(runner_bonus("8/3M4/8/8/m7/8/8/8 b 1"), 0);
        assert_eq!(runner_bonus("8/4M3/8/8/m7/8/8/8 b 1"), RUNNER[3]);
    }
}
