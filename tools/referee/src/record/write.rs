//! The writer of game records.
//! Not here: reading them (`read`).

use crate::game::{GameRecord, GameResult, MoveRecord};
use std::fmt::{Display, Write};
use std::time::Duration;
use tricorn::rules::Side;
use tricorn_protocol::Score;
use tricorn_protocol::record::{FORMAT, Tag};

/// Whether records contain measured times. Without them, deterministic engines always give the same
/// text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// Times and lags are written in milliseconds with microsecond precision.
    Kept,
    /// They are omitted.
    Dropped,
}

/// The record of a game: its tags, its moves, and a blank line.
#[must_use]
pub fn text(record: &GameRecord, times: Times) -> String {
    let mut out = String::new();
    let mut put = |tag: Tag, value: &dyn Display| {
        out.push_str(&tag.line(&value.to_string()));
        out.push('\n');
    };
    let setup = &record.setup;
    put(Tag::Format, &FORMAT);
    put(Tag::Variant, &setup.variant);
    put(Tag::Pair, &setup.pair);
    put(Tag::Game, &setup.game);
    put(Tag::P1, &record.players[0]);
    put(Tag::P2, &record.players[1]);
    put(Tag::Result, &result_words(&record.result));
    put(Tag::End, &record.result.end);
    if !record.result.detail.is_empty() {
        put(Tag::Detail, &record.result.detail);
    }
    put(Tag::Limits1, &setup.limits[0]);
    put(Tag::Limits2, &setup.limits[1]);
    if let Some(resign) = &setup.adjudication.resign {
        put(Tag::Resign, resign);
    }
    if let Some(draw) = &setup.adjudication.draw {
        put(Tag::Draw, draw);
    }
    if let Some(plies) = setup.max_plies {
        put(Tag::MaxPlies, &plies);
    }
    put(Tag::Seed, &setup.seed);
    put(Tag::Position, &setup.position);
    put(Tag::Opening, &setup.moves.len());
    put(Tag::Last, &record.last);
    for warning in &record.warnings {
        put(Tag::Warning, warning);
    }
    for word in &setup.moves {
        out.push_str(word);
        out.push('\n');
    }
    for m in &record.moves {
        write_move(&mut out, m, times);
    }
    out.push('\n');
    out
}

/// `1-0`, `0-1` or `draw`; a win of more than one point has its points in place of the 1.
#[must_use]
pub fn result_words(result: &GameResult) -> String {
    let points = result.points;
    match result.winner {
        None => "draw".into(),
        Some(Side::First) => format!("{points}-0"),
        Some(Side::Second) => format!("0-{points}"),
    }
}

fn write_move(out: &mut String, m: &MoveRecord, times: Times) {
    out.push_str(&m.text);
    let mut put = |key: &str, value: Option<&dyn Display>| {
        if let Some(value) = value {
            // Writing to a string does not fail.
            let _ = write!(out, " {key}={value}");
        }
    };
    match &m.score {
        Some(Score::Cp(value)) => put("cp", Some(value)),
        Some(Score::Mate(turns)) => put("mate", Some(turns)),
        None => {}
    }
    put("depth", m.depth.as_ref().map(|n| n as &dyn Display));
    put("nodes", m.nodes.as_ref().map(|n| n as &dyn Display));
    if times == Times::Kept {
        let [time, lag] = [m.time, m.lag].map(|time| time.map(Millis));
        put("ms", time.as_ref().map(|n| n as &dyn Display));
        put("lag", lag.as_ref().map(|n| n as &dyn Display));
    }
    out.push('\n');
}

/// Milliseconds with three decimals.
struct Millis(Duration);

impl Display for Millis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}.{:03}",
            self.0.as_millis(),
            self.0.subsec_micros() % 1_000
        )
    }
}
