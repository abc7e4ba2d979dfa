//! The mock engine's answers about the rules, right or wrong on purpose.
//! Not here: the rules.

use super::{Misdeed, Mock, print, say};
use crate::answers::{divided, response};
use crate::board::Board;
use tricorn::rules::Reason;
use tricorn_protocol::{Answer, ErrorCode, ProtocolError, Query, Words};

impl Mock {
    /// Answers a question about the position.
    pub(super) fn query(&self, query: Query) {
        let Some(board) = &self.board else {
            return no_position();
        };
        let words = match query {
            Query::Legal if !board.awaits_roll() => self.known_moves(board.as_ref()).join(" "),
            query => self.told(board.as_ref(), query),
        };
        say(&Answer::Response(Words::from(words.as_str())));
    }

    /// An answer, with draws that it does not know left out.
    fn told(&self, board: &dyn Board, query: Query) -> String {
        let told = response(board, query);
        let reason = board.outcome().filter(|outcome| outcome.winner.is_none());
        let unknown = match (self.manners.fault, reason.map(|outcome| outcome.reason)) {
            (Some(Misdeed::NeverDraws), Some(_)) => true,
            (Some(Misdeed::CounterStops), Some(reason)) => reason == Reason::QuietMoves,
            _ => false,
        };
        match query {
            Query::GameOver if unknown => "false".to_owned(),
            Query::Result | Query::Reason if unknown => "none".to_owned(),
            Query::Position if self.manners.fault == Some(Misdeed::CounterStops) => stopped(&told),
            _ => told,
        }
    }

    /// Counts leaves. One that lacks moves lacks them at the first ply only.
    pub(super) fn perft(&self, depth: u32) {
        let Some(board) = &self.board else {
            return no_position();
        };
        let known = self.known_moves(board.as_ref());
        let rows = divided(&self.variant, &board.text(), depth).unwrap_or_default();
        let rows = rows
            .into_iter()
            .filter(|(word, _)| board.awaits_roll() || known.contains(word));
        let (moves, mut counts): (Vec<String>, Vec<u64>) = rows.unzip();
        let total = if depth == 0 { 1 } else { counts.iter().sum() };
        if self.manners.fault == Some(Misdeed::WrongLines) && !counts.is_empty() {
            counts.rotate_right(1);
        }
        let rows = moves.iter().zip(counts);
        let mut text: String = rows
            .map(|(word, count)| format!("{word}: {count}\n"))
            .collect();
        text += &format!("Nodes searched: {total}\n");
        print(text.as_bytes());
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

/// A position text of four words whose counter goes no further than 49.
fn stopped(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        [board, side, quiet, number] if quiet.parse().is_ok_and(|quiet: u32| quiet > 49) => {
            format!("{board} {side} 49 {number}")
        }
        _ => text.to_owned(),
    }
}

fn no_position() {
    let message = "the last position was refused, expected a good one first";
    say(&Answer::Error(ProtocolError::new(
        ErrorCode::NoPosition,
        message,
    )));
}
