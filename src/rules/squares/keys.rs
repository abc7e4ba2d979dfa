//! Random numbers for incremental keys, fixed so that keys are the same everywhere.
//! Not here: which piece has which number.

/// `N` numbers, one for each piece on each square, and one more, drawn from `seed` by the
/// SplitMix64 generator (Steele, Lea and Flood, 2014). The key of a position is the exclusive or
/// of the numbers of all its pieces (Zobrist, 1970), and of the single one for one of the sides.
#[must_use]
pub const fn random_keys<const N: usize>(seed: u64) -> ([u64; N], u64) {
    let mut state = seed;
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        state = state.wrapping_add(GAMMA);
        numbers[index] = mixed(state);
        index += 1;
    }
    (numbers, mixed(state.wrapping_add(GAMMA)))
}

/// The generator's step: 2^64 divided by the golden ratio.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

const fn mixed(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // First outputs for seed 1234567, as printed by the reference program.
        let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!(random_keys::<2>(1_234_567).0, first);
    }

    #[test]
    fn no_number_is_drawn_twice() {
        let (numbers, single) = random_keys::<256>(7);
        let mut all = numbers.to_vec();
        all.push(single);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 257);
    }
}
