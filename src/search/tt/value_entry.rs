//! Transposition table entries for expectimax: outcome probabilities instead of a score.
//! Not here: which positions are stored (the kernels).
//!
//! Two such entries fill a bucket. An entry has four words. The first is the key xored with the
//! other three, so that mixed words of several writers match no key. The second and the fourth
//! contain the stamp, the third the depth.

use super::{TranspositionTable, load};
use crate::eval::{PACKED_BITS, Value};
use std::sync::atomic::Ordering;

/// Words of an entry.
const WORDS: usize = 4;

/// How many bits of a value each word after the first holds, and their mask.
const PAYLOAD_BITS: u32 = PACKED_BITS / (WORDS as u32 - 1);
const PAYLOAD: u64 = (1 << PAYLOAD_BITS) - 1;

// Stamps and depths use the bits above.
const _: () = assert!(PAYLOAD_BITS <= 40 && PAYLOAD_BITS * (WORDS as u32 - 1) == PACKED_BITS);

/// The bit position of the depth in its word.
const DEPTH: u32 = 48;

fn depth_of(word: u64) -> u8 {
    (word >> DEPTH) as u8
}

/// Splits the bits of a value over the words.
fn split_bits(packed: u128) -> [u64; WORDS - 1] {
    [0, 1, 2].map(|word| (packed >> (word * PAYLOAD_BITS)) as u64 & PAYLOAD)
}

/// The inverse of [`split_bits`]; other bits of the words are ignored.
fn join_bits(words: [u64; WORDS - 1]) -> u128 {
    let [a, b, c] = words.map(|word| u128::from(word & PAYLOAD));
    a | b << PAYLOAD_BITS | c << (2 * PAYLOAD_BITS)
}

impl TranspositionTable {
    /// The value stored under this key.
    #[inline]
    pub fn probe_value<V: Value>(&self, key: u64) -> Option<V> {
        let stamp = self.stamp();
        self.bucket(key).chunks_exact(WORDS).find_map(|entry| {
            let [check, a, b, c] = [0, 1, 2, 3].map(|at| load(&entry[at]));
            let found = stamp.is_current(a) && check ^ a ^ b ^ c == key;
            found.then(|| V::unpack(join_bits([a, b, c])))
        })
    }

    /// Stores a value that was searched `depth` turns deep. It replaces the shallower of two
    /// entries, where each search of age counts as 8 turns.
    pub fn store_value<V: Value>(&self, key: u64, value: V, depth: u8) {
        let stamp = self.stamp();
        let bucket = self.bucket(key);
        let replacement_value = |entry: usize| {
            let [data, next] = [1, 2].map(|word| load(&bucket[entry * WORDS + word]));
            if stamp.is_current(data) {
                i64::from(depth_of(next)) - 8 * stamp.searches_since(data) as i64
            } else {
                i64::MIN
            }
        };
        let place = if replacement_value(1) < replacement_value(0) {
            WORDS
        } else {
            0
        };
        let [a, b, c] = split_bits(value.pack());
        let [a, c] = [a, c].map(|word| word | stamp.0);
        let b = b | u64::from(depth) << DEPTH;
        for (word, content) in bucket[place..].iter().zip([key ^ a ^ b ^ c, a, b, c]) {
            word.store(content, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::abak::OutcomeProbabilities;

    #[test]
    fn a_stored_value_is_found() {
        let table = TranspositionTable::smallest();
        let some = OutcomeProbabilities::new(512_345, [150_149, 10_150], [101_950, 6_149]);
        assert_eq!(table.probe_value::<OutcomeProbabilities>(0), None);
        for (key, value) in [(0, some), (u64::MAX, some.opposite()), (7, some)] {
            table.store_value(key, value, 2);
            assert_eq!(table.probe_value(key), Some(value));
        }
        table.store_value(9, -31_999, 2);
        assert_eq!(table.probe_value(9), Some(-31_999));
        assert_eq!(table.hashfull(), 1000);
    }

    #[test]
    fn old_entries_are_replaced_first_then_shallow_ones() {
        let table = TranspositionTable::smallest();
        table.store_value(1, 10, 3);
        table.store_value(2, 20, 2);
        table.store_value(3, 30, 1);
        assert_eq!(
            (table.probe_value(1), table.probe_value::<i32>(2)),
            (Some(10), None)
        );
        table.new_search();
        table.store_value(4, 40, 1);
        table.store_value(5, 50, 1);
        assert_eq!(table.probe_value::<i32>(1), None);
    }

    #[test]
    fn mixed_words_match_no_key() {
        let table = TranspositionTable::smallest();
        table.store_value(9, 100, 1);
        let word = &table.bucket(9)[1];
        word.store(load(word) ^ 1, Ordering::Relaxed);
        assert_eq!(table.probe_value::<i32>(9), None);
    }
}
