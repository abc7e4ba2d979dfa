//! The squares that a move passes on its way: what its text is made of.
//! Not here: the text itself.

use super::board::{Board, CAPTURING, FORWARD, View, turned};
use super::moves::Move;
use crate::rules::Side;
use crate::rules::squares::{Square, bit, push_name, shift};

/// All ways of a legal move of `side`, as origin and every square landed on, the one whose text
/// is bytewise first at the head.
pub(super) fn routes(board: &Board, side: Side, m: &Move) -> Vec<Vec<Square>> {
    let mut finder = Finder {
        view: board.seen_by(side),
        captured: turned(m.captured(), side),
        side,
        to: m.to(),
        found: Vec::new(),
    };
    finder.follow(&mut vec![m.from()], 0);
    if finder.found.is_empty() {
        finder.found.push(vec![m.from(), m.to()]);
    }
    finder.found.sort_by_cached_key(|route| squares_text(route));
    finder.found
}

/// The names of squares, one after the other.
pub(super) fn squares_text(squares: &[Square]) -> String {
    let mut text = String::with_capacity(2 * squares.len());
    for &square in squares {
        push_name(&mut text, square);
    }
    text
}

struct Finder {
    view: View,
    side: Side,
    /// What the move captures, in the view.
    captured: u64,
    to: Square,
    found: Vec<Vec<Square>>,
}

impl Finder {
    /// Follows jumps, or captures if the move has any, from the end of `route`; `gone` is what it
    /// has captured so far. An ordinary step is no jump, and finds nothing here.
    fn follow(&mut self, route: &mut Vec<Square>, gone: u64) {
        let at = route[route.len() - 1];
        if at == self.to && gone == self.captured {
            if route.len() > 1 {
                self.found.push(route.clone());
            }
            return;
        }
        let capturing = self.captured != 0;
        let (ways, jumped) = if capturing {
            (&CAPTURING[..], self.captured & !gone)
        } else {
            (&FORWARD[..], self.view.own)
        };
        let start = turned(bit(route[0]), self.side);
        let empty = !((self.view.own & !start) | (self.view.enemy & !gone));
        for &way in ways {
            let over = shift(turned(bit(at), self.side), way) & jumped;
            let landing = shift(over, way) & empty;
            if landing != 0 {
                route.push(turned(landing, self.side).trailing_zeros() as Square);
                self.follow(route, gone | if capturing { over } else { 0 });
                route.pop();
            }
        }
    }
}
