//! The command line of `trainer abak`.
//! Not here: what its subcommands do.

use super::play::{Score, pairs};
use super::{fit, label, rollouts, td};
use crate::ranges;
use crate::reporter::Reporter;
use anyhow::Context;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use tricorn::eval::abak::Hce;
use tricorn::eval_source::EvalFile;
use tricorn::games::Variant;
use tricorn::rules::abak::Abak;
use tricorn_common::print;
use tricorn_common::threads::Threads;

/// What to do for the net of Abak.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Trains a net from nothing by self-play, TD(lambda). To resume an interrupted run, run the
    /// same command again.
    Td {
        /// How the net is trained.
        #[command(flatten)]
        settings: td::Settings,
        /// The folder for checkpoint, net and log
        #[arg(long, value_name = "FOLDER")]
        output: PathBuf,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
    /// Plays games and writes all their positions with luck-adjusted targets to a file. To resume an
    /// interrupted run, run the same command again.
    Label {
        /// Which games.
        #[command(flatten)]
        settings: label::Settings,
        /// The player and the file.
        #[command(flatten)]
        files: Files,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
    /// Plays games and writes some of their positions, rolled out, to a file. To resume an
    /// interrupted run, run the same command again.
    Rollouts {
        /// Which games, and how they are rolled out.
        #[command(flatten)]
        settings: rollouts::Settings,
        /// The player and the file.
        #[command(flatten)]
        files: Files,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
    /// Fits a net to files of positions. To resume an interrupted run, run the same command again.
    Fit {
        /// How the net is fitted.
        #[command(flatten)]
        settings: fit::Settings,
        /// The folder for checkpoint, net and log
        #[arg(long, value_name = "FOLDER")]
        output: PathBuf,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
    /// Plays a match at depth 1 in which both sides get the same dice, and prints the points a game.
    Match {
        /// Who plays, and how long.
        #[command(flatten)]
        settings: MatchSettings,
        /// How many threads.
        #[command(flatten)]
        threads: Threads,
    },
}

/// Who plays, and where the positions go.
#[derive(Debug, Args)]
pub struct Files {
    /// The evaluation that plays: `built-in`, `hand`, or a net file
    #[arg(long)]
    net: String,
    /// The file of positions
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// A match at depth 1.
#[derive(Debug, Args)]
pub struct MatchSettings {
    /// The first player: `built-in`, `hand`, or a net file
    #[arg(long)]
    net: String,
    /// The second player [default: the linear evaluation without the bear-off tables, which all
    /// other players have]
    #[arg(long, value_name = "NET")]
    against: Option<String>,
    /// Pairs of games
    #[arg(long, default_value_t = 5_000, value_parser = ranges::count::<u64>)]
    pairs: u64,
    /// Seed of the dice
    #[arg(long, default_value_t = 5)]
    seed: u64,
}

/// Runs a command.
///
/// # Errors
/// A file cannot be read or written, or belongs to another run.
pub fn run(task: &Task) -> anyhow::Result<()> {
    match task {
        Task::Td {
            settings,
            output,
            threads,
        } => td::run(settings, output, threads.count()),
        Task::Label {
            settings,
            files,
            threads,
        } => {
            let (player, name) = load(&files.net)?;
            label::run(settings, &player, &name, &files.output, threads.count())
        }
        Task::Rollouts {
            settings,
            files,
            threads,
        } => {
            let (player, name) = load(&files.net)?;
            rollouts::run(settings, &player, &name, &files.output, threads.count())
        }
        Task::Fit {
            settings,
            output,
            threads,
        } => fit::run(settings, output, threads.count()),
        Task::Match { settings, threads } => compete(settings, threads.count()),
    }
}

/// An evaluation as a player, and what tells it from others.
fn load(name: &str) -> anyhow::Result<(<Abak as Variant>::Eval, String)> {
    let eval_file = EvalFile::read(name).with_context(|| name.to_owned())?;
    let player = eval_file.evaluation::<Abak>();
    let player = player.with_context(|| name.to_owned())?;
    Ok((player, eval_file.id::<Abak>()))
}

fn compete(settings: &MatchSettings, threads: usize) -> anyhow::Result<()> {
    let (all, seed) = (settings.pairs, settings.seed);
    let (net, _) = load(&settings.net)?;
    let other = settings.against.as_deref().map(load).transpose()?;
    let mut score = Score::default();
    let reporter = Reporter::new("pairs", 0, all, None);
    while score.pairs < all {
        let range = score.pairs..(score.pairs + 100).min(all);
        match &other {
            Some((other, _)) => pairs(&net, other, seed, range, threads, &mut score),
            None => pairs(&net, &Hce, seed, range, threads, &mut score),
        }
        reporter.bar.set(score.pairs);
        reporter.bar.tell(format!("{:.3}", score.mean()));
    }
    reporter.finish(None)?;
    print::line(format_args!("{} games: {:.4}", 2 * all, score.mean()))?;
    Ok(())
}
