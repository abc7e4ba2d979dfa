//! Random numbers for incremental keys, fixed for good so that keys are the same everywhere.
//! Not here: which piece has which row.

/// `N` rows of one number for each square, and one more number, drawn from `seed` by the
/// SplitMix64 generator (Steele, Lea and Flood, 2014). The key of a position is the exclusive or
/// of the numbers of all its pieces (Zobrist, 1970), and of the single one for one of the sides.
#[must_use]
pub const fn random_keys<const N: usize>(seed: u64) -> ([[u64; 64]; N], u64) {
    let mut state = seed;
    let mut rows = [[0; 64]; N];
    let mut row = 0;
    while row < N {
        let mut square = 0;
        while square < 64 {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            rows[row][square] = mixed(state);
            square += 1;
        }
        row += 1;
    }
    (rows, mixed(state.wrapping_add(0x9E37_79B9_7F4A_7C15)))
}

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
        let (rows, _) = random_keys::<1>(1_234_567);
        assert_eq!(rows[0][0], 6_457_827_717_110_365_317);
        assert_eq!(rows[0][1], 3_203_168_211_198_807_973);
    }

    #[test]
    fn no_number_is_drawn_twice() {
        let (rows, single) = random_keys::<4>(7);
        let mut all = rows.concat();
        all.push(single);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4 * 64 + 1);
    }
}
