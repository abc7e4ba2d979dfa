//! The text protocol: typed commands and answers, their grammar and their printing.
//! Not here: any game, any engine; a move or a position is a word to this crate.
//!
//! One line is one message. [`parse_command`] reads what a client sends, [`parse_answer`] what an
//! engine prints, and [`Command`] and [`Answer`] print themselves as a line that reads as the same
//! message. [`LineBuffer`] and [`LineReader`] cut bytes into lines without ever holding more than
//! one of bounded length. The specification of the protocol lies in the folder `spec`.
//!
//! ```
//! use tricorn_protocol::{Command, parse_command};
//!
//! let parsed = parse_command("go  depth 5 fast");
//! let Some(Command::Go(go)) = &parsed.command else { panic!() };
//! assert_eq!(go.depth, Some(5));
//! assert_eq!(
//!     parsed.errors[0].to_string(),
//!     "bad-argument: column 13: found \"fast\", expected a word that go knows",
//! );
//! assert_eq!(Command::Go(go.clone()).to_string(), "go depth 5");
//! ```

mod error;
mod grammar;
mod keyword_enum;
mod line;
mod message;
mod print;
pub mod record;

pub use error::{ErrorCode, ErrorList, ProtocolError, quote};
pub use grammar::{Parsed, ParsedAnswer, parse_answer, parse_command};
pub use line::{Line, LineBuffer, LineReader, MAX_LEGAL, MAX_LINE};
pub use message::{
    Answer, Bound, Command, Go, Info, Keyword, MAX_STEPS, OptionKind, OptionLine, Query, Rollout,
    Score, ScoreReport, Start, Wdl, Words,
};
