//! Endgame tablebases of Dameo with distance to mate: three pieces embedded, four from a file.
//! Not here: search, and the evaluation of all other positions.
//!
//! The tables ignore the draw counter and repetitions. So [`Endgames::probe`] gives a distance only
//! if the counter cannot reach its limit on the way, even if no man moves and nothing is captured.
//! Otherwise it gives no value. The way to a win repeats no position, but a position that occurred
//! twice before the probe would be a draw the third time; the search checks that itself.

pub mod dtm;
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
use dtm::{Dtm, distance, is_lost};
use file::{EMBEDDED_PIECES, FileError};
use setup::Setup;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The embedded tables, unpacked by the first probe in a few milliseconds.
/// `endgame build --pieces 3 --threads 1` writes this file.
static EMBEDDED: LazyLock<EndgameTables> = LazyLock::new(|| {
    let contents = file::read(include_bytes!("three.bin"));
    contents.map(|contents| contents.tables).unwrap_or_default()
});

/// The embedded tables and those loaded from a file.
#[derive(Clone, Debug)]
pub struct Endgames {
    /// Tables from a file.
    loaded: Option<Arc<EndgameTables>>,
    /// The greatest number of pieces in the tables.
    max_pieces: u32,
}

impl Default for Endgames {
    fn default() -> Self {
        Self {
            loaded: None,
            max_pieces: EMBEDDED_PIECES,
        }
    }
}

impl Endgames {
    /// The built-in tables and these, which reach to `max_pieces` pieces.
    #[must_use]
    pub fn with(tables: EndgameTables, max_pieces: u32) -> Self {
        Self {
            loaded: Some(Arc::new(tables)),
            max_pieces,
        }
    }

    /// The embedded tables and those of a file.
    ///
    /// # Errors
    /// The file cannot be used; see [`file::load`].
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let contents = file::load(path)?;
        Ok(Self::with(contents.tables, contents.pieces))
    }

    /// The DTM of a setup; `None` if it is not in the tables.
    #[must_use]
    pub fn dtm(&self, setup: Setup) -> Option<Dtm> {
        let loaded = self.loaded.as_ref().and_then(|loaded| loaded.dtm(setup));
        loaded.or_else(|| EMBEDDED.dtm(setup))
    }

    /// The score of a position for its side to move, with mate scores relative to the position.
    /// `None` if it is not in the tables or the draw counter could end the game first.
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
        position.pieces() <= self.max_pieces
    }

    #[cold]
    #[inline(never)]
    fn look_up(&self, position: &Dameo) -> Option<Score> {
        let dtm = self.dtm(Setup::of(position))?;
        let Some(plies) = distance(dtm) else {
            return Some(0);
        };
        if position.quiet().saturating_add(plies) > QUIET_LIMIT {
            return None;
        }
        let lost = mated_in(u32::from(plies));
        Some(if is_lost(dtm) { lost } else { -lost })
    }
}
