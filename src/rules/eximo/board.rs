//! The men of both sides as bits, and the geometry of moving, seen by the side that moves.
//! Not here: whose turn it is, keys, lists of moves.

use super::Move;
use crate::rules::Side;
use crate::rules::squares::{Square, bit};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
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

/// A way of moving, in a board on which the mover walks up.
#[derive(Clone, Copy, Debug)]
pub struct Direction {
    /// What a step adds to a square's number, modulo 64.
    pub turn: u32,
    /// The squares that have a neighbour this way.
    from: u64,
}

impl Direction {
    const UP_LEFT: Direction = Direction::new(7, FILE_A | RANK_8);
    const UP: Direction = Direction::new(8, RANK_8);
    const UP_RIGHT: Direction = Direction::new(9, FILE_H | RANK_8);
    const LEFT: Direction = Direction::new(63, FILE_A);
    const RIGHT: Direction = Direction::new(1, FILE_H);

    /// The ways in which men step and jump, from left to right.
    pub const FORWARD: [Direction; 3] = [Self::UP_LEFT, Self::UP, Self::UP_RIGHT];

    /// The ways in which men capture.
    pub const CAPTURING: [Direction; 5] = [
        Self::LEFT,
        Self::UP_LEFT,
        Self::UP,
        Self::UP_RIGHT,
        Self::RIGHT,
    ];

    const fn new(turn: u32, edge: u64) -> Self {
        Self { turn, from: !edge }
    }

    /// The squares one step this way from those of `set`; what would leave the board is lost.
    #[must_use]
    pub const fn step(self, set: u64) -> u64 {
        (set & self.from).rotate_left(self.turn)
    }

    /// The squares from which one step this way leads into `set`.
    #[must_use]
    pub const fn back(self, set: u64) -> u64 {
        set.rotate_right(self.turn) & self.from
    }
}

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
        for way in Direction::CAPTURING {
            set |= way.back(self.enemy & way.back(empty));
        }
        set & self.own
    }

    /// For each way of [`Direction::FORWARD`], the squares from which an own man would jump over
    /// another one.
    #[must_use]
    pub fn springs(self) -> [u64; 3] {
        let empty = self.empty();
        Direction::FORWARD.map(|way| way.back(self.own & way.back(empty)))
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn mobile(self) -> bool {
        let empty = self.empty();
        let steps = Direction::FORWARD.map(|way| way.back(empty));
        let ways = steps.into_iter().chain(self.springs());
        ways.fold(0, |set, way| set | way) & self.own != 0 || self.hunters() != 0
    }

    /// Where a drop may go once the man on `from` has left and those on `captured` are gone.
    #[must_use]
    pub const fn room(self, from: Square, captured: u64) -> u64 {
        ZONE & !((self.own & !bit(from)) | (self.enemy & !captured))
    }
}
