//! Games as text: writing, reading, and holding a text against the rules.
//! Not here: how a game is played; the grammar in words is section 11 of the specification.

mod read;
mod tags;
mod verify;
mod write;

pub use read::{Games, Located, RecordError};
pub use verify::{Flaw, verify, verify_all};
pub use write::{Times, result_words, text};

/// The name and version that every record begins with when it is written. What is read may have
/// any second number: it stands for things that may be skipped.
pub const FORMAT: &str = "tricorn-game 1.0";

/// The part of [`FORMAT`] that a reader goes by.
const READABLE: &str = "tricorn-game 1.";

/// A fault of a text, with the line where it shows.
fn at(line: usize, message: impl Into<String>) -> RecordError {
    RecordError {
        line,
        message: message.into(),
    }
}
