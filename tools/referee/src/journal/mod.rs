//! The journal: the file from which a run is resumed, with its plan and every finished pair of games.
//! Not here: the order of pairs in results, which is that of the schedule.
//!
//! An entry is a line `<what> <bytes> <checksum>`, then so many bytes, then a line end. It counts
//! only if it is whole: a tail that a crash tore is cut off when the file is opened again. So an
//! entry needs one write and no lock, and a run may be killed at any moment. What no crash explains
//! is damage: where it begins, the file counts as ended, and stays as it is until it is written to.

mod entry;
mod follow;

pub use follow::{Follower, Played};

use entry::JournalEntry;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tricorn_common::files;

/// The name and version in the first entry.
const FORMAT: &str = "tricorn-journal-1";

/// How often a locked journal is tried, and the pause between two tries: a [`Follower`] that looks
/// whether a run goes on holds the lock for a moment.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// How much of a foreign first line a message shows, in bytes.
const MOST_QUOTED: u64 = 60;

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// The system refused.
    Io(io::Error),
    /// The file is no journal; the message says why.
    Foreign(String),
    /// Another process writes it.
    InUse,
}

impl std::fmt::Display for JournalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign(message) => f.write_str(message),
            Self::InUse => f.write_str("another run writes it"),
        }
    }
}

impl std::error::Error for JournalError {}

impl From<io::Error> for JournalError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What was found behind the last good entry and is not just one that was not written to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Where it begins, in bytes from the start of the file.
    pub offset: u64,
    /// Pairs that stand from there on, the damaged one counted and those behind it, which may be
    /// whole. None of them counts.
    pub pairs: u64,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { offset, pairs } = self;
        write!(
            f,
            "the journal is damaged at byte {offset}: pairs dropped from there on: {pairs}"
        )
    }
}

/// An open journal. One process at a time has it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    plan: String,
    /// Where the entry of each pair has its bytes: offset and length.
    pairs: BTreeMap<u64, (u64, usize)>,
    end: u64,
    damage: Option<Damage>,
}

impl Journal {
    /// Begins a journal with the text of a plan. The file appears at once and whole.
    ///
    /// # Errors
    /// If the file is there already, or cannot be written.
    pub fn create(path: &Path, plan: &str) -> Result<Self, JournalError> {
        if path.exists() {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists).into());
        }
        files::replace(path, |out| out.write_all(&JournalEntry::plan(plan).bytes()))?;
        Self::open(path)
    }

    /// Opens a journal and cuts off an entry that was not written to its end. Other damage is left
    /// as it is, for [`damage`](Self::damage) to tell.
    ///
    /// # Errors
    /// If it cannot be read and written, is no journal, or is in use.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        lock(&file)?;
        let mut journal = Self {
            path: path.to_owned(),
            plan: String::new(),
            pairs: BTreeMap::new(),
            end: 0,
            damage: None,
            file,
        };
        journal.load()?;
        if journal.damage.is_none() {
            journal.file.set_len(journal.end)?;
        }
        Ok(journal)
    }

    fn load(&mut self) -> Result<(), JournalError> {
        let mut reader = BufReader::new(&self.file);
        let first = JournalEntry::read(&mut reader)?;
        let Some(first) = first.filter(|entry| entry.what == FORMAT) else {
            return Err(foreign(&self.file));
        };
        self.end = first.length();
        self.plan = first.body;
        while let Some(entry) = JournalEntry::read(&mut reader)? {
            let Ok(pair) = entry.what.parse() else {
                break;
            };
            let length = entry.length();
            let body = self.end + length - 1 - entry.body.len() as u64;
            self.pairs.insert(pair, (body, entry.body.len()));
            self.end += length;
        }
        drop(reader);
        let mut rest = Vec::new();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.end))?;
        file.read_to_end(&mut rest)?;
        self.damage = entry::damaged(&rest).map(|pairs| Damage {
            offset: self.end,
            pairs,
        });
        Ok(())
    }

    /// The damage that was found and is still in the file. The next [`append`](Self::append) cuts
    /// it off.
    #[must_use]
    pub fn damage(&self) -> Option<Damage> {
        self.damage
    }

    /// The text of the plan.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// Whether the pair was played.
    #[must_use]
    pub fn has(&self, pair: u64) -> bool {
        self.pairs.contains_key(&pair)
    }

    /// The numbers of the pairs that were played, ascending.
    pub fn pairs(&self) -> impl Iterator<Item = u64> {
        self.pairs.keys().copied()
    }

    /// The games of a pair, `None` if it was not played.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn games(&self, pair: u64) -> io::Result<Option<String>> {
        let Some(&(offset, length)) = self.pairs.get(&pair) else {
            return Ok(None);
        };
        let mut body = vec![0; length];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut body)?;
        String::from_utf8(body).map(Some).map_err(io::Error::other)
    }

    /// Writes the games of a pair that was not there. When this returns, they survive the end of
    /// the process; [`sync`](Self::sync) makes them survive that of the machine.
    ///
    /// # Errors
    /// If the file cannot be written. What was there stays.
    pub fn append(&mut self, pair: u64, games: &str) -> io::Result<()> {
        if self.damage.is_some() {
            self.file.set_len(self.end)?;
            self.damage = None;
        }
        let bytes = JournalEntry::pair(pair, games).bytes();
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&bytes)?;
        let body = self.end + (bytes.len() - 1 - games.len()) as u64;
        self.pairs.insert(pair, (body, games.len()));
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Hands everything to the disk.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Writes the journal anew, with the pairs below `end` in ascending order.
    ///
    /// # Errors
    /// If the file cannot be read or written; the old one is then still there.
    pub fn sort(self, end: u64) -> io::Result<()> {
        files::replace(&self.path, |out| {
            out.write_all(&JournalEntry::plan(&self.plan).bytes())?;
            for pair in self.pairs().take_while(|&pair| pair < end) {
                if let Some(games) = self.games(pair)? {
                    out.write_all(&JournalEntry::pair(pair, &games).bytes())?;
                }
            }
            Ok(())
        })
    }
}

/// Why a file does not begin as a journal: what its first line is, and what was expected.
fn foreign(mut file: &File) -> JournalError {
    let mut head = Vec::new();
    let read = file.seek(SeekFrom::Start(0));
    let read = read.and_then(|_| file.take(MOST_QUOTED).read_to_end(&mut head));
    if let Err(error) = read {
        return error.into();
    }
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    JournalError::Foreign(match line.split(' ').next() {
        Some("") | None => format!("line 1: nothing, expected a journal of a run ({FORMAT} ...)"),
        Some(FORMAT) => {
            "line 1: the plan is damaged: its bytes do not match the length and checksum".into()
        }
        Some(_) => format!(
            "line 1: found {line:?}, expected a journal of a run in the form of this version \
             ({FORMAT} ...)"
        ),
    })
}

/// Locks the file for writing.
fn lock(file: &File) -> Result<(), JournalError> {
    for attempt in 1.. {
        match file.try_lock() {
            Ok(()) => break,
            Err(fs::TryLockError::WouldBlock) if attempt < TRIES => std::thread::sleep(PAUSE),
            Err(fs::TryLockError::WouldBlock) => return Err(JournalError::InUse),
            Err(fs::TryLockError::Error(error)) => return Err(error.into()),
        }
    }
    Ok(())
}
