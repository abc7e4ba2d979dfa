//! The program's arguments, and the round of the pairings.
//! Not here: building, playing, the table.

use crate::builds::Workshop;
use crate::config::{self, Opponent, Pairing};
use crate::play;
use crate::table::Table;
use anyhow::{Context, bail};
use clap::Parser;
use referee::runner::Stop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Plays the engine against the reference players and the frozen milestones, and rewrites the
/// table of results, tools/gauntlet/RESULTS.md.
///
/// A pairing that is complete with the same programs is not played again; one that was stopped
/// goes on where it was. Rows that are not played keep what they say.
#[derive(Debug, Parser)]
#[command(
    name = "gauntlet",
    version,
    after_help = "\
Pairings and milestones stand in tools/gauntlet/pairings.toml and milestones.toml. Runs are kept \
below target/gauntlet, each in a folder as `referee match` leaves it.

Examples:
  cargo run --release -p gauntlet                        everything
  cargo run --release -p gauntlet -- --only eximo-uct    one pairing
  cargo run --release -p gauntlet -- --quick             a few games of each, into a table of its own

Exit codes: 0 all is played, 1 it could not be done, 2 wrong arguments, 130 and 143 stopped by a \
signal."
)]
struct Arguments {
    /// Only the pairings of this game
    #[arg(long, value_name = "GAME")]
    variant: Option<String>,

    /// Only pairings whose names contain this; may be given several times
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,

    /// Games of each pairing, an even number, whatever the file says
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Games at once, whatever the file says
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,

    /// A few games of each pairing; the table goes to target/gauntlet/quick/RESULTS.md
    #[arg(long)]
    quick: bool,

    /// Play what is complete again
    #[arg(long)]
    again: bool,

    /// Another engine than the one of this checkout, which is then called by its file's name
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,

    /// Take the engine and the players as they were built last
    #[arg(long)]
    no_build: bool,

    /// Show the pairings and play nothing
    #[arg(long)]
    list: bool,
}

/// Games of a pairing with `--quick`.
const QUICK: u64 = 4;

/// Reads the arguments and does what they say.
#[must_use]
pub fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(Stop::Interrupt)) => ExitCode::from(130),
        Ok(Some(Stop::Terminate)) => ExitCode::from(143),
        Err(error) => {
            eprintln!("gauntlet: {error:#}");
            ExitCode::FAILURE
        }
    }
}

impl Arguments {
    /// The pairings that were asked for, with what was asked of them.
    fn choose(&self, all: &[Pairing]) -> Vec<Pairing> {
        let wanted = |pairing: &&Pairing| {
            let game = self.variant.as_ref();
            game.is_none_or(|game| pairing.variant.eq_ignore_ascii_case(game))
                && (self.only.is_empty()
                    || self
                        .only
                        .iter()
                        .any(|text| pairing.name.contains(text.as_str())))
        };
        let changed = |pairing: &Pairing| Pairing {
            games: self
                .games
                .unwrap_or(if self.quick { QUICK } else { pairing.games }),
            concurrency: self.concurrency.unwrap_or(pairing.concurrency),
            ..pairing.clone()
        };
        all.iter().filter(wanted).map(changed).collect()
    }
}

/// Whom a pairing meets, for people.
fn against(pairing: &Pairing) -> String {
    match &pairing.opponent {
        Opponent::Player(name) => format!("player-{name}"),
        Opponent::Milestone(milestone) => format!("{} ({})", milestone.name, milestone.commit),
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<Option<Stop>> {
    let shop = Workshop::here()?;
    std::env::set_current_dir(shop.root()).context("entering the checkout")?;
    let own = Path::new("tools/gauntlet");
    let all = config::read(&own.join("pairings.toml"), &own.join("milestones.toml"))?;
    let chosen = arguments.choose(&all);
    if chosen.is_empty() {
        let names: Vec<&str> = all.iter().map(|pairing| pairing.name.as_str()).collect();
        bail!("no such pairing, expected some of {}", names.join(", "));
    }
    if arguments.list {
        for pairing in &chosen {
            let [own, other] = &pairing.limits;
            println!(
                "{}: {} games, {own} against {} at {other}",
                pairing.name,
                pairing.games,
                against(pairing)
            );
            if let Opponent::Milestone(milestone) = &pairing.opponent {
                println!("    {}", milestone.what);
            }
        }
        return Ok(None);
    }
    if !arguments.no_build {
        shop.build()?;
    }
    let version = match &arguments.engine {
        None => shop.version()?.to_string(),
        Some(program) => program.display().to_string(),
    };
    let engine = arguments
        .engine
        .clone()
        .unwrap_or_else(|| shop.program("tricorn"));
    let runs = shop.place(if arguments.quick {
        "gauntlet/quick"
    } else {
        "gauntlet"
    });
    std::fs::create_dir_all(&runs).with_context(|| runs.display().to_string())?;
    let results = if arguments.quick { &runs } else { own }.join("RESULTS.md");
    let mut table = Table::read(&results).with_context(|| results.display().to_string())?;
    for pairing in &chosen {
        let other = match &pairing.opponent {
            Opponent::Player(name) => shop.program(&format!("player-{name}")),
            Opponent::Milestone(milestone) => shop.milestone(milestone)?,
        };
        let programs = [engine.as_path(), other.as_path()];
        let name = match &pairing.opponent {
            Opponent::Player(name) => name,
            Opponent::Milestone(milestone) => milestone.name.as_str(),
        };
        let names = ["tricorn", name];
        eprintln!(
            "{}: {} games against {}",
            pairing.name,
            pairing.games,
            against(pairing)
        );
        let folder = runs.join(&pairing.name);
        let played = play::play(pairing, programs, names, &folder, arguments.again)?;
        if let Some(stop) = played.finish.stop {
            eprintln!("{}: stopped; the same command goes on", pairing.name);
            return Ok(Some(stop));
        }
        println!("{}\n{}\n", pairing.name, played.finish);
        if played.fresh || !table.has(&pairing.name) {
            let command = play::command(pairing, programs, names);
            table.put(
                pairing,
                &played.finish,
                &against(pairing),
                &version,
                command,
            );
            let order = all.iter().map(|pairing| pairing.name.as_str());
            let written = table.write(&results, order);
            written.with_context(|| results.display().to_string())?;
        }
    }
    println!("{}", results.display());
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn no_two_arguments_clash() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn arguments_choose_and_change_pairings() -> anyhow::Result<()> {
        let pairing = |name: &str, variant: &str| Pairing {
            name: name.into(),
            variant: variant.into(),
            opponent: Opponent::Player("uct"),
            limits: ["depth=1".into(), "depth=1".into()],
            games: 200,
            concurrency: 1,
            seed: 1,
            openings: "level".into(),
        };
        let all = [
            pairing("dameo-uct", "dameo"),
            pairing("eximo-uct", "eximo"),
            pairing("eximo-time", "eximo"),
        ];
        let chosen = |words: &[&str]| -> anyhow::Result<Vec<(String, u64, usize)>> {
            let words = std::iter::once("gauntlet").chain(words.iter().copied());
            let chosen = Arguments::try_parse_from(words)?.choose(&all).into_iter();
            Ok(chosen
                .map(|pairing| (pairing.name, pairing.games, pairing.concurrency))
                .collect())
        };
        assert_eq!(chosen(&[])?.len(), 3);
        assert_eq!(chosen(&["--only", "uct", "--games", "6"])?.len(), 2);
        let words = [
            "--variant",
            "EXIMO",
            "--only",
            "time",
            "--quick",
            "--concurrency",
            "2",
        ];
        assert_eq!(chosen(&words)?, [("eximo-time".to_owned(), QUICK, 2)]);
        Ok(())
    }
}
