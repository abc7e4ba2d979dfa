//! What our rules answer to the questions of the protocol about a position.
//! Not here: asking an engine the same.

use crate::board::Board;
use tricorn::games::{self, Variant, Visitor};
use tricorn::rules::perft::{Leaves, perft};
use tricorn_protocol::Query;

/// The words behind `response` for a question; none where there is no legal move to list.
#[must_use]
pub fn response(board: &dyn Board, query: Query) -> String {
    let outcome = board.outcome();
    match query {
        Query::P1Turn => (board.side().index() == 0).to_string(),
        Query::GameOver => outcome.is_some().to_string(),
        Query::Result => match outcome.map(|outcome| outcome.winner) {
            None => "none".to_owned(),
            Some(None) => "draw".to_owned(),
            Some(Some(side)) => format!("p{}win", side.index() + 1),
        },
        Query::Legal if board.awaits_roll() && outcome.is_none() => "roll".to_owned(),
        Query::Legal => board.legal().join(" "),
        Query::Position => board.text(),
        Query::Points => outcome.map_or(0, |outcome| outcome.points).to_string(),
        Query::Reason => {
            let reason = outcome.map(|outcome| outcome.reason.word());
            reason.unwrap_or("none").to_owned()
        }
    }
}

/// The leaves of the tree `depth` plies below a position, given by its text; `None` if that is no
/// position of the game, or there is no such game.
#[must_use]
pub fn leaves(variant: &str, text: &str, depth: u32) -> Option<u64> {
    struct Count<'a>(&'a str, u32);
    impl Visitor for Count<'_> {
        type Out = Option<u64>;
        fn visit<G: Variant>(self) -> Option<u64> {
            let placed = G::parse_position(self.0).ok()?;
            perft(
                &placed.position,
                placed.roll,
                self.1,
                Leaves::Counted,
                &|| false,
            )
        }
    }
    games::visit(variant, Count(text, depth)).flatten()
}
