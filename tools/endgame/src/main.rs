//! `endgame`: the command line that builds, verifies and probes the endgame tables of Dameo.
//! Not here: the tables themselves, which are in the engine's library.

mod build;
mod material;
mod pool;
mod probe;
mod tables;
mod verify;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use tricorn_common::exit;
use tricorn_common::threads::Threads;

/// Endgame tables of Dameo: whether each position of a few pieces is won, drawn or lost, and in how
/// many plies.
#[derive(Parser)]
#[command(version, about, after_help = exit::HELP)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Builds a file of tables. To resume an interrupted build, run the same command again.
    Build {
        /// The largest number of pieces: 4, or 3 for the tables that are built into the engine
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(3..=4))]
        pieces: u32,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        threads: Threads,
    },
    /// Verifies a complete file by the rules, and prints its statistics.
    Verify {
        /// The file
        file: PathBuf,
        #[command(flatten)]
        threads: Threads,
    },
    /// Prints the value of a position and of each of its moves.
    Probe {
        /// The file
        file: PathBuf,
        /// The position in the engine's notation, in quotes
        position: String,
    },
}

fn main() -> ExitCode {
    exit::main("endgame", |arguments: Arguments| {
        run(arguments.task).map(|()| exit::DONE)
    })
}

fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Build {
            pieces,
            output,
            threads,
        } => build::run(pieces, &output, threads.count()),
        Task::Verify { file, threads } => verify::run(&file, threads.count()),
        Task::Probe { file, position } => probe::run(&file, &position),
    }
}
