//! The rules of Eximo: the position, its key, its end.
//! Not here: evaluation and search; the rules in words are in `protocol/spec/eximo.md`.

mod board;
mod moves;
mod notation;
mod refusal;
mod route;
mod steps;

pub use board::{Board, CAPTURING, FORWARD, View, goal, zone};
pub use moves::Move;

use super::squares::{Square, each, random_keys};
use super::{Outcome, Reason, Rules, Side, Tactics};

/// A position of Eximo. [`Side::First`] is Black, who walks up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eximo {
    board: Board,
    turn: Side,
    key: u64,
    /// The number of the move, from 1; it grows after White's moves and stops at the top.
    number: u32,
}

impl Eximo {
    /// A position. `board` must keep what [`Board::men`] promises; `number` counts from 1.
    #[must_use]
    pub fn new(board: Board, turn: Side, number: u32) -> Self {
        let key = key_of(&board, turn);
        Self {
            board,
            turn,
            key,
            number,
        }
    }

    /// The men of both sides.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the move, from 1, raised after White's.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    fn view(&self) -> View {
        self.board.seen_by(self.turn)
    }
}

impl Rules for Eximo {
    type Roll = ();
    type Move = Move;

    const NAME: &'static str = "eximo";
    const WHITE: Side = Side::Second;
    const REPETITION: bool = true;

    fn start() -> Self {
        Self::new(Board::START, Side::First, 1)
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn recomputed_key(&self) -> u64 {
        key_of(&self.board, self.turn)
    }

    fn moves(&self, (): (), out: &mut Vec<Move>) {
        moves::list(self.view(), self.turn, out);
    }

    // Inlined, so that the position is made where it is wanted: copied from narrow writes it waits.
    #[inline]
    fn play(&self, m: &Move) -> Self {
        let mut next = *self;
        next.board.apply(self.turn, m);
        next.key ^= key_at(self.turn, m.from()) ^ keys_of(self.turn, m.placed(self.turn));
        next.key ^= keys_of(self.turn.other(), m.captured()) ^ WHITE_TO_MOVE;
        next.turn = self.turn.other();
        if self.turn == Self::WHITE {
            next.number = self.number.saturating_add(1);
        }
        next
    }

    fn outcome(&self) -> Option<Outcome> {
        let lost = !self.view().mobile();
        lost.then(|| Outcome::win(self.turn.other(), Reason::NoMoves))
    }

    fn mirrored(&self) -> Self {
        Self::new(self.board.mirrored(), self.turn.other(), self.number)
    }

    fn pieces(&self) -> u32 {
        let sides = Side::ALL.map(|side| self.board.of(side).count_ones());
        sides[0] + sides[1]
    }

    fn count(&self, (): ()) -> u64 {
        moves::count(self.view())
    }
}

impl Tactics for Eximo {
    const BUTTERFLY_SIZE: usize = 64 * 64;

    fn capturing(&self) -> bool {
        self.view().hunters() != 0
    }

    fn threatened(&self) -> bool {
        self.board.seen_by(self.turn.other()).hunters() != 0
    }

    fn captured(m: &Move) -> u32 {
        m.captured().count_ones()
    }

    fn butterfly_index(m: &Move) -> usize {
        usize::from(m.from()) * 64 + usize::from(m.to())
    }
}

const KEYS: ([u64; 2 * 64], u64) = random_keys(0x4558_494D_4F31);

/// Part of the key when White is to move.
const WHITE_TO_MOVE: u64 = KEYS.1;

/// The part of the key of a man of `side` on a square.
#[inline]
fn key_at(side: Side, square: Square) -> u64 {
    static NUMBERS: [u64; 2 * 64] = KEYS.0;
    NUMBERS[64 * side.index() + usize::from(square % 64)]
}

fn keys_of(side: Side, men: u64) -> u64 {
    each(men).fold(0, |key, square| key ^ key_at(side, square))
}

fn key_of(board: &Board, turn: Side) -> u64 {
    let men = Side::ALL.map(|side| keys_of(side, board.of(side)));
    let turn = match turn {
        Side::First => 0,
        Side::Second => WHITE_TO_MOVE,
    };
    men[0] ^ men[1] ^ turn
}
