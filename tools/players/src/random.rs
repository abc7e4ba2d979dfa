//! Pseudo-random numbers: a stream from a seed, and hashes for random orders.
//! Not here: dice.

/// A stream of numbers: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// A bijective hash of a number with a salt: over all salts, each of several numbers is equally likely
/// to get the greatest hash.
#[inline(always)]
pub const fn mixed(number: u32, salt: u32) -> u32 {
    let product = (number ^ salt).wrapping_mul(0x7FEB_352D);
    (product ^ (product >> 15)).wrapping_mul(0x846C_A68B)
}

/// Draws one of several items, identified by different numbers, and returns its index. The order of
/// the items does not matter. `None` if there are none.
#[inline(always)]
pub fn drawn(numbers: impl Iterator<Item = u32>, salt: u32) -> Option<usize> {
    // Hash and index in one number, so that the comparison is branchless.
    let ranked = (0_u64..)
        .zip(numbers)
        .map(|(place, number)| u64::from(mixed(number, salt)) << 32 | place);
    ranked.max().map(|best| (best & 0xFFFF_FFFF) as usize)
}

/// A hash of a text after a seed: FNV-1a (Fowler, Noll and Vo), then mixed once more.
pub fn hash(seed: u64, text: &str) -> u64 {
    let bytes = text
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325 ^ seed, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
    Random::new(bytes).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_and_hashes_are_what_they_always_were() {
        // The first numbers of the published generator for the seed 0.
        let mut random = Random::new(0);
        assert_eq!(random.next(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(random.next(), 0x6E78_9E6A_A1B9_65F4);
        assert_ne!(hash(1, "c3c4"), hash(2, "c3c4"));
    }

    #[test]
    fn each_is_drawn_as_often_as_any_other_and_whatever_the_order() {
        // Squares as moves have them: neighbours, multiples, and one far away.
        let numbers: Vec<u32> = (8..40)
            .map(|from| from << 6 | (from + 8))
            .chain([0x8000_0000])
            .collect();
        let backward: Vec<u32> = numbers.iter().rev().copied().collect();
        let mut counts = vec![0_i64; numbers.len()];
        let mut random = Random::new(5);
        let draws = 330_000;
        for _ in 0..draws {
            let salt = random.next() as u32;
            let place = drawn(numbers.iter().copied(), salt).unwrap_or(0);
            let other = drawn(backward.iter().copied(), salt).unwrap_or(0);
            assert_eq!(numbers[place], backward[other]);
            counts[place] += 1;
        }
        let mean = draws / numbers.len() as i64;
        let squares: i64 = counts.iter().map(|count| (count - mean).pow(2)).sum();
        // Chi squared of 32 degrees of freedom: above 70 once in ten thousand.
        assert!(squares / mean < 70, "{counts:?}");
        assert_eq!(drawn(std::iter::empty(), 1), None);
    }
}
