//! The transposition table: lock-free, with generations, aging and prefetch.
//! Not here: how much memory there is (`memory`), and how entries are used (the kernels).
//!
//! Each entry carries the generation of the table in which it was stored. Clearing the table
//! begins a new generation, and entries of older ones count as empty: no memory is touched.
//!
//! Lock-free: an entry is two atomic words, the first being the key xored with the second. If two
//! threads write at once, the mixed words match no key (the scheme of Robert Hyatt and Timothy
//! Mann). Four entries make a bucket of one cache line.

mod value_entry;

use super::counter::CounterRange;
use super::kernel::Bound;
use super::memory::{self, TableError};
use crate::eval::{MATE_BOUND, Score};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Words of a bucket: a cache line's worth.
const BUCKET: usize = 8;
const BUCKET_BYTES: usize = BUCKET * 8;
const AGES: u8 = 64;
const AGE: u32 = 42;
const GENERATION: u32 = 56;
/// The width of a best move; those farther down the list are not noted.
const MOVE_BITS: u32 = 12;
const NO_MOVE: u16 = (1 << MOVE_BITS) - 1;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score; wins and losses count their distance from this position, not from a root.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How deep the search was, in plies; 0 to 255.
    pub depth: u8,
    /// The best move's place in the list of legal moves. Whoever reads it must check that the
    /// list is that long: a key can belong to two positions.
    pub best: Option<u16>,
    /// The draw counters at which the score holds; the best move is a suggestion at any other.
    pub counters: CounterRange,
}

impl Entry {
    /// The score, `ply` plies below the root, if it settles what a search in this window asks of
    /// a position with this draw counter: an exact one does, a bound if it lies on its side of
    /// the window.
    #[inline]
    #[must_use]
    pub fn decides(
        &self,
        (alpha, beta): (Score, Score),
        ply: usize,
        counter: u16,
    ) -> Option<Score> {
        let score = from_table(self.score, ply);
        let decides = match self.bound {
            _ if !self.counters.contains(counter) => false,
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        decides.then_some(score)
    }
}

/// A table that several threads may read and write at once.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word in use, which begins a huge page, hence a cache line.
    start: usize,
    buckets: usize,
    /// The age and the generation that new entries get, in the places that they have there.
    stamp: AtomicU64,
    /// Whether the system has supplied all pages.
    committed: AtomicBool,
}

impl Table {
    /// A table of one bucket, for searches that use none and for a machine without memory for more.
    #[must_use]
    pub fn smallest() -> Self {
        let words = (0..BUCKET).map(|_| AtomicU64::new(0)).collect();
        Self::over(words, 1)
    }

    /// An empty table of `mib` MiB. Its memory is reserved, not touched: see
    /// [`commit`](Table::commit).
    ///
    /// # Errors
    /// The system would not reserve so much. Whether it is there to be used is not asked here;
    /// `Searcher::prepare` asks that.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        let refused = TableError::Refused { mib };
        let bytes = mib.checked_mul(1 << 20).ok_or(refused)?;
        let buckets = (bytes / BUCKET_BYTES).max(1);
        // More than used: room to begin where a huge page does.
        let spare = memory::HUGE_PAGE / 8;
        let words = (buckets * BUCKET).checked_add(spare).ok_or(refused)?;
        let words = bytemuck::allocation::try_zeroed_slice_box(words).map_err(|()| refused)?;
        let table = Self::over(words, buckets);
        memory::prefer_huge_pages(&table.words[table.start..]);
        Ok(table)
    }

    fn over(words: Box<[AtomicU64]>, buckets: usize) -> Self {
        let spare = words.len() - buckets * BUCKET;
        let start = words.as_ptr().align_offset(memory::HUGE_PAGE).min(spare);
        Self {
            words,
            start,
            buckets,
            stamp: AtomicU64::new(0),
            committed: AtomicBool::new(false),
        }
    }

    /// Has the system supply all pages of the table now. Otherwise it does so page by page while
    /// a search touches them, and clears each first, which can take milliseconds a page.
    pub fn commit(&self) {
        if !self.committed.swap(true, Ordering::Relaxed) {
            memory::commit(self.used());
        }
    }

    /// Empties the table. Its pages stay.
    pub fn clear(&self) {
        let generation = (self.stamp() >> GENERATION) + 1;
        let generation = if generation >> (64 - GENERATION) == 0 {
            generation
        } else {
            // All numbers are in use: once in 256 times the entries themselves have to go.
            memory::zero(self.used());
            0
        };
        self.stamp
            .store(generation << GENERATION, Ordering::Relaxed);
    }

    fn used(&self) -> &[AtomicU64] {
        &self.words[self.start..self.start + self.buckets * BUCKET]
    }

    fn stamp(&self) -> u64 {
        self.stamp.load(Ordering::Relaxed)
    }

    /// What the table occupies, in MiB, rounded down.
    pub fn mib(&self) -> usize {
        (self.buckets * BUCKET_BYTES) >> 20
    }

    /// An estimate of the bytes that the system has supplied, as opposed to reserved.
    pub fn touched(&self) -> u64 {
        if self.committed.load(Ordering::Relaxed) {
            return memory::bytes(self.buckets * BUCKET_BYTES);
        }
        const PAGE: usize = 4096 / BUCKET_BYTES;
        let pages = self.buckets.div_ceil(PAGE);
        let sampled = pages.min(512);
        let touched = (0..sampled)
            .filter(|&sample| {
                let first = sample * (pages / sampled) * PAGE;
                (first..(first + PAGE).min(self.buckets))
                    .any(|bucket| self.bucket_at(bucket).iter().any(|word| load(word) != 0))
            })
            .count();
        memory::bytes(self.buckets * BUCKET_BYTES) / memory::bytes(sampled) * memory::bytes(touched)
    }

    /// A new search begins: what is in the table counts as older than what will come.
    pub fn grow_older(&self) {
        let stamp = self.stamp();
        let age = u64::from((age_of(stamp) + 1) % AGES);
        let generation = stamp >> GENERATION << GENERATION;
        self.stamp.store(generation | age << AGE, Ordering::Relaxed);
    }

    /// Asks the processor for the memory in which the key's entry would be.
    #[inline]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.bucket(key);
            // SAFETY: a prefetch only hints; the address is that of a live slice besides.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let stamp = self.stamp();
        self.bucket(key).chunks_exact(2).find_map(|entry| {
            let data = load(&entry[1]);
            if load(&entry[0]) ^ data == key {
                unpack(data, stamp)
            } else {
                None
            }
        })
    }

    /// Notes what was found out about a position. Makes room by giving up the shallowest entry of
    /// the bucket, old ones first. Without a best move, one noted earlier is kept.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let stamp = self.stamp();
        let bucket = self.bucket(key);
        let mut place = &bucket[..2];
        let mut least = i32::MAX;
        for candidate in bucket.chunks_exact(2) {
            let data = load(&candidate[1]);
            if load(&candidate[0]) ^ data == key
                && let Some(known) = unpack(data, stamp)
            {
                entry.best = entry.best.or(known.best);
                let fresh = age_of(data) == age_of(stamp);
                let counted = known.counters.from > 0 || entry.counters.from > 0;
                let deeper = known.depth > entry.depth + 3;
                if fresh && deeper && entry.bound != Bound::Exact && !counted {
                    return;
                }
                place = candidate;
                break;
            }
            let worth = worth(data, stamp);
            if worth < least {
                least = worth;
                place = candidate;
            }
        }
        let data = pack(&entry, stamp);
        place[0].store(key ^ data, Ordering::Relaxed);
        place[1].store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of the present search, per mille, by a sample.
    pub fn hashfull(&self) -> u32 {
        let stamp = self.stamp();
        let sampled = self.buckets.min(250);
        let (mut used, mut seen) = (0, 0);
        for bucket in 0..sampled {
            for entry in self.bucket_at(bucket).chunks_exact(2) {
                let data = load(&entry[1]);
                let fresh = age_of(data) == age_of(stamp);
                used += u32::from(fresh && unpack(data, stamp).is_some());
                seen += 1;
            }
        }
        used * 1000 / seen
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        self.bucket_at(index as usize)
    }

    #[inline]
    fn bucket_at(&self, index: usize) -> &[AtomicU64] {
        let first = self.start + index * BUCKET;
        &self.words[first..first + BUCKET]
    }
}

/// A score found `ply` plies below the root, as the table keeps it.
#[inline]
#[must_use]
pub fn to_table(score: Score, ply: usize) -> Score {
    if score >= MATE_BOUND {
        score + ply as Score
    } else if score <= -MATE_BOUND {
        score - ply as Score
    } else {
        score
    }
}

/// A score as the table keeps it, seen `ply` plies below the root.
#[inline]
#[must_use]
pub fn from_table(score: Score, ply: usize) -> Score {
    if score >= MATE_BOUND {
        score - ply as Score
    } else if score <= -MATE_BOUND {
        score + ply as Score
    } else {
        score
    }
}

fn load(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

// A data word, from its low end: score 16 bits, best move 12, lowest and highest counter 6 each,
// bound 2, age 6, depth 8, generation 8. A bound of zero marks an empty entry, and so does an old
// generation.

fn pack(entry: &Entry, stamp: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let score = entry.score.clamp(i16::MIN.into(), i16::MAX.into()) as u16;
    let best = entry.best.unwrap_or(NO_MOVE).min(NO_MOVE);
    u64::from(score)
        | u64::from(best) << 16
        | entry.counters.pack() << 28
        | bound << 40
        | u64::from(entry.depth) << 48
        | stamp
}

fn unpack(data: u64, stamp: u64) -> Option<Entry> {
    if !is_current(data, stamp) {
        return None;
    }
    let bound = match bound_bits(data) {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let best = (data >> 16) as u16 & NO_MOVE;
    Some(Entry {
        score: Score::from(data as u16 as i16),
        bound,
        depth: depth_of(data),
        best: (best != NO_MOVE).then_some(best),
        counters: CounterRange::unpack(data >> 28),
    })
}

/// How the bound is written; 0 in an empty entry.
fn bound_bits(data: u64) -> u64 {
    data >> 40 & 3
}

fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

fn age_of(data: u64) -> u8 {
    (data >> AGE) as u8 % AGES
}

/// How many searches ago an entry was stored, modulo [`AGES`].
fn searches_since(data: u64, stamp: u64) -> u8 {
    (age_of(stamp) + AGES - age_of(data)) % AGES
}

/// Whether an entry was stored since the table was cleared.
#[inline]
fn is_current(data: u64, stamp: u64) -> bool {
    (data ^ stamp) >> GENERATION == 0
}

/// What an entry is worth keeping for: its depth, less 8 for each search since.
fn worth(data: u64, stamp: u64) -> i32 {
    if bound_bits(data) == 0 || !is_current(data, stamp) {
        return i32::MIN;
    }
    i32::from(depth_of(data)) - 8 * i32::from(searches_since(data, stamp))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{MATE, mated_in};

    fn entry(score: Score, depth: u8) -> Entry {
        Entry {
            score,
            bound: Bound::Lower,
            depth,
            best: Some(7),
            counters: CounterRange { from: 3, to: 40 },
        }
    }

    fn table() -> Table {
        Table::new(1).unwrap_or_else(|_| Table::smallest())
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = table();
        assert_eq!(table.mib(), 1);
        for (key, score) in [(0, 0), (1, -31_999), (u64::MAX, 32_000), (1 << 63, -1)] {
            assert_eq!(table.probe(key), None);
            table.store(key, entry(score, 200));
            assert_eq!(table.probe(key), Some(entry(score, 200)));
        }
    }

    #[test]
    fn buckets_begin_at_cache_lines() {
        let table = table();
        assert_eq!(table.bucket(0).as_ptr().align_offset(BUCKET_BYTES), 0);
        assert_eq!(table.bucket(0).as_ptr().align_offset(memory::HUGE_PAGE), 0);
    }

    #[test]
    fn the_shallowest_goes_first_and_the_old_before_it() {
        let table = Table::smallest();
        for key in 1..=4 {
            table.store(key, entry(0, key as u8 * 10));
        }
        table.store(5, entry(0, 5));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(2), Some(entry(0, 20)));
        for _ in 0..6 {
            table.grow_older();
        }
        table.store(5, entry(1, 6));
        table.store(6, entry(0, 1));
        assert_eq!(table.probe(2), None);
        assert_eq!(table.probe(5), Some(entry(1, 6)));
    }

    #[test]
    fn a_best_move_outlives_an_entry_without_one() {
        let table = Table::smallest();
        table.store(9, entry(0, 3));
        let bare = Entry {
            best: None,
            ..entry(4, 5)
        };
        table.store(9, bare);
        assert_eq!(table.probe(9), Some(entry(4, 5)));
    }

    #[test]
    fn mixed_up_words_answer_to_no_key() {
        let table = Table::smallest();
        table.store(9, entry(0, 3));
        table.words[table.start + 1].store(pack(&entry(5, 9), 0), Ordering::Relaxed);
        assert_eq!(table.probe(9), None);
    }

    #[test]
    fn distances_count_from_the_position() {
        for score in [MATE - 9, mated_in(9), 0, 120] {
            assert_eq!(from_table(to_table(score, 4), 4), score);
        }
        assert_eq!(from_table(to_table(MATE - 9, 4), 2), MATE - 7);
        assert_eq!(from_table(to_table(mated_in(9), 4), 2), mated_in(7));
    }

    #[test]
    fn only_this_search_fills_the_table() {
        let table = Table::smallest();
        assert_eq!(table.hashfull(), 0);
        table.store(9, entry(0, 3));
        assert_eq!(table.hashfull(), 250);
        table.grow_older();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn a_new_table_touches_nothing() {
        let table = Table::new(64).unwrap_or_else(|_| Table::smallest());
        assert_eq!(table.touched(), 0);
        table.store(0, entry(0, 3));
        assert!(table.touched() > 0);
    }

    #[test]
    fn a_committed_table_has_all_its_memory_and_keeps_its_entries() {
        let table = Table::new(64).unwrap_or_else(|_| Table::smallest());
        table.store(9, entry(0, 3));
        table.commit();
        assert_eq!(table.touched(), memory::bytes(table.mib()) << 20);
        assert_eq!(table.probe(9), Some(entry(0, 3)));
        table.clear();
        assert_eq!(table.touched(), memory::bytes(table.mib()) << 20);
    }

    #[test]
    fn a_cleared_table_is_as_good_as_new() {
        let table = Table::smallest();
        for key in 1..=4 {
            table.store(key, entry(0, 200));
            table.note(key, 7, 200);
        }
        table.clear();
        assert_eq!((table.hashfull(), table.probe(4)), (0, None));
        assert_eq!(table.recall::<Score>(4), None);
        // The old entries, deep as they are, give way like empty ones.
        for key in 5..=8 {
            table.store(key, entry(1, 1));
        }
        assert!((5..=8).all(|key| table.probe(key) == Some(entry(1, 1))));
    }

    #[test]
    fn no_entry_comes_back_when_the_generations_begin_again() {
        let table = Table::smallest();
        table.store(9, entry(0, 3));
        for _ in 0..1 << (64 - GENERATION) {
            table.clear();
            assert_eq!(table.probe(9), None);
        }
        assert_eq!(table.stamp(), 0);
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(usize::MAX >> 21).is_err());
    }
}
