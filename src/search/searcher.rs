//! The searcher: a kernel with its transposition table and threads, kept from search to search.
//! Not here: how a search runs (`driver`).

use super::driver::Request;
use super::driver::{self, SearchThreads};
use super::kernel::Kernel;
use super::memory::{self, TableError};
use super::report::{Answer, Report, Reporter};
use super::table::Table;
use crate::control::Control;
use crate::limits::Limits;
use crate::rules::{Game, Rules};
use std::marker::PhantomData;
use std::sync::Arc;

/// Searches games of one kind, and remembers between searches what helps the next.
///
/// A new one occupies no table. [`prepare`](Searcher::prepare) supplies all of its memory. A
/// search without it reserves the memory and has the system supply each page as it is touched:
/// the whole table at once would take longer than a clock may allow.
#[derive(Debug)]
pub struct Searcher<G: Rules, K: Kernel<G>> {
    kernel: K,
    /// Copies of the kernel for other threads, where it works with such.
    helpers: Vec<K>,
    threads: usize,
    table: Option<Arc<Table>>,
    mib: usize,
    game: PhantomData<fn(G)>,
}

impl<G: Rules, K: Kernel<G>> Searcher<G, K> {
    /// A searcher on one thread, whose table will have `mib` MiB.
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

    /// The size of the table, reserved or to be reserved, in MiB.
    pub fn mib(&self) -> usize {
        self.mib
    }

    /// Changes the size of the table. A table in use is replaced by an empty one; otherwise the
    /// memory is reserved when it is needed.
    ///
    /// # Errors
    /// There is no memory for it. Nothing has changed then.
    pub fn resize(&mut self, mib: usize) -> Result<(), TableError> {
        if mib == self.mib {
            return Ok(());
        }
        self.afford(mib)?;
        if self.table.is_some() {
            // Both exist for a moment, but the new one only on paper.
            self.table = Some(Arc::new(Table::new(mib)?));
        }
        self.mib = mib;
        Ok(())
    }

    /// Changes the number of threads that search, at least 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        let helpers = if K::SHARES { self.threads - 1 } else { 0 };
        self.helpers.resize(helpers, self.kernel.clone());
    }

    /// Searches with another kernel from now on; nothing of what the last one found is kept.
    pub fn replace(&mut self, kernel: K) {
        self.kernel = kernel;
        self.clear_table();
        self.helpers.clear();
        self.set_threads(self.threads);
    }

    /// Supplies all memory of the table, if that has not been done, so that no search has to
    /// wait for it.
    ///
    /// # Errors
    /// There is no memory for it any more. Searches then do with next to no table, and try again.
    pub fn prepare(&mut self) -> Result<(), TableError> {
        self.reserve()?;
        if let Some(table) = &self.table {
            table.commit();
        }
        Ok(())
    }

    /// Reserves the memory of the table.
    fn reserve(&mut self) -> Result<(), TableError> {
        if K::TABLE && self.table.is_none() {
            self.afford(self.mib)?;
            self.table = Some(Arc::new(Table::new(self.mib)?));
        }
        Ok(())
    }

    /// Forgets everything that was learned: a new game begins. The same requests will then visit
    /// the same nodes again. The memory of the table stays.
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

    /// Searches the present position of a game until a limit or a signal ends it, and waits with
    /// the answer where it is to be held back. At least one line is reported before, unless
    /// `request` allows no legal move.
    pub fn search(
        &mut self,
        game: &Game<G>,
        request: &Request<G>,
        control: &Control,
        report: &mut Reporter<'_, G, K::Value>,
    ) -> Answer<G, K::Value> {
        // What a stronger search left behind would tell a weak one what it is not to see.
        let table = match self.reserve() {
            Ok(()) if request.noise.is_none() => self.table.clone(),
            _ => None,
        }
        .unwrap_or_else(|| Arc::new(Table::smallest()));
        table.grow_older();
        let search_threads = SearchThreads {
            lead: &mut self.kernel,
            helpers: &mut self.helpers,
            threads: if K::SHARES { 1 } else { self.threads },
        };
        driver::run(search_threads, &table, game, request, control, report)
    }

    /// The best moves of the present position by a search to a depth, the best first, `lines` at
    /// most; those of an earlier depth if `control` says stop.
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
        request.lines = lines;
        let mut best = Vec::new();
        self.search(game, &request, control, &mut |report| {
            if let Report::Line(info) = report
                && let Some(&m) = info.pv.first()
            {
                // Ranks come in their order, those of the next depth after all of the last.
                best.truncate(info.rank - 1);
                best.push((m, info.value));
            }
        });
        best
    }

    /// Whether a table of this size could replace the present one.
    fn afford(&self, mib: usize) -> Result<(), TableError> {
        let freed = self.table.as_ref().map_or(0, |table| table.touched());
        memory::afford(mib, memory::available().saturating_add(freed))
    }
}
