//! The examples of the program's page, run as they stand there.
//! Not here: what the page says beside them.

use super::setting::{ANALYSE, tricorn};
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../README.md");

/// What begins a member whose number differs from run to run.
const VARYING: &str = "\"time\":";

/// A line without the numbers that vary.
fn steady(line: &str) -> String {
    match line.split_once(VARYING) {
        Some((head, tail)) => {
            let rest = tail.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{head}{VARYING}{rest}")
        }
        None => line.to_owned(),
    }
}

#[test]
fn its_examples_are_what_the_program_prints() {
    if tricorn().is_none() {
        return;
    }
    let programs = Path::new(ANALYSE).parent().expect("a folder");
    let folder = tempfile::tempdir().expect("folder");
    let blocks = README.split("```").skip(1).step_by(2);
    let mut count = 0;
    for block in blocks {
        let mut lines = block.trim().lines();
        let Some(command) = lines.next().and_then(|line| line.strip_prefix("$ ")) else {
            continue;
        };
        let command = command.replace("target/release/", &format!("{}/", programs.display()));
        let mut shell = Command::new("sh");
        let output = shell
            .args(["-c", &command])
            .current_dir(&folder)
            .output()
            .expect("a shell");
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
        let printed: Vec<_> = printed.lines().map(steady).collect();
        for line in lines.filter(|&line| line != "...") {
            assert!(
                printed.contains(&steady(line)),
                "README: {line}\nprinted: {printed:#?}"
            );
        }
        count += 1;
    }
    assert!(count >= 3, "{count} examples");
}
