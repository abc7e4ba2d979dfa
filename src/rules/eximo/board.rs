//! The men of both sides as bits, and the geometry of moving, seen by the side that moves.
//! Not here: whose turn it is, keys, lists of moves.

use super::Move;
use crate::rules::Side;
use crate::rules::squares::{Square, bit, shift};

const RANK_8: u64 = 0xFF << 56;

/// Squares b1-g1 and b2-g2: where the side that moves up drops new men.
const ZONE: u64 = 0x7E7E;

/// The far rank, where men of `side` are exchanged for drops: rank 8 for Black, who moves up,
/// rank 1 for White.
#[must_use]
pub const fn goal(side: Side) -> u64 {
    turned(RANK_8, side)
}

/// The squares on which `side` may drop men.
#[must_use]
pub const fn zone(side: Side) -> u64 {
    turned(ZONE, side)
}

/// A set of squares with its ranks in the order in which `side` walks them. Its own inverse.
pub(super) const fn turned(set: u64, side: Side) -> u64 {
    match side {
        Side::First => set,
        Side::Second => set.swap_bytes(),
    }
}

/// The men of both sides, at [`Side::index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Sets of squares; they do not overlap, and no man stands on the far rank of its side.
    pub men: [u64; 2],
}

impl Board {
    /// The position in which a game begins: 16 men a side.
    pub const START: Board = Board {
        men: [0x0066_7E7E, 0x7E7E_6600_0000_0000],
    };

    /// The men of one side.
    #[must_use]
    pub const fn of(&self, side: Side) -> u64 {
        self.men[side.index()]
    }

    /// The board as `side` sees it when it moves.
    #[must_use]
    pub const fn seen_by(&self, side: Side) -> View {
        View {
            own: turned(self.of(side), side),
            enemy: turned(self.of(side.other()), side),
        }
    }

    /// Plays a legal move of `side`.
    pub fn apply(&mut self, side: Side, m: &Move) {
        let [own, enemy] = [side.index(), side.other().index()];
        self.men[own] ^= bit(m.from()) ^ m.placed(side);
        self.men[enemy] ^= m.captured();
    }

    /// The board with colours and ranks exchanged.
    #[must_use]
    pub const fn mirrored(&self) -> Board {
        Board {
            men: [self.men[1].swap_bytes(), self.men[0].swap_bytes()],
        }
    }
}

/// The directions in which men step and jump where the mover walks up, from left to right; see
/// [`shift`].
pub const FORWARD: [i8; 3] = [7, 8, 9];

/// The directions in which men capture.
pub const CAPTURING: [i8; 5] = [-1, 7, 8, 9, 1];

/// A board turned so that the side to move walks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The mover's men.
    pub own: u64,
    /// The opponent's men.
    pub enemy: u64,
}

impl View {
    /// The far rank in a view.
    pub const GOAL: u64 = RANK_8;

    /// The drop zone in a view.
    pub const ZONE: u64 = ZONE;

    /// The empty squares.
    #[must_use]
    pub const fn empty(self) -> u64 {
        !(self.own | self.enemy)
    }

    /// Own men that can capture.
    #[must_use]
    pub fn hunters(self) -> u64 {
        let empty = self.empty();
        let mut set = 0;
        for way in CAPTURING {
            set |= shift(self.enemy & shift(empty, -way), -way);
        }
        set & self.own
    }

    /// For each way of [`FORWARD`], the squares from which an own man would jump over
    /// another one.
    #[must_use]
    pub fn springs(self) -> [u64; 3] {
        let empty = self.empty();
        FORWARD.map(|way| shift(self.own & shift(empty, -way), -way))
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn mobile(self) -> bool {
        let empty = self.empty();
        let steps = FORWARD.map(|way| shift(empty, -way));
        let ways = steps.into_iter().chain(self.springs());
        ways.fold(0, |set, way| set | way) & self.own != 0 || self.hunters() != 0
    }

    /// Where a drop may go once the man on `from` has left and those on `captured` are gone.
    #[must_use]
    pub const fn room(self, from: Square, captured: u64) -> u64 {
        ZONE & !((self.own & !bit(from)) | (self.enemy & !captured))
    }
}
