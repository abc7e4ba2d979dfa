//! The folder of a run: plan, journal, game records, events, result.
//! Not here: the contents of the files.

use crate::config::{Plan, RawConfig};
use crate::journal::{Journal, JournalError};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tricorn_common::files;

/// Why the folder of a run cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// The system refused; which file.
    Io(PathBuf, io::Error),
    /// The journal cannot be used; which file.
    Journal(PathBuf, JournalError),
    /// Something else; the message says what.
    Other(String),
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Journal(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for StoreError {}

/// The open folder of a run.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// Every pair that was played.
    pub journal: Journal,
    written: Option<File>,
}

impl Store {
    /// Begins a run in a folder, which is made if it is not there.
    ///
    /// # Errors
    /// If there is a run in it already, or it cannot be written.
    pub fn create(folder: &Path, plan: &Plan) -> Result<Self, StoreError> {
        fs::create_dir_all(folder).map_err(|error| StoreError::Io(folder.into(), error))?;
        let path = folder.join("journal");
        if path.exists() {
            return Err(StoreError::Other(format!(
                "{} holds a run already; add --resume to continue it, or choose another folder with --output",
                folder.display()
            )));
        }
        let text = plan.to_toml();
        let copy = folder.join("plan.toml");
        files::replace_bytes(&copy, text.as_bytes())
            .map_err(|error| StoreError::Io(copy, error))?;
        let journal =
            Journal::create(&path, &text).map_err(|error| StoreError::Journal(path, error))?;
        Ok(Self {
            folder: folder.into(),
            journal,
            written: None,
        })
    }

    /// Opens a run that was begun, and its plan.
    ///
    /// # Errors
    /// If there is none, it is in use, or was made by another version.
    pub fn open(folder: &Path) -> Result<(Self, Plan), StoreError> {
        let path = folder.join("journal");
        if !path.exists() {
            return Err(StoreError::Other(format!(
                "{} holds no run, expected a folder with a file journal",
                folder.display()
            )));
        }
        let journal =
            Journal::open(&path).map_err(|error| StoreError::Journal(path.clone(), error))?;
        let given = RawConfig::from_toml(journal.plan());
        let plan = given.and_then(|given| Plan::new(&given).map_err(|error| error.to_string()));
        let plan = plan
            .map_err(|error| StoreError::Other(format!("{}: its plan: {error}", path.display())))?;
        let store = Self {
            folder: folder.into(),
            journal,
            written: None,
        };
        Ok((store, plan))
    }

    /// The text of the games of a pair that was played.
    ///
    /// # Errors
    /// If it was not, or the journal cannot be read.
    pub fn games(&self, pair: u64) -> Result<String, StoreError> {
        let games = self.journal.games(pair);
        let games = games.map_err(|error| StoreError::Io(self.file("journal"), error))?;
        games.ok_or_else(|| StoreError::Other(format!("pair {pair} was not played")))
    }

    /// A file in the folder.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes the games anew: those of these pairs, and later those that are added.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin_games(&mut self, pairs: &[u64]) -> Result<(), StoreError> {
        let path = self.file("games.txt");
        let written = files::replace(&path, |out| {
            for &pair in pairs {
                let games = self.journal.games(pair)?.unwrap_or_default();
                out.write_all(games.as_bytes())?;
            }
            Ok(())
        });
        let file = written.and_then(|()| OpenOptions::new().append(true).open(&path));
        self.written = Some(file.map_err(|error| StoreError::Io(path, error))?);
        Ok(())
    }

    /// Adds the games of the next pair; [`begin_games`](Self::begin_games) comes before.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add_games(&mut self, text: &str) -> Result<(), StoreError> {
        let Some(file) = &mut self.written else {
            return Err(StoreError::Other("the file of games is not open".into()));
        };
        file.write_all(text.as_bytes())
            .map_err(|error| StoreError::Io(self.folder.join("games.txt"), error))
    }

    /// Writes a file of the folder as a whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let path = self.file(name);
        files::replace_bytes(&path, text.as_bytes()).map_err(|error| StoreError::Io(path, error))
    }

    /// Orders the journal for good; pairs from `end` on were played for nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn close(self, end: u64) -> Result<(), StoreError> {
        let path = self.file("journal");
        self.journal
            .sort(end)
            .map_err(|error| StoreError::Io(path, error))
    }
}
