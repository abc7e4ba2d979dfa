//! Runs that are killed or stopped go on to the same files.
//! Not here: torn files, which the tests without processes make.

use super::setting::{ended, file, files, mocks, referee};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// Games enough for a run to take a while.
const GAMES: &str = "--games 40 --seed 7";

fn start(folder: &Path, more: &str) -> Child {
    let mut command = mocks(folder, ["", ""], &format!("{GAMES} {more}"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).expect("it runs");
}

/// The files of an undisturbed run.
fn straight(folder: &Path) -> [String; 4] {
    let (code, text) = ended(&mut mocks(
        folder,
        ["", ""],
        &format!("{GAMES} --output straight"),
    ));
    assert_eq!(code, Some(0), "{text}");
    files(&folder.join("straight"))
}

#[test]
fn killed_at_any_moment_and_resumed() {
    let folder = tempdir().expect("folder");
    let expected = straight(folder.path());
    let run = folder.path().join("killed");
    let mut moment = Duration::from_millis(3);
    for round in 0..10 {
        let resume = if run.join("journal").exists() {
            "--resume"
        } else {
            ""
        };
        let mut child = start(
            folder.path(),
            &format!("--output killed --concurrency 4 {resume}"),
        );
        sleep(moment);
        let ended = child.try_wait().expect("status").is_some();
        if !ended {
            send(&child, Signal::SIGKILL);
        }
        child.wait().expect("status");
        moment = Duration::from_millis(11 + 37 * round % 150);
    }
    let (code, text) = ended(&mut mocks(
        folder.path(),
        ["", ""],
        &format!("{GAMES} --output killed --concurrency 4 --resume"),
    ));
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(files(&run), expected);
}

#[test]
fn stopped_by_a_signal_and_resumed_without_arguments() {
    let folder = tempdir().expect("folder");
    let expected = straight(folder.path());
    for (signal, code) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
        let run = folder.path().join(signal.as_str());
        let output = signal.as_str();
        let slow = mocks(
            folder.path(),
            ["", ""],
            &format!("{GAMES} --output {output}"),
        );
        let mut child = { slow }
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("start");
        let begun = Instant::now();
        while !run.join("games.txt").exists() && begun.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(2));
        }
        send(&child, signal);
        let status = child.wait().expect("status");
        // A run that was over before the signal came has a code of its own.
        assert!([Some(code), Some(0)].contains(&status.code()), "{status}");
        let mut again = referee(folder.path(), &format!("match --resume --output {output}"));
        let (code, text) = ended(&mut again);
        assert_eq!(code, Some(0), "{text}");
        assert_eq!(files(&run), expected);
    }
}

#[test]
fn a_damaged_journal_is_told_and_played_again() {
    let folder = tempdir().expect("folder");
    let expected = straight(folder.path());
    let run = folder.path().join("straight");
    let path = run.join("journal");
    let mut bytes = std::fs::read(&path).expect("journal");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("write");

    let merge = "merge straight --output merged";
    let (code, text) = ended(&mut referee(folder.path(), merge));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("the journal is damaged at byte "), "{text}");

    let resume = "match --resume --output straight";
    let (code, text) = ended(&mut referee(folder.path(), resume));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("warning: the journal is damaged at byte "),
        "{text}"
    );
    assert!(file(&run, "events.jsonl").contains("\"event\":\"damage\""));
    assert_eq!(files(&run), expected);
}
