//! The state kept between searches: history, transposition table, number of threads.
//! Not here: how a search runs (`driver`).

use super::driver::Request;
use super::driver::{self, SearchThreads};
use super::kernel::Kernel;
use super::memory::{self, TableError};
use super::report::{Answer, Report, Reporter};
use super::tt::TranspositionTable;
use crate::control::Control;
use crate::limits::Limits;
use crate::rules::{Game, Rules};
use std::marker::PhantomData;
use std::sync::Arc;

/// Searches positions of one game, and keeps the transposition table and the history between
/// searches.
///
/// A new searcher has no table yet. [`prepare`](Searcher::prepare) allocates and touches all of its
/// memory. A search without `prepare` only reserves the memory, and the system supplies each page at
/// the first access: touching the whole table at once might take longer than the clock allows.
#[derive(Debug)]
pub struct Searcher<G: Rules, K: Kernel<G>> {
    kernel: K,
    /// Copies of the kernel for lazy SMP; empty if the kernel does not use it.
    helpers: Vec<K>,
    threads: usize,
    table: Option<Arc<TranspositionTable>>,
    mib: usize,
    game: PhantomData<fn(G)>,
}

impl<G: Rules, K: Kernel<G>> Searcher<G, K> {
    /// A searcher with one thread and a table of `mib` MiB.
    pub fn new(kernel: K, mib: usize) -> Self {
        Self {
            kernel,
            helpers: Vec::new(),
            threads: 1,
            table: None,
            mib,
            game: PhantomData,
        }
    }

    /// The size of the table in MiB, whether or not it is allocated yet.
    pub fn mib(&self) -> usize {
        self.mib
    }

    /// Changes the size of the table. An allocated table is replaced by an empty one; otherwise the
    /// memory is reserved by the next search.
    ///
    /// # Errors
    /// There is not enough memory. The old table stays in use.
    pub fn resize(&mut self, mib: usize) -> Result<(), TableError> {
        if mib == self.mib {
            return Ok(());
        }
        self.afford(mib)?;
        if self.table.is_some() {
            // Both exist for a moment, but no page of the new one is in memory yet.
            self.table = Some(Arc::new(TranspositionTable::new(mib)?));
        }
        self.mib = mib;
        Ok(())
    }

    /// Changes the number of search threads; 0 counts as 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        let helpers = if K::LAZY_SMP { self.threads - 1 } else { 0 };
        self.helpers.resize(helpers, self.kernel.clone());
    }

    /// Replaces the kernel and clears the table.
    pub fn replace(&mut self, kernel: K) {
        self.kernel = kernel;
        self.clear_table();
        self.helpers.clear();
        self.set_threads(self.threads);
    }

    /// Allocates and touches all memory of the table, unless that is done already, so that no search
    /// has to wait for it.
    ///
    /// # Errors
    /// There is not enough memory. Searches then use a table of one bucket, and try again each time.
    pub fn prepare(&mut self) -> Result<(), TableError> {
        self.reserve()?;
        if let Some(table) = &self.table {
            table.commit();
        }
        Ok(())
    }

    /// Reserves the memory of the table without touching it.
    fn reserve(&mut self) -> Result<(), TableError> {
        if K::USES_TT && self.table.is_none() {
            self.afford(self.mib)?;
            self.table = Some(Arc::new(TranspositionTable::new(self.mib)?));
        }
        Ok(())
    }

    /// Clears table and history for a new game. The same requests then visit the same nodes again.
    /// The memory of the table stays allocated.
    pub fn clear(&mut self) {
        self.kernel.forget();
        self.helpers.iter_mut().for_each(K::forget);
        self.clear_table();
    }

    fn clear_table(&self) {
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// Searches the current position of a game until a limit or a signal ends the search. With
    /// `infinite` or `ponder` it returns only after `stop` or `ponderhit`. It reports at least one
    /// line before it returns, unless `searchmoves` holds no legal move.
    pub fn search(
        &mut self,
        game: &Game<G>,
        request: &Request<G>,
        control: &Control,
        report: &mut Reporter<'_, G, K::Value>,
    ) -> Answer<G, K::Value> {
        // A weakened search must not see what a stronger one has stored.
        let table = match self.reserve() {
            Ok(()) if request.noise.is_none() => self.table.clone(),
            _ => None,
        }
        .unwrap_or_else(|| Arc::new(TranspositionTable::smallest()));
        table.new_search();
        let search_threads = SearchThreads {
            lead: &mut self.kernel,
            helpers: &mut self.helpers,
            threads: if K::LAZY_SMP { 1 } else { self.threads },
        };
        driver::run(search_threads, &table, game, request, control, report)
    }

    /// Searches to `depth` and returns at most `lines` root moves, best first. After a stop they
    /// are those of the last finished depth.
    pub fn best(
        &mut self,
        game: &Game<G>,
        depth: u32,
        lines: usize,
        control: &Control,
    ) -> Vec<(G::Move, K::Value)> {
        let mut request = Request::new(Limits {
            depth: Some(depth),
            ..Limits::default()
        });
        request.multipv = lines;
        let mut best = Vec::new();
        self.search(game, &request, control, &mut |report| {
            if let Report::Line(info) = report
                && let Some(&m) = info.pv.first()
            {
                // Reports come in order of rank, depth after depth.
                best.truncate(info.rank - 1);
                best.push((m, info.value));
            }
        });
        best
    }

    /// Checks that there is memory for a table of this size once the current one is freed.
    fn afford(&self, mib: usize) -> Result<(), TableError> {
        let freed = self
            .table
            .as_ref()
            .map_or(0, |table| table.resident_bytes());
        memory::afford(mib, memory::available().saturating_add(freed))
    }
}
