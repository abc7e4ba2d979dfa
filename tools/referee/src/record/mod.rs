//! Game records: writing, reading and verifying them.
//! Not here: playing games, and the grammar (section 11 of the specification).

mod json;
mod read;
mod verify;
mod write;

pub use json::{GameHead, GameJson, MoveJson};
pub use read::{Games, Located, RecordError};
pub use verify::{Flaw, verify, verify_all};
pub use write::{Times, result_words, text};

/// An error at a line.
fn at(line: usize, message: impl Into<String>) -> RecordError {
    RecordError {
        line,
        message: message.into(),
    }
}
