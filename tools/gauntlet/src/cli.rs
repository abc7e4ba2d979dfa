//! The command line of `gauntlet`, and the loop over its pairings.
//! Not here: building (`builds`), playing (`play`), the results (`table`).

use crate::builds::Workshop;
use crate::config::{self, Opponent, Pairing};
use crate::play;
use crate::table::ResultsTable;
use anyhow::Context;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use referee::board;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tricorn_common::exit;
use tricorn_common::lock;
use tricorn_common::print::{self, Log, PrintError};

/// Plays the engine against the reference players and the frozen milestones, and rewrites the
/// table of results, tools/gauntlet/RESULTS.md.
///
/// A pairing that is complete with the same programs is not played again; one that was stopped
/// is resumed. The rows of other pairings stay as they are.
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version,
    after_help = "\
tools/gauntlet/pairings.toml and milestones.toml list the pairings and the milestones. Each run has a \
folder under target/gauntlet, in the format of `referee match`.

Examples:
  cargo run --release -p gauntlet                        all pairings
  cargo run --release -p gauntlet -- --only eximo-uct    one pairing
  cargo run --release -p gauntlet -- --quick             a few games of each, in a separate table

Exit codes: 0 done, 1 failed (a message says why), 2 wrong arguments, 130 and 143 stopped by \
a signal, 141 standard output was closed before all was printed."
)]
struct Arguments {
    /// Only the pairings of this game
    #[arg(long, value_name = "GAME", value_parser = variant)]
    variant: Option<String>,

    /// Only pairings whose names contain this; may be given several times
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,

    /// Games per pairing, an even number, instead of the number in the file; the table goes to
    /// target/gauntlet/trial/RESULTS.md
    #[arg(long, value_name = "N", value_parser = games)]
    games: Option<u64>,

    /// Number of games to play at once, instead of the number in the file
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,

    /// A few games of each pairing; the table goes to target/gauntlet/quick/RESULTS.md
    #[arg(long)]
    quick: bool,

    /// Replay complete pairings
    #[arg(long)]
    again: bool,

    /// Measure this program instead of the engine of this checkout, under its file name; the table
    /// goes to target/gauntlet/trial/RESULTS.md
    #[arg(long, value_name = "PROGRAM", value_parser = PathBufValueParser::new().try_map(program))]
    engine: Option<PathBuf>,

    /// Update tools/gauntlet/RESULTS.md despite --games or --engine
    #[arg(long, conflicts_with = "quick")]
    write: bool,

    /// Use the last build of the engine and the players; rows then name no commit
    #[arg(long)]
    no_build: bool,

    /// List the pairings and exit
    #[arg(long)]
    list: bool,
}

/// Games of a pairing with `--quick`.
const QUICK: u64 = 4;

/// A game that the referee knows, in lower case.
fn variant(name: &str) -> Result<String, String> {
    let name = name.to_ascii_lowercase();
    match board::start_text(&name) {
        Some(_) => Ok(name),
        None => Err(format!(
            "no game is called that, expected one of {}",
            tricorn::rules::list::NAMES.join(", ")
        )),
    }
}

/// A number of games: even, since each opening is played twice, and above 0.
fn games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok();
    let games = games.filter(|&games: &u64| games > 0 && games.is_multiple_of(2));
    games
        .ok_or_else(|| "expected an even number above 0, since each opening is played twice".into())
}

/// A program's file as seen from the caller's folder, which is left later.
fn program(path: PathBuf) -> Result<PathBuf, String> {
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    if path.is_file() {
        Ok(path)
    } else {
        Err(format!("{} is no file", path.display()))
    }
}

/// The program's name, which begins its messages.
const NAME: &str = "gauntlet";

/// Reads the arguments and does what they say.
#[must_use]
pub fn main() -> ExitCode {
    exit::main(NAME, |arguments: Arguments| run(&arguments))
}

impl Arguments {
    /// The pairings that were asked for, with what was asked of them.
    ///
    /// # Errors
    /// A text that is in no name, a game that has no pairing, or no pairing that has both.
    fn choose(&self, all: &[Pairing]) -> Result<Vec<Pairing>, clap::Error> {
        let of_game = |pairing: &Pairing| {
            let game = self.variant.as_ref();
            game.is_none_or(|game| pairing.variant.eq_ignore_ascii_case(game))
        };
        let named = |pairing: &Pairing, text: &String| pairing.name.contains(text.as_str());
        let wanted = |pairing: &&Pairing| {
            of_game(pairing)
                && (self.only.is_empty() || self.only.iter().any(|text| named(pairing, text)))
        };
        let changed = |pairing: &Pairing| Pairing {
            games: self
                .games
                .unwrap_or(if self.quick { QUICK } else { pairing.games }),
            concurrency: self
                .concurrency
                .map_or(pairing.concurrency, NonZeroUsize::get),
            ..pairing.clone()
        };
        let mut lost = self.only.iter();
        let lost = lost.find(|text| {
            !all.iter()
                .any(|pairing| of_game(pairing) && named(pairing, text))
        });
        let chosen: Vec<Pairing> = all.iter().filter(wanted).map(changed).collect();
        if lost.is_none() && !chosen.is_empty() {
            return Ok(chosen);
        }
        let name = lost.map_or_else(String::new, |text| {
            format!(" whose name contains \"{text}\"")
        });
        let game = self.variant.as_ref();
        let game = game.map_or_else(String::new, |game| format!(" of {game}"));
        let names: Vec<&str> = all.iter().map(|pairing| pairing.name.as_str()).collect();
        let text = format!(
            "no pairing{game}{name}, expected some of {}",
            names.join(", ")
        );
        Err(Self::command().error(ErrorKind::InvalidValue, text))
    }

    /// The folder of runs, below the one for all of them. What is measured otherwise than the files
    /// say gets a folder of its own, so that it takes no game from the shipped table's runs.
    fn folder(&self) -> &'static str {
        if self.quick {
            "gauntlet/quick"
        } else if self.ships() {
            "gauntlet"
        } else {
            "gauntlet/trial"
        }
    }

    /// Whether rows go into the shipped table.
    fn ships(&self) -> bool {
        !self.quick && (self.write || (self.games.is_none() && self.engine.is_none()))
    }

    /// What a row calls the engine.
    fn engine_name(&self, shop: &Workshop) -> anyhow::Result<String> {
        match &self.engine {
            Some(program) => {
                let file = program.file_name().unwrap_or(program.as_os_str());
                Ok(file.to_string_lossy().into_owned())
            }
            // What was built before may be of any commit.
            None if self.no_build => Ok("not built here".into()),
            None => Ok(shop.version()?.to_string()),
        }
    }
}

/// Whom a pairing meets, for people.
fn against(pairing: &Pairing) -> String {
    match &pairing.opponent {
        Opponent::Player(name) => format!("player-{name}"),
        Opponent::Milestone(milestone) => format!("{} ({})", milestone.name, milestone.commit),
    }
}

/// Shows pairings.
fn list(pairings: &[Pairing]) -> Result<(), PrintError> {
    for pairing in pairings {
        let Pairing {
            name,
            games,
            limits: [own, other],
            ..
        } = pairing;
        let opponent = against(pairing);
        print::line(format_args!(
            "{name}: {games} games, {own} against {opponent} at {other}"
        ))?;
        if let Opponent::Milestone(milestone) = &pairing.opponent {
            print::line(format_args!("    {}", milestone.what))?;
        }
    }
    Ok(())
}

fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let shop = Workshop::here()?;
    std::env::set_current_dir(shop.root()).context("entering the checkout")?;
    let own = Path::new("tools/gauntlet");
    let all = config::read(&own.join("pairings.toml"), &own.join("milestones.toml"))?;
    let chosen = arguments.choose(&all)?;
    if arguments.list {
        list(&chosen)?;
        return Ok(exit::DONE);
    }
    if !arguments.no_build {
        shop.build()?;
    }
    let version = arguments.engine_name(&shop)?;
    let engine = match &arguments.engine {
        None => shop.program("tricorn"),
        // Below the checkout a row's command holds on other machines too. The dot keeps a bare name
        // from being looked for among the system's programs.
        Some(program) => match program.strip_prefix(shop.root()) {
            Ok(below) => Path::new(".").join(below),
            Err(_) => program.clone(),
        },
    };
    let runs = shop.place(arguments.folder());
    std::fs::create_dir_all(&runs).with_context(|| runs.display().to_string())?;
    let results = if arguments.ships() { own } else { &runs }.join("RESULTS.md");
    let read = || ResultsTable::read(&results).with_context(|| results.display().to_string());
    read()?;
    let log = Log::new();
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
        print::message(format_args!(
            "{}: {} games against {}",
            pairing.name,
            pairing.games,
            against(pairing)
        ));
        let folder = runs.join(&pairing.name);
        let played = play::play(pairing, programs, names, &folder, arguments.again)?;
        if let Some(stop) = played.finish.stop {
            print::message(format_args!(
                "{}: stopped; the same command resumes",
                pairing.name
            ));
            return Ok(stop.code());
        }
        log.line(format_args!("{}\n{}\n", pairing.name, played.finish));
        // Another gauntlet may have written rows of its own meanwhile, or may be about to.
        let _lock = lock::wait(&runs.join("table.lock"))?;
        let mut table = read()?;
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
    log.line(results.display());
    log.finish()?;
    Ok(exit::DONE)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let chosen = Arguments::try_parse_from(words)?.choose(&all)?.into_iter();
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
        for wrong in [
            &["--only", "zzz"][..],
            &["--only", "uct", "--only", "zzz"],
            &["--only", "time", "--variant", "dameo"],
            &["--variant", "abak"],
            &["--variant", "chess"],
            &["--concurrency", "0"],
            &["--games", "0"],
            &["--games", "7"],
            &["--games", "many"],
            &["--engine", "no/such/file"],
            &["--quick", "--write"],
        ] {
            let error = chosen(wrong).map_err(anyhow::Error::downcast::<clap::Error>);
            let code = error.map_err(|error| error.map(|error| error.exit_code()).ok());
            assert_eq!(code, Err(Some(2)), "{wrong:?}");
        }
        Ok(())
    }

    #[test]
    fn other_measurements_stay_out_of_the_shipped_table() -> anyhow::Result<()> {
        let (shipped, trial) = ((true, "gauntlet"), (false, "gauntlet/trial"));
        for (words, expected) in [
            (&[][..], shipped),
            (&["--no-build", "--again"], shipped),
            (&["--games", "6"], trial),
            (&["--engine", "./Cargo.toml"], trial),
            (&["--games", "6", "--write"], shipped),
            (&["--engine", "./Cargo.toml", "--write"], shipped),
            (&["--quick"], (false, "gauntlet/quick")),
            (&["--quick", "--games", "6"], (false, "gauntlet/quick")),
        ] {
            let all = std::iter::once("gauntlet").chain(words.iter().copied());
            let arguments = Arguments::try_parse_from(all)?;
            let goes = (arguments.ships(), arguments.folder());
            assert_eq!(goes, expected, "{words:?}");
        }
        Ok(())
    }

    #[test]
    fn an_engine_is_looked_for_from_the_folder_of_the_caller() -> anyhow::Result<()> {
        let arguments = Arguments::try_parse_from(["gauntlet", "--engine", "./Cargo.toml"])?;
        let expected = std::env::current_dir()?.join("Cargo.toml");
        assert_eq!(arguments.engine, Some(expected));
        Ok(())
    }

    #[test]
    fn a_row_names_a_commit_only_of_what_was_built() -> anyhow::Result<()> {
        let shop = Workshop::at("no checkout of anything");
        let named = |words: &[&str]| -> anyhow::Result<String> {
            let words = std::iter::once("gauntlet").chain(words.iter().copied());
            Arguments::try_parse_from(words)?.engine_name(&shop)
        };
        assert_eq!(named(&["--no-build"])?, "not built here");
        assert_eq!(named(&["--engine", "./Cargo.toml"])?, "Cargo.toml");
        assert!(named(&[]).is_err());
        Ok(())
    }
}
