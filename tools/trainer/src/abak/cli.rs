//! The commands about Abak.
//! Not here: what they do.

use super::output::progress;
use super::play::{Score, pairs};
use super::{fit, label, td};
use anyhow::Context;
use clap::Subcommand;
use std::path::{Path, PathBuf};
use tricorn::eval::abak::net::Net;
use tricorn::eval::abak::{BearOff, Linear};

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
        /// The net that plays.
        #[arg(long)]
        net: PathBuf,
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
        /// The one player's net.
        #[arg(long)]
        net: PathBuf,
        /// The other player's net; the linear evaluation, if not given.
        #[arg(long)]
        against: Option<PathBuf>,
        /// Pairs of games.
        #[arg(long, default_value_t = 5_000)]
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

/// A net as a player, and its checksum.
fn load(path: &Path) -> anyhow::Result<(BearOff<Net>, String)> {
    let context = || path.display().to_string();
    let bytes = std::fs::read(path).with_context(context)?;
    let net = Net::read(&bytes).with_context(context)?;
    let name = format!("net {:08x}", crc32fast::hash(&bytes));
    Ok((BearOff::new(net), name))
}

fn compete(
    net: &Path,
    against: Option<&Path>,
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
            None => pairs(&net, &Linear, seed, range, threads, &mut score),
        }
        bar.set_position(score.pairs);
        let [points, error] = score.mean();
        bar.set_message(format!("{points:+.3} +- {error:.3}"));
    }
    bar.finish_and_clear();
    let [points, error] = score.mean();
    println!(
        "{} games: {points:+.4} points a game +- {error:.4}",
        2 * all
    );
    Ok(())
}
