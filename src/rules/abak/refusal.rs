//! Why a step that was written cannot be played, in words.
//! Not here: what can be played (`step`), and reading (`word`).

use super::board::{Checker, Class};
use super::step::{GeneralState, Landing, TurnState, View};
use super::step_list::RemainingDice;
use super::word::ParsedStep;
use super::{Abak, BAR, OFF};
use crate::rules::colour;

/// What is wrong with a step that no reading of it makes legal here. `next` is the step after it.
pub(super) fn reason(
    state: &TurnState,
    left: RemainingDice,
    step: &ParsedStep,
    next: Option<&ParsedStep>,
) -> String {
    let side = state.at.turn;
    let bar = state.at.board.bar(side);
    let ParsedStep { from, to, .. } = *step;
    if from != BAR && !bar.is_empty() {
        return "a checker waits on the bar and must enter first".into();
    }
    if left.total() == 0 {
        return "all dice are played".into();
    }
    if from == BAR {
        return enters(state, left, step, next);
    }
    let top = state.at.board.column(side, from).top();
    let Some(class) = top.filter(|top| top.side() == side).map(Checker::class) else {
        return format!("no {} checker on top of point {from}", colour::<Abak>(side));
    };
    let dice: Vec<u8> = left.each().map(|(die, _)| die).collect();
    if to == OFF {
        return bears_off(state, &dice, from);
    }
    let length = from.abs_diff(to);
    if !dice.contains(&length) {
        return no_die(&dice, length);
    }
    if to > from {
        if class != Class::General {
            return "only the General moves backward".into();
        }
        if let Some(what) = backward(state, from) {
            return what;
        }
    }
    if class == Class::General && state.general == GeneralState::Back {
        return "the General does not move again after its backward step".into();
    }
    if !class.steps_by(length) {
        let parity = if class == Class::Even {
            "2, 4 and 6"
        } else {
            "1, 3 and 5"
        };
        return format!("this Wounded moves by {parity} only");
    }
    landing(state, class, to, next)
}

fn enters(
    state: &TurnState,
    left: RemainingDice,
    step: &ParsedStep,
    next: Option<&ParsedStep>,
) -> String {
    let bar = state.at.board.bar(state.at.turn);
    let Some(class) = bar.classes().next() else {
        return format!("no {} checker on the bar", colour::<Abak>(state.at.turn));
    };
    if let Some(named) = step.class
        && bar.count(named) == 0
    {
        return format!("no `{}` on the bar", char::from(named.letter()));
    }
    let dice: Vec<u8> = left.each().map(|(die, _)| die).collect();
    let length = BAR - step.to;
    if !dice.contains(&length) {
        return no_die(&dice, length);
    }
    landing(state, step.class.unwrap_or(class), step.to, next)
}

fn bears_off(state: &TurnState, dice: &[u8], from: u8) -> String {
    let view = View::new(&state.at);
    if view.any_away() {
        "a checker in play stands outside the home, none can be borne off".into()
    } else if dice.iter().any(|&die| die > from) {
        format!("a die higher than {from} bears off only from the highest point that is held")
    } else {
        no_die(dice, from)
    }
}

/// Why the General cannot go backward from a point, unless it can.
fn backward(state: &TurnState, from: u8) -> Option<String> {
    let what = match state.general {
        GeneralState::Forward => "no backward step of the General after a forward one in a turn",
        GeneralState::Back => "one backward step of the General in a turn is all",
        GeneralState::Free => {
            let view = View::new(&state.at);
            if view.others_away(&state.at, from) {
                return None;
            }
            "the General does not go backward while all others in play are home"
        }
    };
    Some(what.into())
}

fn no_die(dice: &[u8], length: u8) -> String {
    let shown: Vec<String> = dice.iter().map(ToString::to_string).collect();
    let shown = shown.join(" and ");
    if length > 6 || dice.iter().any(|die| length > *die) {
        format!("no die shows {length}: {shown} left; combined steps are written one by one")
    } else {
        format!("no die shows {length}: {shown} left")
    }
}

fn landing(state: &TurnState, class: Class, to: u8, next: Option<&ParsedStep>) -> String {
    let view = View::new(&state.at);
    match view.landing(class, to) {
        Landing::Closed if state.at.board.column(state.at.turn, to).is_full() => {
            format!("point {to} is full")
        }
        Landing::Closed => format!("point {to} is closed"),
        Landing::Guarded if next.is_some_and(|next| next.to == to) => {
            format!("these two checkers cannot come to the lone Guard on point {to} together")
        }
        Landing::Guarded => format!(
            "a lone Guard closes point {to} but to two checkers, no Guards, one right after the \
             other"
        ),
        Landing::Free | Landing::Hit => format!("point {to} cannot be reached by this step"),
    }
}
