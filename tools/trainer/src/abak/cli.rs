//! The commands about Abak.
//! Not here: what they do.

use super::output::progress;
use super::play::{Score, pairs};
use super::{fit, label, rollouts, td};
use crate::ranges;
use anyhow::anyhow;
use clap::Subcommand;
use std::path::PathBuf;
use tricorn::eval::abak::Hce;
use tricorn::eval_source::EvalFile;
use tricorn::games::Variant;
use tricorn::rules::abak::Abak;

/// What to do for the net of Abak.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Trains a net by games against itself, from nothing; an interrupted run is gone on with by
    /// the same command.
    Td {
        /// How it is trained.
        #[command(flatten)]
        settings: td::Settings,
        /// The folder for checkpoint, net and log.
        #[arg(long)]
        out: PathBuf,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
    /// Plays games whose every position is weighed against all throws, and adds positions and
    /// targets to a file; an interrupted run is gone on with by the same command.
    Label {
        /// Which games.
        #[command(flatten)]
        settings: label::Settings,
        /// The evaluation that plays: a net file, `built-in`, or `hand`.
        #[arg(long)]
        net: String,
        /// The file of positions.
        #[arg(long)]
        out: PathBuf,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
    /// Plays games, rolls some of their positions out for some turns, and adds positions and
    /// targets to a file; an interrupted run is gone on with by the same command.
    Rollouts {
        /// Which games, and how they are rolled out.
        #[command(flatten)]
        settings: rollouts::Settings,
        /// The evaluation that plays: a net file, `built-in`, or `hand`.
        #[arg(long)]
        net: String,
        /// The file of positions.
        #[arg(long)]
        out: PathBuf,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
    /// Fits a net to files of positions; an interrupted run is gone on with by the same command.
    Fit {
        /// How it is fitted.
        #[command(flatten)]
        settings: fit::Settings,
        /// The folder for checkpoint, net and log.
        #[arg(long)]
        out: PathBuf,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
    /// Plays a match at depth 1 with the same dice for both sides, and prints the points a game.
    Match {
        /// The one player: a net file, `built-in`, or `hand`.
        #[arg(long)]
        net: String,
        /// The other player, named alike; if not given, the linear evaluation without the table of
        /// race endings, which all others have.
        #[arg(long)]
        against: Option<String>,
        /// Pairs of games.
        #[arg(long, default_value_t = 5_000, value_parser = ranges::count::<u64>)]
        pairs: u64,
        /// The seed of the dice.
        #[arg(long, default_value_t = 5)]
        seed: u64,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
}

/// How many threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Threads {
    /// Games played at once; as many as there are processors, if not given. The results are the
    /// same.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Option<u16>,
}

impl Threads {
    fn count(self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// Does it.
///
/// # Errors
/// A file cannot be read or written, or does not fit.
pub fn run(task: &Task) -> anyhow::Result<()> {
    match task {
        Task::Td {
            settings,
            out,
            threads,
        } => td::run(settings, out, threads.count()),
        Task::Label {
            settings,
            net,
            out,
            threads,
        } => {
            let (player, name) = load(net)?;
            label::run(settings, &player, &name, out, threads.count())
        }
        Task::Rollouts {
            settings,
            net,
            out,
            threads,
        } => {
            let (player, name) = load(net)?;
            rollouts::run(settings, &player, &name, out, threads.count())
        }
        Task::Fit {
            settings,
            out,
            threads,
        } => fit::run(settings, out, threads.count()),
        Task::Match {
            net,
            against,
            pairs,
            seed,
            threads,
        } => compete(net, against.as_deref(), *pairs, *seed, threads.count()),
    }
}

/// An evaluation as a player, and what tells it from others.
fn load(name: &str) -> anyhow::Result<(<Abak as Variant>::Eval, String)> {
    let failed = |error| anyhow!("{name}: {error}");
    let eval_file = EvalFile::read(name).map_err(failed)?;
    let player = eval_file.evaluation::<Abak>().map_err(failed)?;
    Ok((player, eval_file.id::<Abak>()))
}

fn compete(
    net: &str,
    against: Option<&str>,
    all: u64,
    seed: u64,
    threads: usize,
) -> anyhow::Result<()> {
    let (net, _) = load(net)?;
    let other = against.map(load).transpose()?;
    let mut score = Score::default();
    let bar = progress("pairs", 0, all);
    while score.pairs < all {
        let range = score.pairs..(score.pairs + 100).min(all);
        match &other {
            Some((other, _)) => pairs(&net, other, seed, range, threads, &mut score),
            None => pairs(&net, &Hce, seed, range, threads, &mut score),
        }
        bar.set_position(score.pairs);
        bar.set_message(format!("{:.3}", score.mean()));
    }
    bar.finish_and_clear();
    println!("{} games: {:.4}", 2 * all, score.mean());
    Ok(())
}
