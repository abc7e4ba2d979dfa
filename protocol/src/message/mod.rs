//! The messages of the protocol as types: commands to an engine, answers from it.
//! Not here: their text; see `grammar` for reading and `print` for writing.

mod answer;
mod command;
mod words;

pub use answer::{Answer, Bound, Info, OptionKind, OptionLine, Score, ScoreReport, Wdl};
pub use command::{Command, Go, Keyword, MAX_STEPS, Query, Rollout, Start};
pub use words::Words;
