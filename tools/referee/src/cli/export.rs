//! `referee export`: game records as CSV or JSON lines.
//! Not here: reading records (`record`).

use super::{DONE, files};
use crate::game::GameRecord;
use crate::record::{Games, result_words};
use anyhow::Context;
use clap::ValueEnum;
use serde::Serialize;
use std::path::PathBuf;
use tricorn::rules::Side;
use tricorn_common::print;
use tricorn_protocol::Score;

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

/// The columns of a CSV file: the fields of [`Row`] in their order.
const FIELDS: [&str; 16] = [
    "variant", "pair", "game", "p1", "p2", "result", "points", "end", "detail", "limits1",
    "limits2", "seed", "position", "plies", "last", "warnings",
];

/// One game without its moves.
#[derive(Serialize)]
struct Row<'a> {
    variant: &'a str,
    pair: u64,
    game: u8,
    p1: &'a str,
    p2: &'a str,
    result: String,
    points: i64,
    end: String,
    detail: &'a str,
    limits1: String,
    limits2: String,
    seed: u64,
    position: &'a str,
    plies: usize,
    last: &'a str,
    warnings: usize,
}

/// One game with its moves.
#[derive(Serialize)]
struct Full<'a> {
    #[serde(flatten)]
    row: Row<'a>,
    opening: &'a [String],
    moves: Vec<Move<'a>>,
}

/// One move; what was not said or measured is `null`.
#[derive(Serialize)]
struct Move<'a> {
    text: &'a str,
    cp: Option<i32>,
    mate: Option<i32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    ms: Option<f64>,
    lag: Option<f64>,
}

/// Prints the games of each file.
pub(super) fn run(command: &Export) -> anyhow::Result<u8> {
    let mut head = command.format == Format::Csv;
    for path in &command.files {
        for game in Games::new(files::input(path)?) {
            let game = game.with_context(|| path.display().to_string())?;
            let row = row(&game.record);
            match command.format {
                Format::Json => print::line(serde_json::to_string(&full(&game.record, row))?)?,
                Format::Csv => {
                    if std::mem::take(&mut head) {
                        print::line(FIELDS.join(","))?;
                    }
                    let fields = serde_json::to_value(&row)?;
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

fn row(record: &GameRecord) -> Row<'_> {
    let setup = &record.setup;
    let [p1, p2] = &record.players;
    let [limits1, limits2] = setup.limits.each_ref().map(ToString::to_string);
    let points = i64::from(record.result.points);
    Row {
        variant: &setup.variant,
        pair: setup.pair,
        game: setup.game,
        p1,
        p2,
        result: result_words(record),
        points: match record.result.winner {
            None => 0,
            Some(Side::First) => points,
            Some(Side::Second) => -points,
        },
        end: record.result.end.to_string(),
        detail: &record.result.detail,
        limits1,
        limits2,
        seed: setup.seed,
        position: &setup.position,
        plies: record.moves.len(),
        last: &record.last,
        warnings: record.warnings.len(),
    }
}

fn full<'a>(record: &'a GameRecord, row: Row<'a>) -> Full<'a> {
    let moves = record.moves.iter().map(|m| {
        // From whole microseconds, the unit of a record, so that no digits appear that were not read.
        let millis = |time: std::time::Duration| time.as_micros() as f64 / 1e3;
        let (cp, mate) = match m.score {
            Some(Score::Cp(cp)) => (Some(cp), None),
            Some(Score::Mate(turns)) => (None, Some(turns)),
            None => (None, None),
        };
        Move {
            text: &m.text,
            cp,
            mate,
            depth: m.depth,
            nodes: m.nodes,
            ms: m.time.map(millis),
            lag: m.lag.map(millis),
        }
    });
    Full {
        row,
        opening: &record.setup.moves,
        moves: moves.collect(),
    }
}
