//! Search output as data: `info` lines and `bestmove`.
//! Not here: their text, which the engine prints.

use super::kernel::Bound;
use crate::rules::Rules;
use std::time::Duration;

/// One principal variation with its score: an `info` line.
#[derive(Clone, Debug, PartialEq)]
pub struct Info<'a, G: Rules, V> {
    /// The depth of the iteration, from 1; 0 if the game is over. It never decreases in one search.
    pub depth: u32,
    /// The selective depth: the greatest distance from the root so far, in plies.
    pub seldepth: u32,
    /// The rank of the line, 1 for the best (`multipv`).
    pub rank: usize,
    /// Its value to the side to move at the root.
    pub value: V,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Nodes since the search began, of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub hashfull: u32,
    /// Legal moves from the root, at most to the end of the game; empty if the game is over or the
    /// roll is not known.
    pub pv: &'a [G::Move],
}

/// What a running search reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Report<'a, G: Rules, V> {
    /// A principal variation.
    Line(Info<'a, G, V>),
    /// The root move that is searched now. Only in long searches, at most once a second.
    CurrMove {
        /// The depth of the iteration.
        depth: u32,
        /// The move.
        currmove: G::Move,
        /// Its number in the order of the search, from 1 (`currmovenumber`).
        number: usize,
    },
}

/// The result of a search: `bestmove`.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<G: Rules, V> {
    /// The best move: the first move of the last line reported with rank 1. `None` if the game is
    /// over, the roll is not known, or `searchmoves` held no legal move.
    pub best: Option<G::Move>,
    /// The expected reply, if one is known and the game has no dice.
    pub ponder: Option<G::Move>,
    /// The value of the best move to the side to move; `None` if there was no move to search.
    pub value: Option<V>,
    /// The depth reported last.
    pub depth: u32,
    /// Nodes of the whole search, of all threads.
    pub nodes: u64,
    /// Time from the beginning to the answer, including the wait for `stop` or `ponderhit`.
    pub time: Duration,
}

/// Receives the reports of a search, on the main search thread.
pub type Reporter<'a, G, V> = dyn FnMut(&Report<'_, G, V>) + 'a;
