//! The bare board of Dameo: three sets of squares, and what a move does to them.
//! Not here: whose turn it is, keys and counters (`mod`), and which moves are legal (`moves`).

use crate::rules::Side;
use crate::rules::squares::{Square, bit, turned};

/// White's letters first, then Black's; men before kings. The order of [`Board::sets`].
pub(super) const LETTERS: [char; 4] = ['M', 'K', 'm', 'k'];

/// The most pieces a side can have: as many as it begins with.
pub(super) const MOST_PIECES: u32 = 18;

/// One whole turn. Two moves are the same if origin, destination and captured set agree; the way
/// taken between them does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The squares of the captured pieces, empty for a quiet move.
    pub(super) captured: u64,
    pub(super) from: Square,
    pub(super) to: Square,
}

impl Move {
    /// The square that the piece leaves.
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square that the piece ends on; the origin itself after a round trip.
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The squares of the captured pieces, as a set; empty for a quiet move.
    #[must_use]
    pub const fn captured(self) -> u64 {
        self.captured
    }
}

/// Where the pieces stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// All pieces of each side, White (who begins) first.
    sides: [u64; 2],
    /// The kings of both.
    kings: u64,
}

impl Board {
    pub(super) const START: Self = Self {
        sides: [0x003C_7EFF, 0xFF7E_3C00_0000_0000],
        kings: 0,
    };

    /// A board from White's men and kings and Black's, as [`LETTERS`] orders them.
    pub(super) const fn new([white, white_kings, black, black_kings]: [u64; 4]) -> Self {
        Self {
            sides: [white | white_kings, black | black_kings],
            kings: white_kings | black_kings,
        }
    }

    /// The inverse of [`new`](Self::new).
    pub(super) const fn sets(&self) -> [u64; 4] {
        let [white, black] = self.sides;
        let kings = self.kings;
        [white & !kings, white & kings, black & !kings, black & kings]
    }

    #[inline(always)]
    pub(super) const fn pieces(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    #[inline(always)]
    pub(super) const fn kings(&self) -> u64 {
        self.kings
    }

    #[inline(always)]
    pub(super) const fn empty(&self) -> u64 {
        !(self.sides[0] | self.sides[1])
    }

    /// The board after a legal move of `side`, and whether the piece was a king before and is one
    /// now (1 or 0): it is if it was one, or if it ends its move on the far rank. Without
    /// branches.
    #[inline(always)]
    pub(super) const fn after(&self, side: Side, m: Move) -> (Self, [usize; 2]) {
        let (from, to) = (bit(m.from), bit(m.to));
        let was_king = self.kings >> m.from & 1;
        let is_king = was_king | (to & far_rank(side) != 0) as u64;
        let own = self.sides[side.index()] & !from | to;
        let other = self.sides[side.other().index()] & !m.captured;
        let board = Self {
            sides: match side {
                Side::First => [own, other],
                Side::Second => [other, own],
            },
            kings: self.kings & !(from | m.captured) | is_king << m.to,
        };
        (board, [was_king as usize, is_king as usize])
    }

    /// Colours exchanged and the board turned, so that each side moves the other way.
    pub(super) const fn mirrored(&self) -> Self {
        Self {
            sides: [turned(self.sides[1]), turned(self.sides[0])],
            kings: turned(self.kings),
        }
    }
}

/// The rank on which a man of `side` becomes a king.
#[inline(always)]
pub(super) const fn far_rank(side: Side) -> u64 {
    match side {
        Side::First => 0xFF << 56,
        Side::Second => 0xFF,
    }
}
