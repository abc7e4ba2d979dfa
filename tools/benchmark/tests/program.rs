//! The program on small benchmarks: making, resuming, measuring, damaged files, closed output.
//! Not here: whether rollouts are right; the tests of search show that.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;
use tricorn_common::checksum::Chain;

/// Runs the program in a folder: what it printed, errors after the rest, and whether it ended well.
fn run(folder: &Path, arguments: &str) -> (String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_benchmark"))
        .args(arguments.split_ascii_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("text");
    (text, output.status.success())
}

/// A line without its checksum.
fn unsealed(line: &str) -> String {
    match line.rsplit_once(",\"crc32\"") {
        Some((object, _)) => format!("{object}}}"),
        None => line.to_owned(),
    }
}

const MAKE: &str = "make --variant abak --output set --positions 4 --moves 3 --games 36 --plies 1";

#[test]
fn a_benchmark_is_made_resumed_and_measured() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("set");
    let (text, good) = run(folder.path(), MAKE);
    assert!(good && text.contains("set: 4 positions of abak"), "{text}");
    let whole = fs::read_to_string(&file).expect("the file");
    let lines: Vec<_> = whole.lines().collect();
    assert_eq!(lines.len(), 5);
    for line in &lines[1..] {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let moves = case["moves"].as_array().expect("moves");
        assert!((2..=3).contains(&moves.len()), "{line}");
        assert_eq!(moves[0]["behind"], 0.0);
        let number = |one: &serde_json::Value, key: &str| one[key].as_f64().expect("a number");
        for one in &moves[1..] {
            let apart = number(&moves[0], "equity") - number(one, "equity");
            assert!((apart - number(one, "behind")).abs() < 1e-5, "{line}");
        }
    }

    // Cut off within a line, even the first: resumed to the same bytes, with any number of threads.
    for left in [whole.len() - 20, 30, 0] {
        fs::write(&file, &whole[..left]).expect("the file");
        let (text, good) = run(folder.path(), &format!("{MAKE} --threads 2"));
        assert!(good, "{text}");
        assert_eq!(fs::read_to_string(&file).expect("the file"), whole);
    }
    let (text, good) = run(folder.path(), &format!("{MAKE} --seed 2"));
    assert!(
        !good && text.contains("made with other arguments"),
        "{text}"
    );

    let (text, good) = run(folder.path(), "measure set --depth 1 2");
    assert!(good, "{text}");
    let rows: Vec<_> = text.lines().filter(|line| line.contains(" % ")).collect();
    assert_eq!(rows.len(), 2, "{text}");
    for row in &rows {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        // Both depths chose among the moves that were rolled out.
        assert_eq!([cells[2], cells[4]], ["4", "0"], "{row}");
        let lost: f64 = cells[5].parse().expect("a number");
        assert!((0.0..0.3).contains(&lost), "{row}");
    }
}

#[test]
fn the_net_loses_less_than_the_evaluation_by_hand_on_the_set_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [net, hand] = ["built-in", "hand"].map(|name| {
        let (text, good) = run(root, &format!("measure abak.jsonl --depth 1 --net {name}"));
        assert!(good, "{text}");
        let row = text.lines().find(|line| line.contains(" % "));
        let row = row.unwrap_or_else(|| panic!("{text}"));
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[2], "200", "{text}");
        cells[5].parse::<f64>().expect("points")
    });
    assert!(0.0 < net && net < hand, "{net} {hand}");
}

#[test]
fn what_is_no_benchmark_is_refused_and_left_alone() {
    let folder = TempDir::new().expect("a folder");
    let (text, good) = run(folder.path(), "make --variant dameo --output none");
    assert!(!good && text.contains("dameo has no dice"), "{text}");
    assert!(!folder.path().join("none").exists());
    fs::write(folder.path().join("set"), "Dear reader\n").expect("a file");
    for arguments in [MAKE, "measure set"] {
        let (text, good) = run(folder.path(), arguments);
        assert!(!good && text.contains("not a benchmark file"), "{text}");
    }
    let left = fs::read_to_string(folder.path().join("set")).expect("the file");
    assert_eq!(left, "Dear reader\n");
    let (text, good) = run(folder.path(), "measure set --net nowhere");
    assert!(!good && text.contains("nowhere"), "{text}");
}

#[test]
fn two_that_make_one_file_do_not_mix() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("set");
    let held = fs::File::create(&path).expect("a file");
    held.lock().expect("a lock");
    let (text, good) = run(folder.path(), MAKE);
    assert!(
        !good && text.contains("set: in use by another run"),
        "{text}"
    );
    assert_eq!(fs::read_to_string(&path).expect("the file"), "");
    drop(held);

    // Both at once: one of them makes it, and so does the other or is turned away.
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_benchmark"))
            .args(MAKE.split_ascii_whitespace())
            .current_dir(folder.path())
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let ended = [start(), start()].map(|mut child| child.wait().expect("an end").success());
    assert!(ended.contains(&true), "{ended:?}");
    let both = fs::read_to_string(&path).expect("the file");
    let (text, good) = run(folder.path(), &MAKE.replace("output set", "output other"));
    assert!(good, "{text}");
    let alone = fs::read_to_string(folder.path().join("other")).expect("the file");
    assert_eq!(both, alone);
}

#[test]
fn what_is_wrong_in_a_file_is_named_and_not_measured() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let whole = fs::read_to_string(root.join("abak.jsonl")).expect("the file");
    let mut lines: Vec<_> = whole.lines().take(5).map(str::to_owned).collect();
    lines[0] = lines[0].replace("\"positions\":200", "\"positions\":4");
    let folder = TempDir::new().expect("a folder");
    let measured = |lines: &[String]| {
        // With sound checksums, so that the content alone is wrong.
        let mut chain = Chain::default();
        let text = lines.iter().map(|line| chain.seal(&unsealed(line)));
        fs::write(folder.path().join("set"), text.collect::<String>()).expect("a file");
        run(folder.path(), "measure set --depth 1")
    };
    let (text, good) = measured(&lines);
    assert!(good, "{text}");

    let (text, good) = measured(&lines[..4]);
    assert!(
        !good && text.contains("not complete, 3 of 4 positions"),
        "{text}"
    );
    assert!(text.contains("run the same `make` again"), "{text}");
    let mut more = lines.clone();
    more.push(lines[2].clone());
    let (text, good) = measured(&more);
    assert!(
        !good && text.contains("5 positions, but the head says 4"),
        "{text}"
    );

    let case: serde_json::Value = serde_json::from_str(&lines[2]).expect("JSON");
    let wrong = |change: &dyn Fn(&mut serde_json::Value), words: &str| {
        let mut case = case.clone();
        change(&mut case);
        let mut lines = lines.clone();
        lines[2] = case.to_string();
        let (text, good) = measured(&lines);
        assert!(
            !good && text.contains("line 3") && text.contains(words),
            "{text}"
        );
    };
    wrong(&|case| case["moves"] = serde_json::json!([]), "0 moves");
    wrong(
        &|case| case["moves"][1]["move"] = "99:1/2".into(),
        "99:1/2: no legal move",
    );
    wrong(
        &|case| case["moves"][1] = case["moves"][0].clone(),
        "listed twice",
    );
    wrong(
        &|case| case["moves"][0]["behind"] = 0.5.into(),
        "0.5 behind the best",
    );
    wrong(&|case| case["legal"] = 0.into(), "legal: 0, expected");
    wrong(&|case| case["position"] = "8/8 w".into(), "8/8 w");
}

#[test]
fn an_edited_number_or_a_missing_line_is_found_by_the_checksum() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let whole = fs::read_to_string(root.join("abak.jsonl")).expect("the file");
    let lines: Vec<_> = whole.split_inclusive('\n').collect();
    let folder = TempDir::new().expect("a folder");
    let refused = |text: &str, words: &str| {
        fs::write(folder.path().join("set"), text).expect("a file");
        let same = "make --variant abak --output set --positions 200";
        for arguments in ["measure set --depth 1", same] {
            let (found, good) = run(folder.path(), arguments);
            assert!(!good && found.contains(words), "{words}: {found}");
        }
        let left = fs::read_to_string(folder.path().join("set")).expect("the file");
        assert_eq!(left, text);
    };
    let edited = lines[4].replacen("\"error\":0.0", "\"error\":0.1", 1);
    assert_ne!(edited, lines[4]);
    let text = [&lines[..4].concat(), edited.as_str(), &lines[5..].concat()].concat();
    refused(&text, "line 5: damaged or edited");
    let without = [&lines[..7], &lines[8..]].concat().concat();
    refused(&without, "line 8: damaged or edited");
    let other = whole.replacen("\"seed\":1", "\"seed\":2", 1);
    refused(&other, "line 1: damaged or edited");
    let bare = format!("{}\n", unsealed(lines[0]));
    refused(&bare, "line 1: no checksum");
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_or_full_output_ends_no_program_with_a_panic() {
    let folder = TempDir::new().expect("a folder");
    let start = |arguments: &str, out: Stdio| {
        let output = Command::new(env!("CARGO_BIN_EXE_benchmark"))
            .args(arguments.split_ascii_whitespace())
            .current_dir(folder.path())
            .stdout(out)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), error)
    };
    let closed = || {
        let (_, writer) = std::io::pipe().expect("a pipe");
        Stdio::from(writer)
    };
    let full = || {
        let device = fs::File::options().write(true).open("/dev/full");
        Stdio::from(device.expect("a full device"))
    };
    // The set is made to its end before the code tells that nobody read.
    assert_eq!(start(MAKE, closed()).0, Some(141));
    let (text, good) = run(folder.path(), "measure set --depth 1");
    assert!(good, "{text}");
    let (code, error) = start(MAKE, full());
    assert!(
        code == Some(1) && error.contains("standard output:"),
        "{error}"
    );
    for arguments in ["measure set --depth 1", "--help"] {
        assert_eq!(start(arguments, closed()), (Some(141), String::new()));
        let (code, error) = start(arguments, full());
        assert!(
            code == Some(1) && error.contains("standard output:"),
            "{error}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_set_is_refused_at_once() {
    let folder = TempDir::new().expect("a folder");
    let made = Command::new("mkfifo")
        .arg(folder.path().join("set"))
        .status();
    assert!(made.expect("mkfifo").success());
    for arguments in [MAKE, "measure set"] {
        let (text, good) = run(folder.path(), arguments);
        assert!(!good && text.contains("set: not a regular file"), "{text}");
    }
}
