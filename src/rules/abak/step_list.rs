//! The canonical step list of a turn, rebuilt from its result.
//! Not here: reading step lists, which is `word`.

use super::board::POINTS;
use super::step::{GeneralState, Step, TurnState, View};
use super::turn::MAX_DICE;
use super::{Abak, BAR, Dice, Move, OFF};
use std::cmp::Reverse;
use std::fmt;

/// The dice that are still to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RemainingDice {
    numbers: [u8; 2],
    counts: [u8; 2],
}

impl RemainingDice {
    /// All dice of a roll.
    pub(super) fn all(roll: Dice) -> Self {
        let double = roll.is_double();
        Self {
            numbers: [roll.high(), roll.low()],
            counts: if double { [4, 0] } else { [1, 1] },
        }
    }

    /// How many dice are left.
    pub(super) fn total(self) -> usize {
        usize::from(self.counts[0] + self.counts[1])
    }

    /// Each number that is left, and what is left after it.
    pub(super) fn each(self) -> impl Iterator<Item = (u8, Self)> {
        (0..2).filter(move |&i| self.counts[i] > 0).map(move |i| {
            let mut rest = self;
            rest.counts[i] -= 1;
            (self.numbers[i], rest)
        })
    }
}

/// A step as texts compare and write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StepText {
    pub(super) from: u8,
    pub(super) to: u8,
    /// The class letter, 0 where the text needs none.
    pub(super) letter: u8,
    pub(super) hits: bool,
}

impl fmt::Display for StepText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.letter) {
            (BAR, 0) => f.write_str("bar")?,
            (BAR, letter) => write!(f, "bar.{}", char::from(letter))?,
            (from, _) => write!(f, "{from}")?,
        }
        match self.to {
            OFF => f.write_str("/off")?,
            to => write!(f, "/{to}")?,
        }
        f.write_str(if self.hits { "*" } else { "" })
    }
}

impl StepText {
    /// The text of a step made while checkers of one class wait on the bar, or of several (`mixed`).
    pub(super) fn new(step: Step, mixed: bool) -> Self {
        Self {
            from: step.from,
            to: step.to,
            letter: if mixed && step.from == BAR {
                step.class.letter()
            } else {
                0
            },
            hits: step.hits,
        }
    }
}

/// One step or one Jane, and what it leads to.
struct Branch {
    steps: Vec<StepText>,
    after: TurnState,
    left: RemainingDice,
}

/// The greatest step list by which `m` is played from `at`; empty for a pass.
pub(super) fn canonical(at: &Abak, m: &Move) -> Vec<StepText> {
    let target = m.after.handed_over();
    let root = TurnState {
        at: *at,
        general: GeneralState::Free,
    };
    let all = RemainingDice::all(m.roll);
    // A turn plays as many dice as possible: the longest list that leads there is the turn's.
    (0..=MAX_DICE)
        .rev()
        .filter(|&dice| dice <= all.total())
        .find_map(|dice| greatest(&root, all, dice, &target))
        .unwrap_or_default()
}

/// The greatest list of exactly `dice` steps to `target`.
fn greatest(
    state: &TurnState,
    left: RemainingDice,
    dice: usize,
    target: &Abak,
) -> Option<Vec<StepText>> {
    if dice == 0 {
        return (state.at == *target).then(Vec::new);
    }
    // A die changes two columns at most.
    if differing(&state.at, target) > 2 * dice {
        return None;
    }
    let mut branches = branches(state, left, dice);
    branches.sort_by_key(|branch| Reverse(branch.steps[0]));
    let mut found = None;
    let mut head = None;
    for branch in branches {
        // Lists that begin with one step may go on differently, by another die or another
        // partner: all of them are compared.
        if found.is_some() && head != Some(branch.steps[0]) {
            break;
        }
        head = Some(branch.steps[0]);
        let rest = greatest(
            &branch.after,
            branch.left,
            dice - branch.steps.len(),
            target,
        );
        let list = rest.map(|rest| [branch.steps, rest].concat());
        found = found.max(list);
    }
    found
}

fn branches(state: &TurnState, left: RemainingDice, dice: usize) -> Vec<Branch> {
    let view = View::new(&state.at);
    let mixed = |state: &TurnState| state.at.board.bar(state.at.turn).is_mixed();
    let mut out = Vec::new();
    for (die, left) in left.each() {
        view.each_step(state, die, |step, after| {
            out.push(Branch {
                steps: vec![StepText::new(step, mixed(state))],
                after,
                left,
            });
        });
        if dice < 2 {
            continue;
        }
        for (next, left) in left.each() {
            view.each_jane(state, die, next, |[one, two], after| {
                // Between the two, one checker less waits if the first came from the bar.
                let bar = &mut state.at.board.bar(state.at.turn);
                if one.from == BAR {
                    bar.remove(one.class);
                }
                out.push(Branch {
                    steps: vec![
                        StepText::new(one, mixed(state)),
                        StepText::new(two, bar.is_mixed()),
                    ],
                    after,
                    left,
                });
            });
        }
    }
    out
}

fn differing(one: &Abak, other: &Abak) -> usize {
    (0..POINTS)
        .filter(|&place| one.board.columns[place] != other.board.columns[place])
        .count()
}
