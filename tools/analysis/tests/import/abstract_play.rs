//! Games as Abstract Play writes them.
//! Not here: other sites.
//!
//! The form of moves is that of AbstractPlay/gameslib, src/games/dameo.ts: squares between hyphens,
//! captures not marked. Records are those of AbstractPlay/recranks, src/schemas/gamerecord.json, as
//! `genRecord` of gameslib, src/games/_base.ts, makes them; states are those of `serialize` there.
//! No finished game of Dameo was found in public; the moves here are those of PlayStrategy's test game.

use super::playstrategy::GAME;
use super::{game, of};
use analysis::import::{Format, ImportRequest, import};
use serde_json::{Value, json};

/// The turns in its form.
fn turns() -> Vec<String> {
    let turns = GAME.split_whitespace();
    turns
        .map(|turn| {
            let mut squares: Vec<&str> = turn.split(',').map(|hop| &hop[2..4]).collect();
            squares.insert(0, &turn[..2]);
            squares.join("-")
        })
        .collect()
}

fn record(moves: &[Value], results: [i64; 2]) -> Value {
    json!({
        "header": {
            "game": { "name": "Dameo" },
            "site": { "name": "Abstract Play", "gameid": "00000000-0000-0000-0000-000000000000" },
            "date-start": "2024-03-01T12:00:00.000Z",
            "date-end": "2024-03-05T12:00:00.000Z",
            "date-generated": "2024-03-05T12:00:01.000Z",
            "players": [
                { "name": "first", "userid": "1", "is_ai": false, "result": results[0] },
                { "name": "second", "userid": "2", "is_ai": false, "result": results[1] }
            ]
        },
        "moves": moves
    })
}

/// Rounds of two turns; captures come with their results.
fn rounds(turns: &[String]) -> Vec<Value> {
    let told = |turn: &String| match turn.split('-').count() {
        0..3 => json!(turn),
        _ => json!({ "move": turn, "result": [{ "type": "capture", "where": "d5" }] }),
    };
    let rows = turns.chunks(2);
    rows.map(|row| row.iter().map(told).collect()).collect()
}

#[test]
fn its_record_is_read() {
    let text = record(&rounds(&turns()), [1, 0]);
    for text in [text.to_string(), format!("{text:#}")] {
        let answer = import(&ImportRequest::new(text));
        assert_eq!(answer.format, Format::AbstractPlay);
        let game = game(&answer);
        assert_eq!(game.moves, super::game(&of("dameo", GAME)).moves);
        assert_eq!(game.players, ["first", "second"]);
        assert_eq!(
            (game.result.as_str(), game.end.as_str()),
            ("1-0", "rules no-moves")
        );
        assert!(answer.notices.is_empty(), "{:?}", answer.notices);
        assert_eq!(game.tags[0].value, "Abstract Play");
    }
}

#[test]
fn a_result_that_is_not_that_of_the_rules_is_told() {
    let answer = import(&ImportRequest::new(
        record(&rounds(&turns()), [0, 1]).to_string(),
    ));
    assert_eq!(game(&answer).result, "1-0");
    let [notice] = &answer.notices[..] else {
        panic!("{:?}", answer.notices);
    };
    assert!(notice.message.contains("0-1"), "{}", notice.message);
}

#[test]
fn resignations_and_draws_stand_among_its_moves() {
    let mut turns = turns();
    turns.truncate(6);
    for (word, results, result, end) in [
        ("resign", [0, 1], "0-1", "adjudicated resign"),
        ("resign", [1, 0], "1-0", "adjudicated resign"),
        ("timeout", [0, 1], "0-1", "forfeit time"),
        ("draw", [1, 1], "draw", "adjudicated level"),
        // The site draws when a king is left to each side; by our rules such a game goes on.
        ("", [1, 1], "draw", "adjudicated level"),
    ] {
        let mut turns = turns.clone();
        turns.extend((!word.is_empty()).then(|| word.to_owned()));
        let answer = import(&ImportRequest::new(
            record(&rounds(&turns), results).to_string(),
        ));
        let game = game(&answer);
        assert_eq!(game.moves.len(), 6, "{word}");
        assert_eq!(
            (game.result.as_str(), game.end.as_str()),
            (result, end),
            "{word}"
        );
    }
}

#[test]
fn its_state_is_read() {
    let start = json!({ "_version": "20240219", "_results": [], "currplayer": 1, "countdown": 0,
        "board": { "dataType": "Map", "value": [["a1", [1, 1]]] } });
    let played = turns()
        .into_iter()
        .map(|turn| json!({ "currplayer": 1, "lastmove": turn }));
    let stack: Vec<Value> = std::iter::once(start).chain(played).collect();
    let state = json!({ "game": "dameo", "numplayers": 2, "variants": [], "gameover": true,
        "winner": [1], "stack": stack });
    let answer = import(&ImportRequest::new(state.to_string()));
    assert_eq!(game(&answer).moves.len(), 53);
    assert_eq!(game(&answer).result, "1-0");
}

#[test]
fn its_large_board_is_refused() {
    let mut record = record(&[], [1, 0]);
    record["header"]["game"]["variants"] = json!(["10x10 board"]);
    let answer = import(&ImportRequest::new(record.to_string()));
    assert!(answer.games.is_empty());
    let [error] = &answer.errors[..] else {
        panic!("{:?}", answer.errors);
    };
    assert!(error.message.contains("10x10 board"), "{error}");
}
