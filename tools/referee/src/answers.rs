//! The referee's own answers to `query` commands, from the rules.
//! Not here: asking an engine the same.

use crate::board::Board;
use tricorn::rules::list::{self, Visitor};
use tricorn::rules::{Game, Notation};
use tricorn::session::divide;
use tricorn_protocol::Query;

/// The words behind `response` for a question; none where there is no legal move to list.
#[must_use]
pub fn response(board: &dyn Board, query: Query) -> String {
    board.response(query).to_string()
}

/// The lines of `perft` for a position, given by its text: the leaves `depth` plies below, by move and
/// sorted by its text, by roll before a throw; none at depth 0. `None` if that is no position of the
/// game, or there is no such game.
#[must_use]
pub fn divided(variant: &str, text: &str, depth: u32) -> Option<Vec<(String, u64)>> {
    struct Divide<'a>(&'a str, u32);
    impl Visitor for Divide<'_> {
        type Out = Option<Vec<(String, u64)>>;
        fn visit<G: Notation>(self) -> Self::Out {
            let placed = G::parse_position(self.0).ok()?;
            let game = Game::new(placed.position, placed.roll);
            divide(&game, self.1, &|| false).ok()?
        }
    }
    list::visit(variant, Divide(text, depth)).flatten()
}
