//! What the referee is asked for a match of two evaluations.
//! Not here: the playing; a script stands in for the referee.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tricorn::games::Variant;
use tricorn::rules::eximo::Eximo;

/// A folder with the two programs; the referee writes down its process and its arguments.
fn programs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tricorn"), "").expect("a file");
    let referee = folder.path().join("referee");
    fs::write(
        &referee,
        "#!/bin/sh\nprintf '%s\\n' $$ \"$@\" > asked\nexit 7\n",
    )
    .expect("a file");
    fs::set_permissions(&referee, Permissions::from_mode(0o755)).expect("a file");
    folder
}

/// The trainer's process and what came of it.
fn compete(folder: &Path, output: &str, nets: [&str; 2]) -> (u32, Output) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
    command.args(["match", "--variant", "eximo", "--output", output, "--nets"]);
    command
        .args(nets)
        .arg("--programs")
        .arg(folder)
        .current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program runs");
    let process = child.id();
    (process, child.wait_with_output().expect("the program runs"))
}

#[test]
fn words_are_words_and_files_are_files() {
    let folder = programs();
    let path = folder.path();
    // Files of the names of words, in the folder from which the match is begun.
    fs::write(path.join("hand"), Eximo::NET).expect("a file");
    fs::create_dir(path.join("built-in")).expect("a folder");
    let options = |output: &str, nets| {
        compete(path, output, nets);
        let asked = fs::read_to_string(path.join("asked")).expect("what was asked");
        let options = asked
            .lines()
            .filter_map(|line| line.strip_prefix("option.EvalFile="));
        options.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(options("words", ["hand", "built-in"]), ["hand", "built-in"]);
    let file = path.canonicalize().expect("a folder").join("hand");
    let file = file.to_str().expect("text");
    assert_eq!(options("files", ["./hand", "hand"]), [file, "hand"]);
    let (_, refused) = compete(path, "folders", ["./built-in", "hand"]);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(
        error.contains("./built-in: ") && error.contains("not a regular file"),
        "{error}"
    );
}

#[test]
fn a_match_of_unknown_evaluations_is_not_resumed() {
    let folder = programs();
    let output = folder.path().join("match");
    fs::create_dir(&output).expect("a folder");
    fs::write(output.join("journal"), "").expect("a file");
    let (_, refused) = compete(folder.path(), "match", ["hand", "built-in"]);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(error.contains("checkpoint.json is missing"), "{error}");
    assert!(!folder.path().join("asked").exists());
}

#[test]
fn no_child_can_outlive_the_command() {
    let folder = programs();
    let (process, output) = compete(folder.path(), "match", ["hand", "built-in"]);
    let asked = fs::read_to_string(folder.path().join("asked")).expect("what was asked");
    assert_eq!(asked.lines().next(), Some(process.to_string().as_str()));
    assert_eq!(output.status.code(), Some(7));
}
