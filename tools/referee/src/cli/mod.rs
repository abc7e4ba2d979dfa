//! The command line of `referee`: subcommands and exit codes.
//! Not here: what the subcommands do beyond arguments and output.

mod check;
mod compete;
mod cpus;
mod export;
mod files;
mod luck;
mod openings;
mod perft;
mod ratings;
mod report;
mod wdl;

use clap::{ArgMatches, Parser, Subcommand};
use std::process::ExitCode;
use tracing_subscriber::filter::LevelFilter;
use tricorn::rules::list;
pub use tricorn_common::exit::DONE;
use tricorn_common::exit::{self, misuse};

/// Something was found: a flaw in a game, a difference of rules, a failed check.
pub const FOUND: u8 = 3;
/// A run is complete, but engines forfeited games by faults.
pub const FAULTY: u8 = 4;
/// A strict run stopped at a fault.
pub const STOPPED: u8 = 5;
/// Pairs are missing.
pub const INCOMPLETE: u8 = 6;

/// The program's name, which begins its messages.
const NAME: &str = "referee";

/// Plays matches between engines for Dameo, Eximo and Abak Evolution, and judges them by the rules.
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version,
    after_help = "\
Exit codes:
  0  done: a run is complete or decided, games are sound, rules agree
  1  failed; the message says why
  2  wrong arguments or settings; nothing was started
  3  verify, perft, check: a fault was found
  4  a run is complete, but engines forfeited games (crash, hang, time, illegal move)
  5  a strict run stopped at the first fault
  6  pairs are missing (merge)
  130, 143  stopped by Ctrl-C, or by SIGTERM or a closed terminal; resume with --resume
  141  standard output was closed before all was printed

Examples:
  referee match --variant eximo --games 200 --output run \\
      --engine name=new cmd=./new --engine name=old cmd=./old --each nodes=10000
  referee match --resume --output run
  referee verify run/games.txt"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// How much to log to standard error: off, error, warn, info, debug or trace
    #[arg(long, global = true, value_name = "LEVEL", default_value = "warn")]
    verbosity: LevelFilter,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a match, a gauntlet or a round robin
    Match(Box<compete::Match>),
    /// Merge the parts of a run
    Merge(compete::Merge),
    /// Replay games and report the first line that breaks the rules
    Verify(files::Verify),
    /// Print games as CSV or JSON Lines
    Export(export::Export),
    /// Test which parts of the protocol an engine speaks, step by step
    Check(check::Check),
    /// Print different level openings
    Openings(openings::Openings),
    /// Compare an engine's rules with ours over random positions
    Perft(perft::Perft),
    /// Report on a run from its folder, also while it goes on
    Report(report::Report),
    /// Rate all players of some games on one scale
    Ratings(ratings::Ratings),
    /// Remove the luck of the dice from the results of games
    Luck(luck::Luck),
    /// Fit the chances of win, draw and loss to the scores that engines reported
    Wdl(wdl::Wdl),
}

/// Reads the arguments and does what they say.
#[must_use]
pub fn main() -> ExitCode {
    let (arguments, matches) = match exit::parse_with_matches::<Arguments>(NAME) {
        Ok(read) => read,
        Err(code) => return code,
    };
    tracing_subscriber::fmt()
        // Where standard error is closed, there is no place left to say so.
        .log_internal_errors(false)
        .with_max_level(arguments.verbosity)
        .with_ansi(false)
        .with_writer(std::io::stderr)
        .init();
    let done = match arguments.command {
        Command::Match(command) => {
            let matches = matches.subcommand_matches("match");
            compete::play(*command, groups(matches, "engine"))
        }
        Command::Merge(command) => compete::merge(&command),
        Command::Verify(command) => files::verify(&command),
        Command::Export(command) => export::run(&command),
        Command::Check(command) => check::run(command),
        Command::Openings(command) => openings::openings(&command),
        Command::Perft(command) => perft::run(&command),
        Command::Report(command) => report::run(&command),
        Command::Ratings(command) => ratings::run(&command),
        Command::Luck(command) => luck::run(&command),
        Command::Wdl(command) => wdl::wdl(&command),
    };
    exit::code(NAME, done)
}

/// Reads the name of a game.
fn variant(name: &str) -> Result<String, String> {
    let known = || format!("expected one of {}", list::NAMES.join(", "));
    let found = list::NAMES
        .iter()
        .find(|game| game.eq_ignore_ascii_case(name));
    found.map(|&game| game.to_owned()).ok_or_else(known)
}

/// The words of each occurrence of an option; clap itself keeps them in one list.
fn groups(matches: Option<&ArgMatches>, option: &str) -> Vec<Vec<String>> {
    let occurrences = matches.and_then(|matches| matches.get_occurrences::<String>(option));
    let occurrences = occurrences.into_iter().flatten();
    occurrences.map(|words| words.cloned().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn no_two_arguments_of_a_command_clash() {
        Arguments::command().debug_assert();
    }
}
