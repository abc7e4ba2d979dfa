//! The end of a run: its result as JSON and text, and merging of partial runs.
//! Not here: playing.

use super::ledger::{Ending, Ledger};
use super::stop::Stop;
use super::store::{Store, StoreError};
use crate::config::Plan;
use crate::report::{Row, Standings};
use crate::schedule::Shard;
use crate::stats::Report;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name and version of the result's file.
const FORMAT: &str = "tricorn-result-2";

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Finish {
    /// Why it counts no further pairs; `None` if some are still missing.
    pub ending: Option<Ending>,
    /// What stopped it from outside.
    pub stop: Option<Stop>,
    /// The standings.
    pub standings: Standings,
    /// The figures of each meeting.
    pub reports: Vec<Report>,
}

/// The result as JSON.
#[derive(Serialize)]
struct Summary<'a> {
    format: &'a str,
    variant: &'a str,
    seed: u64,
    shard: Shard,
    ending: Option<String>,
    table: Vec<Row>,
    meetings: &'a [Report],
}

impl Finish {
    /// Writes the result, and puts the journal in order if the run is over.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn close(
        plan: &Plan,
        store: Store,
        ledger: &Ledger,
        stop: Option<Stop>,
    ) -> Result<Self, StoreError> {
        let sprt = plan.sprt.filter(|_| plan.shard.is_whole());
        let finish = Self {
            ending: ledger.ending().cloned(),
            stop,
            standings: ledger.standings().clone(),
            reports: ledger.standings().reports(sprt.as_ref()),
        };
        let result = Summary {
            format: FORMAT,
            variant: &plan.variant,
            seed: plan.seed,
            shard: plan.shard,
            ending: finish.ending.as_ref().map(Ending::words),
            table: finish.standings.table(),
            meetings: &finish.reports,
        };
        let mut text = serde_json::to_string_pretty(&result)
            .map_err(|error| StoreError::Other(format!("result.json: {error}")))?;
        text.push('\n');
        store.put("result.json", &text)?;
        if finish.ending.is_some() {
            store.close(ledger.next())?;
        }
        Ok(finish)
    }
}

/// The figures of each meeting, and the table if there are several.
impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for report in &self.reports {
            write!(f, "{report}\n\n")?;
        }
        write!(f, "{}", self.standings)?;
        let ending = self.ending.as_ref().map(Ending::words);
        write!(
            f,
            "\n{}",
            ending
                .as_deref()
                .unwrap_or("not finished; resume with --resume")
        )
    }
}

/// Puts the parts of a run together, to what one run of the whole would have been. Parts may be
/// missing; the run can then be resumed.
///
/// # Errors
/// If the folders hold no runs, damaged ones, runs of different plans, or the same pair twice with different
/// games; or if files cannot be read or written.
pub fn merge(parts: &[PathBuf], into: &Path) -> Result<Finish, StoreError> {
    let mut opened = Vec::new();
    for part in parts {
        let (store, plan) = Store::open(part)?;
        if let Some(damage) = store.journal.damage() {
            let part = part.display();
            let message =
                format!("{part}: {damage}; resume that part with --resume, which plays them again");
            return Err(StoreError::Other(message));
        }
        opened.push((part, (store, plan)));
    }
    let Some((first, (_, plan))) = opened.first() else {
        return Err(StoreError::Other("no parts to put together".into()));
    };
    let whole = Arc::new(plan.whole());
    for (part, (_, other)) in &opened {
        if let Some(difference) = plan.difference(other) {
            let [one, other] = [first, part].map(|part| part.display());
            let message = format!("{one} and {other} are not parts of one run: {difference}");
            return Err(StoreError::Other(message));
        }
    }
    let mut store = Store::create(into, &whole)?;
    let mut pairs: Vec<(u64, usize)> = Vec::new();
    for ((_, (part, _)), index) in opened.iter().zip(0..) {
        pairs.extend(part.journal.pairs().map(|pair| (pair, index)));
    }
    pairs.sort_unstable();
    let mut ledger = Ledger::new(Arc::clone(&whole));
    let mut counted = Vec::new();
    for (pair, index) in pairs {
        let text = opened[index].1.0.games(pair)?;
        if store.journal.has(pair) {
            if store.games(pair)? == text {
                continue;
            }
            let part = opened[index].0.display();
            return Err(StoreError::Other(format!(
                "{part}: pair {pair} was played elsewhere too"
            )));
        }
        let appended = store.journal.append(pair, &text);
        appended.map_err(|error| StoreError::Io(store.file("journal"), error))?;
        let more = ledger.add(pair, text);
        let more = more.map_err(|error| StoreError::Other(format!("pair {pair}: {error}")))?;
        counted.extend(more.into_iter().map(|counted| counted.pairing.pair));
    }
    store.begin_games(&counted)?;
    Finish::close(&whole, store, &ledger, None)
}
