//! Standard output that is closed (`| head`) or on a full disk, for every subcommand.
//! Not here: what they print.

use super::luck::tricorn;
use super::setting::{FILES, MOCK, ended, mocks, referee};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::process::Stdio;
use tempfile::{TempDir, tempdir};

/// The last turns of a game with dice.
const RACE: &str = "1/sd/1/o/16/G/1/S/1 w - -\n";

/// A folder with the games of small matches in `run` and `dice`, and the arguments of every
/// subcommand, each of which prints something.
fn subcommands() -> (TempDir, Vec<String>) {
    let folder = tempdir().expect("folder");
    let scored = ["args=--score=10", "args=--score=-20"];
    let (code, text) = ended(&mut mocks(folder.path(), scored, "--games 6"));
    assert_eq!(code, Some(0), "{text}");
    fs::write(folder.path().join("race"), RACE).expect("file");
    let dice = format!(
        "match --variant abak --games 2 --openings race --output dice --each depth=1 \
         --engine name=one cmd={MOCK} --engine name=two cmd={MOCK}"
    );
    let (code, text) = ended(&mut referee(folder.path(), &dice));
    assert_eq!(code, Some(0), "{text}");
    let game = tricorn::rules::list::NAMES[0];
    let engine = |player: &str| format!("--engine name={player} cmd={MOCK}");
    let arguments = [
        "--help".to_owned(),
        "--version".to_owned(),
        "match --help".to_owned(),
        format!(
            "match --variant {game} --games 2 --openings random --no-times --output played {} {} \
             --each nodes=10",
            engine("one"),
            engine("two")
        ),
        "merge run --output merged".to_owned(),
        "verify run/games.txt".to_owned(),
        "export run/games.txt".to_owned(),
        format!("check {MOCK} --variant {game} --level basic"),
        format!("openings --variant {game} --count 3"),
        format!("perft --variant {game} --positions 2 --depth 1 cmd={MOCK}"),
        "ratings --anchor two=1500 run/games.txt".to_owned(),
        "report run".to_owned(),
        "report run --json".to_owned(),
        "wdl run/games.txt".to_owned(),
    ];
    let luck = tricorn().map(|engine| {
        let engine = engine.display();
        format!("luck dice/games.txt --engine cmd={engine}")
    });
    (folder, arguments.into_iter().chain(luck).collect())
}

/// Runs to the end with this standard output; exit code and standard error.
fn printing_to(out: Stdio, folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let mut command = referee(folder, arguments);
    let output = command.stdout(out).stderr(Stdio::piped()).output();
    let output = output.expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

/// Whether a line is a progress line: `1/2 pairs, 5.00/s, 3s left` and the score.
fn is_progress(line: &str) -> bool {
    let (figures, _) = line.split_once("  ").unwrap_or((line, ""));
    let parts: Vec<&str> = figures.split(", ").collect();
    matches!(parts[..], [done, rate, left]
        if (done.ends_with(" pairs") || done.ends_with(" games"))
            && rate.ends_with("/s")
            && left.ends_with(" left"))
}

/// A pipe that nobody reads.
fn closed() -> Stdio {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

#[test]
fn a_reader_may_leave() {
    let (folder, all) = subcommands();
    for arguments in all {
        let (code, errors) = printing_to(closed(), folder.path(), &arguments);
        assert_eq!(code, Some(141), "{arguments}: {errors}");
        let other = errors.lines().find(|line| !is_progress(line));
        assert_eq!(other, None, "{arguments}: {errors}");
    }
    for name in FILES {
        assert!(folder.path().join("played").join(name).exists(), "{name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let (folder, all) = subcommands();
    for arguments in all {
        let full = OpenOptions::new().write(true).open("/dev/full");
        let full = full.expect("the device of a full disk");
        let (code, errors) = printing_to(full.into(), folder.path(), &arguments);
        assert_eq!(code, Some(1), "{arguments}: {errors}");
        assert!(
            errors.contains("referee: standard output: "),
            "{arguments}: {errors}"
        );
    }
    for name in FILES {
        assert!(folder.path().join("played").join(name).exists(), "{name}");
    }
}

#[test]
fn messages_may_go_unread() {
    let (folder, all) = subcommands();
    for arguments in all.iter().map(String::as_str).chain(["verify nothing"]) {
        let mut command = referee(folder.path(), arguments);
        let ended = command.stdout(Stdio::null()).stderr(closed()).status();
        let code = ended.expect("the program starts").code();
        // The mock knows no `perft` and fails some of the steps of `check`.
        assert!(matches!(code, Some(0 | 1 | 3)), "{arguments}: {code:?}");
    }
}
