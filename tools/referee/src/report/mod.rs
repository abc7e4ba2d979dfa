//! The reports of a run: standings, event log, progress.
//! Not here: the statistics behind the figures (`stats`), and the game records (`record`).

mod events;
mod progress;
mod standings;
mod table;

pub use events::{Event, Events};
pub use progress::Progress;
pub use standings::{Meeting, Standings, moves_by_side};
pub use table::{Row, StandingsTable};
