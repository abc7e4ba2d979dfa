//! The random numbers behind a position's key.
//! Not here: what a position consists of.

use super::board::{Checker, HEIGHT, POINTS};
use crate::rules::Side;

/// Entered when the second side is to move.
pub(super) const SECOND_TO_MOVE: u64 = mixed(1);

/// One number for each place, depth from the bottom, and checker.
static STANDING: [[[u64; 16]; HEIGHT]; POINTS] = {
    let mut table = [[[0; 16]; HEIGHT]; POINTS];
    let mut at = 0;
    while at < POINTS * HEIGHT * 16 {
        table[at / (HEIGHT * 16)][at / 16 % HEIGHT][at % 16] = mixed(1_000 + at as u64);
        at += 1;
    }
    table
};

/// One number for each checker on a bar, and how many others of its kind wait there.
static WAITING: [[u64; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut at = 0;
    while at < 256 {
        table[at / 16][at % 16] = mixed(10_000 + at as u64);
        at += 1;
    }
    table
};

/// What a checker at a place (see [`place`](super::board::place)) enters, with `depth` checkers
/// below it.
pub(super) fn standing(place: usize, depth: usize, checker: Checker) -> u64 {
    STANDING[place][depth][checker.index()]
}

/// What a checker enters that joins `beside` others of its kind on the bar.
pub(super) fn waiting(checker: Checker, beside: u32) -> u64 {
    WAITING[checker.index()][(beside & 15) as usize]
}

/// What the side to move enters.
pub(super) const fn turn(side: Side) -> u64 {
    match side {
        Side::First => 0,
        Side::Second => SECOND_TO_MOVE,
    }
}

/// The `n`-th number of SplitMix64 (Steele, Lea, Flood 2014) started from 0.
const fn mixed(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
