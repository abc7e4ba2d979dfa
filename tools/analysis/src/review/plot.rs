//! The graph of a game as SVG: the chances of player 1 after each move, with the errors marked.
//! Not here: the page around it.

use super::report::{Review, Turn};
use crate::worth::Class;
use std::fmt::Write;

/// The size of the graph, in its own units.
const SIZE: [f64; 2] = [720.0, 180.0];

/// The chance of player 1 after a turn, from 0 to 1; with dice half of the equity around one half, so
/// that a certain single win is 1.
fn of_player_1(turn: &Turn) -> f64 {
    let own = turn
        .equity_after
        .map_or(turn.chance_after, |equity| (1.0 + equity) / 2.0);
    let chance = if turn.player == 1 { own } else { 1.0 - own };
    chance.clamp(0.0, 1.0)
}

/// The graph. `number` tells the anchors of one game on a page from those of others.
#[must_use]
pub fn svg(number: usize, review: &Review) -> String {
    let [width, height] = SIZE;
    let step = width / review.turns.len().max(1) as f64;
    let place = |at: usize, turn: &Turn| {
        let x = (at as f64 + 1.0) * step;
        (x, (1.0 - of_player_1(turn)) * height)
    };
    let mut line = format!("0,{:.1}", height / 2.0);
    let mut marks = String::new();
    for (at, turn) in review.turns.iter().enumerate() {
        let (x, y) = place(at, turn);
        let _ = write!(line, " {x:.1},{y:.1}");
        if turn.class >= Class::Inaccuracy {
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
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Chances of player 1 after each move\">\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\
         <polygon class=\"area\" points=\"0,{height} {line} {width},{height}\"/>\
         <line class=\"even\" x1=\"0\" x2=\"{width}\" y1=\"{0}\" y2=\"{0}\"/>\
         <polyline class=\"line\" points=\"{line}\"/>{marks}</svg>",
        height / 2.0
    )
}
