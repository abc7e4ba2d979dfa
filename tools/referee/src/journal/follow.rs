//! A reader that follows a journal while another process writes it.
//! Not here: writing, and what the entries say.

use super::entry::{self, JournalEntry};
use super::{Damage, FORMAT, JournalError, foreign};
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

/// How many bytes behind the last good entry are searched for damage.
const EXAMINED: u64 = 64 << 20;

/// A pair that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number.
    pub pair: u64,
    /// The text of its games.
    pub games: String,
    /// Where the text begins, in bytes from the start of the journal.
    pub offset: u64,
    /// The line of the journal on which the text begins, counted from 1.
    pub line: u64,
}

/// Reads entries as they are appended. It writes nothing and keeps no lock, so it disturbs no run.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    reader: BufReader<File>,
    /// Device and inode: a journal that was sorted at the end of its run is another file.
    identity: (u64, u64),
    plan: String,
    /// Where the next entry begins: bytes and lines before it.
    end: u64,
    lines: u64,
}

impl Follower {
    /// Opens a journal at its first pair.
    ///
    /// # Errors
    /// If it cannot be read or is no journal.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let file = File::open(path)?;
        let data = file.metadata()?;
        if !data.is_file() {
            return Err(JournalError::Foreign("not a file".into()));
        }
        let mut reader = BufReader::new(file);
        let first = JournalEntry::read(&mut reader)?;
        let Some(first) = first.filter(|entry| entry.what == FORMAT) else {
            return Err(foreign(reader.get_ref()));
        };
        Ok(Self {
            path: path.into(),
            reader,
            identity: (data.dev(), data.ino()),
            end: first.length(),
            lines: lines(&first),
            plan: first.body,
        })
    }

    /// The text of the plan.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// The next pair in the order in which they were written; `None` if no whole one follows yet.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn next_pair(&mut self) -> io::Result<Option<Played>> {
        let entry = JournalEntry::read(&mut self.reader)?;
        let read = entry.and_then(|entry| Some((entry.what.parse().ok()?, entry)));
        let Some((pair, entry)) = read else {
            // Back to where the next entry begins: what is there may be only half of it.
            self.reader.seek(SeekFrom::Start(self.end))?;
            return Ok(None);
        };
        let offset = self.end + entry.length() - 1 - entry.body.len() as u64;
        let line = self.lines + 2;
        self.end += entry.length();
        self.lines += lines(&entry);
        Ok(Some(Played {
            pair,
            games: entry.body,
            offset,
            line,
        }))
    }

    /// The text of `length` bytes from `offset` on, as [`Played`] has them.
    ///
    /// # Errors
    /// If the file cannot be read, or there is no such text.
    pub fn text(&self, offset: u64, length: usize) -> io::Result<String> {
        let mut text = vec![0; length];
        // Reads at a place, so that the reader stays where it is.
        self.reader.get_ref().read_exact_at(&mut text, offset)?;
        String::from_utf8(text).map_err(io::Error::other)
    }

    /// Whether another file has the name now, or this one has become shorter, so that it has to be
    /// read from its start.
    ///
    /// # Errors
    /// If there is no such file any more.
    pub fn is_replaced(&self) -> io::Result<bool> {
        let data = std::fs::metadata(&self.path)?;
        Ok((data.dev(), data.ino()) != self.identity || data.len() < self.end)
    }

    /// What stands behind the last good entry, unless it is just one that is being written; with
    /// the line on which it begins, counted from 1.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn damage(&mut self) -> io::Result<Option<(u64, Damage)>> {
        let mut rest = Vec::new();
        self.reader.seek(SeekFrom::Start(self.end))?;
        let read = self.reader.by_ref().take(EXAMINED).read_to_end(&mut rest);
        self.reader.seek(SeekFrom::Start(self.end))?;
        read?;
        let (line, offset) = (self.lines + 1, self.end);
        Ok(entry::damaged(&rest).map(|pairs| (line, Damage { offset, pairs })))
    }

    /// Whether a process writes the journal.
    #[must_use]
    pub fn is_written(&self) -> bool {
        let file = self.reader.get_ref();
        let locked = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
        if !locked {
            // Nothing is lost if this fails: the lock goes with the file.
            let _ = file.unlock();
        }
        locked
    }
}

/// How many lines an entry takes in the file.
fn lines(entry: &JournalEntry) -> u64 {
    entry.body.bytes().filter(|&byte| byte == b'\n').count() as u64 + 2
}
