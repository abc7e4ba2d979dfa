//! Other people's clients, unmodified, from their package registries, drive the real binary: what
//! the README's table "In a client" says of them. A client that is not installed is skipped;
//! `.ci/run` installs them under `target/clients`.
//! Not here: how the engine answers to single lines.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::engine::{command, pipe};
use crate::response;

/// How many moves a game may last before a test calls it endless.
const PLIES: &str = "2000";

/// Where the clients are installed, beside the folder that the build gives to tests.
fn clients() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("clients")
}

/// An example of this repository.
fn example(path: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.join("tools/examples").join(path)
}

/// An interpreter ready to be given a script, if it runs `probe` to its end.
fn ready(program: impl AsRef<std::ffi::OsStr>, probe: [&str; 2]) -> Option<Command> {
    let start = || {
        let mut command = Command::new(&program);
        command
            .env("NODE_PATH", clients().join("node_modules"))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    let tried = start().args(probe).output();
    tried
        .is_ok_and(|output| output.status.success())
        .then(start)
}

/// Python with python-chess, of its own folder or of the system.
fn python() -> Option<Command> {
    let probe = ["-c", "import chess.engine"];
    let found = ready(clients().join("venv/bin/python"), probe).or_else(|| ready("python3", probe));
    if found.is_none() {
        eprintln!("skipped: python-chess is not installed");
    }
    found
}

/// Node.js with node-uci.
fn node() -> Option<Command> {
    let found = ready("node", ["-e", "require('node-uci')"]);
    if found.is_none() {
        eprintln!("skipped: node-uci is not installed");
    }
    found
}

/// What an example prints when it plays `variant` with the engine under test.
fn played(mut client: Command, script: &str, arguments: &[&str]) -> Vec<String> {
    let engine = command(&[]);
    client
        .arg(example(script))
        .arg(engine.get_program())
        .args(arguments);
    let output = client.output().expect("the client starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    let printed = String::from_utf8(output.stdout).expect("text");
    printed.lines().map(str::to_owned).collect()
}

/// That the lines of a client are a game to its end, one move at the head of each line.
fn is_a_whole_game(variant: &str, lines: &[String]) {
    let end = lines.iter().position(|line| line == "game over");
    let moves = &lines[..end.unwrap_or_else(|| panic!("{variant}: no end of {lines:?}"))];
    let words: Vec<_> = moves.iter().filter_map(|l| l.split(' ').next()).collect();
    assert!(words.len() > 20, "{variant}: {words:?}");
    let line = format!(
        "position startpos moves {}\nquery gameover\n",
        words.join(" ")
    );
    let (answers, _) = pipe(&["--variant", variant], line);
    assert_eq!(response(&answers), ["true"], "{variant}: {answers:?}");
}

#[test]
fn python_chess_plays_all_three_games() {
    for variant in ["dameo", "eximo", "abak"] {
        let Some(client) = python() else { return };
        let lines = played(client, "python-chess/play.py", &[variant, "--plies", PLIES]);
        is_a_whole_game(variant, &lines);
    }
}

#[test]
fn node_uci_plays_dameo() {
    let Some(client) = node() else { return };
    let lines = played(client, "node-uci/play.js", &["dameo", PLIES]);
    is_a_whole_game("dameo", &lines);
}

#[test]
fn node_uci_stops_where_a_move_has_a_sign_that_it_does_not_know() {
    for (variant, signs) in [("eximo", "@"), ("abak", ":/")] {
        let Some(client) = node() else { return };
        let lines = played(client, "node-uci/play.js", &[variant, PLIES]);
        let last = lines.last().expect("a last line");
        let line = last.strip_prefix("stuck bestmove ").unwrap_or_default();
        assert!(line.contains(|c| signs.contains(c)), "{variant}: {last}");
    }
}
