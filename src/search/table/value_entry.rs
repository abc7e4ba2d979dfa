//! Table entries for values with several components (outcome probabilities), where a score is not
//! enough.
//! Not here: which positions are stored (the kernels).
//!
//! Two such entries fill a bucket. The second and the last word of each bear a stamp, as narrow
//! entries do; the depth is in the third. The first of an entry's four words is the key xored with the
//! other three, so that mixed words of several writers match no key.

use super::{Table, load};
use crate::eval::{PACKED_BITS, Value};
use std::sync::atomic::Ordering;

/// Words of an entry.
const WORDS: usize = 4;

/// How many bits of a value each word but the first holds, and the mask of these bits.
const PAYLOAD_BITS: u32 = PACKED_BITS / (WORDS as u32 - 1);
const PAYLOAD: u64 = (1 << PAYLOAD_BITS) - 1;

// Stamps and depths stand above.
const _: () = assert!(PAYLOAD_BITS <= 40 && PAYLOAD_BITS * (WORDS as u32 - 1) == PACKED_BITS);

/// Where the depth stands in its word.
const DEPTH: u32 = 48;

fn depth_of(word: u64) -> u8 {
    (word >> DEPTH) as u8
}

/// A value's bits, spread over the words.
fn spread(packed: u128) -> [u64; WORDS - 1] {
    [0, 1, 2].map(|word| (packed >> (word * PAYLOAD_BITS)) as u64 & PAYLOAD)
}

/// The bits that [`spread`] made these of, whatever else the words hold.
fn gathered(words: [u64; WORDS - 1]) -> u128 {
    let [a, b, c] = words.map(|word| u128::from(word & PAYLOAD));
    a | b << PAYLOAD_BITS | c << (2 * PAYLOAD_BITS)
}

impl Table {
    /// The judgement noted under this key.
    #[inline]
    pub fn recall<V: Value>(&self, key: u64) -> Option<V> {
        let stamp = self.stamp();
        self.bucket(key).chunks_exact(WORDS).find_map(|entry| {
            let [check, a, b, c] = [0, 1, 2, 3].map(|at| load(&entry[at]));
            let found = stamp.is_current(a) && check ^ a ^ b ^ c == key;
            found.then(|| V::unpack(gathered([a, b, c])))
        })
    }

    /// Notes a judgement that took `depth` turns of search. Makes room by giving up the entry of
    /// an older search, or else the shallower one.
    pub fn note<V: Value>(&self, key: u64, value: V, depth: u8) {
        let stamp = self.stamp();
        let bucket = self.bucket(key);
        let worth = |entry: usize| {
            let [data, next] = [1, 2].map(|word| load(&bucket[entry * WORDS + word]));
            if stamp.is_current(data) {
                i64::from(depth_of(next)) - 8 * stamp.searches_since(data) as i64
            } else {
                i64::MIN
            }
        };
        let place = if worth(1) < worth(0) { WORDS } else { 0 };
        let [a, b, c] = spread(value.pack());
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
    fn what_is_noted_is_recalled() {
        let table = Table::smallest();
        let some = OutcomeProbabilities::new(512_345, [150_149, 10_150], [101_950, 6_149]);
        assert_eq!(table.recall::<OutcomeProbabilities>(0), None);
        for (key, value) in [(0, some), (u64::MAX, some.opposite()), (7, some)] {
            table.note(key, value, 2);
            assert_eq!(table.recall(key), Some(value));
        }
        table.note(9, -31_999, 2);
        assert_eq!(table.recall(9), Some(-31_999));
        assert_eq!(table.hashfull(), 1000);
    }

    #[test]
    fn the_shallower_goes_first_and_the_old_before_it() {
        let table = Table::smallest();
        table.note(1, 10, 3);
        table.note(2, 20, 2);
        table.note(3, 30, 1);
        assert_eq!((table.recall(1), table.recall::<i32>(2)), (Some(10), None));
        table.grow_older();
        table.note(4, 40, 1);
        table.note(5, 50, 1);
        assert_eq!(table.recall::<i32>(1), None);
    }

    #[test]
    fn mixed_up_words_answer_to_no_key() {
        let table = Table::smallest();
        table.note(9, 100, 1);
        let word = &table.bucket(9)[1];
        word.store(load(word) ^ 1, Ordering::Relaxed);
        assert_eq!(table.recall::<i32>(9), None);
    }
}
