//! What our rules answer to the questions of the protocol about a position.
//! Not here: asking an engine the same.

use crate::board::Board;
use tricorn::games::{self, Variant, Visitor};
use tricorn::rules::perft::{Leaves, perft};
use tricorn_protocol::Query;

/// The words behind `response` for a question; none where there is no legal move to list.
#[must_use]
pub fn response(board: &dyn Board, query: Query) -> String {
    board.response(query).to_string()
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
