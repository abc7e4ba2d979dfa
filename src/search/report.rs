//! Search output as data: the lines reported during a search, and its answer.
//! Not here: their text, which the engine prints.

use super::kernel::Bound;
use crate::rules::Rules;
use std::time::Duration;

/// One line of play, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Info<'a, G: Rules, V> {
    /// The iteration that found it, from 1; 0 where the game is over. Never falls in one search.
    pub depth: u32,
    /// The greatest distance from the root reached so far, in plies.
    pub seldepth: u32,
    /// The rank of the line, from 1 for the best.
    pub rank: usize,
    /// Its worth to the side to move at the root.
    pub value: V,
    /// Whether the worth is exact, or at least or at most so much.
    pub bound: Bound,
    /// Nodes searched since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, per mille.
    pub hashfull: u32,
    /// Legal moves from the root, ending at the latest where the game ends; empty where the
    /// game is over or the roll not known.
    pub pv: &'a [G::Move],
}

/// What a running search tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Report<'a, G: Rules, V> {
    /// A line of play.
    Line(Info<'a, G, V>),
    /// The root move now searched; told only in long searches, once a second at most.
    Trying {
        /// The iteration.
        depth: u32,
        /// The move.
        current: G::Move,
        /// Its place in the order of searching, from 1.
        number: usize,
    },
}

/// What a search answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<G: Rules, V> {
    /// The best move, the first of the last line reported with rank 1. `None` where the game is
    /// over, the roll is not known, or no legal move was allowed.
    pub best: Option<G::Move>,
    /// The reply expected to it, where one is known and the game has no dice.
    pub ponder: Option<G::Move>,
    /// The worth of the best move to the side to move; `None` where no move was allowed.
    pub value: Option<V>,
    /// The last iteration reported.
    pub depth: u32,
    /// Nodes searched in all.
    pub nodes: u64,
    /// Time from beginning to end, waiting included.
    pub time: Duration,
}

/// Receives the reports of a search, on the thread that searches.
pub type Reporter<'a, G, V> = dyn FnMut(&Report<'_, G, V>) + 'a;
