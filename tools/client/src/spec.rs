//! The specification of an engine: command, arguments, folder, options, timeouts.
//! Not here: the process itself, and the limits of its searches.

use std::path::PathBuf;
use std::time::Duration;

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `uci`, and clocks by colour.
    #[default]
    Uci,
    /// `ugi`, and clocks by player.
    Ugi,
}

/// Everything needed to start an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// Its name in records and tables.
    pub name: String,
    /// The program: a name to look up in `PATH`, or a path. A relative path with several components
    /// is resolved in the client's directory if it exists there, else in `dir`.
    pub command: String,
    /// The program's arguments.
    pub args: Vec<String>,
    /// Its working directory; `None` for the client's.
    pub dir: Option<PathBuf>,
    /// The protocol.
    pub dialect: Dialect,
    /// Options to set before the first game, in order; a button has an empty value.
    pub options: Vec<(String, String)>,
    /// The limit of its address space in MiB; allocations beyond it fail. `None` for no limit.
    pub memory_mib: Option<u64>,
    /// A file to append the transcript to, with times.
    pub log: Option<PathBuf>,
}

/// Timeouts after which an engine counts as hung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// From the start of the process to `uciok`.
    pub greeting: Duration,
    /// For `readyok`, after options and before each move.
    pub ready: Duration,
    /// For `readyok` after `ucinewgame`.
    pub new_game: Duration,
    /// For a move without a clock and without `movetime`.
    pub search: Duration,
    /// For the answer to `stop`, and after a time forfeit before the engine is killed.
    pub stop: Duration,
    /// From `quit` to the exit of the process.
    pub quit: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            greeting: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            new_game: Duration::from_secs(10),
            search: Duration::from_secs(120),
            stop: Duration::from_secs(3),
            quit: Duration::from_secs(2),
        }
    }
}

/// Where an engine runs, and its timeouts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The program that guards engines: one whose `main` calls
    /// [`guard::divert`](super::guard::divert) first. `None` for the running program.
    pub guard: Option<PathBuf>,
    /// The CPUs that the engine may use, by number; empty for all.
    pub cpus: Vec<usize>,
    /// Timeouts.
    pub deadlines: Deadlines,
}
