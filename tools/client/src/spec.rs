//! The specification of an engine: command, arguments, folder, options, timeouts.
//! Not here: the process itself, and the limits of its searches.

use std::path::PathBuf;
use std::time::Duration;

/// The greeting an engine answers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `uci`, and clocks by colour.
    #[default]
    Uci,
    /// `ugi`, and clocks by player.
    Ugi,
}

/// What there is to know of an engine before it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name that records and tables use.
    pub name: String,
    /// The program: a name to be looked up in `PATH`, or a path. One with several parts that is
    /// relative is taken from the client's own directory if it exists there, else from `dir`.
    pub command: String,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The directory in which it runs; `None` for the client's own.
    pub dir: Option<PathBuf>,
    /// The greeting.
    pub dialect: Dialect,
    /// Options to be set before the first game, in order; a button has an empty value.
    pub options: Vec<(String, String)>,
    /// Most address space that it may take, in MiB; an allocation beyond fails, which ends most
    /// programs. `None` leaves it to the system.
    pub memory_mib: Option<u64>,
    /// A file to which all that is said is appended, with times.
    pub log: Option<PathBuf>,
}

/// How long to wait before it calls an engine hung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// From the start of the process to the end of its greeting.
    pub greeting: Duration,
    /// For `readyok`, after options and before each move.
    pub ready: Duration,
    /// For `readyok` after the announcement of a new game.
    pub new_game: Duration,
    /// For a move where no clock and no time for the move says when it is due.
    pub search: Duration,
    /// For the answer to `stop`; also what an engine that has overstepped its time gets before
    /// it is killed.
    pub stop: Duration,
    /// From `quit` to the end of the process.
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

/// Where an engine runs, and how long it is waited for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The program that guards engines: one whose `main` calls
    /// [`guard::divert`](super::guard::divert) first. `None` for the running program.
    pub guard: Option<PathBuf>,
    /// The CPUs that the engine may use, by number; empty for all.
    pub cpus: Vec<usize>,
    /// How long to wait for it.
    pub deadlines: Deadlines,
}
