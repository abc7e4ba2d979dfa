//! `endgame`: builds, proves and reads the endgame tables of Dameo.
//! Not here: the tables themselves, which the engine's library knows.

mod build;
mod crew;
mod probe;
mod verify;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::thread::available_parallelism;

/// Endgame tables of Dameo: what every position of a few pieces is worth, and how far off its end
/// is.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Builds a file of tables. One that is there already is gone on with: what is finished is
    /// kept.
    Build {
        /// The greatest number of pieces: 4, or 3 for the tables that the engine is built with.
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(3..=4))]
        pieces: u32,
        /// The file.
        #[arg(long)]
        output: PathBuf,
        /// How many materials are solved at once; as many as there are processors, if not given.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
        threads: Option<u32>,
    },
    /// Proves a finished file against the rules, and prints what it holds.
    Verify {
        /// The file.
        file: PathBuf,
        /// How many materials are proved at once; as many as there are processors, if not given.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
        threads: Option<u32>,
    },
    /// Prints what a position and its moves are worth.
    Probe {
        /// The file.
        file: PathBuf,
        /// The position, as the engine reads it, in one word of the shell.
        position: String,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().task {
        Task::Build {
            pieces,
            output,
            threads,
        } => build::run(pieces, &output, workers(threads)),
        Task::Verify { file, threads } => verify::run(&file, workers(threads)),
        Task::Probe { file, position } => probe::run(&file, &position),
    }
}

fn workers(asked: Option<u32>) -> usize {
    match asked {
        Some(threads) => threads as usize,
        None => available_parallelism().map_or(1, usize::from),
    }
}
