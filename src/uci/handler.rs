//! What an engine provides so that the process can serve it.
//! Not here: the order in which commands come (`queue`), and the threads (`process`).

use super::Job;
use tricorn_protocol::{Command, Go, ProtocolError, Rollout};

/// Carries out commands, one after the other, on the worker thread.
///
/// The process reports what is wrong with a line and acts on `stop`, `ponderhit`, `quit` and
/// `debug` itself; all other commands come here.
pub trait UciHandler {
    /// Carries out a command that is done soon. Its answers go to the output at once.
    ///
    /// # Errors
    /// The command is refused; the process reports the error.
    fn run(&mut self, command: Command) -> Result<(), ProtocolError>;

    /// Carries out a command that may take long, until it is done or `job` is stopped. Returns
    /// its last line, which the process prints as the job ends.
    ///
    /// # Errors
    /// The command is refused; the process reports the error.
    fn run_long(&mut self, command: LongCommand, job: &Job) -> Result<String, ProtocolError>;

    /// A `position` line was refused before it came here: the position before it must not stay,
    /// or the engine would move in another position than the client believes in.
    fn forget_position(&mut self);

    /// The handler panicked: what the command left behind cannot be trusted. Returns the answer
    /// that a client still waits for, if the command was a search.
    fn recover(&mut self, searching: bool) -> Option<String>;
}

/// A command that may take long. `isready` overtakes it, `stop` ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LongCommand {
    /// `go`, but for `go perft`
    Go(Box<Go>),
    /// `perft <plies>` or `go perft <plies>`
    Perft(u32),
    /// `bench [<depth>]`
    Bench(Option<u32>),
    /// `rollout [<argument> …]`
    Rollout(Box<Rollout>),
}

impl LongCommand {
    /// The command as one that may take long; `None` if it is done soon.
    #[must_use]
    pub fn of(command: Command) -> Option<Self> {
        match command {
            Command::Go(go) => Some(match go.perft {
                Some(depth) => Self::Perft(depth),
                None => Self::Go(go),
            }),
            Command::Perft(depth) => Some(Self::Perft(depth)),
            Command::Bench(depth) => Some(Self::Bench(depth)),
            Command::Rollout(asked) => Some(Self::Rollout(asked)),
            _ => None,
        }
    }

    /// Whether a client waits for its `bestmove`.
    #[must_use]
    pub fn is_search(&self) -> bool {
        matches!(self, Self::Go(_))
    }

    /// Its job, which begins to wait now.
    #[must_use]
    pub fn job(&self) -> Job {
        match self {
            Self::Go(go) => Job::new(go.until_stop() || go.ponder, go.ponder),
            _ => Job::new(false, false),
        }
    }
}
