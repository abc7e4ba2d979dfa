//! The rules of the games behind one set of traits; one folder a game.
//! Not here: evaluation, search, clocks, the text protocol.

pub mod abak;
mod chance;
pub mod dameo;
pub mod eximo;
pub mod game;
pub mod list;
mod notation;
mod outcome;
pub mod perft;
pub mod squares;
pub mod steps;

pub use chance::Chance;
pub use game::Game;
pub use notation::{LegalMoves, Notation, ParsedPosition, TextError, Token, colour};
pub use outcome::{Outcome, Reason, Side};

use std::fmt::Debug;
use std::hash::Hash;

/// A position of one game, with all that its rules need to go on from it.
///
/// Positions are values: they are copied and played, and carry no history. Where repetition
/// matters, [`Game`] keeps the keys of the line that led here.
///
/// A roll is an argument of [`moves`](Rules::moves), not a part of the position; games without
/// dice roll `()`. One [`Move`](Rules::Move) is one whole turn.
pub trait Rules: Clone + Eq + Debug + Send + Sync + 'static {
    /// What chance contributes to a turn: `()` for a game without dice.
    type Roll: Chance;

    /// One whole turn. Equality is the game's identity of moves.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The name of the game, in lower case, as option values and flags spell it.
    const NAME: &'static str;

    /// The side that the game's texts call White.
    const WHITE: Side;

    /// The most points that a win can be worth.
    const MAX_POINTS: u8 = 1;

    /// Whether the third occurrence of a position ends a game.
    const REPETITION: bool;

    /// The position in which a game begins.
    fn start() -> Self;

    /// The side to move.
    fn turn(&self) -> Side;

    /// A hash of board and side to move, kept up to date move by move. Counters (quiet plies,
    /// move numbers) do not enter: two occurrences of a position share one key.
    fn key(&self) -> u64;

    /// [`key`](Rules::key), computed from scratch. Slow; the tests compare the two.
    fn recomputed_key(&self) -> u64;

    /// Replaces the content of `out` by all legal moves under `roll`, each identity once, in an
    /// order that depends on the position alone. Empty if and only if the game is over by the
    /// rules of moves (draws by counters leave the moves in place).
    fn moves(&self, roll: Self::Roll, out: &mut Vec<Self::Move>);

    /// The position after a legal move. What an illegal one leads to is unspecified.
    #[must_use]
    fn play(&self, m: &Self::Move) -> Self;

    /// How the game ended, judged by this position alone: moves first, then counters. `None`
    /// while it goes on. Repetition is [`Game`]'s to judge.
    fn outcome(&self) -> Option<Outcome>;

    /// The [`counter`](Rules::counter) at which a game is drawn, where there is one; at most 60.
    const COUNTER_LIMIT: Option<u16> = None;

    /// How far the position's draw counter has come. A move raises it by one or sets it to 0,
    /// and which of the two does not depend on the counter.
    fn counter(&self) -> u16 {
        0
    }

    /// Whether the draw counter has reached its limit. The game is then a draw, unless the side to
    /// move has no legal move and has lost already. Cheap enough for every node of a search.
    #[inline]
    fn draw_by_counter(&self) -> bool {
        Self::COUNTER_LIMIT.is_some_and(|limit| self.counter() >= limit)
    }

    /// The same position with the colours swapped and the board turned accordingly.
    #[must_use]
    fn mirrored(&self) -> Self;

    /// How many pieces of both sides are in play: a measure of how far the game has gone.
    fn pieces(&self) -> u32;

    /// The number of legal moves under `roll`. Games override it where counting is cheaper than
    /// listing.
    fn count(&self, roll: Self::Roll) -> u64 {
        let mut moves = Vec::new();
        self.moves(roll, &mut moves);
        moves.len() as u64
    }
}

/// What an alpha-beta search needs from a game without dice, besides its moves.
pub trait Tactics: Rules<Roll = ()> {
    /// The size of a butterfly table: every [`butterfly_index`](Tactics::butterfly_index) is below.
    const BUTTERFLY_SIZE: usize;

    /// Whether the side to move has a capture; in these games every legal move then is one.
    fn capturing(&self) -> bool;

    /// Whether the side that is not to move could capture if it were its turn.
    fn threatened(&self) -> bool;

    /// How many pieces the move captures.
    fn captured(m: &Self::Move) -> u32;

    /// The index of the butterfly table (the history table by origin and destination), below
    /// [`BUTTERFLY_SIZE`](Tactics::BUTTERFLY_SIZE). Moves that share both squares share it.
    fn butterfly_index(m: &Self::Move) -> usize;
}
