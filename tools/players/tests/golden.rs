//! What the players answered when they were frozen, they answer for good.
//! Not here: whether the answers are good ones.

use std::io::Write;
use std::process::{Command, Stdio};

/// A player, its program, and what it answered: a line `go ; bestmove ; position` for each search,
/// after lines `variant <name>`.
const RECORDS: [(&str, &str); 3] = [
    (
        env!("CARGO_BIN_EXE_player-uct"),
        include_str!("golden/uct.txt"),
    ),
    (
        env!("CARGO_BIN_EXE_player-material"),
        include_str!("golden/material.txt"),
    ),
    (
        env!("CARGO_BIN_EXE_player-linear"),
        include_str!("golden/linear.txt"),
    ),
];

/// The `bestmove` lines of a player for a script.
fn answers(program: &str, script: &str) -> Vec<String> {
    let mut player = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the player starts");
    let mut input = player.stdin.take().expect("its input");
    input.write_all(script.as_bytes()).expect("it reads");
    drop(input);
    let output = player.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("it speaks UTF-8");
    let best = text.lines().filter(|line| line.starts_with("bestmove"));
    best.map(str::to_owned).collect()
}

#[test]
fn players_play_what_they_played_when_they_were_frozen() {
    for (program, records) in RECORDS {
        let mut script = String::new();
        let mut expected = Vec::new();
        for line in records.lines().filter(|line| !line.starts_with('#')) {
            if let Some(variant) = line.strip_prefix("variant ") {
                script += &format!("setoption name UCI_Variant value {variant}\n");
                continue;
            }
            let parts: Vec<&str> = line.split(" ; ").collect();
            let [go, best, position] = parts[..] else {
                panic!("no record: {line}");
            };
            script += &format!("position {position}\n{go}\n");
            expected.push((format!("bestmove {best}"), line));
        }
        let answers = answers(program, &script);
        assert!(expected.len() > 10);
        assert_eq!(answers.len(), expected.len(), "{program}");
        for (answer, (expected, line)) in answers.iter().zip(expected) {
            assert_eq!(*answer, expected, "{line}");
        }
    }
}

#[test]
fn a_seed_decides_among_equal_moves() {
    let program = env!("CARGO_BIN_EXE_player-material");
    let ask = |seed: u32| {
        let searches = "position startpos\ngo depth 2\nposition startpos moves c3c4\ngo depth 2\n";
        answers(
            program,
            &format!("setoption name Seed value {seed}\n{searches}"),
        )
    };
    let first = ask(1);
    assert_eq!(first, ask(1));
    assert!((2..12).any(|seed| ask(seed) != first));
}
