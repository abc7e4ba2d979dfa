//! The JSON parser: records and states of Abstract Play, objects with `moves`, move lists.
//! Not here: text that is not JSON.

use super::draft::{Claim, Draft, Drafts, Word};
use super::{Format, MOST_GAMES, SourceTag};
use serde_json::{Deserializer, Value};
use tricorn_protocol::quote;

/// Reads all games; `None` if the text does not begin with JSON. Values may follow one another, as
/// in JSON lines.
pub(super) fn read(text: &str) -> Option<Drafts> {
    let mut drafts = Drafts {
        format: Format::Json,
        structured: true,
        ..Drafts::default()
    };
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let mut line = 1;
    let mut counted = 0;
    let mut first = true;
    while let Some(value) = values.next() {
        let at = values.byte_offset();
        match value {
            Ok(value) => {
                let begin = text[counted..at].len() - text[counted..at].trim_start().len();
                line += newlines(&text[counted..counted + begin]);
                games(&value, line, &mut drafts);
                line += newlines(&text[counted + begin..at]);
                counted = at;
                first = false;
            }
            // A tag in brackets is no JSON, and neither is a move list in braces.
            Err(_) if first && !text.starts_with('{') => return None,
            Err(error) => {
                let message = format!("JSON: {error}");
                drafts.errors.push((line, message));
                break;
            }
        }
    }
    Some(drafts)
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// The games of a value.
fn games(value: &Value, line: usize, drafts: &mut Drafts) {
    match value {
        Value::Array(items) if items.iter().any(Value::is_object) && !is_moves(value) => {
            for item in items {
                games(item, line, drafts);
            }
        }
        _ if drafts.games.len() == MOST_GAMES => {
            if drafts.errors.is_empty() {
                let message = format!("more than {MOST_GAMES} games");
                drafts.errors.push((line, message));
            }
        }
        Value::Array(_) => {
            let mut draft = Draft::at(line);
            moves(value, &mut draft);
            drafts.games.push(draft);
        }
        _ => match game(value, line) {
            Ok((format, draft)) => {
                drafts.format = format;
                drafts.games.push(draft);
            }
            Err(message) => drafts.errors.push((line, message)),
        },
    }
}

/// Whether an array is a list of moves, some of which are objects with their results.
fn is_moves(value: &Value) -> bool {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().all(|item| match item {
        Value::String(_) | Value::Null => true,
        Value::Array(_) => is_moves(item),
        Value::Object(object) => object.get("move").is_some_and(Value::is_string),
        _ => false,
    })
}

fn game(value: &Value, line: usize) -> Result<(Format, Draft), String> {
    if value.get("header").is_some() {
        return abstract_play_record(value, line).map(|draft| (Format::AbstractPlay, draft));
    }
    if value.get("stack").is_some() {
        return abstract_play_state(value, line).map(|draft| (Format::AbstractPlay, draft));
    }
    if value.get("moves").is_some() {
        return Ok((Format::Json, object(value, line)));
    }
    let message = "expected an object with the members header and moves, or stack, or moves";
    Err(message.into())
}

/// `{"header":{"game":{"name":...},"players":[...]},"moves":[[...],...]}`.
fn abstract_play_record(value: &Value, line: usize) -> Result<Draft, String> {
    let mut draft = Draft::at(line);
    let header = &value["header"];
    draft.variant = text(&header["game"]["name"]);
    refuse_variants(&header["game"]["variants"])?;
    if let Some(players) = header["players"].as_array() {
        for (name, player) in draft.players.iter_mut().zip(players) {
            *name = text(&player["name"]);
        }
        let results: Vec<f64> = players
            .iter()
            .filter_map(|player| player["result"].as_f64())
            .collect();
        if let [first, second] = results[..] {
            draft.result = Some(match first.total_cmp(&second) {
                std::cmp::Ordering::Greater => Claim::Players(1, 0),
                std::cmp::Ordering::Less => Claim::Players(0, 1),
                std::cmp::Ordering::Equal => Claim::Draw,
            });
        }
    }
    let tags = [
        ("Event", &header["event"]),
        ("Site", &header["site"]["name"]),
        ("Date", &header["date-start"]),
    ];
    for (name, value) in tags {
        tag(&mut draft, name, value);
    }
    moves(&value["moves"], &mut draft);
    Ok(draft)
}

/// `{"game":"dameo","stack":[{"lastmove":...},...]}`.
fn abstract_play_state(value: &Value, line: usize) -> Result<Draft, String> {
    let mut draft = Draft::at(line);
    draft.variant = text(&value["game"]);
    refuse_variants(&value["variants"])?;
    let stack = value["stack"].as_array().map_or(&[][..], Vec::as_slice);
    for state in stack {
        moves(&state["lastmove"], &mut draft);
    }
    let winners: Vec<u64> = value["winner"]
        .as_array()
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    if value["gameover"] == true {
        draft.result = match winners[..] {
            [1] => Some(Claim::Players(1, 0)),
            [2] => Some(Claim::Players(0, 1)),
            [1, 2] => Some(Claim::Draw),
            _ => None,
        };
    }
    Ok(draft)
}

/// Boards of other sizes have other rules.
fn refuse_variants(value: &Value) -> Result<(), String> {
    match value.as_array().and_then(|variants| variants.first()) {
        None => Ok(()),
        Some(variant) => {
            let found = quote(&text(variant).unwrap_or_default());
            Err(format!(
                "found the variant {found}, expected the game without variants"
            ))
        }
    }
}

/// `{"variant":...,"position":...,"moves":...}`, with the members that game sites use.
fn object(value: &Value, line: usize) -> Draft {
    let mut draft = Draft::at(line);
    let variant = &value["variant"];
    draft.variant = text(variant).or_else(|| text(&variant["key"]));
    for name in ["position", "initialFen", "fen"] {
        draft.position = draft.position.or_else(|| text(&value[name]));
    }
    let players = &value["players"];
    for (index, names) in [["p1", "white"], ["p2", "black"]].iter().enumerate() {
        let of = |player: &Value| {
            text(player)
                .or_else(|| text(&player["name"]))
                .or_else(|| text(&player["user"]["name"]))
        };
        draft.players[index] = of(&players[index]).or_else(|| of(&players[names[0]]));
        draft.colours[index] = of(&players[names[1]]);
    }
    draft.result = match value["winner"].as_str() {
        Some("p1") => Some(Claim::Players(1, 0)),
        Some("p2") => Some(Claim::Players(0, 1)),
        Some("white") => Some(Claim::Colours(1, 0)),
        Some("black") => Some(Claim::Colours(0, 1)),
        _ if value["status"] == "draw" => Some(Claim::Draw),
        _ => None,
    };
    let timed_out = matches!(value["status"].as_str(), Some("timeout" | "outoftime"));
    if timed_out {
        tag(&mut draft, "Termination", &Value::from("Time forfeit"));
    }
    moves(&value["moves"], &mut draft);
    draft
}

fn tag(draft: &mut Draft, name: &str, value: &Value) {
    if let Some(value) = text(value) {
        draft.tags.push(SourceTag {
            name: name.into(),
            value,
        });
    }
}

fn text(value: &Value) -> Option<String> {
    value
        .as_str()
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

/// The moves of a list, however deep: turns, rounds of turns, or turns of hops.
fn moves(value: &Value, draft: &mut Draft) {
    match value {
        Value::String(text) => {
            for word in text.split_whitespace() {
                draft.push(Word {
                    text: word.to_owned(),
                    line: draft.line,
                    numbering: false,
                });
            }
        }
        Value::Array(items) => {
            for item in items {
                moves(item, draft);
            }
        }
        Value::Object(object) => {
            if let Some(text) = object.get("move") {
                moves(text, draft);
            }
        }
        _ => {}
    }
}
