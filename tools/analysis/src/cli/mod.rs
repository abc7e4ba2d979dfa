//! The command line of `analyse`: subcommands and shared arguments.
//! Not here: the subcommands themselves.

mod engines;
mod games;
mod import;
mod lines;
mod review;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use tricorn_common::exit;

/// The name of the program in messages.
const NAME: &str = "analyse";

/// Analysis by engines: positions as JSON lines, and reviews of whole games
#[derive(Debug, Parser)]
#[command(name = NAME, version, after_help = exit::HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer questions about positions: a JSON object a line in, JSON objects out
    Lines(lines::Lines),
    /// Judge every move of whole games
    Review(review::ReviewGames),
    /// Read games of other programs and sites, and print them as game records
    Import(import::ImportGames),
}

/// Reads the arguments and does what they say.
#[must_use]
pub fn main() -> ExitCode {
    let (arguments, matches) = match exit::parse_with_matches::<Arguments>(NAME) {
        Ok(read) => read,
        Err(code) => return code,
    };
    let done = match arguments.command {
        Command::Lines(command) => {
            let engines = engines::groups(matches.subcommand_matches("lines"));
            lines::run(&command, &engines)
        }
        Command::Review(command) => {
            let engines = engines::groups(matches.subcommand_matches("review"));
            review::run(&command, &engines)
        }
        Command::Import(command) => import::run(&command),
    };
    exit::code(NAME, done)
}
