//! The transposition table: lock-free, with buckets, aging and prefetch.
//! Not here: how much memory there is (`memory`), and how entries are used (the kernels).
//!
//! Each entry carries the generation of the table in which it was stored. Clearing the table starts
//! a new generation, and entries of older ones count as empty, so that no memory is touched.
//!
//! Lock-free: an entry is two atomic words, and the first is the key xored with the second. If two
//! threads write at once, the mixed words match no key (lockless hashing by Robert Hyatt and Timothy
//! Mann). Four entries make a bucket of one cache line.

mod entry;
mod value_entry;

use super::memory::{self, TableError};
use entry::Stamp;
pub use entry::{PackedTtEntry, TtEntry, score_to_tt};
use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Words of a bucket: one cache line.
const BUCKET: usize = 8;
const BUCKET_BYTES: usize = BUCKET * 8;

/// A table that several threads can read and write at once.
#[derive(Debug)]
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word in use, aligned to a huge page and thus to a cache line.
    start: usize,
    buckets: usize,
    /// The [`Stamp`] of new entries.
    stamp: AtomicU64,
    /// Whether all pages are in memory.
    committed: AtomicBool,
}

impl TranspositionTable {
    /// A table of one bucket, for searches without a table and for machines without memory.
    #[must_use]
    pub fn smallest() -> Self {
        let words = (0..BUCKET).map(|_| AtomicU64::new(0)).collect();
        Self::over(words, 1)
    }

    /// An empty table of `mib` MiB. Its memory is reserved but not touched: see
    /// [`commit`](TranspositionTable::commit).
    ///
    /// # Errors
    /// The system did not reserve the memory. This does not check whether the machine has that much;
    /// `Searcher::prepare` does.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        let refused = TableError::Refused { mib };
        let bytes = mib.checked_mul(1 << 20).ok_or(refused)?;
        let buckets = (bytes / BUCKET_BYTES).max(1);
        // Spare words, so that the table can start at a huge page.
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
            stamp: AtomicU64::new(Stamp::FIRST.0),
            committed: AtomicBool::new(false),
        }
    }

    /// Touches all pages of the table now. Otherwise the system supplies each page when the search
    /// first touches it, which can take milliseconds per page.
    pub fn commit(&self) {
        if !self.committed.swap(true, Ordering::Relaxed) {
            memory::commit(self.used());
        }
    }

    /// Empties the table. Its pages stay in memory.
    pub fn clear(&self) {
        let next = self.stamp().next_generation().unwrap_or_else(|| {
            // Every 255th time the numbers are used up, and the entries have to be zeroed.
            memory::zero(self.used());
            Stamp::FIRST
        });
        self.stamp.store(next.0, Ordering::Relaxed);
    }

    fn used(&self) -> &[AtomicU64] {
        &self.words[self.start..self.start + self.buckets * BUCKET]
    }

    #[inline]
    fn stamp(&self) -> Stamp {
        Stamp(self.stamp.load(Ordering::Relaxed))
    }

    /// The size of the table in MiB, rounded down.
    pub fn mib(&self) -> usize {
        (self.buckets * BUCKET_BYTES) >> 20
    }

    /// An estimate of the bytes that are in memory, as opposed to only reserved.
    pub fn resident_bytes(&self) -> u64 {
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

    /// Starts a new search: all entries in the table become one search older.
    pub fn new_search(&self) {
        self.stamp
            .store(self.stamp().next_age().0, Ordering::Relaxed);
    }

    /// Prefetches the bucket of a key into the cache.
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

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<PackedTtEntry> {
        let stamp = self.stamp();
        self.bucket(key).chunks_exact(2).find_map(|place| {
            let data = load(&place[1]);
            let found = load(&place[0]) ^ data == key && stamp.is_current(data);
            found.then_some(PackedTtEntry(data))
        })
    }

    /// Stores an entry. In a full bucket it replaces the shallowest entry, where each search of
    /// age counts as 8 plies. An entry without a best move keeps the one stored before.
    pub fn store(&self, key: u64, entry: &TtEntry) {
        let stamp = self.stamp();
        let bucket = self.bucket(key);
        let mut packed = entry.pack(stamp);
        let (mut victim, mut least) = (0, u32::MAX);
        for (number, place) in bucket.chunks_exact(2).enumerate() {
            let data = load(&place[1]);
            if !stamp.is_current(data) {
                // Buckets fill from the front: behind an empty entry all are empty.
                victim = number;
                break;
            }
            if load(&place[0]) ^ data == key {
                let known = PackedTtEntry(data);
                if stamp.searches_since(data) == 0 && known.outweighs(entry) {
                    return;
                }
                if entry.best.is_none() {
                    packed = packed.with_best_of(known);
                }
                victim = number;
                break;
            }
            // Branchless: the comparison is unpredictable.
            let replacement_value = stamp.replacement_value(data);
            victim = select_unpredictable(replacement_value < least, number, victim);
            least = least.min(replacement_value);
        }
        let place = &bucket[2 * victim..][..2];
        place[0].store(key ^ packed.0, Ordering::Relaxed);
        place[1].store(packed.0, Ordering::Relaxed);
    }

    /// How full the table is with entries of the current search, in permille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let stamp = self.stamp();
        let sampled = self.buckets.min(250);
        let (mut used, mut seen) = (0, 0);
        for bucket in 0..sampled {
            for entry in self.bucket_at(bucket).chunks_exact(2) {
                let data = load(&entry[1]);
                used += u32::from(stamp.is_current(data) && stamp.searches_since(data) == 0);
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

fn load(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::search::counter::CounterRange;
    use crate::search::kernel::Bound;

    fn entry(score: Score, depth: u8) -> TtEntry {
        TtEntry {
            score,
            bound: Bound::Lower,
            depth,
            best: Some(7),
            counters: CounterRange { from: 3, to: 40 },
        }
    }

    fn table() -> TranspositionTable {
        TranspositionTable::new(1).unwrap_or_else(|_| TranspositionTable::smallest())
    }

    fn found(table: &TranspositionTable, key: u64) -> Option<TtEntry> {
        table.probe(key).map(PackedTtEntry::unpack)
    }

    #[test]
    fn a_stored_entry_is_found() {
        let table = table();
        assert_eq!(table.mib(), 1);
        for (key, score) in [(0, 0), (1, -31_999), (u64::MAX, 32_000), (1 << 63, -1)] {
            assert_eq!(found(&table, key), None);
            table.store(key, &entry(score, 200));
            assert_eq!(found(&table, key), Some(entry(score, 200)));
        }
    }

    #[test]
    fn buckets_are_aligned_to_cache_lines() {
        let table = table();
        assert_eq!(table.bucket(0).as_ptr().align_offset(BUCKET_BYTES), 0);
        assert_eq!(table.bucket(0).as_ptr().align_offset(memory::HUGE_PAGE), 0);
    }

    #[test]
    fn old_entries_are_replaced_first_then_shallow_ones() {
        let table = TranspositionTable::smallest();
        for key in 1..=4 {
            table.store(key, &entry(0, key as u8 * 10));
        }
        table.store(5, &entry(0, 5));
        assert_eq!(found(&table, 1), None);
        assert_eq!(found(&table, 2), Some(entry(0, 20)));
        for _ in 0..6 {
            table.new_search();
        }
        table.store(5, &entry(1, 6));
        table.store(6, &entry(0, 1));
        assert_eq!(found(&table, 2), None);
        assert_eq!(found(&table, 5), Some(entry(1, 6)));
    }

    #[test]
    fn an_entry_without_a_best_move_keeps_the_old_one() {
        let table = TranspositionTable::smallest();
        table.store(9, &entry(0, 3));
        let bare = TtEntry {
            best: None,
            ..entry(4, 5)
        };
        table.store(9, &bare);
        assert_eq!(found(&table, 9), Some(entry(4, 5)));
    }

    #[test]
    fn mixed_words_match_no_key() {
        let table = TranspositionTable::smallest();
        table.store(9, &entry(0, 3));
        table.words[table.start + 1].store(entry(5, 9).pack(Stamp::FIRST).0, Ordering::Relaxed);
        assert_eq!(found(&table, 9), None);
    }

    #[test]
    fn hashfull_counts_entries_of_this_search_only() {
        let table = TranspositionTable::smallest();
        assert_eq!(table.hashfull(), 0);
        table.store(9, &entry(0, 3));
        assert_eq!(table.hashfull(), 250);
        table.new_search();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn a_new_table_touches_no_memory() {
        let table = TranspositionTable::new(64).unwrap_or_else(|_| TranspositionTable::smallest());
        assert_eq!(table.resident_bytes(), 0);
        table.store(0, &entry(0, 3));
        assert!(table.resident_bytes() > 0);
    }

    #[test]
    fn a_committed_table_has_all_its_memory_and_keeps_its_entries() {
        let table = TranspositionTable::new(64).unwrap_or_else(|_| TranspositionTable::smallest());
        table.store(9, &entry(0, 3));
        table.commit();
        assert_eq!(table.resident_bytes(), memory::bytes(table.mib()) << 20);
        assert_eq!(found(&table, 9), Some(entry(0, 3)));
        table.clear();
        assert_eq!(table.resident_bytes(), memory::bytes(table.mib()) << 20);
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let table = TranspositionTable::smallest();
        for key in 1..=4 {
            table.store(key, &entry(0, 200));
            table.store_value(key, 7, 200);
        }
        table.clear();
        assert_eq!((table.hashfull(), found(&table, 4)), (0, None));
        assert_eq!(table.probe_value::<Score>(4), None);
        // Entries from before are replaced like empty ones, however deep.
        for key in 5..=8 {
            table.store(key, &entry(1, 1));
        }
        assert!((5..=8).all(|key| found(&table, key) == Some(entry(1, 1))));
    }

    #[test]
    fn no_entry_comes_back_when_generations_wrap_around() {
        let table = TranspositionTable::smallest();
        table.store(9, &entry(0, 3));
        for _ in 0..255 {
            table.clear();
            assert_eq!(found(&table, 9), None);
        }
        assert_eq!(table.stamp(), Stamp::FIRST);
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(TranspositionTable::new(usize::MAX).is_err());
        assert!(TranspositionTable::new(usize::MAX >> 21).is_err());
    }
}
