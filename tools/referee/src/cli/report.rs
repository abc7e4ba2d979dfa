//! `referee report`.
//! Not here: reading the folder of a run, and what the figures mean (`summary`).

use super::DONE;
use crate::summary::{GameRow, RunReader, Summary};
use serde::Serialize;
use std::path::PathBuf;
use tricorn_common::print;

/// Report on a run from its folder, also while it goes on
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The report has the standings, Elo with its interval and how it changed over time, the state of a sequential \
test, how games ended, their lengths and openings, and the time that each engine used. It counts the pairs \
before the first that is missing, as the run itself does. Nothing in the folder is changed.

With --json the report is one line of JSON with the list of all games; report.schema.json describes it. \
`referee export --format json` prints the moves of the games, in the same order.

Example:
  referee report run")]
pub(super) struct Report {
    /// The folder of a run: what `referee match --output` was given
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A summary with the list of games.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    summary: Summary,
    games: Vec<GameRow>,
}

/// Reads the folder and prints the report.
pub(super) fn run(command: &Report) -> anyhow::Result<u8> {
    let mut reader = RunReader::open(&command.run)?;
    let summary = reader.summary();
    if command.json {
        let games = reader.games(0).collect();
        print::line(serde_json::to_string(&Whole { summary, games })?)?;
    } else {
        print::line(&summary)?;
    }
    Ok(DONE)
}
