//! `result.json` against its schema, and games as CSV and JSON Lines.
//! Not here: whether the figures are right; the tests of the statistics have that.

use super::setting::{MOCK, ended, file, mocks, referee};
use jsonschema::Validator;
use serde_json::{Value, json};
use tempfile::tempdir;

pub const SCHEMA: &str = include_str!("../../result.schema.json");

/// A validator of a part of the schema, named by a JSON pointer; the empty one is the whole.
fn validator(part: &str) -> Validator {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    jsonschema::meta::validate(&schema).expect("a schema of its draft");
    let part = json!({
        "$schema": schema["$schema"],
        "$defs": schema["$defs"],
        "allOf": [schema.pointer(part).expect(part)],
    });
    jsonschema::validator_for(&part).expect("a schema")
}

/// Every place of a value that the schema does not allow.
pub fn errors(validator: &Validator, value: &Value) -> Vec<String> {
    let errors = validator.iter_errors(value);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn results_are_as_the_schema_says() {
    let schema = validator("");
    let folder = tempdir().expect("folder");
    let bad = "args=--fault=illegal-move args=--at=1";
    for (output, engines, more) in [
        ("plain", ["", ""], "--games 4"),
        ("faulty", ["", bad], "--games 2"),
        ("tested", ["", ""], "--games 10 --sprt h0=0 h1=200"),
        ("part", ["", ""], "--games 4 --shard 1/2"),
    ] {
        let arguments = format!("{more} --output {output}");
        let mut command = mocks(folder.path(), engines, &arguments);
        let (_, text) = ended(&mut command);
        let result = folder.path().join(output);
        assert!(result.join("result.json").exists(), "{text}");
        let result: Value = serde_json::from_str(&file(&result, "result.json")).expect("JSON");
        assert_eq!(errors(&schema, &result), [""; 0], "{output}");
    }
    let engines = format!("--each cmd={MOCK} nodes=1 --engine name=a --engine name=b");
    let arguments = format!("match --variant abak --games 2 --output timed {engines}");
    let (code, text) = ended(&mut referee(folder.path(), &arguments));
    assert_eq!(code, Some(0), "{text}");
    let timed = file(&folder.path().join("timed"), "result.json");
    let timed: Value = serde_json::from_str(&timed).expect("JSON");
    assert_eq!(errors(&schema, &timed), [""; 0]);
    assert_eq!(timed["meetings"][0]["effort"][1]["engine"], "b");
    let result = file(&folder.path().join("faulty"), "result.json");
    assert!(result.contains("\"illegal-move\": 1"), "{result}");
}

#[test]
fn a_result_that_breaks_the_schema_is_noticed() {
    let wrong = |part: &str, text: &str| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        !validator(part).is_valid(&value)
    };
    let estimate = "/$defs/estimate";
    let sound = r#"{"value": 1, "standard_error": null, "low": 0, "high": 2}"#;
    assert!(!wrong(estimate, sound));
    for bad in [
        r#"{"value": 1, "standard_error": "inf", "low": 0, "high": 2}"#,
        r#"{"value": 1, "low": 0, "high": 2}"#,
        r#"{"value": 1, "standard_error": 1, "low": 0, "high": 2, "x": 1}"#,
    ] {
        assert!(wrong(estimate, bad), "{bad}");
    }
    let verdict = "/$defs/sprt/properties/verdict";
    assert!(!wrong(verdict, "\"H0 accepted\""));
    assert!(wrong(verdict, "\"AcceptH0\""));
}

#[test]
fn games_are_exported_as_csv_and_as_json_lines() {
    let folder = tempdir().expect("folder");
    let played = ended(&mut mocks(folder.path(), ["", ""], "--games 4"));
    assert_eq!(played.0, Some(0), "{}", played.1);
    let (code, csv) = ended(&mut referee(folder.path(), "export run/games.txt"));
    assert_eq!(code, Some(0), "{csv}");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 5, "{csv}");
    assert!(lines[0].starts_with("variant,pair,game,p1,p2,result,points,"));
    assert!(lines[1].starts_with("dameo,0,1,one,two,"), "{csv}");
    let arguments = "export --format json run/games.txt";
    let (code, json) = ended(&mut referee(folder.path(), arguments));
    assert_eq!(code, Some(0), "{json}");
    let games: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    assert_eq!(games.len(), 4);
    assert_eq!(games[3]["p1"], "two");
    let plies = games[0]["plies"].as_u64().expect("a number");
    let moves = games[0]["moves"].as_array().expect("moves");
    assert_eq!(moves.len() as u64, plies);
    assert!(moves[0]["nodes"].is_u64() && moves[0]["ms"].is_null());
}
