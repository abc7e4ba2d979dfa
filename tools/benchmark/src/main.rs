//! `benchmark`: makes sets of positions with rolled-out moves, and measures what a search loses on them.
//! Not here: rules, search and rollouts, which the engine's library knows.

mod check;
mod file;
mod make;
mod measure;
mod positions;

use anyhow::anyhow;
use clap::{Args, Parser, Subcommand};
use file::Head;
use std::path::PathBuf;
use std::thread::available_parallelism;
use tricorn::games;
use tricorn::knowledge::Knowledge;

/// Positions of games with dice whose moves were rolled out, and what a search loses on them.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Makes a benchmark. The same command goes on with one that was interrupted.
    Make {
        /// The game, one with dice.
        #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(games::NAMES))]
        variant: String,
        /// The file.
        #[arg(long)]
        output: PathBuf,
        /// How many positions.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        positions: u32,
        /// How many moves of each are rolled out, at most.
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(2..=100))]
        moves: u32,
        /// Games from each move.
        #[arg(long, default_value_t = 144, value_parser = clap::value_parser!(u32).range(2..=100_000))]
        games: u32,
        /// Turns after which a game is cut off and judged by evaluation; 0 for none.
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=1_000))]
        plies: u32,
        /// How deep the moves in the games are searched.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
        depth: u32,
        /// The seed of all dice.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        means: Means,
    },
    /// Searches the positions of a benchmark and prints what the chosen moves lose.
    Measure {
        /// The file.
        file: PathBuf,
        /// How deep; several may be given.
        #[arg(long, num_args = 1.., default_values_t = [1, 2, 3], value_parser = clap::value_parser!(u32).range(1..=8))]
        depth: Vec<u32>,
        #[command(flatten)]
        means: Means,
    },
}

/// What plays and searches.
#[derive(Args)]
struct Means {
    /// What judges: `built-in`, `hand`, or a net file.
    #[arg(long, default_value = "built-in")]
    net: String,
    /// How many threads; as many as there are processors, if not given.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().task {
        Task::Make {
            variant,
            output,
            positions,
            moves,
            games,
            plies,
            depth,
            seed,
            means,
        } => {
            let head = Head {
                format: file::FORMAT.into(),
                variant,
                positions,
                moves,
                games,
                plies,
                depth,
                seed,
                // Known once the game is.
                net: String::new(),
            };
            make::run(head, &output, &means.knowledge()?, means.workers())
        }
        Task::Measure { file, depth, means } => {
            measure::run(&file, &depth, &means.knowledge()?, means.workers())
        }
    }
}

impl Means {
    fn knowledge(&self) -> anyhow::Result<Knowledge> {
        let read = Knowledge::read(&self.net);
        read.map_err(|error| anyhow!("net {}: {error}", self.net))
    }

    fn workers(&self) -> usize {
        match self.threads {
            Some(threads) => threads as usize,
            None => available_parallelism().map_or(1, usize::from),
        }
    }
}
