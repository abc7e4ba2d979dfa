//! Game records: writing, reading and verifying them.
//! Not here: playing games, and the grammar (section 11 of the specification).

mod read;
mod tags;
mod verify;
mod write;

pub use read::{Games, Located, RecordError};
pub use verify::{Flaw, verify, verify_all};
pub use write::{Times, result_words, text};

/// The name and version at the start of every written record. Reading accepts any minor version,
/// because minor versions add only what a reader may skip.
pub const FORMAT: &str = "tricorn-game 1.0";

/// The part of [`FORMAT`] that a reader checks.
const READABLE: &str = "tricorn-game 1.";

/// An error at a line.
fn at(line: usize, message: impl Into<String>) -> RecordError {
    RecordError {
        line,
        message: message.into(),
    }
}
