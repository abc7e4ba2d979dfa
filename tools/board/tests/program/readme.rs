//! The examples of the README, asked of the program.
//! Not here: what else the answers can be.

use crate::support::Server;
use serde_json::Value;

const README: &str = include_str!("../../README.md");

#[test]
fn the_examples_are_answered_so() {
    let server = Server::start(&[]);
    let mut lines = README.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ curl ") else {
            continue;
        };
        let (_, rest) = command.split_once(":8427").expect("an address");
        let (path, rest) = rest.split_once(" -d '").expect("a question");
        let question: Value = rest
            .strip_suffix('\'')
            .and_then(|text| serde_json::from_str(text).ok())
            .expect("JSON");
        let answer = server.post(path, &question).body;
        let told = lines.next().expect("an answer");
        match told.strip_suffix("...") {
            Some(head) => assert!(answer.starts_with(head), "{command}: {answer}"),
            None => assert_eq!(answer, told, "{command}"),
        }
        count += 1;
    }
    assert!(count >= 3, "{count}");
}

#[test]
fn every_path_and_option_is_named() {
    let server = Server::start(&[]);
    let text = server.get("/api/v1/openapi.json").json();
    for path in text["paths"].as_object().expect("paths").keys() {
        let name = path.trim_start_matches("/api/v1/");
        assert!(README.contains(&format!("`{name}`")), "{name}");
    }
    let help = crate::support::program()
        .arg("--help")
        .output()
        .expect("output");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let options = help
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("--"));
    for option in options.filter_map(|line| line.split([' ', '.', '<']).next()) {
        assert!(README.contains(&format!("`--{option}")), "--{option}");
    }
}
