//! Late move reductions (LMR): a table of the base reduction by depth and move number.
//! Not here: which moves are reduced, and the corrections for PV nodes and `improving` (`node`).

/// The number of depths and move numbers in the table; greater ones use the last.
const SIZE: usize = 64;

/// One ply in the units of reductions.
pub const PLY: i32 = 256;

/// `1/2 + ln(depth) ln(number) / 2.25` plies, in 256ths. Integer logarithms give the same numbers
/// on every processor.
static REDUCTIONS: [[i16; SIZE]; SIZE] = table();

/// The reduction of the move with this number in the move order (from 0) at `depth`, in 256ths of
/// a ply.
#[inline]
pub fn reduction(depth: i32, number: usize) -> i32 {
    let depth = depth.clamp(0, SIZE as i32 - 1) as usize;
    REDUCTIONS[depth][number.min(SIZE - 1)].into()
}

const fn table() -> [[i16; SIZE]; SIZE] {
    let mut table = [[0; SIZE]; SIZE];
    let mut depth = 1;
    while depth < SIZE {
        let mut number = 1;
        while number < SIZE {
            // ln a ln b / 2.25 = log2 a log2 b (ln 2)^2 / 2.25, and (ln 2)^2 / 2.25 = 54.7 / 256.
            let product = log2(depth as u64) * log2(number as u64 + 1) / 256;
            table[depth][number] = (product * 55 / 256 + 128) as i16;
            number += 1;
        }
        depth += 1;
    }
    table
}

/// The binary logarithm in 256ths, rounded down. Repeated squaring gives the bits of the fraction.
const fn log2(n: u64) -> u64 {
    let whole = n.ilog2();
    // The mantissa, 1 <= m < 2, in units of 2^-32.
    let mut mantissa = (n << 32) >> whole;
    let mut log = whole as u64;
    let mut bit = 0;
    while bit < 8 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        log *= 2;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            log += 1;
        }
        bit += 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(8), 3 * 256);
        assert_eq!(log2(3), 405);
        assert_eq!(log2(10), 850);
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        assert_eq!(reduction(1, 60) / PLY, 0);
        assert_eq!(reduction(20, 0) / PLY, 0);
        assert_eq!(reduction(6, 20) / PLY, 2);
        assert_eq!(reduction(1000, 1000), reduction(63, 63));
        for depth in 1..SIZE as i32 - 1 {
            for number in 0..SIZE - 1 {
                assert!(reduction(depth, number) <= reduction(depth + 1, number));
                assert!(reduction(depth, number) <= reduction(depth, number + 1));
            }
        }
    }
}
