//! The program under test, with mock engines to play.
//! Not here: what is expected of it.

use std::path::Path;
use std::process::{Command, Output};

/// The mock engine.
pub const MOCK: &str = env!("CARGO_BIN_EXE_referee-mock");

/// The files of a run that are the same in every run of deterministic engines.
pub const FILES: [&str; 4] = ["plan.toml", "journal", "games.txt", "result.json"];

/// The program with these arguments, blanks between them, in a folder of its own.
pub fn referee(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command
        .args(arguments.split_ascii_whitespace())
        .current_dir(folder);
    command
}

/// A match of two mocks with words of their own, and more arguments.
pub fn mocks(folder: &Path, [one, other]: [&str; 2], more: &str) -> Command {
    let first = format!("--engine name=one cmd={MOCK} {one}");
    let second = format!("--engine name=two cmd={MOCK} {other}");
    let game = tricorn::rules::list::NAMES[0];
    let rest = "--openings random --no-times --each nodes=10";
    referee(
        folder,
        &format!("match --variant {game} {rest} {more} {first} {second}"),
    )
}

/// Runs to the end; exit code and standard output and error together.
pub fn ended(command: &mut Command) -> (Option<i32>, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program starts");
    let text = [stdout, stderr].concat();
    (status.code(), String::from_utf8_lossy(&text).into_owned())
}

/// The contents of a file of a run.
pub fn file(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files of a run that must be the same.
pub fn files(folder: &Path) -> [String; 4] {
    FILES.map(|name| file(folder, name))
}
