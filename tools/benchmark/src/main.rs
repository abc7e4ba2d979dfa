//! `benchmark`: the command line that makes sets of rolled-out positions and measures searches on them.
//! Not here: rules, search and rollouts, which are in the engine's library.

mod check;
mod file;
mod make;
mod measure;
mod positions;

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use file::Head;
use std::path::PathBuf;
use std::process::ExitCode;
use tricorn::eval_source::EvalFile;
use tricorn::games;
use tricorn_common::exit;
use tricorn_common::threads::Threads;

/// Makes sets of positions with rolled-out moves, for games with dice, and measures how many points
/// a search loses on them.
#[derive(Parser)]
#[command(version, about, after_help = exit::HELP)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Makes a benchmark. To resume an interrupted run, run the same command again.
    Make {
        #[command(flatten)]
        settings: MakeSettings,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        evaluation: Evaluation,
        #[command(flatten)]
        threads: Threads,
    },
    /// Searches the positions of a benchmark and prints what the chosen moves lose.
    Measure {
        /// The benchmark
        file: PathBuf,
        /// Search depths, 1 to 8
        #[arg(long, num_args = 1.., default_values_t = [1, 2, 3], value_parser = clap::value_parser!(u32).range(1..=8))]
        depth: Vec<u32>,
        #[command(flatten)]
        evaluation: Evaluation,
        #[command(flatten)]
        threads: Threads,
    },
}

/// What decides which file comes out.
#[derive(Args)]
struct MakeSettings {
    /// The game, one with dice
    #[arg(long, value_parser = PossibleValuesParser::new(games::NAMES))]
    variant: String,
    /// How many positions
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// The most moves of a position to roll out
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(2..=100))]
    moves: u32,
    /// Games of each rollout
    #[arg(long, default_value_t = 144, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Turns after which a rolled-out game is truncated and evaluated; 0 for never
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    plies: u32,
    /// Search depth of the moves in rolled-out games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: u32,
    /// Seed of all dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The evaluation that plays and searches.
#[derive(Args)]
struct Evaluation {
    /// The evaluation: `built-in`, `hand`, or a net file
    #[arg(long, default_value = "built-in")]
    net: String,
}

fn main() -> ExitCode {
    exit::main("benchmark", |arguments: Arguments| {
        run(arguments.task).map(|()| exit::DONE)
    })
}

fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Make {
            settings,
            output,
            evaluation,
            threads,
        } => make::run(
            settings.head(),
            &output,
            &evaluation.load()?,
            threads.count(),
        ),
        Task::Measure {
            file,
            mut depth,
            evaluation,
            threads,
        } => {
            depth.sort_unstable();
            depth.dedup();
            measure::run(&file, &depth, &evaluation.load()?, threads.count())
        }
    }
}

impl MakeSettings {
    /// The head of the file. The net is left empty, since its name depends on the game.
    fn head(self) -> Head {
        Head {
            format: file::FORMAT.into(),
            variant: self.variant,
            positions: self.positions,
            moves: self.moves,
            games: self.games,
            plies: self.plies,
            depth: self.depth,
            seed: self.seed,
            net: String::new(),
        }
    }
}

impl Evaluation {
    fn load(&self) -> anyhow::Result<EvalFile> {
        EvalFile::read(&self.net).with_context(|| format!("net {}", self.net))
    }
}
