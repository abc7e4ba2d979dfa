//! `result.json` against its schema, and games as CSV and JSON Lines.
//! Not here: whether the figures are right; the tests of the statistics have that.

use super::setting::{MOCK, ended, file, mocks, referee};
use serde_json::Value;
use tempfile::tempdir;

const SCHEMA: &str = include_str!("../../result.schema.json");

/// What is wrong with a value, by the keywords that the schema uses; one that it does not know is
/// wrong as well.
fn flaw(value: &Value, rule: &Value, root: &Value, place: &str) -> Option<String> {
    let rules = rule.as_object().expect("a schema is an object");
    rules.iter().find_map(|(keyword, wanted)| {
        let wrong = || Some(format!("{place}: {keyword} {wanted}, found {value}"));
        let check = |good: bool| if good { None } else { wrong() };
        let list = |wanted: &Value| wanted.as_array().cloned().unwrap_or_default();
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => None,
            "$ref" => {
                let path = wanted.as_str().expect("a text").trim_start_matches('#');
                flaw(value, root.pointer(path).expect(path), root, place)
            }
            "anyOf" => {
                let fits = |rule: &Value| flaw(value, rule, root, place).is_none();
                check(list(wanted).iter().any(fits))
            }
            "const" => check(value == wanted),
            "enum" => check(list(wanted).contains(value)),
            "type" => {
                let is = |name: &Value| match name.as_str() {
                    Some("object") => value.is_object(),
                    Some("array") => value.is_array(),
                    Some("string") => value.is_string(),
                    Some("number") => value.is_number(),
                    Some("integer") => value.is_i64() || value.is_u64(),
                    Some("null") => value.is_null(),
                    _ => false,
                };
                check(if wanted.is_array() {
                    list(wanted).iter().any(is)
                } else {
                    is(wanted)
                })
            }
            "minimum" => check(value.as_f64() >= wanted.as_f64()),
            "minItems" => {
                check(value.as_array().map(Vec::len) >= wanted.as_u64().map(|n| n as usize))
            }
            "maxItems" => {
                check(value.as_array().map(Vec::len) <= wanted.as_u64().map(|n| n as usize))
            }
            "items" => list(value)
                .iter()
                .find_map(|item| flaw(item, wanted, root, &format!("{place}[]"))),
            "required" => {
                let there = |name: &Value| value.get(name.as_str().unwrap_or_default()).is_some();
                check(list(wanted).iter().all(there))
            }
            "properties" => wanted
                .as_object()
                .expect("rules")
                .iter()
                .find_map(|(name, rule)| {
                    flaw(value.get(name)?, rule, root, &format!("{place}.{name}"))
                }),
            "additionalProperties" => value.as_object().and_then(|fields| {
                let known = |name: &String| rule.get("properties").and_then(|all| all.get(name));
                let mut more = fields.iter().filter(|(name, _)| known(name).is_none());
                match wanted {
                    Value::Bool(false) => more.next().and_then(|_| wrong()),
                    rule => more.find_map(|(_, value)| flaw(value, rule, root, place)),
                }
            }),
            _ => wrong(),
        }
    })
}

#[test]
fn results_are_as_the_schema_says() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
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
        assert_eq!(flaw(&result, &schema, &schema, output), None);
    }
    let engines = format!("--each cmd={MOCK} nodes=1 --engine name=a --engine name=b");
    let arguments = format!("match --variant abak --games 2 --output timed {engines}");
    let (code, text) = ended(&mut referee(folder.path(), &arguments));
    assert_eq!(code, Some(0), "{text}");
    let timed = file(&folder.path().join("timed"), "result.json");
    let timed: Value = serde_json::from_str(&timed).expect("JSON");
    assert_eq!(flaw(&timed, &schema, &schema, "timed"), None);
    assert_eq!(timed["meetings"][0]["effort"][1]["engine"], "b");
    let result = file(&folder.path().join("faulty"), "result.json");
    assert!(result.contains("\"illegal-move\": 1"), "{result}");
}

#[test]
fn a_schema_that_is_broken_is_noticed() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let wrong = |text: &str, rule: &str| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        flaw(&value, schema.pointer(rule).expect(rule), &schema, "it").is_some()
    };
    let estimate = "/$defs/estimate";
    assert!(!wrong(
        r#"{"value": 1, "standard_error": null, "low": 0, "high": 2}"#,
        estimate
    ));
    assert!(wrong(
        r#"{"value": 1, "standard_error": "inf", "low": 0, "high": 2}"#,
        estimate
    ));
    assert!(wrong(r#"{"value": 1, "low": 0, "high": 2}"#, estimate));
    assert!(wrong(
        r#"{"value": 1, "standard_error": 1, "low": 0, "high": 2, "x": 1}"#,
        estimate
    ));
    assert!(wrong("\"AcceptH0\"", "/$defs/sprt/properties/verdict"));
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
