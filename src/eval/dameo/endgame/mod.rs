//! Endgame tables of Dameo (tablebases): the result of every position of a few pieces, and its
//! distance to the end in plies (DTM). Up to three pieces within the program, four from a file.
//! Not here: search, and the evaluation of all other positions.
//!
//! The codes know nothing of the quiet plies already counted, nor of positions that occurred
//! before. A distance is claimed only where the counter cannot run out on the way, even if no man
//! moves and nothing is captured ([`Endgames::probe`]); elsewhere the position counts as unknown.
//! As to repetition: on the way to a win no position comes twice, but one that had come twice
//! before the tables were asked would be a draw the third time; search looks for that itself.

pub mod code;
pub mod file;
pub mod setup;
pub mod solve;
mod tables;
#[cfg(test)]
mod tests;
pub mod verify;
mod with_tables;

pub use tables::EndgameTables;
pub use with_tables::WithTables;

use crate::eval::{Score, mated_in};
use crate::rules::Rules;
use crate::rules::dameo::{Dameo, QUIET_LIMIT};
use code::{Code, distance, is_lost};
use file::{FileError, SHIPPED};
use setup::Setup;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The tables within the program, unpacked when they are first asked, which takes a few
/// milliseconds once. `endgame build --pieces 3 --threads 1` writes this file.
static SMALL: LazyLock<EndgameTables> = LazyLock::new(|| {
    let contents = file::read(include_bytes!("three.bin"));
    contents.map(|contents| contents.tables).unwrap_or_default()
});

/// All tables that are loaded.
#[derive(Clone, Debug)]
pub struct Endgames {
    /// Tables that were loaded.
    large: Option<Arc<EndgameTables>>,
    /// The greatest number of pieces that is known.
    most: u32,
}

impl Default for Endgames {
    fn default() -> Self {
        Self {
            large: None,
            most: SHIPPED,
        }
    }
}

impl Endgames {
    /// The built-in tables and these, which reach to `most` pieces.
    #[must_use]
    pub fn with(tables: EndgameTables, most: u32) -> Self {
        Self {
            large: Some(Arc::new(tables)),
            most,
        }
    }

    /// The tables within the program and those of a file.
    ///
    /// # Errors
    /// The file cannot be used; see [`file::load`].
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let contents = file::load(path)?;
        Ok(Self::with(contents.tables, contents.pieces))
    }

    /// The code of a setup; `None` if it is not known.
    #[must_use]
    pub fn code(&self, setup: Setup) -> Option<Code> {
        let large = self.large.as_ref().and_then(|large| large.code(setup));
        large.or_else(|| SMALL.code(setup))
    }

    /// The value of a position to its side to move, distances counted from the position; `None`
    /// if it is not known, or if the counter of quiet plies might make a draw of it first.
    #[inline]
    #[must_use]
    pub fn probe(&self, position: &Dameo) -> Option<Score> {
        if self.covers(position) {
            self.look_up(position)
        } else {
            None
        }
    }

    /// Whether a position has few enough pieces for the tables.
    #[inline]
    #[must_use]
    pub fn covers(&self, position: &Dameo) -> bool {
        position.pieces() <= self.most
    }

    #[cold]
    #[inline(never)]
    fn look_up(&self, position: &Dameo) -> Option<Score> {
        let code = self.code(Setup::of(position))?;
        let Some(plies) = distance(code) else {
            return Some(0);
        };
        if position.quiet().saturating_add(plies) > QUIET_LIMIT {
            return None;
        }
        let lost = mated_in(u32::from(plies));
        Some(if is_lost(code) { lost } else { -lost })
    }
}
