//! `referee export`: game records as CSV or JSON lines.
//! Not here: reading records (`record`).

use super::{DONE, files};
use crate::record::{GameHead, GameJson, Games};
use anyhow::Context;
use clap::ValueEnum;
use std::path::PathBuf;
use tricorn_common::print;

/// Print games as CSV, a line for each game, or as JSON Lines with their moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The fields are variant, pair, game, p1, p2, result, points, end, detail, limits1, limits2, seed, \
position, plies, last and warnings. `plies` counts the moves of the players, without those of the \
opening. JSON Lines also hold the moves of the opening and of the players, each move with what its \
engine reported and what the referee measured.

Examples:
  referee export run/games.txt > games.csv
  referee export --format json run/games.txt | head -1")]
pub(super) struct Export {
    /// Files of games; `-` is standard input
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,

    /// The output format
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
}

/// How games are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values (RFC 4180) with a header line
    Csv,
    /// JSON Lines
    Json,
}

/// The columns of a CSV file: the fields of [`GameHead`] in their order.
const FIELDS: [&str; 16] = [
    "variant", "pair", "game", "p1", "p2", "result", "points", "end", "detail", "limits1",
    "limits2", "seed", "position", "plies", "last", "warnings",
];

/// Prints the games of each file.
pub(super) fn run(command: &Export) -> anyhow::Result<u8> {
    let mut head = command.format == Format::Csv;
    for path in &command.files {
        for game in Games::new(files::input(path)?) {
            let game = game.with_context(|| path.display().to_string())?;
            match command.format {
                Format::Json => print::line(serde_json::to_string(&GameJson::new(&game.record))?)?,
                Format::Csv => {
                    if std::mem::take(&mut head) {
                        print::line(FIELDS.join(","))?;
                    }
                    let fields = serde_json::to_value(GameHead::new(&game.record))?;
                    let cells = FIELDS.map(|name| cell(&fields[name]));
                    print::line(cells.join(","))?;
                }
            }
        }
    }
    Ok(DONE)
}

/// A value as a cell: quoted where it holds a comma, a quotation mark or a line end.
fn cell(value: &serde_json::Value) -> String {
    let text = match value {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}
