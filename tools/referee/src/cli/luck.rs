//! `referee luck`: the command line of luck-adjusted results.
//! Not here: computing luck (`luck`).

use super::{DONE, files, misuse};
use crate::compare::Ask;
use crate::config::EngineConfig;
use crate::game::Limits;
use crate::luck::{Adjusted, LuckEvaluator, Sum};
use crate::record::{Games, Located};
use crate::report::Progress;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;
use tricorn_common::print;
use tricorn_protocol::{Command, Go};

/// Remove the luck of the dice from the results of games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The engine evaluates each position before a roll and after it; the difference is the luck of the side \
that rolled. A game's adjusted points are its points minus the luck of both sides: they have the same \
mean and, the better the engine evaluates, a smaller error. The mean is unbiased if the engine's value \
before a roll is the mean of its values after it, as it is for `tricorn` at a fixed depth. Limit its \
search with depth=, nodes= or movetime= (depth=1 unless given).

The command uses the pairs of which both games ended by the rules. Points are those of the first \
player; errors are standard errors over pairs.

Example:
  referee luck run/games.txt --engine cmd=./tricorn depth=1")]
pub(super) struct Luck {
    /// Files of games of one variant; `-` is standard input
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,

    /// The engine that evaluates, as key=value pairs as for `referee match`
    #[arg(long, required = true, num_args = 1.., value_name = "KEY=VALUE")]
    engine: Vec<String>,

    /// Write a line for each game to this file: pair, game, players, points of player 1, luck of
    /// both, adjusted points of player 1; separated by tabs
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Time limit for one game, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    patience: u64,
}

/// Runs the command.
pub(super) fn run(command: &Luck) -> anyhow::Result<u8> {
    let engine = EngineConfig::new(&command.engine).map_err(misuse)?;
    let go = go(&engine.limits).map_err(misuse)?;
    let mut games = Vec::new();
    for (file, path) in command.files.iter().enumerate() {
        for game in Games::new(files::input(path)?) {
            let game = game.with_context(|| path.display().to_string())?;
            games.push((file, game));
        }
    }
    let Some((_, first)) = games.first() else {
        bail!("no games");
    };
    let variant = first.record.setup.variant.clone();
    let output = command.output.as_ref().map(|path| {
        let file = File::create(path).with_context(|| path.display().to_string())?;
        anyhow::Ok((BufWriter::new(file), path))
    });
    let mut output = output.transpose()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let time = Duration::from_secs(command.patience);
    let (sum, unused) = runtime.block_on(async {
        let ask = Ask::start(&engine.spec, &variant, time).await?;
        let mut evaluator = LuckEvaluator::new(ask, go);
        let mut told = |line: &str| match &mut output {
            Some((file, path)) => {
                writeln!(file, "{line}").with_context(|| path.display().to_string())
            }
            None => Ok(()),
        };
        let measured =
            measure_all(&mut evaluator, &games, &variant, &command.files, &mut told).await;
        evaluator.end().await;
        measured
    })?;
    if let Some((mut file, path)) = output {
        file.flush().with_context(|| path.display().to_string())?;
    }
    let encounters = sum.encounters();
    if encounters.is_empty() {
        bail!("no pair of which both games ended by the rules");
    }
    print::line(format_args!(
        "{variant}: {} games, {} of them left out",
        games.len(),
        unused + sum.single()
    ))?;
    let names = encounters
        .iter()
        .map(|encounter| encounter.players.join(" - "));
    let names: Vec<_> = names.collect();
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max(7);
    let heads = ("players", "pairs", "points a game", "adjusted");
    print::line(format_args!(
        "{:width$} {:>7} {:>20} {:>20}",
        heads.0, heads.1, heads.2, heads.3
    ))?;
    for (name, found) in names.iter().zip(&encounters) {
        let (plain, adjusted) = (figure(found.plain), figure(found.adjusted));
        print::line(format_args!(
            "{name:width$} {:>7} {plain:>20} {adjusted:>20}",
            found.pairs
        ))?;
    }
    Ok(DONE)
}

/// Judges the games one after another; also gives how many did not end by the rules.
async fn measure_all(
    evaluator: &mut LuckEvaluator,
    games: &[(usize, Located)],
    variant: &str,
    files: &[PathBuf],
    told: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<(Sum, usize)> {
    let mut sum = Sum::default();
    let mut unused = 0;
    let mut progress = Progress::new(0, games.len() as u64, "games");
    told("pair\tgame\tplayer 1\tplayer 2\tpoints\tluck 1\tluck 2\tadjusted")?;
    for (file, Located { record, line, .. }) in games {
        let place = || format!("{}, the game of line {line}", files[*file].display());
        let setup = &record.setup;
        if setup.variant != variant {
            let message = format!("a game of {} after games of {variant}", setup.variant);
            return Err(anyhow::Error::msg(message).context(place()));
        }
        let Some(luck) = evaluator.luck(record).await.with_context(place)? else {
            unused += 1;
            continue;
        };
        let [points, adjusted] = sum.add(*file, record, luck);
        told(&format!(
            "{}\t{}\t{}\t{}\t{points}\t{:+.4}\t{:+.4}\t{adjusted:+.4}",
            setup.pair, setup.game, record.players[0], record.players[1], luck[0], luck[1]
        ))?;
        progress.one(&format!("pair {}", setup.pair));
    }
    progress.end();
    Ok((sum, unused))
}

fn figure(found: Adjusted) -> String {
    format!("{:+.4} +- {:.4}", found.mean, found.error)
}

/// The `go` command of the engine.
fn go(limits: &Limits) -> Result<String, String> {
    if limits.tc.is_some() {
        return Err(
            "a clock does not limit the search of a position; depth, nodes or movetime do".into(),
        );
    }
    let free = limits.depth.is_none() && limits.nodes.is_none() && limits.movetime_ms.is_none();
    let go = Go {
        depth: limits.depth.or(free.then_some(1)),
        nodes: limits.nodes,
        movetime: limits.movetime_ms,
        ..Go::default()
    };
    Ok(Command::Go(Box::new(go)).to_string())
}
