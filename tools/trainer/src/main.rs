//! `trainer`: the command line that trains the engine's nets.
//! Not here: the work itself, which is in the library.

use anyhow::{Context, anyhow};
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use trainer::boards::{self, Conditions, Fit, Play, Schedule};
use trainer::ranges;
use trainer::versus::Versus;
use tricorn::eval_source::EvalFile;
use tricorn_common::exit;
use tricorn_common::threads::{self, Threads};

/// Makes the nets of the engine: self-play, training, matches.
#[derive(Parser)]
#[command(version, about, after_help = exit::HELP)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Plays games of the engine against itself and keeps their positions (Dameo, Eximo). To resume
    /// an interrupted run, run the same command again.
    Play(PlayArguments),
    /// Trains a net on positions (Dameo, Eximo). To resume an interrupted run, run the same command
    /// again.
    Train(TrainArguments),
    /// Plays a match between two evaluations, with the referee. To resume an interrupted match, run
    /// the same command again.
    Match(MatchArguments),
    /// Makes the net of Abak.
    #[command(subcommand)]
    Abak(trainer::abak::Task),
}

#[derive(Args)]
struct PlayArguments {
    /// The game
    #[arg(long, value_parser = PossibleValuesParser::new(boards::NAMES))]
    variant: String,
    /// The folder of positions
    #[arg(long, value_name = "FOLDER")]
    output: PathBuf,
    /// The evaluation: `built-in`, `hand`, or a net file
    #[arg(long, default_value = "built-in")]
    net: String,
    /// How many games the folder is to hold
    #[arg(long, default_value_t = 10_000, value_parser = ranges::count::<u64>)]
    games: u64,
    /// Nodes of a move
    #[arg(long, default_value_t = 1_000, value_parser = ranges::count::<u64>)]
    nodes: u64,
    /// Seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Args)]
struct TrainArguments {
    /// The game
    #[arg(long, value_parser = PossibleValuesParser::new(boards::NAMES))]
    variant: String,
    /// Folders of positions; several may be given
    #[arg(long, required = true, num_args = 1.., value_name = "FOLDER")]
    data: Vec<PathBuf>,
    /// The net file; the checkpoint goes beside it, with `.state` added to the name
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Hidden units of a view, a multiple of 16
    #[arg(long, default_value_t = 64, value_parser = ranges::hidden::<2>)]
    hidden: usize,
    /// Output buckets, by the number of pieces
    #[arg(long, default_value_t = 8, value_parser = ranges::count::<usize>)]
    buckets: usize,
    /// Passes over the positions
    #[arg(long, default_value_t = 14, value_parser = ranges::count::<usize>)]
    epochs: usize,
    /// Positions in a batch
    #[arg(long, default_value_t = 8_192, value_parser = ranges::count::<usize>)]
    batch: usize,
    /// Learning rate of the first step
    #[arg(long, default_value_t = 0.004, value_parser = ranges::rate)]
    rate: f32,
    /// WDL blend: the share of the game's result in the target, 0 to 1; the rest is the search score
    #[arg(long, default_value_t = 0.4, value_parser = ranges::share)]
    wdl: f32,
    /// Score units to a logit
    #[arg(long, default_value_t = 160, value_parser = ranges::unit)]
    unit: i32,
    /// Seed of the first weights and of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Args)]
struct MatchArguments {
    /// The game
    #[arg(long, value_parser = PossibleValuesParser::new(tricorn::games::NAMES))]
    variant: String,
    /// The two evaluations: `built-in`, `hand`, or net files
    #[arg(long, required = true, num_args = 2, value_names = ["A", "B"])]
    nets: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 400, value_parser = ranges::count::<u64>)]
    games: u64,
    /// The limit of each engine for a move, as the referee reads it
    #[arg(long, default_value = "nodes=1000")]
    limit: String,
    /// Seed of openings and dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The referee's set of openings
    #[arg(long, default_value = "level")]
    openings: String,
    /// Games to play at once, 1 to 256 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// The folder of the referee's records
    #[arg(long, value_name = "FOLDER", default_value = "match")]
    output: PathBuf,
    /// The folder of the programs `tricorn` and `referee` [default: that of this program]
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,
}

fn main() -> ExitCode {
    exit::main("trainer", |arguments: Arguments| {
        run(arguments.task).map(|()| exit::DONE)
    })
}

fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Play(arguments) => play(arguments),
        Task::Train(arguments) => train(arguments),
        Task::Match(arguments) => versus(arguments),
        Task::Abak(task) => trainer::abak::run(&task),
    }
}

fn play(arguments: PlayArguments) -> anyhow::Result<()> {
    let evaluation = EvalFile::read(&arguments.net).with_context(|| arguments.net.clone())?;
    let task = Play {
        conditions: Conditions {
            variant: arguments.variant,
            nodes: arguments.nodes,
            opening: [6, 10],
            seed: arguments.seed,
        },
        games: arguments.games,
        evaluation,
        output: arguments.output,
        threads: arguments.threads.count(),
    };
    boards::visit(&task.conditions.variant, &task).ok_or_else(no_boards)?
}

fn train(arguments: TrainArguments) -> anyhow::Result<()> {
    let task = Fit {
        schedule: Schedule {
            variant: arguments.variant,
            hidden: arguments.hidden,
            buckets: arguments.buckets,
            epochs: arguments.epochs,
            batch: arguments.batch,
            rate: arguments.rate,
            wdl: arguments.wdl,
            unit: arguments.unit,
            seed: arguments.seed,
        },
        data: arguments.data,
        output: arguments.output,
        threads: arguments.threads.count(),
    };
    boards::visit(&task.schedule.variant, &task).ok_or_else(no_boards)?
}

fn versus(arguments: MatchArguments) -> anyhow::Result<()> {
    let nets = arguments.nets.try_into();
    let nets = nets.map_err(|_| anyhow!("expected two evaluations"))?;
    let programs = match arguments.programs {
        Some(folder) => folder,
        None => {
            let own = std::env::current_exe().context("the folder of this program")?;
            own.parent().map(PathBuf::from).unwrap_or_default()
        }
    };
    Versus {
        variant: arguments.variant,
        nets,
        games: arguments.games,
        limit: arguments.limit,
        seed: arguments.seed,
        openings: arguments.openings,
        concurrency: threads::count(arguments.concurrency),
        output: arguments.output,
        programs,
    }
    .run()
}

fn no_boards() -> anyhow::Error {
    anyhow!("expected one of {}", boards::NAMES.join(", "))
}
