//! Export of games: protocol records, PGN in the style of PlayStrategy, move lists.
//! Not here: importing them.

use super::answer::ImportedGame;
use super::position::for_playstrategy;
use referee::board::{self, Board};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use tricorn::rules::Side;
use tricorn_protocol::record::{FORMAT, Tag};

/// The form of exported games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExportFormat {
    /// Game records of the protocol (section 11); comments are lines with `#`.
    #[default]
    Records,
    /// PGN. Captures are written hop by hop, as PlayStrategy does.
    Pgn,
    /// A `position` line for each game.
    Moves,
}

/// The games in one text, which [`import`](super::import) reads as the same games.
#[must_use]
pub fn export(games: &[ImportedGame], format: ExportFormat) -> String {
    let write = match format {
        ExportFormat::Records => record,
        ExportFormat::Pgn => pgn,
        ExportFormat::Moves => line,
    };
    games.iter().map(write).collect()
}

fn record(game: &ImportedGame) -> String {
    let start = start(game);
    let mut out = String::new();
    let mut put = |tag: Tag, value: &str| {
        out.push_str(&tag.line(value));
        out.push('\n');
    };
    let given = |tag: Tag| game.tags.iter().find(|given| given.name == tag.as_str());
    put(Tag::Format, FORMAT);
    put(Tag::Variant, &game.variant);
    let pair = (game.number - usize::from(game.number > 0)).to_string();
    put(Tag::Pair, given(Tag::Pair).map_or(&pair, |tag| &tag.value));
    put(Tag::Game, given(Tag::Game).map_or("1", |tag| &tag.value));
    put(Tag::P1, &game.players[0]);
    put(Tag::P2, &game.players[1]);
    if !game.result.is_empty() {
        put(Tag::Result, &game.result);
        put(Tag::End, &game.end);
    }
    if !game.detail.is_empty() {
        put(Tag::Detail, &game.detail);
    }
    put(
        Tag::Limits1,
        given(Tag::Limits1).map_or("", |tag| &tag.value),
    );
    put(
        Tag::Limits2,
        given(Tag::Limits2).map_or("", |tag| &tag.value),
    );
    put(Tag::Position, &start);
    put(Tag::Opening, &game.opening.to_string());
    put(Tag::Last, &game.last);
    let written = [Tag::Pair, Tag::Game, Tag::Limits1, Tag::Limits2].map(Tag::as_str);
    for tag in &game.tags {
        let plain = tag.name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if plain && !written.contains(&tag.name.as_str()) {
            // The quoting is that of every tag.
            let quoted = Tag::Detail.line(&tag.value);
            let value = quoted.trim_start_matches("[Detail");
            let _ = writeln!(out, "[{}{value}", tag.name);
        }
    }
    let mut comments = game.comments.iter().peekable();
    for ply in 0..=game.moves.len() {
        if let Some(at) = ply.checked_sub(1) {
            out.push_str(&game.moves[at]);
            out.push('\n');
        }
        while let Some(comment) = comments.next_if(|comment| comment.ply <= ply) {
            for line in comment.text.lines() {
                let _ = writeln!(out, "# {line}");
            }
        }
    }
    out.push('\n');
    out
}

fn start(game: &ImportedGame) -> String {
    let start = game.position.clone();
    start.unwrap_or_else(|| board::start_text(&game.variant).unwrap_or_default())
}

fn line(game: &ImportedGame) -> String {
    let mut out = match &game.position {
        None => "position startpos".to_owned(),
        Some(text) => format!("position fen {text}"),
    };
    if !game.moves.is_empty() {
        out.push_str(" moves ");
        out.push_str(&game.moves.join(" "));
    }
    out.push('\n');
    out
}

fn pgn(game: &ImportedGame) -> String {
    let start = start(game);
    let mut board = board::open::<&str>(&game.variant, &start, &[]).ok();
    let white_first = board
        .as_ref()
        .is_none_or(|board| board.white() == Side::First);
    let mut out = String::new();
    let mut put = |name: &str, value: &str| {
        // Line ends would end the tag.
        let value = value.replace(['\n', '\r'], " ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    let mut name = game.variant.clone();
    name[..1].make_ascii_uppercase();
    let names = if white_first {
        ["White", "Black"]
    } else {
        ["P1", "P2"]
    };
    for tag in &game.tags {
        if !["SetUp", "Pair", "Game", "Limits1", "Limits2"].contains(&tag.name.as_str()) {
            put(&tag.name, &tag.value);
        }
    }
    put(names[0], &game.players[0]);
    put(names[1], &game.players[1]);
    let result = match game.result.as_str() {
        "" => "*",
        "draw" => "1/2-1/2",
        result => result,
    };
    put("Result", result);
    put("Variant", &name);
    if game.position.is_some() {
        put("FEN", &for_playstrategy(&start).unwrap_or(start));
        put("SetUp", "1");
    }
    out.push('\n');
    let mut comments = game.comments.iter().peekable();
    let first_moves = board
        .as_ref()
        .is_none_or(|board| board.side() == Side::First);
    for ply in 0..=game.moves.len() {
        if let Some(at) = ply.checked_sub(1) {
            let half = at + usize::from(!first_moves);
            let commented = game.comments.iter().any(|comment| comment.ply == at);
            if half.is_multiple_of(2) {
                let _ = write!(out, "{}. ", half / 2 + 1);
            } else if at == 0 || commented {
                let _ = write!(out, "{}... ", half / 2 + 1);
            }
            out.push_str(&hops(&game.moves[at], board.as_deref()));
            out.push(' ');
            if let Some(board) = &mut board {
                // A legal turn, as all of an imported game.
                let _ = board.read(&game.moves[at]);
            }
        }
        while let Some(comment) = comments.next_if(|comment| comment.ply <= ply) {
            let _ = write!(out, "{{{}}} ", comment.text.replace('}', ")"));
        }
    }
    out.push_str(result);
    out.push_str("\n\n");
    out
}

/// `d4d6d8` as `d4d6,d6d8K`, the K where a man becomes a king; other texts as they are.
fn hops(text: &str, board: Option<&dyn Board>) -> String {
    let is_path = text.len() >= 4
        && text.len().is_multiple_of(2)
        && text
            .as_bytes()
            .chunks(2)
            .all(|square| square[0].is_ascii_lowercase() && square[1].is_ascii_digit());
    if !is_path {
        return text.to_owned();
    }
    let hops = (2..text.len()).step_by(2);
    let hops: Vec<&str> = hops.map(|at| &text[at - 2..at + 2]).collect();
    let mut out = hops.join(",");
    let marked = format!("{text}K");
    if board.is_some_and(|board| board.fork().read(&marked).is_ok()) {
        out.push('K');
    }
    out
}
