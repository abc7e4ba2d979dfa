//! Reads the folder of a run, and goes on reading while the run does.
//! Not here: counting what was read (`counts`), and what the figures mean (`model`).

use super::counts::Counts;
use super::games::GameRow;
use super::model::{PairCounts, RunState, Summary};
use crate::config::{Plan, RawConfig};
use crate::game::GameRecord;
use crate::journal::{Follower, JournalError};
use crate::record::Games;
use crate::runner::{Ledger, StoreError};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of a run that is being read. Nothing is written there, and a run that goes on is not
/// disturbed. What is kept in memory grows with the number of games, not with their moves.
#[derive(Debug)]
pub struct RunReader {
    folder: PathBuf,
    read: Read,
}

/// All that was read of one journal.
#[derive(Debug)]
struct Read {
    path: PathBuf,
    journal: Follower,
    plan: Arc<Plan>,
    ledger: Ledger,
    /// Where the text of each pair stands in the journal.
    places: BTreeMap<u64, Place>,
    counts: Counts,
    /// Why no further pair can be read.
    broken: Option<String>,
}

/// Where a text stands in the journal.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// In bytes.
    offset: u64,
    length: usize,
    /// Its first line, from 1.
    line: u64,
}

impl RunReader {
    /// Opens the folder of a run and reads what was played.
    ///
    /// # Errors
    /// If there is no run, it cannot be read, or another version wrote it. A damaged journal is no
    /// error: what stands before the damage counts, and a note of the summary tells of it.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Ok(Self {
            folder: folder.into(),
            read: Read::open(folder)?,
        })
    }

    /// Reads what was appended since. Says whether anything was.
    ///
    /// # Errors
    /// If the folder cannot be read any more. What was read before stays.
    pub fn refresh(&mut self) -> Result<bool, StoreError> {
        let replaced = self.read.journal.is_replaced();
        if replaced.map_err(|error| self.read.refused(error))? {
            self.read = Read::open(&self.folder)?;
            return Ok(true);
        }
        self.read.follow()
    }

    /// The summary of what was read.
    #[must_use]
    pub fn summary(&mut self) -> Summary {
        self.read.summary()
    }

    /// The number of games that count.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.read.counts.games.len() as u64
    }

    /// Whether no game counts yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.read.counts.games.is_empty()
    }

    /// The games that count, in the order of the schedule, from the one with this index on.
    pub fn games(&self, from: u64) -> impl Iterator<Item = GameRow> {
        self.read.counts.rows(from, &self.read.plan)
    }

    /// The record of the game with this index, as it stands in `games.txt`; `None` if there is none.
    ///
    /// # Errors
    /// If the journal cannot be read, or was cut since the last [`refresh`](Self::refresh).
    pub fn record(&self, index: u64) -> Result<Option<String>, StoreError> {
        let game = usize::try_from(index).ok();
        let game = game.and_then(|index| self.read.counts.games.get(index));
        let Some((game, place)) =
            game.and_then(|game| Some((game, self.read.places.get(&game.pair)?)))
        else {
            return Ok(None);
        };
        let text = self.read.text(*place)?;
        // A blank line ends a record, and there is none inside it.
        let mut records = text.split_inclusive("\n\n");
        Ok(records.nth(usize::from(game.game) - 1).map(str::to_owned))
    }

    /// The game with this index, with its moves: all that is needed to show it; `None` if there is
    /// none.
    ///
    /// # Errors
    /// Those of [`record`](Self::record).
    pub fn game(&self, index: u64) -> Result<Option<GameRecord>, StoreError> {
        let Some(text) = self.record(index)? else {
            return Ok(None);
        };
        let game = Games::new(text.as_bytes()).next().transpose();
        let game = game.map_err(|error| {
            StoreError::Other(format!(
                "{}: game {index}: {error}",
                self.read.path.display()
            ))
        })?;
        Ok(game.map(|game| game.record))
    }
}

impl Read {
    fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join("journal");
        let journal = match Follower::open(&path) {
            Err(JournalError::Io(error)) if nothing_there(&error) => {
                return Err(StoreError::Other(format!(
                    "{} holds no run, expected a folder with a file journal",
                    folder.display()
                )));
            }
            opened => opened.map_err(|error| StoreError::Journal(path.clone(), error))?,
        };
        let plan = read_plan(journal.plan());
        let plan = plan
            .map_err(|error| StoreError::Other(format!("{}: its plan: {error}", path.display())))?;
        let plan = Arc::new(plan);
        let ledger = Ledger::new(Arc::clone(&plan));
        let mut read = Self {
            counts: Counts::new(&plan, ledger.standings().meetings().len()),
            places: BTreeMap::new(),
            broken: None,
            path,
            journal,
            plan,
            ledger,
        };
        read.follow()?;
        Ok(read)
    }

    fn refused(&self, error: io::Error) -> StoreError {
        StoreError::Io(self.path.clone(), error)
    }

    fn text(&self, place: Place) -> Result<String, StoreError> {
        let text = self.journal.text(place.offset, place.length);
        text.map_err(|error| self.refused(error))
    }

    /// Reads what was appended. A pair whose turn has not come stays on disk.
    fn follow(&mut self) -> Result<bool, StoreError> {
        let mut some = false;
        loop {
            let played = self.journal.next_pair();
            let Some(played) = played.map_err(|error| self.refused(error))? else {
                break;
            };
            some = true;
            if played.pair < self.ledger.next() {
                continue; // Counted before: no run writes a pair twice.
            }
            let place = Place {
                offset: played.offset,
                length: played.games.len(),
                line: played.line,
            };
            self.places.insert(played.pair, place);
            if played.pair == self.ledger.next() {
                self.count(place, played.games);
            }
            while self.is_open()
                && let Some(&place) = self.places.get(&self.ledger.next())
            {
                let text = self.text(place)?;
                self.count(place, text);
            }
        }
        Ok(some)
    }

    /// Whether further pairs count.
    fn is_open(&self) -> bool {
        self.broken.is_none() && self.ledger.ending().is_none()
    }

    /// Counts the next pair.
    fn count(&mut self, place: Place, text: String) {
        if !self.is_open() {
            return;
        }
        let pair = self.ledger.next();
        match self.ledger.add(pair, text) {
            Ok(counted) => {
                let meetings = self.ledger.standings().meetings();
                for counted in &counted {
                    self.counts.record(counted, meetings, self.plan.times);
                }
            }
            Err(error) => {
                self.broken = Some(format!(
                    "{}: line {}: {}; pairs from pair {pair} on do not count",
                    self.path.display(),
                    place.line + error.line as u64 - 1,
                    error.message
                ));
            }
        }
    }

    fn summary(&mut self) -> Summary {
        let ending = self.ledger.ending();
        let state = match ending {
            Some(_) => RunState::Finished,
            None if self.journal.is_written() => RunState::Running,
            None => RunState::Interrupted,
        };
        let counted = self.counts.games.len() as u64 / 2;
        let pairs = PairCounts {
            counted,
            waiting: match ending {
                Some(_) => 0,
                None => self.places.len() as u64 - counted,
            },
            planned: self.plan.shard.share(self.plan.schedule().pairs()),
        };
        let notes = self.notes(pairs);
        self.counts
            .summary(&self.plan, &self.ledger, state, pairs, notes)
    }

    /// What makes the figures less than the whole of what was played.
    fn notes(&mut self, pairs: PairCounts) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(self.broken.clone());
        let path = self.path.display();
        match self.journal.damage() {
            Ok(Some((line, damage))) => notes.push(format!(
                "{path}: line {line} (byte {}): found a damaged entry, expected <pair> <bytes> \
                 <checksum> and so many bytes; {} do not count from there on",
                damage.offset,
                pairs_of(damage.pairs)
            )),
            Ok(None) => {}
            Err(error) => notes.push(format!("{path}: {error}")),
        }
        if pairs.waiting > 0 && self.broken.is_none() {
            notes.push(format!(
                "{} played and will count when pair {} is there",
                pairs_of(pairs.waiting),
                self.ledger.next()
            ));
        }
        notes
    }
}

fn pairs_of(pairs: u64) -> String {
    match pairs {
        1 => "1 pair".into(),
        _ => format!("{pairs} pairs"),
    }
}

/// Whether a path leads nowhere, or through a file as if it were a folder.
fn nothing_there(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

/// The plan of a run without its openings: the games hold those, and their file may be elsewhere now.
fn read_plan(text: &str) -> Result<Plan, String> {
    let mut given = RawConfig::from_toml(text)?;
    given.settings.openings = Some("start".into());
    given.settings.openings_checksum = None;
    Plan::new(&given).map_err(|error| error.to_string())
}
