//! Keeps the game in a file after every turn, so that nothing is lost however the program ends.
//! Not here: files that a person names with `save` (`saved`).

use super::saved::SavedGame;
use etcetera::{BaseStrategy, choose_base_strategy};
use std::fs;
use std::path::PathBuf;

/// Where the game is kept, if it is.
pub struct Keeper {
    path: Option<PathBuf>,
    /// The name that the file of an earlier game gets; `None` where a person has named the file.
    earlier: Option<PathBuf>,
    /// Whether the file holds an earlier game.
    is_earlier: bool,
    /// The game found in the file, while it is not finished.
    pub found: Option<SavedGame>,
    last: String,
}

impl Keeper {
    /// Keeps the game in a file that was named. A game in it is to be gone on with.
    ///
    /// # Errors
    /// The file is there and holds no game.
    pub fn named(path: PathBuf) -> anyhow::Result<Self> {
        let found = path
            .exists()
            .then(|| SavedGame::read(&path, 1))
            .transpose()?;
        Ok(Self {
            path: Some(path),
            earlier: None,
            is_earlier: false,
            found,
            last: String::new(),
        })
    }

    /// Keeps the game where the platform keeps the state of programs.
    pub fn of_platform() -> Self {
        let folder = choose_base_strategy().ok().map(|base| {
            let state = base.state_dir().unwrap_or_else(|| base.data_dir());
            state.join("tricorn")
        });
        let path = folder.as_ref().map(|folder| folder.join("last.game"));
        let read = |path: &PathBuf| SavedGame::read(path, 1).ok();
        let found = path.as_ref().and_then(read);
        Self {
            found: found.filter(|game| game.end.is_none() && !game.words.is_empty()),
            earlier: folder.map(|folder| folder.join("previous.game")),
            is_earlier: true,
            path,
            last: String::new(),
        }
    }

    /// Keeps nothing: lines come from a pipe, and no file was named.
    pub fn none() -> Self {
        Self {
            path: None,
            earlier: None,
            is_earlier: false,
            found: None,
            last: String::new(),
        }
    }

    /// Whether a person has named the file.
    pub fn is_named(&self) -> bool {
        self.path.is_some() && self.earlier.is_none()
    }

    /// Another game begins: the one in the file becomes the earlier one.
    pub fn new_game(&mut self) {
        self.is_earlier = true;
    }

    /// Writes the game, if it has changed since it was written last.
    ///
    /// # Errors
    /// The file cannot be written. Nothing more is kept then.
    pub fn keep(&mut self, game: &SavedGame) -> anyhow::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let text = game.text();
        if text == self.last {
            return Ok(());
        }
        if std::mem::take(&mut self.is_earlier)
            && let Some(earlier) = &self.earlier
        {
            // There may be none.
            let _ = fs::rename(path, earlier);
        }
        self.last = text;
        let written = game.write(path);
        if written.is_err() {
            self.path = None;
        }
        written
    }
}
