//! `referee report`: its text, its JSON against the schema, and its exit codes.
//! Not here: reading folders, which the tests without processes cover.

use super::result::{SCHEMA, errors};
use super::setting::{MOCK, ended, file, mocks, referee};
use jsonschema::{Registry, Validator};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::tempdir;

const REPORT: &str = include_str!("../../report.schema.json");

fn with_validator(check: impl FnOnce(&Validator)) {
    let [result, report] = [SCHEMA, REPORT].map(|text| {
        let schema: Value = serde_json::from_str(text).expect("JSON");
        jsonschema::meta::validate(&schema).expect("a schema of its draft");
        schema
    });
    // The report's schema names the other by its file, which stands beside it.
    let registry = Registry::new().add("file:///result.schema.json", result);
    let registry = registry.and_then(jsonschema::RegistryBuilder::prepare);
    let registry = registry.expect("schemas");
    let options = jsonschema::options().with_registry(&registry);
    let options = options.with_base_uri("file:///report.schema.json");
    check(&options.build(&report).expect("a schema"));
}

fn json(folder: &Path, run: &str) -> Value {
    let (code, text) = ended(&mut referee(folder, &format!("report {run} --json")));
    assert_eq!(code, Some(0), "{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn json_is_as_the_schema_says() {
    let folder = tempdir().expect("folder");
    let bad = "args=--fault=illegal-move args=--at=1";
    for (output, engines, more) in [
        ("plain", ["", ""], "--games 4"),
        ("faulty", ["", bad], "--games 2"),
        ("tested", ["", ""], "--games 10 --sprt h0=0 h1=200"),
        ("part", ["", ""], "--games 4 --shard 1/2"),
    ] {
        let arguments = format!("{more} --output {output}");
        ended(&mut mocks(folder.path(), engines, &arguments));
    }
    let engines = format!(
        "--each cmd={MOCK} nodes=1 --engine name=a --engine name=b --engine name=c \
         --tournament gauntlet"
    );
    let arguments = format!("match --variant abak --games 2 --output timed {engines}");
    let (code, text) = ended(&mut referee(folder.path(), &arguments));
    assert_eq!(code, Some(0), "{text}");
    with_validator(|schema| {
        for run in ["plain", "faulty", "tested", "part", "timed"] {
            let report = json(folder.path(), run);
            assert_eq!(errors(schema, &report), [""; 0], "{run}");
            let games = report["games"].as_array().expect("games");
            let pairs = report["pairs"]["counted"].as_u64().expect("a number");
            assert_eq!(games.len() as u64, 2 * pairs, "{run}");
        }
        let faulty = json(folder.path(), "faulty");
        assert_eq!(faulty["forfeits"], 1);
        assert_eq!(faulty["ends"][0]["end"], "forfeit illegal-move");
        let mut broken = faulty.clone();
        broken["table"][0]["score"] = "half".into();
        assert!(!schema.is_valid(&broken), "the other schema counts");
        broken = faulty;
        broken["state"] = "over".into();
        assert!(!schema.is_valid(&broken));
        let timed = json(folder.path(), "timed");
        assert!(
            timed["engines"][2]["times"]["median_ms"].is_f64(),
            "{timed}"
        );
    });
}

#[test]
fn the_text_says_what_a_reader_wants_to_know() {
    let folder = tempdir().expect("folder");
    let bad = "args=--fault=illegal-move args=--at=1";
    let played = mocks(folder.path(), ["", bad], "--games 4 --output run");
    let (code, text) = ended(&mut { played });
    assert_eq!(code, Some(4), "{text}");
    let (code, text) = ended(&mut referee(folder.path(), "report run"));
    assert_eq!(code, Some(0), "{text}");
    let (_, played) = text.split_once("one against two: ").expect(&text);
    let expected = "4 games in 2 pairs, +3 =0 -1\nscore 75.00 % ";
    assert!(played.starts_with(expected), "{text}");
    assert!(text.starts_with("dameo match, finished (complete): 2 of 2 pairs\n  name=one cmd="));
    for part in [
        "\n\nends: rules no-moves 3 (75.0 %), forfeit illegal-move 1 (25.0 %)\nplies of a game: ",
        "\ndifferent openings: 2\n\nforfeited games: 1\n  pair 0 game 1, one - two 1-0, forfeit ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // The figures are those that the run itself printed, whatever stands around them.
    let result: Value =
        serde_json::from_str(&file(&folder.path().join("run"), "result.json")).expect("JSON");
    assert_eq!(
        json(folder.path(), "run")["meetings"][0]["figures"],
        result["meetings"][0]
    );
}

#[test]
fn a_run_that_goes_on_is_reported_and_not_disturbed() {
    let folder = tempdir().expect("folder");
    let slow = "args=--think=20";
    let mut command = mocks(folder.path(), [slow, slow], "--games 2000 --output run");
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begin = Instant::now();
    while !folder.path().join("run/journal").exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no run begins");
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut running = json(folder.path(), "run");
    // The journal appears a moment before its writer locks it.
    while running["state"] != "running" && begin.elapsed() < Duration::from_secs(60) {
        running = json(folder.path(), "run");
    }
    assert_eq!(running["state"], "running", "{running}");
    assert_eq!(running["ending"], Value::Null);
    for _ in 0..10 {
        json(folder.path(), "run");
        assert_eq!(child.try_wait().expect("status"), None, "it goes on");
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
    assert_eq!(child.wait().expect("status").code(), Some(130));
    assert_eq!(json(folder.path(), "run")["state"], "interrupted");
}

#[test]
fn what_is_no_run_is_an_error_with_a_reason() {
    let folder = tempdir().expect("folder");
    fs::write(folder.path().join("games.txt"), "").expect("file");
    for (arguments, code, message) in [
        (
            "report nothing",
            1,
            "referee: nothing holds no run, expected a folder with a file journal",
        ),
        (
            "report games.txt",
            1,
            "referee: games.txt holds no run, expected a folder",
        ),
        ("report", 2, "<RUN>"),
    ] {
        let (found, text) = ended(&mut referee(folder.path(), arguments));
        assert_eq!(found, Some(code), "{text}");
        assert!(text.contains(message), "{text}");
    }
}
