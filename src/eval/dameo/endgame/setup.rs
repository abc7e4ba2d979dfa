//! Tablebase indexing: material signatures, and the index of a position in the table of its material.
//! Not here: the tables.
//!
//! A setup is a position seen by the side to move, which moves up the board, so positions that differ
//! only in colours are one setup. If some kind of piece occurs exactly once, that piece is mirrored
//! to the files a to d, so a setup and its left-right mirror image have the same index.

use crate::rules::dameo::Dameo;
use crate::rules::squares::{each, turned};
use crate::rules::{Rules, Side};
use std::sync::OnceLock;

/// The greatest number of pieces that can be indexed.
pub const MAX_PIECES: u32 = 4;

/// Bitboards of men and kings of the side to move, then of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup(pub [u64; 4]);

impl Setup {
    /// The setup of a position: if Black is to move, with colours swapped and the board flipped.
    #[inline]
    #[must_use]
    pub fn of(position: &Dameo) -> Self {
        let [own, other] = [position.turn(), position.turn().other()];
        let seen = Self([
            position.men(own),
            position.kings(own),
            position.men(other),
            position.kings(other),
        ]);
        match own {
            Side::First => seen,
            Side::Second => Self(seen.0.map(turned)),
        }
    }

    /// The position of this setup with White to move and a draw counter of 0.
    #[must_use]
    pub fn position(self) -> Dameo {
        Dameo::with_pieces(self.0, Side::First)
    }

    /// The same pieces with the other side to move.
    #[inline]
    #[must_use]
    pub fn swapped(self) -> Self {
        let [men, kings, other_men, other_kings] = self.0.map(turned);
        Self([other_men, other_kings, men, kings])
    }

    /// The material signature.
    #[inline]
    #[must_use]
    pub fn material(self) -> Material {
        Material(self.0.map(|set| set.count_ones() as u8))
    }

    /// The occupied squares.
    #[inline]
    #[must_use]
    pub fn pieces(self) -> u64 {
        self.0.iter().fold(0, |all, set| all | set)
    }

    /// The left-right mirror image.
    #[inline]
    fn mirrored(self) -> Self {
        Self(self.0.map(|set| set.reverse_bits().swap_bytes()))
    }
}

/// A material signature: the number of pieces of each kind, in the order of [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material(pub [u8; 4]);

impl Material {
    /// Every material of `pieces` pieces with at least one on each side. Those with fewer men come
    /// first, so that promotions lead to earlier ones.
    #[must_use]
    pub fn all(pieces: u32) -> Vec<Self> {
        let upto = 0..=pieces as u8;
        let mut all = Vec::new();
        for men in upto.clone() {
            for kings in upto.clone() {
                for other_men in upto.clone() {
                    for other_kings in upto.clone() {
                        all.push(Self([men, kings, other_men, other_kings]));
                    }
                }
            }
        }
        let sides = |counts: [u8; 4]| [counts[0] + counts[1], counts[2] + counts[3]];
        all.retain(|m| m.pieces() == pieces && sides(m.0).into_iter().all(|side| side > 0));
        all.sort_by_key(|m| (m.men(), m.0));
        all
    }

    /// The number of pieces.
    #[must_use]
    pub fn pieces(self) -> u32 {
        self.0.into_iter().map(u32::from).sum()
    }

    /// The number of men of both sides.
    #[must_use]
    pub fn men(self) -> u32 {
        u32::from(self.0[0]) + u32::from(self.0[2])
    }

    /// The same with the other side to move.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        let [men, kings, other_men, other_kings] = self.0;
        Self([other_men, other_kings, men, kings])
    }

    /// The number of indices. Some of them have no setup, since two pieces would share a square.
    #[must_use]
    pub fn size(self) -> usize {
        (0..4).map(|kind| self.radix(kind)).product()
    }

    /// The kind of piece that is mirrored to the left half of the board.
    #[inline]
    fn lead(self) -> Option<usize> {
        // Kings before men, because that compresses better.
        [1, 3, 0, 2].into_iter().find(|&kind| self.0[kind] == 1)
    }

    /// The number of ways to place the pieces of a kind.
    #[inline]
    fn radix(self, kind: usize) -> usize {
        let squares = squares(kind);
        let ways = CHOOSE[usize::from(self.0[kind])][squares];
        if self.lead() == Some(kind) {
            ways / 2
        } else {
            ways
        }
    }

    /// The index of a setup, below [`size`](Self::size). The setup must have this material.
    #[inline]
    #[must_use]
    pub fn index(self, setup: Setup) -> usize {
        let lead = self.lead();
        let setup = match lead {
            Some(kind) if setup.0[kind] & LEFT == 0 => setup.mirrored(),
            _ => setup,
        };
        let mut index = 0;
        for kind in 0..4 {
            if self.0[kind] == 0 {
                continue;
            }
            let set = setup.0[kind] >> lowest(kind);
            let rank = if lead == Some(kind) {
                let square = set.trailing_zeros() as usize;
                square / 8 * 4 + square % 4
            } else {
                each(set)
                    .zip(1..)
                    .map(|(square, nth)| CHOOSE[nth][usize::from(square)])
                    .sum()
            };
            index = index * self.radix(kind) + rank;
        }
        index
    }

    /// The setup of an index below [`size`](Self::size); `None` if two pieces would share a square.
    #[must_use]
    pub fn setup(self, mut index: usize) -> Option<Setup> {
        let lead = self.lead();
        let mut sets = [0; 4];
        let mut occupied = 0;
        for kind in (0..4).rev() {
            if self.0[kind] == 0 {
                continue;
            }
            let radix = self.radix(kind);
            let rank = index % radix;
            index /= radix;
            let set = if lead == Some(kind) {
                1 << (rank / 4 * 8 + rank % 4)
            } else {
                placements(self.0[kind], squares(kind))[rank]
            };
            sets[kind] = set << lowest(kind);
            if occupied & sets[kind] != 0 {
                return None;
            }
            occupied |= sets[kind];
        }
        Some(Setup(sets))
    }

    /// How many positions an index of this material stands for: 2 with the mirror image, else 1.
    #[must_use]
    pub fn symmetries(self) -> u64 {
        if self.lead().is_some() { 2 } else { 1 }
    }
}

/// Files a to d.
const LEFT: u64 = 0x0F0F_0F0F_0F0F_0F0F;

/// `CHOOSE[k][n]`: binomial coefficients, for up to four pieces.
const CHOOSE: [[usize; 65]; 5] = {
    let mut table = [[0; 65]; 5];
    let mut n = 0;
    while n <= 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 5 && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of squares on which a kind of piece can stand: men never stand on their promotion rank.
#[inline]
fn squares(kind: usize) -> usize {
    if kind.is_multiple_of(2) { 56 } else { 64 }
}

/// The lowest of these squares: the first rank is the promotion rank of the other side's men.
#[inline]
const fn lowest(kind: usize) -> u32 {
    if kind == 2 { 8 } else { 0 }
}

/// All sets of `pieces` of the lowest `squares` squares, in the order of their index (the
/// combinatorial number system), which is that of the bitboards as numbers.
fn placements(pieces: u8, squares: usize) -> &'static [u64] {
    static TABLES: [[OnceLock<Vec<u64>>; 2]; 5] = [const { [const { OnceLock::new() }; 2] }; 5];
    let table = &TABLES[usize::from(pieces)][usize::from(squares == 64)];
    table.get_or_init(|| {
        let beyond = (squares < 64).then(|| 1_u64 << squares);
        let mut sets = Vec::with_capacity(CHOOSE[usize::from(pieces)][squares]);
        let mut set = (1_u64 << pieces) - 1;
        while set != 0 && beyond.is_none_or(|beyond| set < beyond) {
            sets.push(set);
            // Gosper's hack: the next greater number with as many bits.
            let lowest = set & set.wrapping_neg();
            let Some(ripple) = set.checked_add(lowest) else {
                break;
            };
            set = ripple | (((set ^ ripple) >> 2) / lowest);
        }
        sets
    })
}
