//! Turns entered checker by checker: one step for each die, in any order in which it can be played.
//! Not here: what one die allows (`step`), whole turns (`turn`) and their texts (`step_list`, `word`).

use super::board::{Checker, place};
use super::step::{GeneralState, Step, TurnState, View};
use super::step_list::{RemainingDice, StepText};
use super::{Abak, BAR, Dice, Move, turn};
use crate::rules::steps::{BegunTurn, StepError};

/// How a turn can go on after the steps of `begun`.
pub(super) fn after(
    position: &Abak,
    roll: Dice,
    begun: &[&str],
) -> Result<BegunTurn<Abak>, StepError> {
    let turns = Turns::new(position, roll);
    let mut readings = vec![Reading::new(position, roll)];
    for (at, word) in begun.iter().enumerate() {
        let next = turns.next(&readings, at);
        let fits = |(text, _): &&(String, Reading)| unmarked(text) == unmarked(word);
        let found: Vec<Reading> = next.iter().filter(fits).map(|(_, after)| *after).collect();
        if found.is_empty() {
            let mut words: Vec<String> = next.into_iter().map(|(word, _)| word).collect();
            words.dedup();
            return Err(StepError::new(at, word, &words));
        }
        readings = found;
    }
    let mut next: Vec<String> = turns
        .next(&readings, begun.len())
        .into_iter()
        .map(|(word, _)| word)
        .collect();
    next.dedup();
    let shown = readings[0].shown;
    let ended = begun.len() == turns.dice && !turns.legal.is_empty();
    Ok(BegunTurn {
        next,
        end: ended.then(|| Move {
            roll,
            after: shown.handed_over(),
        }),
        captured: Vec::new(),
        shown,
    })
}

/// A step without the mark of a hit, which does not count on input.
fn unmarked(word: &str) -> &str {
    word.strip_suffix('*').unwrap_or(word)
}

/// What steps mean. They can mean several things: a checker borne off may have used either die, a
/// step beside a lone Guard may begin several Janes. What is on the board is the same in all.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reading {
    /// The board.
    shown: Abak,
    /// The second step of a Jane whose first has been made.
    partner: Option<Step>,
    /// The state, after the partner's step if one is due.
    state: TurnState,
    /// The dice left, after the partner's step if one is due.
    left: RemainingDice,
}

impl Reading {
    fn new(position: &Abak, roll: Dice) -> Self {
        Self {
            shown: *position,
            partner: None,
            state: TurnState {
                at: *position,
                general: GeneralState::Free,
            },
            left: RemainingDice::all(roll),
        }
    }

    /// Every step that the dice allow now, whatever becomes of the turn.
    fn each_next(&self, mut f: impl FnMut(Step, Self)) {
        let settled = |state: TurnState, left| Self {
            shown: state.at,
            partner: None,
            state,
            left,
        };
        if let Some(partner) = self.partner {
            f(partner, settled(self.state, self.left));
            return;
        }
        let view = View::new(&self.state.at);
        for (die, left) in self.left.each() {
            view.each_step(&self.state, die, |step, after| {
                f(step, settled(after, left));
            });
            for (next, left) in left.each() {
                view.each_jane(&self.state, die, next, |[one, two], after| {
                    let begun = Self {
                        shown: half_a_jane(&self.state.at, one),
                        partner: Some(two),
                        state: after,
                        left,
                    };
                    f(one, begun);
                });
            }
        }
    }
}

/// The board between the two steps of a Jane: the first checker stands on the point of the Guard,
/// who is on the bar.
fn half_a_jane(at: &Abak, one: Step) -> Abak {
    let mut between = *at;
    let side = at.turn;
    let checker = Checker::new(side, one.class);
    if one.from == BAR {
        between.call(checker);
    } else {
        between.lift(place(side, one.from));
    }
    let to = place(side, one.to);
    if let Some(guard) = between.lift(to) {
        between.send(guard);
    }
    between.put(to, checker);
    between
}

/// The legal turns of a roll, as far as steps need to know them.
struct Turns {
    /// How many dice every one of them plays.
    dice: usize,
    /// How many dice there are.
    all: usize,
    /// The positions after them.
    legal: Vec<Abak>,
}

impl Turns {
    fn new(position: &Abak, roll: Dice) -> Self {
        let mut legal = Vec::new();
        let dice = turn::each(position, roll, |after| legal.push(after));
        Self {
            dice,
            all: RemainingDice::all(roll).total(),
            legal,
        }
    }

    /// The steps with which these readings, of a turn that has played `played` dice, can go on to
    /// a legal turn; sorted bytewise. A word stands several times if it can mean several things.
    fn next(&self, readings: &[Reading], played: usize) -> Vec<(String, Reading)> {
        if played >= self.dice {
            return Vec::new();
        }
        let need = self.dice - played - 1;
        let mut found: Vec<(String, Reading)> = Vec::new();
        for reading in readings {
            let side = reading.shown.turn;
            let mixed = reading.shown.board.bar(side).is_mixed();
            reading.each_next(|step, after| {
                let word = StepText::new(step, mixed).to_string();
                let pair = (word, after);
                if !found.contains(&pair) && self.leads_on(&after, need) {
                    found.push(pair);
                }
            });
        }
        found.sort_by(|one, other| one.0.cmp(&other.0));
        found
    }

    /// Whether exactly `need` more dice can be played to the end of a legal turn. All steps that
    /// play every die make one; with fewer dice it depends on which.
    fn leads_on(&self, reading: &Reading, need: usize) -> bool {
        if need == 0 {
            return reading.partner.is_none()
                && (self.dice == self.all || self.legal.contains(&reading.state.at.handed_over()));
        }
        let mut leads = false;
        reading.each_next(|_, after| leads = leads || self.leads_on(&after, need - 1));
        leads
    }
}
