//! `analyse lines`: questions, answers, their order, stopping, the end of input.
//! Not here: engines that misbehave (`faults`), and very many lines (`memory`).

use super::setting::{
    Dialogue, MOCK, analyse, ended, errors, objects, random_game, schema, tricorn,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const QUESTION: &str = include_str!("../../lines-question.schema.json");
const ANSWER: &str = include_str!("../../lines-answer.schema.json");

/// Held by a mock until it is stopped.
const LONG: &str = r#"{"id":"long","movetime":3600000}"#;

#[test]
fn answers_are_as_the_schema_says() {
    let Some(engine) = tricorn() else { return };
    let (question, answer) = (schema(QUESTION), schema(ANSWER));
    let good = [
        r#"{"id":1,"variant":"eximo","nodes":2000,"multipv":3}"#,
        r#"{"id":"f","nodes":3000,"reportDuringSearch":true,"fresh":true}"#,
        r#"{"id":"r","variant":"abak","depth":1}"#,
        r#"{"id":"a","variant":"abak","moves":["31:8/5,6/5","64"],"depth":1,"multipv":2}"#,
        r#"{"id":"s","variant":"abak","moves":["31"],"depth":1,"searchmoves":["24/23,13/10"]}"#,
        r#"{"id":"e","position":"8/8/8/8/8/m7/8/1M5K w 0 1","exact":true,"depth":4}"#,
        r#"{"id":"o","position":"8/8/8/8/8/8/8/1M5K b 0 1"}"#,
        r#"{"id":"n","movetime":0,"engine":"tricorn"}"#,
        r#"{"id":"v","action":"query_version"}"#,
        r#"{"id":"t","action":"terminate","terminateId":"nobody"}"#,
    ];
    let bad = [
        r#"{"id":2,"moves":["c3c4","c3c4"]}"#,
        r#"{"id":3,"variant":"chess"}"#,
        r#"{"id":4,"position":"8/8"}"#,
        r#"{"id":5,"engine":"nobody"}"#,
        r#"{"id":6,"variant":"abak","searchmoves":["31:8/5,6/5"]}"#,
    ];
    for line in good.iter().chain(&bad) {
        let value = serde_json::from_str(line).expect(line);
        assert_eq!(errors(&question, &value), [""; 0], "{line}");
    }
    let arguments = format!("lines --engines 2 --engine cmd={}", engine.display());
    let input = good.join("\n") + "\n\n# a comment\n" + &bad.join("\n");
    let (code, text, _) = ended(&mut analyse(&arguments), &input);
    assert_eq!(code, Some(1), "{text}");
    let answers = objects(&text);
    let mut last: BTreeMap<String, &Value> = BTreeMap::new();
    for value in &answers {
        assert_eq!(errors(&answer, value), [""; 0], "{value}");
        last.insert(value["id"].to_string(), value);
    }
    assert_eq!(last.len(), good.len() + bad.len(), "{text}");
    let codes: Vec<_> = (2..=6)
        .map(|id| last[&id.to_string()]["error"]["code"].clone())
        .collect();
    let expected = [
        "illegal-move",
        "bad-variant",
        "bad-position",
        "bad-question",
        "illegal-move",
    ];
    assert_eq!(codes, expected);
    assert_eq!(last["2"]["error"]["place"], "/moves/1");
    assert_eq!(last["1"]["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(last["\"s\""]["best"], "31:24/23,13/10");
    assert_eq!(last["\"r\""]["best"], "roll");
    assert_eq!(
        last["\"e\""]["exact"],
        json!({"verdict": "won", "plies": 3})
    );
    assert_eq!(last["\"o\""]["over"]["result"], "p1win");
    let during = |value: &&Value| value["id"] == "f" && value["isDuringSearch"] == true;
    assert!(answers.iter().filter(during).count() >= 1, "{text}");
}

#[test]
fn lines_that_are_no_questions_are_told_with_their_place() {
    let (question, answer) = (schema(QUESTION), schema(ANSWER));
    let lines = [
        (r#"{"id":"a","dept":3}"#, json!("a"), "bad-question", ""),
        (
            r#"{"id":"a","moves":["c3c4",7]}"#,
            json!("a"),
            "bad-question",
            "/moves/1",
        ),
        (
            r#"{"id":"a","multipv":0}"#,
            json!("a"),
            "bad-question",
            "/multipv",
        ),
        (
            r#"{"id":"a","nodes":-1}"#,
            json!("a"),
            "bad-question",
            "/nodes",
        ),
        (
            r#"{"id":"a","action":"stop"}"#,
            json!("a"),
            "bad-question",
            "",
        ),
        (r#"{"id":[]}"#, Value::Null, "bad-question", "/id"),
        ("[]", Value::Null, "bad-question", ""),
    ];
    for (line, ..) in &lines {
        let value = serde_json::from_str(line).expect(line);
        assert!(!errors(&question, &value).is_empty(), "{line}");
    }
    let mut input: Vec<u8> = Vec::new();
    for (line, ..) in &lines {
        input.extend(format!("{line}\n").bytes());
    }
    let mut input = String::from_utf8(input).expect("text");
    input += "{\"id\":1\n";
    input += &format!("{{\"id\":\"{}\"}}\n", "x".repeat(2 << 20));
    input += &("[".repeat(100_000) + "\n");
    let (code, text, _) = ended(&mut analyse(&format!("lines --engine cmd={MOCK}")), &input);
    assert_eq!(code, Some(1));
    let mut answers = objects(&text);
    answers.sort_by_key(|answer| answer["line"].as_u64());
    for value in &answers {
        assert_eq!(errors(&answer, value), [""; 0], "{value}");
    }
    for ((line, id, code, place), value) in lines.iter().zip(&answers) {
        assert_eq!(value["id"], *id, "{line}");
        assert_eq!(value["error"]["code"], *code, "{line}: {value}");
        assert!(
            value["error"]["place"]
                .as_str()
                .is_some_and(|at| at.starts_with(place)),
            "{value}"
        );
    }
    let codes: Vec<_> = answers[lines.len()..]
        .iter()
        .map(|value| &value["error"]["code"])
        .collect();
    assert_eq!(codes, ["bad-json"; 3]);
}

#[test]
fn a_short_question_overtakes_a_long_one_that_is_then_stopped() {
    let mut dialogue = Dialogue::new(&format!(
        "lines --engines 2 --engine cmd={MOCK} args=--share=1"
    ));
    dialogue.say(LONG);
    dialogue.say(r#"{"id":"short","nodes":1}"#);
    let short = dialogue.hear().expect("an answer");
    assert_eq!(
        (&short["id"], &short["terminated"]),
        (&json!("short"), &json!(false))
    );
    dialogue.say(r#"{"id":"stop","action":"terminate","terminateId":"long"}"#);
    let stop = dialogue.hear().expect("an answer");
    assert_eq!(
        (&stop["id"], &stop["terminated"]),
        (&json!("stop"), &json!(1))
    );
    let (code, rest) = dialogue.end();
    assert_eq!((code, rest.len()), (Some(0), 1), "{rest:?}");
    assert_eq!(
        (&rest[0]["id"], &rest[0]["terminated"]),
        (&json!("long"), &json!(true))
    );
}

#[test]
fn a_search_under_way_is_stopped_with_what_it_has_found() {
    let Some(engine) = tricorn() else { return };
    let arguments = format!("lines --engines 1 --engine cmd={}", engine.display());
    let mut dialogue = Dialogue::new(&arguments);
    dialogue.say(r#"{"id":"x","variant":"eximo","movetime":3600000,"reportDuringSearch":true}"#);
    let report = dialogue.hear().expect("a report");
    let answer = schema(ANSWER);
    assert_eq!(report["isDuringSearch"], true);
    // Another that waits behind it is stopped before the engine has it.
    dialogue.say(r#"{"id":"y","variant":"eximo","movetime":3600000}"#);
    dialogue.say(r#"{"id":"w","action":"terminate","terminateId":"y"}"#);
    let waiting = std::iter::from_fn(|| dialogue.hear()).find(|answer| answer["id"] == "y");
    let waiting = waiting.expect("an answer while the first search goes on");
    assert_eq!(
        (&waiting["terminated"], &waiting["lines"]),
        (&json!(true), &json!([]))
    );
    dialogue.say(r#"{"id":"z","action":"terminate_all"}"#);
    let (code, rest) = dialogue.end();
    assert_eq!(code, Some(0));
    for value in &rest {
        assert_eq!(errors(&answer, value), [""; 0], "{value}");
    }
    let last = |id: &str| rest.iter().rfind(|value| value["id"] == id).expect(id);
    assert_eq!(last("z")["terminated"], 1);
    assert_eq!(
        (&last("x")["terminated"], &last("x")["isDuringSearch"]),
        (&json!(true), &json!(false))
    );
    assert!(!last("x")["lines"].as_array().expect("lines").is_empty());
}

#[test]
fn the_end_of_input_waits_for_every_answer_of_every_game() {
    let Some(engine) = tricorn() else { return };
    let arguments = format!(
        "lines --engines 3 --nodes 300 --engine cmd={}",
        engine.display()
    );
    let mut input = String::new();
    let mut count = 0;
    for seed in 0..40 {
        for variant in ["dameo", "eximo", "abak"] {
            let game = random_game(variant, seed, seed as usize);
            let moves: Vec<&str> = game.split_ascii_whitespace().collect();
            let question = json!({"id": count, "variant": variant, "moves": moves, "fresh": true});
            input += &format!("{question}\n");
            count += 1;
        }
    }
    let sorted = || {
        let (code, text, errors) = ended(&mut analyse(&arguments), &input);
        assert_eq!(code, Some(0), "{text}{errors}");
        let mut answers = objects(&text);
        for answer in &mut answers {
            answer.as_object_mut().expect("an object").remove("time");
        }
        answers.sort_by_key(|answer| answer["id"].as_i64());
        answers
    };
    let answers = sorted();
    let ids: Vec<_> = answers
        .iter()
        .filter_map(|answer| answer["id"].as_i64())
        .collect();
    assert_eq!(ids, (0..count).collect::<Vec<_>>());
    // What each engine was asked before makes no difference to one that forgets it.
    assert_eq!(answers, sorted());
}
