//! Memory of the transposition table: availability, huge pages, parallel touching and clearing.
//! Not here: the table itself.

use std::fmt;
#[cfg(target_os = "linux")]
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use sysinfo::{
    MemoryRefreshKind, Process, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System,
};

/// Memory kept free for the rest of the process and of the machine, in bytes.
const RESERVE: u64 = 64 << 20;

/// The size of a huge page in bytes. Where the system's pages are larger, the advice has no effect.
pub(super) const HUGE_PAGE: usize = 2 << 20;

/// Why a table cannot be allocated. Sizes are in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    /// There is not enough memory.
    TooLarge {
        /// The size requested.
        mib: usize,
        /// The largest size that fits.
        most: u64,
    },
    /// The system did not reserve the memory.
    Refused {
        /// The size requested.
        mib: usize,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::TooLarge { mib, most } => {
                write!(f, "no memory for {mib} MiB, at most {most} MiB are free")
            }
            TableError::Refused { mib } => write!(f, "the system refuses {mib} MiB of memory"),
        }
    }
}

impl std::error::Error for TableError {}

/// The bytes that this process may still use without swapping: what the machine has free, or what
/// the limits of its control group leave, if that is less. 0 if the system does not tell.
#[must_use]
pub fn available() -> u64 {
    let what = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let Ok(mut system) = System::new_with_specifics(what) else {
        return 0;
    };
    let mut groups = vec![system.cgroup_limits()];
    if let Ok(own) = sysinfo::get_current_pid() {
        let which = ProcessesToUpdate::Some(&[own]);
        system.refresh_processes_specifics(which, false, ProcessRefreshKind::nothing());
        groups.push(system.process(own).and_then(Process::cgroup_limits));
    }
    // What a group uses beyond the memory of its processes is cache, which the system can drop.
    let groups = groups.into_iter().flatten();
    groups
        .map(|group| group.total_memory.saturating_sub(group.rss))
        .fold(system.available_memory(), u64::min)
}

/// Checks that a table of `mib` MiB fits into `available` bytes.
///
/// # Errors
/// It does not fit; the error names the largest size that does.
pub fn afford(mib: usize, available: u64) -> Result<(), TableError> {
    let most = available.saturating_sub(RESERVE) >> 20;
    if u64::try_from(mib).is_ok_and(|mib| mib <= most) {
        Ok(())
    } else {
        Err(TableError::TooLarge { mib, most })
    }
}

/// Asks the system for huge pages behind memory that is aligned to [`HUGE_PAGE`]: without them most
/// accesses to a large table miss the TLB. This is advice, which a system may ignore.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub(super) fn prefer_huge_pages(memory: &[AtomicU64]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    let length = size_of_val(memory) / HUGE_PAGE * HUGE_PAGE;
    // SAFETY: the range lies within a live slice, and the advice leaves its content alone.
    let _ = unsafe {
        madvise(
            NonNull::from(memory).cast(),
            length,
            MmapAdvise::MADV_HUGEPAGE,
        )
    };
}

/// This system has no such advice.
#[cfg(not(target_os = "linux"))]
pub(super) fn prefer_huge_pages(_memory: &[AtomicU64]) {}

/// The smallest page size, in words.
const PAGE: usize = 4096 / size_of::<AtomicU64>();

/// The least number of words that is worth a thread: 32 MiB.
const WORDS_PER_THREAD: usize = (32 << 20) / size_of::<AtomicU64>();

/// The most threads that touch memory; more would only wait for the memory bus.
const MAX_THREADS: usize = 8;

/// Touches every page behind `words`, so that the system supplies it. The contents stay.
pub(super) fn commit(words: &[AtomicU64]) {
    in_parallel(words, |part| {
        for page in part.chunks(PAGE) {
            // A write: reading an untouched page would only map the shared page of zeros.
            let order = Ordering::Relaxed;
            let _ = page[0].compare_exchange(0, 0, order, order);
        }
    });
}

/// Sets every word to zero.
pub(super) fn zero(words: &[AtomicU64]) {
    in_parallel(words, |part| {
        part.iter()
            .for_each(|word| word.store(0, Ordering::Relaxed));
    });
}

/// Runs `work` over all words in parts that begin at huge pages, on several threads if it is worth
/// it. A part whose thread cannot be started runs on this thread.
fn in_parallel(words: &[AtomicU64], work: impl Fn(&[AtomicU64]) + Sync) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let threads = threads
        .min(MAX_THREADS)
        .min(words.len() / WORDS_PER_THREAD)
        .max(1);
    let share = words.len().div_ceil(threads);
    let mut parts = words.chunks(share.next_multiple_of(HUGE_PAGE / size_of::<AtomicU64>()));
    let own = parts.next().unwrap_or_default();
    let work = &work;
    thread::scope(|scope| {
        for part in parts {
            let thread = thread::Builder::new().name("memory".into());
            if thread.spawn_scoped(scope, move || work(part)).is_err() {
                work(part);
            }
        }
        work(own);
    });
}

/// A number of bytes as `u64`.
pub(super) fn bytes(size: usize) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_memory_is_kept_free() {
        assert_eq!(afford(1_000, (1_000 << 20) + RESERVE), Ok(()));
        let error = TableError::TooLarge {
            mib: 1_001,
            most: 1_000,
        };
        assert_eq!(afford(1_001, (1_000 << 20) + RESERVE), Err(error));
        assert!(error.to_string().contains("1000 MiB"));
        assert!(afford(1, 0).is_err());
    }

    #[test]
    fn this_machine_has_memory() {
        assert!(available() > 0);
        assert!(afford(usize::MAX, available()).is_err());
    }
}
