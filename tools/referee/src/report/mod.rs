//! What a run tells: standings, events, progress.
//! Not here: the statistics behind the figures, and the games.

mod events;
mod progress;
mod standings;

pub use events::{Event, Events};
pub use progress::Progress;
pub use standings::{Meeting, Row, Standings};
