//! Tests of the program with a file of three pieces: build, resume, verify, probe, closed output.
//! Not here: whether the tables are right, beyond what the program itself verifies.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Runs the program: what it printed, errors after the rest, and whether it ended well.
fn run(arguments: &[&str]) -> (String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_endgame"))
        .args(arguments)
        .output()
        .expect("the program starts");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("text");
    (text, output.status.success())
}

fn build(file: &Path) -> (String, bool) {
    let file = file.to_str().expect("a name");
    run(&["build", "--pieces", "3", "--threads", "2", "--output", file])
}

#[test]
fn an_interrupted_build_is_resumed() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("three");
    let name = file.to_str().expect("a name");
    let (text, good) = build(&file);
    assert!(good && text.contains("K-KK"), "{text}");
    let whole = fs::read(&file).expect("the file");
    let (text, good) = run(&["verify", name]);
    assert!(good && text.contains("verified"), "{text}");
    let kings = text.lines().find(|line| line.starts_with("KK-K "));
    let figures: Vec<_> = kings.expect("a row").split_whitespace().skip(1).collect();
    assert_eq!(figures, ["124992", "124832", "160", "0", "13"]);

    // Truncated within the last section: only that one is built again.
    fs::write(&file, &whole[..whole.len() - 10]).expect("the file");
    let (text, good) = run(&["verify", name]);
    assert!(!good && text.contains("damaged or truncated"), "{text}");
    let (text, good) = build(&file);
    assert!(good, "{text}");
    assert_eq!(text.matches(" longest ").count(), 1, "{text}");
    assert_eq!(fs::read(&file).expect("the file").len(), whole.len());
    let (text, good) = build(&file);
    assert!(good && !text.contains(" longest "), "{text}");
    let (text, good) = run(&["verify", name]);
    assert!(good, "{text}");

    // Only the header, and half of it.
    for length in [26, 10] {
        fs::write(&file, &whole[..length]).expect("the file");
        let (text, good) = run(&["verify", name]);
        assert!(!good, "{text}");
    }
    let (text, good) = build(&file);
    assert!(good, "{text}");
    assert_eq!(fs::read(&file).expect("the file").len(), whole.len());

    let (text, good) = run(&["build", "--pieces", "4", "--output", name]);
    assert!(!good && text.contains("for 3 pieces, expected 4"), "{text}");
}

#[test]
fn a_file_of_another_kind_is_not_changed() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("letter");
    fs::write(&file, "Dear reader").expect("a file");
    let (text, good) = build(&file);
    assert!(
        !good && text.contains("not a Dameo endgame table file"),
        "{text}"
    );
    assert_eq!(fs::read(&file).expect("the file"), b"Dear reader");
    let (text, good) = run(&["build", "--pieces", "5", "--output", "x"]);
    assert!(!good && text.contains("--pieces"), "{text}");
}

#[test]
fn probe_prints_a_position_and_its_moves() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../src/eval/dameo/endgame/three.bin"
    );
    let (text, good) = run(&["probe", file, "8/8/8/3k4/8/3K4/8/8 w"]);
    assert!(good, "{text}");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("won in 1 ply"));
    let first: Vec<_> = lines.next().expect("a move").split_whitespace().collect();
    assert_eq!(first, ["d3d6", "won", "in", "1", "ply"]);
    let (text, good) = run(&["probe", file, "8/8/8/8/8/8/8/k7 w"]);
    assert_eq!((text.as_str(), good), ("lost: no move left\n", true));
    let (text, good) = run(&["probe", file, "8/8/8/3k4/8/3K4/8/KKK5 w"]);
    assert!(!good && text.contains("too many pieces"), "{text}");
    let (text, good) = run(&["probe", file, "8/8 w"]);
    assert!(!good && text.contains("ranks"), "{text}");
}

#[test]
fn closed_output_stops_probe_but_no_build() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("three");
    let name = file.to_str().expect("a name");
    let build = ["build", "--pieces", "3", "--output", name];
    let verify = ["verify", name];
    let probe = ["probe", name, "8/8/8/3k4/8/3K4/8/8 w"];
    for arguments in [&build[..], &verify, &probe] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_endgame"))
            .args(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(141) && text.is_empty(),
            "{arguments:?}: {}, {text}",
            output.status
        );
    }
    // The build was completed all the same.
    let whole = fs::read(&file).expect("the file");
    let shipped = include_bytes!("../../../src/eval/dameo/endgame/three.bin");
    assert_eq!(whole.len(), shipped.len());
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_accepted() {
    let folder = TempDir::new().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let names = [
        pipe.as_path(),
        folder.path(),
        Path::new("/dev/zero"),
        Path::new("/dev/null"),
    ];
    for file in names {
        let name = file.to_str().expect("a name");
        for (text, good) in [build(file), run(&["verify", name])] {
            assert!(
                !good && text.contains("not a regular file"),
                "{name}: {text}"
            );
        }
    }
}

#[test]
fn a_missing_file_is_named_with_the_command_that_builds_it() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("nope");
    let name = file.to_str().expect("a name");
    for arguments in [
        &["verify", name][..],
        &["probe", name, "8/8/8/3k4/8/3K4/8/8 w"],
    ] {
        let (text, good) = run(arguments);
        assert!(!good && text.contains("no such file"), "{text}");
        let command = format!("`endgame build --output {name}`");
        assert!(text.contains(&command), "{text}");
    }
    assert!(!file.exists());
}

#[test]
fn two_builds_cannot_write_one_file() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("three");
    let held = fs::File::create(&file).expect("a file");
    held.lock().expect("a lock");
    let (text, good) = build(&file);
    assert!(
        !good && text.contains("three: in use by another run"),
        "{text}"
    );
    assert_eq!(fs::read(&file).expect("the file"), b"");
    drop(held);
    let (text, good) = build(&file);
    assert!(good, "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_an_error_and_no_panic() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("three");
    let name = file.to_str().expect("a name");
    for arguments in [
        &["build", "--pieces", "3", "--output", name][..],
        &["verify", name],
        &["probe", name, "8/8/8/3k4/8/3K4/8/8 w"],
        &["--help"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full");
        let output = Command::new(env!("CARGO_BIN_EXE_endgame"))
            .args(arguments)
            .stdout(full.expect("a full device"))
            .output()
            .expect("the program starts");
        let text = String::from_utf8_lossy(&output.stderr);
        let told = text.starts_with("endgame: standard output: ");
        assert!(
            output.status.code() == Some(1) && told,
            "{arguments:?}: {text}"
        );
    }
    // The build was completed all the same.
    let (text, good) = run(&["verify", name]);
    assert!(good, "{text}");
}
