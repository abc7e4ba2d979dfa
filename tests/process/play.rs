//! `tricorn play` through a pipe: whole games, what is typed short or wrong, commands, files.
//! Not here: the line editor and colours, which need a terminal.

use crate::engine::{Engine, command, pipe};
use std::io::Write;
use std::process::Stdio;

/// Everything that is printed for a script, as one text.
fn script(arguments: &[&str], lines: &[&str]) -> String {
    let all = [&["play", "--level", "650", "--movetime", "20"], arguments].concat();
    let (printed, status) = pipe(&all, lines.join("\n") + "\n");
    assert!(status.success(), "{status}: {printed:?}");
    printed.join("\n")
}

/// The moves that `moves` lists last.
fn listed(line: &str) -> Vec<&str> {
    let (_, list) = line.split_once(": ").expect("a list");
    list.split_whitespace().collect()
}

/// Plays a game to its end: the moves of the person are chosen by a number that steps along.
fn whole_game(arguments: &[&str]) -> Vec<String> {
    let all = [&["play", "--level", "650", "--movetime", "20"], arguments].concat();
    let mut front = Engine::start(&all);
    let mut seen = Vec::new();
    for turn in 0_usize.. {
        assert!(turn < 2_000, "no end: {seen:?}");
        front.send("moves");
        let mut lines = Vec::new();
        while !lines
            .iter()
            .any(|line: &String| line.contains(" legal moves"))
        {
            lines.push(front.line());
        }
        let over = lines
            .iter()
            .any(|line| line.ends_with("Type new for another game."));
        let last = lines.last().cloned().unwrap_or_default();
        seen.extend(lines);
        if over {
            break;
        }
        let moves = listed(&last);
        front.send(moves[turn * 7 % moves.len()]);
    }
    front.end_input();
    seen.extend(front.rest());
    assert!(front.status().success());
    seen
}

#[test]
fn whole_games_of_every_variant_end_with_their_result() {
    for game in ["dameo", "eximo", "abak"] {
        for side in ["white", "black"] {
            let lines = whole_game(&["--variant", game, "--side", side, "--seed", "3"]);
            let end = lines
                .iter()
                .find(|line| line.ends_with("Type new for another game."));
            let end = end.expect("an end");
            let told = end.contains(" wins") || end.starts_with("Drawn by rule: ");
            assert!(told && end.contains(" ("), "{end}");
            let wrong = lines
                .iter()
                .find(|line| line.contains("legal moves.") || line.contains("expected"));
            assert_eq!(wrong, None, "{game}");
        }
    }
}

#[test]
fn the_engine_against_itself_plays_to_the_end() {
    let text = script(&["--variant", "abak", "--side", "none", "--seed", "5"], &[]);
    assert!(text.contains("Tricorn plays"), "{text}");
    assert!(text.contains(" wins"), "{text}");
}

#[test]
fn moves_are_understood_whole_short_and_with_blanks() {
    let both = ["--side", "both"];
    let played = |typed: &str| {
        let text = script(&both, &[typed, "history"]);
        text.lines().last().unwrap_or_default().trim().to_owned()
    };
    for typed in ["c3c4", "C3C4", "c3 c4", "c3-c4", "c3 - c4", "c3xc4"] {
        assert_eq!(played(typed), "1. c3c4", "{typed}");
    }
    // Only one move begins so, or ends so.
    assert_eq!(played("a1a"), "1. a1a2");
    let two = "position m7/8/8/8/8/8/8/M6M w";
    let text = script(&both, &[two, "b2", "history"]);
    assert!(text.ends_with("1. a1b2"), "{text}");
}

#[test]
fn turns_of_dice_need_neither_roll_nor_order() {
    let game = ["--variant", "abak", "--side", "both", "--seed", "1"];
    let hand = ["dice hand", "13"];
    for typed in [
        "24/23 13/10",
        "13/10 24/23",
        "24/23,13/10",
        "31:24/23,13/10",
        "31 24/23 13/10",
        "13 13/10 24/23",
    ] {
        let text = script(&game, &[hand[0], hand[1], typed, "history"]);
        assert!(text.ends_with("  1. 31:24/23,13/10"), "{typed}: {text}");
    }
}

#[test]
fn turns_are_entered_step_by_step() {
    let both = ["--side", "both"];
    let last = |lines: &[&str]| {
        let text = script(&both, lines);
        text.lines().last().unwrap_or_default().trim().to_owned()
    };
    assert_eq!(last(&["c3", "c4", "history"]), "1. c3c4");
    assert_eq!(last(&["c3", "undo", "d3", "d4", "history"]), "1. d3d4");
    let king = "position 8/8/8/5k2/6k1/3kk3/8/3K4 w";
    for steps in [
        &["d1 d5", "g5", "g1"][..],
        &["d1", "d5", "g5g1"],
        &["d1d5g5", "d1d5g5g1"],
    ] {
        let all = [&[king], steps, &["history"]].concat();
        assert_eq!(last(&all), "1. d1d5g5g1", "{steps:?}");
    }
    let drops = [
        "game eximo",
        "position 8/2m5/8/8/8/8/M7/8 b",
        "c7",
        "c8",
        "@b1",
        "@g2",
        "history",
    ];
    assert_eq!(last(&drops), "1. c7c8@b1@g2");
    let dice = ["game abak", "dice hand", "31", "13/10", "24/23", "history"];
    assert_eq!(last(&dice), "1. 31:24/23,13/10");
    // A step that cannot follow is refused, and what was entered stays.
    let text = script(&both, &["c3", "h8", "?", "b4", "history"]);
    assert!(
        text.contains("\"h8\": ") && text.contains("Next: b4  c4  d4"),
        "{text}"
    );
    assert!(text.ends_with("1. c3b4"), "{text}");
}

#[test]
fn ambiguous_and_illegal_moves_are_told_with_what_was_expected() {
    let text = script(&["--side", "both"], &["d4", "c3c6", "e9", "history"]);
    let lines: Vec<_> = text.lines().collect();
    let several = lines
        .iter()
        .find(|line| line.starts_with("Several moves fit: "));
    let several = listed(several.expect("a list"));
    assert!(
        several.len() > 1 && several.iter().all(|m| m.ends_with("d4")),
        "{several:?}"
    );
    let refused: Vec<_> = lines
        .iter()
        .filter(|line| line.contains("`moves` lists the 52"))
        .collect();
    assert_eq!(refused.len(), 2, "{text}");
    assert!(refused[0].starts_with("\"c3c6\": "), "{refused:?}");
    assert!(refused[1].contains("expected"), "{refused:?}");
    assert_eq!(lines.last(), Some(&"No move was played."));
}

#[test]
fn undo_takes_back_to_the_persons_move_and_redo_plays_it_again() {
    let text = script(
        &[],
        &["c3c4", "undo", "history", "redo", "history", "undo", "undo"],
    );
    assert!(text.contains("Took back 2 moves"), "{text}");
    let histories: Vec<_> = text
        .lines()
        .filter(|l| l.contains("1. c3c4") || l.contains("No move"))
        .collect();
    assert_eq!(histories.len(), 2, "{text}");
    assert_eq!(histories[0], "No move was played.");
    assert!(
        histories[1].split_whitespace().count() == 3,
        "{histories:?}"
    );
    assert!(text.ends_with("there is nothing to take back"), "{text}");
}

#[test]
fn dice_stay_as_they_fell_when_a_move_is_taken_back() {
    let game = ["--variant", "abak", "--side", "both", "--seed", "11"];
    let lines = |typed: &[&str]| {
        let text = script(&game, typed);
        text.lines()
            .filter(|line| line.contains(" throws "))
            .map(ToOwned::to_owned)
            .collect::<Vec<_>>()
    };
    let once = lines(&["moves"]);
    let again = lines(&["moves", "dice 11", "dice 11"]);
    assert_eq!(once.len(), 1);
    assert!(again.iter().all(|line| *line == once[0]), "{again:?}");
    let hand = script(&game, &["dice hand", "54", "13/8 13/9", "undo", "position"]);
    assert!(hand.ends_with(" w - 54"), "{hand}");
}

#[test]
fn a_pass_is_played_by_itself_and_taken_back_with_the_move_before_it() {
    let position = "position 5/S/6/sD/11 w - -";
    let both = ["--variant", "abak", "--side", "both"];
    let passed = ["dice hand", position, "21", "19/18 18/16", "31"];
    let text = script(&both, &[&passed[..], &["history"]].concat());
    assert!(text.contains("Black cannot move: 31:pass."), "{text}");
    assert!(text.ends_with("31:pass"), "{text}");
    let text = script(
        &both,
        &[&passed[..], &["undo", "history", "redo", "history"]].concat(),
    );
    assert!(text.contains("Took back 2 moves"), "{text}");
    assert!(text.contains("No move was played."), "{text}");
    assert!(text.ends_with("31:pass"), "{text}");
}

#[test]
fn a_hint_names_a_legal_move_and_changes_nothing() {
    for game in ["dameo", "eximo", "abak"] {
        let text = script(&["--variant", game], &["hint", "moves", "history"]);
        let hint = text.lines().find_map(|line| line.strip_prefix("Hint: "));
        let hint = hint
            .and_then(|hint| hint.split(' ').next())
            .expect("a hint");
        let list = text.lines().find(|line| line.contains(" legal moves: "));
        assert!(
            listed(list.expect("a list")).contains(&hint),
            "{game}: {hint}"
        );
        assert!(text.ends_with("No move was played."), "{text}");
    }
}

#[test]
fn what_stands_in_no_list_is_refused_with_a_word_about_it() {
    for (typed, told) in [
        ("level 5", "expected full, a rating from"),
        ("side green", "expected: side"),
        ("game chess", "expected one of dameo, eximo, abak"),
        ("dice 3", "dameo has no dice"),
        ("roll 31", "dameo has no dice"),
        ("roll", "expected: roll"),
        ("load", "expected: load"),
        ("load /nowhere/at-all", "/nowhere/at-all"),
        ("save /nowhere/at/all", "/nowhere/at/all"),
        ("position 8/8", "8/8"),
        ("redo", "nothing was taken back"),
        ("resume", "no unfinished game"),
        ("\u{1b}[A\u{0}", "expected"),
    ] {
        let text = script(&["--side", "both"], &[typed, "history"]);
        assert!(text.contains(told), "{typed}: {text}");
        assert!(text.ends_with("No move was played."), "{typed}: {text}");
    }
}

#[test]
fn resigning_ends_the_game_and_undo_takes_that_back() {
    let text = script(&[], &["resign", "c3c4", "undo", "c3c4", "history"]);
    assert!(
        text.contains("White resigns: Black wins. You lose."),
        "{text}"
    );
    assert!(text.contains("The game is over"), "{text}");
    assert!(
        text.lines()
            .last()
            .is_some_and(|line| line.contains("1. c3c4  ")),
        "{text}"
    );
}

#[test]
fn draws_by_rule_are_announced() {
    let quiet = "position k7/8/8/8/8/8/8/7K w 49 60";
    let text = script(&["--side", "both"], &[quiet, "h1h2"]);
    assert!(text.contains("Drawn by rule: 50 turns in a row"), "{text}");
    let around = [
        "position k7/8/8/8/8/8/8/7K w 0 1",
        "h1h2",
        "a8a7",
        "h2h1",
        "a7a8",
        "h1h2",
        "a8a7",
        "h2h1",
        "a7a8",
    ];
    let text = script(&["--side", "both"], &around);
    assert!(
        text.contains("stands for the third time (repetition)"),
        "{text}"
    );
}

#[test]
fn the_end_of_input_ends_it_and_output_is_plain() {
    for input in ["", "c3", "c3c4", "\n\n\n", "quit\nc3c4\n"] {
        let (lines, status) = pipe(&["play", "--level", "650", "--movetime", "20"], input);
        assert!(status.success(), "{input:?}");
        assert!(
            !lines.iter().any(|line| line.contains('\u{1b}')),
            "{lines:?}"
        );
    }
}

#[test]
fn games_are_saved_loaded_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (saved, kept) = (file("saved"), file("kept"));
    let save = format!("save {saved}");
    let game = [
        "--variant",
        "abak",
        "--seed",
        "4",
        "--side",
        "both",
        "--file",
        &kept,
    ];
    let first = ["moves 13/", "go", "go", "go", &save, "position"];
    let text = script(&game, &first);
    let position = text.lines().last().expect("a position").to_owned();
    for path in [&saved, &kept] {
        let load = format!("load {path}");
        let text = script(&["--side", "none"], &[]);
        assert!(text.contains("dameo"), "{text}");
        let text = script(&["--side", "both"], &[&load, "position"]);
        assert_eq!(text.lines().last(), Some(position.as_str()), "{path}");
        let record = std::fs::read_to_string(path).expect("a record");
        assert!(
            record.starts_with("[Format \"tricorn-game 1.0\"]\n"),
            "{record}"
        );
        assert!(!record.contains("[Result "), "{record}");
    }
    // The file that was named is gone on with.
    let text = script(&["--file", &kept], &["position", "resign"]);
    assert!(text.contains(&position), "{text}");
    let record = std::fs::read_to_string(&kept).expect("a record");
    assert!(record.contains("[End \"adjudicated resign\"]"), "{record}");
    let line = file("line");
    std::fs::write(&line, "position startpos moves c3c4 d6d5\n").expect("written");
    let text = script(&["--side", "both"], &[&format!("load {line}"), "history"]);
    assert!(text.ends_with("1. c3c4  d6d5"), "{text}");
}

#[test]
fn a_reader_that_is_gone_and_wrong_arguments_end_it() {
    let mut child = command(&["play"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("stdin");
    let _ = input.write_all(&vec![b'x'; 3 << 20]);
    drop(input);
    assert!(child.wait().expect("an end").success());
    for wrong in [
        ["--side", "green"],
        ["--level", "2s"],
        ["--movetime", "0"],
        ["--seed", "x"],
    ] {
        let output = command(&["play"]).args(wrong).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(wrong[0]), "{text}");
    }
}
