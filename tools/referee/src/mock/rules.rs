//! What a mock engine says about the rules, and how it gets them wrong.
//! Not here: the rules.

use super::{Mock, print, say};
use crate::answers::{leaves, response};
use crate::board::Board;
use tricorn_protocol::{Answer, ErrorCode, ProtocolError, Query, Words};

impl Mock {
    /// Answers a question about the position.
    pub(super) fn query(&self, query: Query) {
        let Some(board) = &self.board else {
            return no_position();
        };
        let words = match query {
            Query::Legal if !board.awaits_roll() => self.known_moves(board.as_ref()).join(" "),
            query => response(board.as_ref(), query),
        };
        say(&Answer::Response(Words::from(words.as_str())));
    }

    /// Counts leaves. One that lacks moves lacks them at the first ply only.
    pub(super) fn perft(&self, depth: u32) {
        let Some(board) = &self.board else {
            return no_position();
        };
        let below = |board: &dyn Board, depth| leaves(&self.variant, &board.text(), depth);
        let total = if self.manners.lacks_moves && depth > 0 && !board.awaits_roll() {
            let moves = self.known_moves(board.as_ref());
            let after = moves.iter().filter_map(|word| {
                let mut next = board.fork();
                next.read(word).ok()?;
                below(next.as_ref(), depth - 1)
            });
            Some(after.sum())
        } else {
            below(board.as_ref(), depth)
        };
        print(format!("Nodes searched: {}\n", total.unwrap_or(0)).as_bytes());
    }

    /// The legal moves that it knows: all, or all but the last of three or more.
    fn known_moves(&self, board: &dyn Board) -> Vec<String> {
        let mut moves = board.legal();
        if self.manners.lacks_moves && moves.len() >= 3 {
            moves.pop();
        }
        moves
    }
}

fn no_position() {
    let message = "the last position was refused, expected a good one first";
    say(&Answer::Error(ProtocolError::new(
        ErrorCode::NoPosition,
        message,
    )));
}
