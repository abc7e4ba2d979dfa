//! Games as text: writing, reading, and holding a text against the rules.
//! Not here: how a game is played; the grammar in words is section 11 of the specification.

mod read;
mod tags;
mod verify;
mod write;

pub use read::{Games, Located, RecordError};
pub use verify::{Flaw, verify};
pub use write::{Times, text};

/// The name and version that every record begins with.
pub const FORMAT: &str = "tricorn-game 1.0";

/// A fault of a text, with the line where it shows.
fn at(line: usize, message: impl Into<String>) -> RecordError {
    RecordError {
        line,
        message: message.into(),
    }
}
