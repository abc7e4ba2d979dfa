//! The evaluation graph of a game as SVG, with errors marked.
//! Not here: the page around it (`html`).

use super::report::{Review, Turn};
use crate::move_quality::MoveClass;
use std::fmt::Write;

/// The size of the graph, in its own units.
const SIZE: [f64; 2] = [720.0, 180.0];

/// How far the graph goes in games with dice, in points to either side: 1, or as far as the game does.
pub(super) fn range(review: &Review) -> f64 {
    let equities = review.turns.iter().filter_map(|turn| turn.equity_after);
    equities.fold(1.0, |most, equity| f64::max(most, equity.abs().ceil()))
}

/// How high player 1 stands after a turn, from 0 to 1: the chance, or with dice the equity within the
/// range.
fn height(turn: &Turn, range: f64) -> f64 {
    let own = turn
        .equity_after
        .map_or(turn.chance_after, |equity| 0.5 + equity / range / 2.0);
    let height = if turn.player == 1 { own } else { 1.0 - own };
    height.clamp(0.0, 1.0)
}

/// The graph. `number` tells the anchors of one game on a page from those of others.
#[must_use]
pub fn svg(number: usize, review: &Review) -> String {
    let [width, full] = SIZE;
    let range = range(review);
    let step = width / review.turns.len().max(1) as f64;
    let place = |at: usize, turn: &Turn| {
        let x = (at as f64 + 1.0) * step;
        (x, (1.0 - height(turn, range)) * full)
    };
    let what = if review.dice { "Equity" } else { "Chances" };
    let mut line = format!("0,{:.1}", full / 2.0);
    let mut marks = String::new();
    for (at, turn) in review.turns.iter().enumerate() {
        let (x, y) = place(at, turn);
        let _ = write!(line, " {x:.1},{y:.1}");
        if turn.class >= MoveClass::Inaccuracy {
            let class = turn.class.word();
            let (ply, loss) = (turn.ply + 1, turn.loss);
            let _ = write!(
                marks,
                "<a href=\"#g{number}p{ply}\"><circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\">\
                 <title>{ply}: {}{}, lost {loss:.3}</title></circle></a>",
                super::html::escaped(&turn.text),
                turn.class.mark()
            );
        }
    }
    format!(
        "<svg viewBox=\"0 0 {width} {full}\" role=\"img\" aria-label=\"{what} of player 1 after each move\">\
         <rect class=\"ground\" width=\"{width}\" height=\"{full}\"/>\
         <polygon class=\"area\" points=\"0,{full} {line} {width},{full}\"/>\
         <line class=\"even\" x1=\"0\" x2=\"{width}\" y1=\"{0}\" y2=\"{0}\"/>\
         <polyline class=\"line\" points=\"{line}\"/>{marks}</svg>",
        full / 2.0
    )
}
