//! The UCI process: one thread reads standard input, another runs the commands, one owner of
//! standard output. An engine plugs in as a [`UciHandler`].
//! Not here: what a command does, and any game; this knows the protocol alone.

mod arguments;
mod handler;
pub mod hangup;
mod job;
mod logs;
mod output;
mod process;
mod queue;

pub use arguments::arguments;
pub use handler::{LongCommand, UciHandler};
pub use job::Job;
pub use logs::Logs;
pub use output::Output;
pub use process::{Begin, serve};
