//! Dameo (Christian Freeling, 2000): men that step or jump along their own lines, flying kings,
//! captures along ranks and files. The rules in full: `protocol/spec/dameo.md`.
//! Not here: evaluation and search.

mod board;
mod moves;
mod notation;
mod steps;
mod word;

pub use board::Move;

use super::squares::{Square, each, random_keys};
use super::{Outcome, Reason, Rules, Side, Tactics};
use board::Board;

/// So many plies without a capture and without a move of a man make a draw.
pub const QUIET_LIMIT: u16 = 50;

/// A position of Dameo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dameo {
    board: Board,
    key: u64,
    /// Move number, from 1; raised after Black's move.
    number: u32,
    /// Plies since the last capture or move of a man.
    quiet: u16,
    turn: Side,
}

const KEYS: ([u64; 4 * 64], u64) = random_keys(0x4441_4D45_4F31);
/// Part of the key when it is Black's turn.
const BLACK_TO_MOVE: u64 = KEYS.1;

/// The number of a man (0) or king (1) of White, or of a man (2) or king (3) of Black, on a square.
/// The order is that of [`Board::sets`].
#[inline(always)]
fn number(piece: usize, square: Square) -> u64 {
    static NUMBERS: [u64; 4 * 64] = KEYS.0;
    // The mask changes nothing, and lets the compiler drop its check of the index.
    NUMBERS[(piece * 64 + usize::from(square)) % NUMBERS.len()]
}

impl Dameo {
    fn new(board: Board, turn: Side, quiet: u16, number: u32) -> Self {
        let mut position = Self {
            board,
            key: 0,
            number,
            quiet,
            turn,
        };
        position.key = position.recomputed_key();
        position
    }

    /// A position from White's men and kings and Black's, as sets of squares that share none; no
    /// man may stand on its far rank. The counters are at their beginning.
    #[must_use]
    pub fn with_pieces(sets: [u64; 4], turn: Side) -> Self {
        Self::new(Board::new(sets), turn, 0, 1)
    }

    /// The same position with another count of quiet plies.
    #[must_use]
    pub const fn at_quiet(self, quiet: u16) -> Self {
        Self { quiet, ..self }
    }

    /// The men and kings of `side`, as a set (bit 0 is `a1`, bit 63 `h8`).
    #[inline]
    #[must_use]
    pub const fn occupied(&self, side: Side) -> u64 {
        self.board.pieces(side)
    }

    /// The men of `side`, as a set.
    #[must_use]
    pub const fn men(&self, side: Side) -> u64 {
        self.board.pieces(side) & !self.board.kings()
    }

    /// The kings of `side`, as a set.
    #[must_use]
    pub const fn kings(&self, side: Side) -> u64 {
        self.board.pieces(side) & self.board.kings()
    }

    /// Plies since the last capture or move of a man.
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }
}

impl Rules for Dameo {
    type Roll = ();
    type Move = Move;

    const NAME: &'static str = "dameo";
    const WHITE: Side = Side::First;
    const REPETITION: bool = true;
    const COUNTER_LIMIT: Option<u16> = Some(QUIET_LIMIT);

    fn start() -> Self {
        Self::new(Board::START, Side::First, 0, 1)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn recomputed_key(&self) -> u64 {
        let mut key = match self.turn {
            Side::First => 0,
            Side::Second => BLACK_TO_MOVE,
        };
        for (piece, set) in self.board.sets().into_iter().enumerate() {
            for square in each(set) {
                key ^= number(piece, square);
            }
        }
        key
    }

    #[inline]
    fn moves(&self, (): (), out: &mut Vec<Move>) {
        moves::list(&self.board, self.turn, out);
    }

    #[inline(always)]
    fn play(&self, m: &Move) -> Self {
        let (board, [was_king, is_king]) = self.board.after(self.turn, *m);
        let own = 2 * self.turn.index();
        let mut key =
            self.key ^ BLACK_TO_MOVE ^ number(own + was_king, m.from) ^ number(own + is_king, m.to);
        for square in each(m.captured) {
            let king = self.board.kings() >> square & 1;
            key ^= number(2 - own + king as usize, square);
        }
        Self {
            board,
            key,
            number: self.number.saturating_add(self.turn.index() as u32),
            quiet: if was_king != 0 && m.captured == 0 {
                self.quiet.saturating_add(1)
            } else {
                0
            },
            turn: self.turn.other(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !moves::any(&self.board, self.turn) {
            Some(Outcome::win(self.turn.other(), Reason::NoMoves))
        } else if self.draw_by_counter() {
            Some(Outcome::draw(Reason::QuietMoves))
        } else {
            None
        }
    }

    #[inline]
    fn counter(&self) -> u16 {
        self.quiet
    }

    fn mirrored(&self) -> Self {
        let board = self.board.mirrored();
        Self::new(board, self.turn.other(), self.quiet, self.number)
    }

    fn pieces(&self) -> u32 {
        let sides = Side::ALL.map(|side| self.board.pieces(side).count_ones());
        sides[0] + sides[1]
    }

    #[inline]
    fn count(&self, (): ()) -> u64 {
        moves::count(&self.board, self.turn)
    }
}

impl Tactics for Dameo {
    const BUTTERFLY_SIZE: usize = 64 * 64;

    #[inline]
    fn capturing(&self) -> bool {
        moves::can_capture(&self.board, self.turn)
    }

    #[inline]
    fn threatened(&self) -> bool {
        moves::can_capture(&self.board, self.turn.other())
    }

    #[inline]
    fn captured(m: &Move) -> u32 {
        m.captured.count_ones()
    }

    #[inline]
    fn butterfly_index(m: &Move) -> usize {
        usize::from(m.from) * 64 + usize::from(m.to)
    }
}
