//! Late move reductions (LMR): a table of the base reduction by depth and move number.
//! Not here: which moves are reduced, and the corrections for PV nodes and `improving` (`node`).

/// Depths and move numbers that the table tells apart.
const SIZE: usize = 64;

/// A ply, in the parts in which reductions are counted.
pub const PLY: i32 = 256;

/// `1/2 + ln(depth) ln(number) / 2.25` plies, in parts; the logarithms in 256ths as well, so that
/// every processor comes to the same numbers.
static PARTS: [[i16; SIZE]; SIZE] = table();

/// By how many parts of a ply to reduce the move with this number (from 0) in the order at
/// `depth`.
#[inline]
pub fn parts(depth: i32, number: usize) -> i32 {
    let depth = depth.clamp(0, SIZE as i32 - 1) as usize;
    PARTS[depth][number.min(SIZE - 1)].into()
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

/// The binary logarithm in 256ths, rounded down: the fraction's bits by repeated squaring.
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
    fn logarithms_are_those_of_the_books() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(8), 3 * 256);
        assert_eq!(log2(3), 405);
        assert_eq!(log2(10), 850);
    }

    #[test]
    fn later_and_deeper_means_more() {
        assert_eq!(parts(1, 60) / PLY, 0);
        assert_eq!(parts(20, 0) / PLY, 0);
        assert_eq!(parts(6, 20) / PLY, 2);
        assert_eq!(parts(1000, 1000), parts(63, 63));
        for depth in 1..SIZE as i32 - 1 {
            for number in 0..SIZE - 1 {
                assert!(parts(depth, number) <= parts(depth + 1, number));
                assert!(parts(depth, number) <= parts(depth, number + 1));
            }
        }
    }
}
