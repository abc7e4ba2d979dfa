//! `trainer`: makes the nets of the engine.
//! Not here: the work itself, which the library does.

use anyhow::{Context, anyhow};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::thread::available_parallelism;
use trainer::boards::{self, Conditions, Fit, Play, Schedule};
use trainer::ranges;
use trainer::versus::Versus;
use tricorn::eval_source::EvalFile;

/// Makes the nets of the engine: games of it against itself, training on them, matches.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Plays games of the engine against itself and keeps their positions (Dameo, Eximo). The
    /// same command goes on where it was interrupted.
    Play(PlayArguments),
    /// Trains a net on positions (Dameo, Eximo). The same command goes on where it was
    /// interrupted.
    Train(TrainArguments),
    /// Plays two evaluations against each other under the referee.
    Match(MatchArguments),
    /// Makes the net of Abak.
    #[command(subcommand)]
    Abak(trainer::abak::Task),
}

#[derive(Args)]
struct PlayArguments {
    /// The game.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(boards::NAMES))]
    variant: String,
    /// The folder of positions.
    #[arg(long)]
    output: PathBuf,
    /// The evaluation: a net file, `built-in`, or `hand`.
    #[arg(long, default_value = "built-in")]
    net: String,
    /// How many games, in hundreds.
    #[arg(long, default_value_t = 10_000, value_parser = ranges::count::<u64>)]
    games: u64,
    /// Nodes of a move.
    #[arg(long, default_value_t = 1_000, value_parser = ranges::count::<u64>)]
    nodes: u64,
    /// The seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; as many as there are processors, if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Args)]
struct TrainArguments {
    /// The game.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(boards::NAMES))]
    variant: String,
    /// A folder of positions; several may be given.
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The net file.
    #[arg(long)]
    output: PathBuf,
    /// Hidden units of a view, a multiple of 16.
    #[arg(long, default_value_t = 64, value_parser = ranges::hidden::<2>)]
    hidden: usize,
    /// Outputs that are told apart by the number of pieces.
    #[arg(long, default_value_t = 8, value_parser = ranges::count::<usize>)]
    buckets: usize,
    /// Passes over the positions.
    #[arg(long, default_value_t = 14, value_parser = ranges::count::<usize>)]
    epochs: usize,
    /// Positions in a step.
    #[arg(long, default_value_t = 8_192, value_parser = ranges::count::<usize>)]
    batch: usize,
    /// The rate of the first step.
    #[arg(long, default_value_t = 0.004, value_parser = ranges::rate)]
    rate: f32,
    /// The share of the game's end in the target; the rest is the search's score.
    #[arg(long, default_value_t = 0.4, value_parser = ranges::share)]
    mix: f32,
    /// Score units to a logit.
    #[arg(long, default_value_t = 160, value_parser = ranges::unit)]
    unit: i32,
    /// The seed of the first weights and of the order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; as many as there are processors, if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Args)]
struct MatchArguments {
    /// The game.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(tricorn::games::NAMES))]
    variant: String,
    /// The two evaluations: net files, `built-in`, or `hand`.
    #[arg(long, required = true, num_args = 2, value_names = ["A", "B"])]
    nets: Vec<String>,
    /// How many games.
    #[arg(long, default_value_t = 400, value_parser = ranges::count::<u64>)]
    games: u64,
    /// What each may use for a move, as the referee reads it.
    #[arg(long, default_value = "nodes=1000")]
    limit: String,
    /// The seed of openings and dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The referee's set of openings.
    #[arg(long, default_value = "level")]
    openings: String,
    /// How many games at once; as many as there are processors, if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// The folder of the referee's records. The same command goes on with the match in it.
    #[arg(long, default_value = "match")]
    output: PathBuf,
    /// The folder of the programs `tricorn` and `referee`; that of this program, if not given.
    #[arg(long)]
    programs: Option<PathBuf>,
}

/// As many as were asked for, or as there are processors.
fn workers(asked: Option<u16>) -> usize {
    asked.map_or_else(
        || available_parallelism().map_or(1, usize::from),
        usize::from,
    )
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().task {
        Task::Play(arguments) => play(arguments),
        Task::Train(arguments) => train(arguments),
        Task::Match(arguments) => versus(arguments),
        Task::Abak(task) => trainer::abak::run(&task),
    }
}

fn play(arguments: PlayArguments) -> anyhow::Result<()> {
    let judge = EvalFile::read(&arguments.net);
    let judge = judge.map_err(|error| anyhow!("{}: {error}", arguments.net))?;
    let task = Play {
        conditions: Conditions {
            variant: arguments.variant,
            nodes: arguments.nodes,
            opening: [6, 10],
            seed: arguments.seed,
        },
        games: arguments.games,
        judge,
        output: arguments.output,
        threads: workers(arguments.threads),
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
            mix: arguments.mix,
            unit: arguments.unit,
            seed: arguments.seed,
        },
        data: arguments.data,
        output: arguments.output,
        threads: workers(arguments.threads),
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
        concurrency: workers(arguments.concurrency),
        output: arguments.output,
        programs,
    }
    .run()
}

fn no_boards() -> anyhow::Error {
    anyhow!("expected one of {}", boards::NAMES.join(", "))
}
