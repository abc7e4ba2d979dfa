//! The program's own arguments: the engine process, one command of the protocol, or a front end.
//! Not here: the commands of the protocol, which come on stdin or as the words after the flags.

mod picture;

use crate::engine::{EngineHandler, Options};
use crate::games;
use crate::play;
use crate::uci::{Begin, Logs, Output, arguments, hangup, serve};
use anyhow::Context;
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use std::io::{self, BufReader, Cursor};
use std::process::ExitCode;
use std::sync::Arc;
use tracing_subscriber::filter::LevelFilter;

/// Plays Dameo, Eximo and Abak Evolution over a UCI-style protocol on stdin and stdout.
#[derive(Debug, Parser)]
#[command(
    name = "tricorn",
    version,
    disable_help_subcommand = true,
    subcommand_help_heading = "For people",
    after_help = "\
Without a command, the program reads commands of the protocol from stdin until `quit` or the end of \
input. To play against it yourself, run `tricorn play`.

Examples:
  tricorn                                  start the engine
  tricorn --variant abak                   start it with Abak Evolution
  tricorn play                             play against it in the terminal
  tricorn picture > board.svg              draw a board
  tricorn bench                            run one command and exit
  tricorn --variant eximo perft 5

A single command exits with code 1 if it reports an error."
)]
struct Arguments {
    /// The game to start with
    #[arg(long, global = true, value_name = "GAME", default_value = games::NAMES[0], ignore_case = true,
        value_parser = PossibleValuesParser::new(games::NAMES))]
    variant: String,

    /// How much to log to stderr: off, error, warn, info, debug or trace
    #[arg(long, global = true, value_name = "LEVEL", default_value = "warn")]
    log: LevelFilter,

    #[command(subcommand)]
    front: Option<FrontEnd>,

    /// One command of the protocol to run instead of reading stdin
    #[arg(trailing_var_arg = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// What stands in front of the engine for people.
#[derive(Debug, Subcommand)]
enum FrontEnd {
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Draw a board as SVG on standard output
    Picture(picture::Arguments),
}

/// Reads the arguments and serves; what makes that impossible is said on stderr.
#[must_use]
pub fn main() -> ExitCode {
    run(arguments()).unwrap_or_else(|error| {
        eprintln!("tricorn: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let logs = Logs::start(arguments.log).context("starting the log")?;
    match arguments.front {
        Some(FrontEnd::Play(front)) => play::run(&arguments.variant, front),
        Some(FrontEnd::Picture(asked)) => {
            let svg = picture::svg(&arguments.variant, asked)?;
            Output::new(io::stdout()).line(svg.trim_end());
            Ok(ExitCode::SUCCESS)
        }
        None => serve_protocol(&arguments.variant, &arguments.command, logs),
    }
}

/// The engine process on stdin and stdout, or one command.
fn serve_protocol(variant: &str, command: &[String], logs: Logs) -> anyhow::Result<ExitCode> {
    let mut options = Options::default();
    options
        .set("UCI_Variant", Some(variant))
        .context("--variant")?;
    let out = Arc::new(Output::new(io::stdout()));
    hangup::watch();
    let open = {
        let (logs, out) = (Some(logs.clone()), Arc::clone(&out));
        move || EngineHandler::new(options, logs, out)
    };
    if command.is_empty() {
        let input = BufReader::new(io::stdin());
        serve(input, Begin::AtOnce, open, Some(&logs), &out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let line = Cursor::new(command.join(" "));
    serve(line, Begin::AtTheEnd, open, Some(&logs), &out)?;
    Ok(if out.reported_error() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}
