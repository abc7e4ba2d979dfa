//! Reads a line as a message, and says where it cannot.
//! Not here: lines from bytes; see `line`. What a move or a position text means: no one here knows.

mod answer;
mod command;
mod go;
mod info;
mod option;
mod rollout;
mod suggest;
mod token;

pub use answer::{ParsedAnswer, parse_answer};
pub use command::{Parsed, parse_command};
