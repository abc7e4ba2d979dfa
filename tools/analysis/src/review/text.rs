//! A review as plain text.
//! Not here: JSON and HTML.

use super::report::{Review, Turn};
use super::tally::Tally;
use crate::lines::ScoreAnswer;
use crate::move_quality::MoveClass;
use std::fmt::Write;

/// How many moves of a better line are shown.
const LINE: usize = 6;

/// A review as text, without a line end behind it. `all`: every turn, not the errors alone.
#[must_use]
pub fn text(number: usize, review: &Review, all: bool) -> String {
    let mut out = format!("Game {number}: {}", title(review));
    for side in &review.sides {
        let _ = write!(out, "\n  {}", sum(side, review.dice));
    }
    let shown: Vec<&Turn> = review
        .turns
        .iter()
        .filter(|turn| all || turn.class >= MoveClass::Inaccuracy)
        .collect();
    let width = |of: fn(&Turn) -> usize| shown.iter().map(|turn| of(turn)).max().unwrap_or(0);
    let moves = width(|turn| turn.text.len() + turn.class.mark().len());
    for turn in &shown {
        let _ = write!(out, "\n  {}", turn_line(turn, review.dice, moves));
    }
    if shown.is_empty() {
        let _ = write!(out, "\n  no errors");
    }
    out
}

/// What game it is, in one line.
pub(super) fn title(review: &Review) -> String {
    let game = &review.game;
    let mut out = format!("{}, {} - {}", game.variant, game.player(0), game.player(1));
    if !game.result.is_empty() {
        let _ = write!(out, ", {} ({})", game.result, game.end);
    } else if let Some(status) = &review.status {
        let _ = write!(out, ", {} ({})", status.result, status.reason);
    }
    if game.line > 0 {
        let _ = write!(out, ", line {}", game.line);
    }
    out
}

/// A side, in one line.
pub(super) fn sum(side: &Tally, dice: bool) -> String {
    let number = format!("player {}", side.player);
    let name = if side.name == number {
        number
    } else {
        format!("{number} {}", side.name)
    };
    let noun = if side.decisions == 1 {
        "decision"
    } else {
        "decisions"
    };
    let mut out = format!("{name}: {} {noun}", side.decisions);
    if let Some(accuracy) = side.accuracy {
        let _ = write!(out, ", accuracy {accuracy:.1}");
    }
    if dice {
        let _ = write!(out, ", lost {:.3} points", side.loss);
    } else {
        let _ = write!(out, ", lost {:.2} chances", side.loss);
    }
    if let Some(rate) = side.error_rate {
        let _ = write!(out, ", error rate {rate:.1}");
    }
    if let Some(luck) = side.luck {
        let _ = write!(out, ", luck {luck:+.3}");
    }
    for class in [
        MoveClass::Inaccuracy,
        MoveClass::Mistake,
        MoveClass::Blunder,
    ] {
        let _ = write!(
            out,
            ", {} {}",
            side.count(class),
            plural(class, side.count(class))
        );
    }
    out
}

fn plural(class: MoveClass, count: usize) -> &'static str {
    match (class, count) {
        (MoveClass::Inaccuracy, 1) => "inaccuracy",
        (MoveClass::Inaccuracy, _) => "inaccuracies",
        (MoveClass::Mistake, 1) => "mistake",
        (MoveClass::Mistake, _) => "mistakes",
        (MoveClass::Blunder, 1) => "blunder",
        (MoveClass::Blunder, _) => "blunders",
        (class, _) => class.word(),
    }
}

/// A turn, in one line.
fn turn_line(turn: &Turn, dice: bool, width: usize) -> String {
    let name = format!("{}{}", turn.text, turn.class.mark());
    let mut out = format!(
        "ply {:>3} player {} {name:width$} {:10}",
        turn.ply + 1,
        turn.player,
        turn.class.word()
    );
    let _ = write!(out, " {}", values(turn, dice));
    if let Some(luck) = turn.luck {
        let _ = write!(out, " luck {luck:+.3}");
    }
    if let Some(better) = better(turn) {
        let _ = write!(out, " better {better}");
    }
    if let Some(rollout) = &turn.rollout {
        let _ = write!(
            out,
            " rollout {:+.4} against {:+.4} (error {:.4})",
            rollout.played, rollout.best, rollout.error
        );
    }
    if let Some(exact) = &turn.exact {
        let _ = write!(out, " table: {}", exact.verdict);
    }
    if turn.turning {
        out.push_str(" (turning point)");
    }
    out
}

/// What the move lost, and the value before and after it.
pub(super) fn values(turn: &Turn, dice: bool) -> String {
    match (dice, turn.equity, turn.equity_after) {
        (true, Some(before), Some(after)) => {
            format!("lost {:.3} ({before:+.3} to {after:+.3})", turn.loss)
        }
        _ => format!(
            "lost {:.2} ({} to {})",
            turn.loss,
            value(turn.score, turn.chance),
            value(turn.score_after, turn.chance_after)
        ),
    }
}

/// A score with its chance.
fn value(score: ScoreAnswer, chance: f64) -> String {
    match score {
        ScoreAnswer::Cp(_) => format!("{:.0} %", chance * 100.0),
        ScoreAnswer::Mate(turns @ 1..) => format!("wins in {turns}"),
        ScoreAnswer::Mate(turns) => format!("loses in {}", -turns),
    }
}

/// The beginning of a better line, if a better move was there.
pub(super) fn better(turn: &Turn) -> Option<String> {
    let best = turn.best.first()?;
    if turn.loss <= 0.0 {
        return None;
    }
    let mut line: Vec<&str> = best.pv.iter().take(LINE).map(String::as_str).collect();
    if best.pv.len() > LINE {
        line.push("...");
    }
    Some(line.join(" "))
}
