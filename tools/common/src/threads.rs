//! The `--threads` argument.
//! Not here: starting threads.

use std::thread::available_parallelism;

/// The argument `--threads`, to be flattened into a tool's own.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Threads {
    /// How many threads to use, 1 to 256 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Threads {
    /// How many threads to use.
    #[must_use]
    pub fn count(self) -> usize {
        count(self.threads)
    }
}

/// As many as asked for, or one for each processor that this process may use.
#[must_use]
pub fn count(asked: Option<u16>) -> usize {
    match asked {
        Some(threads) => threads.max(1).into(),
        None => available_parallelism().map_or(1, usize::from),
    }
}
