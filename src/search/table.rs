//! The transposition table: lock-free, with generations, aging and prefetch.
//! Not here: how much memory there is (`memory`), and how entries are used (the kernels).
//!
//! Each entry carries the generation of the table in which it was stored. Clearing the table
//! begins a new generation, and entries of older ones count as empty: no memory is touched.
//!
//! Lock-free: an entry is two atomic words, the first being the key xored with the second. If two
//! threads write at once, the mixed words match no key (the scheme of Robert Hyatt and Timothy
//! Mann). Four entries make a bucket of one cache line.

mod entry;
mod value_entry;

use super::memory::{self, TableError};
use entry::Stamp;
pub use entry::{Entry, PackedEntry, to_table};
use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Words of a bucket: a cache line's worth.
const BUCKET: usize = 8;
const BUCKET_BYTES: usize = BUCKET * 8;

/// A table that several threads may read and write at once.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word in use, which begins a huge page, hence a cache line.
    start: usize,
    buckets: usize,
    /// The [`Stamp`] that new entries get.
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
            stamp: AtomicU64::new(Stamp::FIRST.0),
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
        let next = self.stamp().next_generation().unwrap_or_else(|| {
            // Once in 255 times the entries themselves have to go.
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
        self.stamp.store(self.stamp().older().0, Ordering::Relaxed);
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
    pub fn probe(&self, key: u64) -> Option<PackedEntry> {
        let stamp = self.stamp();
        self.bucket(key).chunks_exact(2).find_map(|place| {
            let data = load(&place[1]);
            let found = load(&place[0]) ^ data == key && stamp.is_current(data);
            found.then_some(PackedEntry(data))
        })
    }

    /// Notes what was found out about a position. Makes room by giving up the shallowest entry of
    /// the bucket, old ones first. Without a best move, one noted earlier is kept.
    pub fn store(&self, key: u64, entry: &Entry) {
        let stamp = self.stamp();
        let bucket = self.bucket(key);
        let mut packed = entry.pack(stamp);
        let (mut victim, mut least) = (0, u32::MAX);
        for (number, place) in bucket.chunks_exact(2).enumerate() {
            let data = load(&place[1]);
            if !stamp.is_current(data) {
                // Buckets are filled from the front: there is nothing behind an empty place.
                victim = number;
                break;
            }
            if load(&place[0]) ^ data == key {
                let known = PackedEntry(data);
                if stamp.searches_since(data) == 0 && known.outweighs(entry) {
                    return;
                }
                if entry.best.is_none() {
                    packed = packed.with_best_of(known);
                }
                victim = number;
                break;
            }
            // No branch: which is worth least cannot be foreseen.
            let worth = stamp.worth(data);
            victim = select_unpredictable(worth < least, number, victim);
            least = least.min(worth);
        }
        let place = &bucket[2 * victim..][..2];
        place[0].store(key ^ packed.0, Ordering::Relaxed);
        place[1].store(packed.0, Ordering::Relaxed);
    }

    /// How full the table is with entries of the present search, per mille, by a sample.
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

    fn found(table: &Table, key: u64) -> Option<Entry> {
        table.probe(key).map(PackedEntry::unpack)
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = table();
        assert_eq!(table.mib(), 1);
        for (key, score) in [(0, 0), (1, -31_999), (u64::MAX, 32_000), (1 << 63, -1)] {
            assert_eq!(found(&table, key), None);
            table.store(key, &entry(score, 200));
            assert_eq!(found(&table, key), Some(entry(score, 200)));
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
            table.store(key, &entry(0, key as u8 * 10));
        }
        table.store(5, &entry(0, 5));
        assert_eq!(found(&table, 1), None);
        assert_eq!(found(&table, 2), Some(entry(0, 20)));
        for _ in 0..6 {
            table.grow_older();
        }
        table.store(5, &entry(1, 6));
        table.store(6, &entry(0, 1));
        assert_eq!(found(&table, 2), None);
        assert_eq!(found(&table, 5), Some(entry(1, 6)));
    }

    #[test]
    fn a_best_move_outlives_an_entry_without_one() {
        let table = Table::smallest();
        table.store(9, &entry(0, 3));
        let bare = Entry {
            best: None,
            ..entry(4, 5)
        };
        table.store(9, &bare);
        assert_eq!(found(&table, 9), Some(entry(4, 5)));
    }

    #[test]
    fn mixed_up_words_answer_to_no_key() {
        let table = Table::smallest();
        table.store(9, &entry(0, 3));
        table.words[table.start + 1].store(entry(5, 9).pack(Stamp::FIRST).0, Ordering::Relaxed);
        assert_eq!(found(&table, 9), None);
    }

    #[test]
    fn only_this_search_fills_the_table() {
        let table = Table::smallest();
        assert_eq!(table.hashfull(), 0);
        table.store(9, &entry(0, 3));
        assert_eq!(table.hashfull(), 250);
        table.grow_older();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn a_new_table_touches_nothing() {
        let table = Table::new(64).unwrap_or_else(|_| Table::smallest());
        assert_eq!(table.touched(), 0);
        table.store(0, &entry(0, 3));
        assert!(table.touched() > 0);
    }

    #[test]
    fn a_committed_table_has_all_its_memory_and_keeps_its_entries() {
        let table = Table::new(64).unwrap_or_else(|_| Table::smallest());
        table.store(9, &entry(0, 3));
        table.commit();
        assert_eq!(table.touched(), memory::bytes(table.mib()) << 20);
        assert_eq!(found(&table, 9), Some(entry(0, 3)));
        table.clear();
        assert_eq!(table.touched(), memory::bytes(table.mib()) << 20);
    }

    #[test]
    fn a_cleared_table_is_as_good_as_new() {
        let table = Table::smallest();
        for key in 1..=4 {
            table.store(key, &entry(0, 200));
            table.note(key, 7, 200);
        }
        table.clear();
        assert_eq!((table.hashfull(), found(&table, 4)), (0, None));
        assert_eq!(table.recall::<Score>(4), None);
        // The old entries, deep as they are, give way like empty ones.
        for key in 5..=8 {
            table.store(key, &entry(1, 1));
        }
        assert!((5..=8).all(|key| found(&table, key) == Some(entry(1, 1))));
    }

    #[test]
    fn no_entry_comes_back_when_the_generations_begin_again() {
        let table = Table::smallest();
        table.store(9, &entry(0, 3));
        for _ in 0..255 {
            table.clear();
            assert_eq!(found(&table, 9), None);
        }
        assert_eq!(table.stamp(), Stamp::FIRST);
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(usize::MAX >> 21).is_err());
    }
}
