//! Moving whole sets of squares along the eight directions at once.
//! Not here: pieces, and which direction is forward for whom.
//!
//! A direction is the difference between two neighbouring squares: 8 up, -8 down, 1 to the right
//! (towards the h-file), -1 to the left, and 9, 7, -7, -9 for the diagonals. Callers pass it as
//! a literal: everything here is inlined and folds to a few instructions.

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The squares that a step in direction `by` can arrive on without leaving the board sideways.
#[inline(always)]
const fn arrivals(by: i8) -> u64 {
    match by {
        1 | 9 | -7 => !FILE_A,
        -1 | -9 | 7 => !FILE_H,
        _ => !0,
    }
}

#[inline(always)]
const fn slide(set: u64, by: i8) -> u64 {
    if by > 0 { set << by } else { set >> -by }
}

/// The set moved one step in direction `by`; squares that would leave the board are lost.
#[inline(always)]
#[must_use]
pub const fn shift(set: u64, by: i8) -> u64 {
    slide(set, by) & arrivals(by)
}

/// The set itself, and every square that is reached from it in direction `by` through an unbroken
/// run of squares of `through`. Three doublings cover the longest run of seven.
#[inline(always)]
#[must_use]
pub const fn spread(set: u64, through: u64, by: i8) -> u64 {
    let mut found = set;
    let mut run = through & arrivals(by);
    found |= run & slide(found, by);
    run &= slide(run, by);
    found |= run & slide(found, 2 * by);
    run &= slide(run, 2 * by);
    found | run & slide(found, 4 * by)
}

/// The squares that are reached from `set` in any of the eight directions through unbroken runs
/// of squares of `through`, without the set itself.
#[inline(always)]
#[must_use]
pub const fn star(set: u64, through: u64) -> u64 {
    let straight = spread(set, through, 8)
        | spread(set, through, -8)
        | spread(set, through, 1)
        | spread(set, through, -1);
    let diagonal = spread(set, through, 9)
        | spread(set, through, -9)
        | spread(set, through, 7)
        | spread(set, through, -7);
    (straight | diagonal) ^ set
}

/// The mirror image that exchanges the two sides: rank 1 becomes rank 8, files stay.
#[inline(always)]
#[must_use]
pub const fn turned(set: u64) -> u64 {
    set.swap_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::squares::{bit, each};

    const DIRECTIONS: [i8; 8] = [8, -8, 1, -1, 9, 7, -7, -9];

    /// One step by file and rank, the slow and plain way.
    fn step(square: u8, by: i8) -> Option<u8> {
        let (dx, dy) = match by {
            8 => (0, 1),
            -8 => (0, -1),
            1 => (1, 0),
            -1 => (-1, 0),
            9 => (1, 1),
            7 => (-1, 1),
            -7 => (1, -1),
            _ => (-1, -1),
        };
        let (x, y) = (square as i8 % 8 + dx, square as i8 / 8 + dy);
        ((0..8).contains(&x) && (0..8).contains(&y)).then_some((8 * y + x) as u8)
    }

    #[test]
    fn a_step_never_wraps_round_the_board() {
        for by in DIRECTIONS {
            for square in 0..64 {
                let expected = step(square, by).map_or(0, bit);
                assert_eq!(shift(bit(square), by), expected, "{square} by {by}");
            }
        }
    }

    #[test]
    fn spreading_follows_unbroken_runs_to_their_ends() {
        // Arbitrary sets, dense and sparse, from a multiplicative sequence.
        let mut noise = 1_u64;
        for _ in 0..200 {
            noise = noise
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            for through in [noise, noise | noise.rotate_left(17), !0, 0] {
                for by in DIRECTIONS {
                    let set = noise.rotate_left(31) & noise.rotate_left(7);
                    let mut expected = set;
                    for mut square in each(set) {
                        while let Some(next) = step(square, by).filter(|&n| through & bit(n) != 0) {
                            expected |= bit(next);
                            square = next;
                        }
                    }
                    assert_eq!(spread(set, through, by), expected, "by {by}");
                }
            }
        }
    }

    #[test]
    fn turning_exchanges_the_ranks() {
        assert_eq!(turned(bit(2)), bit(58));
        assert_eq!(turned(turned(0x1234_5678)), 0x1234_5678);
    }
}
