//! The examples of the program's page, run as they stand there.
//! Not here: the numbers that they print, which every change of the engine's play changes.

use super::luck::tricorn;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

const README: &str = include_str!("../../README.md");

/// A line with every number replaced by 0 and every gap by one blank.
fn steady(line: &str) -> String {
    let words = line.split_whitespace();
    let words = words.map(|word| {
        let mut out = String::new();
        for c in word.chars() {
            match c {
                '0'..='9' | '.' if out.ends_with('0') => {}
                '0'..='9' => out.push('0'),
                '+' | '-' => {}
                c => out.push(c),
            }
        }
        out
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn its_examples_print_what_it_says() {
    let Some(engine) = tricorn() else { return };
    let programs = engine.parent().expect("a folder");
    let folder = tempdir().expect("folder");
    let mut lines = 0;
    for block in README.split("```").skip(1).step_by(2) {
        let mut expected = block.trim_start().lines();
        let Some(command) = expected.next().and_then(|line| line.strip_prefix("$ ")) else {
            continue;
        };
        let command = command.replace("target/release/", &format!("{}/", programs.display()));
        let printed = shell(&command, folder.path());
        for line in expected.filter(|&line| line != "...") {
            let line = steady(line);
            assert!(printed.contains(&line), "{line}\nprinted: {printed:#?}");
            lines += 1;
        }
    }
    assert!(lines >= 10, "{lines} lines were compared");
}

fn shell(command: &str, folder: &Path) -> Vec<String> {
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", command]).current_dir(folder).output();
    let output = output.expect("a shell");
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    printed.lines().map(steady).collect()
}
