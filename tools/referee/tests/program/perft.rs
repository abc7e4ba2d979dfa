//! `referee perft` and `referee openings` with engines that know the rules and one that does not.
//! Not here: matches.

use super::setting::{MOCK, ended, file, referee};
use tempfile::tempdir;

#[test]
fn rules_that_agree_and_rules_that_do_not() {
    let folder = tempdir().expect("folder");
    for game in tricorn::rules::list::NAMES {
        let arguments = format!("perft --variant {game} --positions 20 --plies 30 cmd={MOCK}");
        let (code, text) = ended(&mut referee(folder.path(), &arguments));
        assert_eq!(code, Some(0), "{text}");
        assert!(
            text.contains("20 positions, ") && text.contains("no difference"),
            "{text}"
        );

        let arguments = format!("{arguments} args=--lacks-moves");
        let (code, text) = ended(&mut referee(folder.path(), &arguments));
        assert_eq!(code, Some(3), "{text}");
        let smallest = text
            .split("the smallest position that differs: ")
            .nth(1)
            .expect(&text);
        let board = smallest.split(' ').next().expect("board");
        let pieces = board.chars().filter(char::is_ascii_alphabetic).count();
        // One man in the open has three moves already; dice need a little more.
        assert!(pieces <= 3, "{text}");
    }
}

#[test]
fn an_engine_that_does_not_know_draws_is_found() {
    let folder = tempdir().expect("folder");
    for (game, fault, found) in [
        ("dameo", "never-draws", "query gameover"),
        ("eximo", "never-draws", "query gameover"),
        ("dameo", "counter-stops", "query position"),
    ] {
        let arguments =
            format!("perft --variant {game} --positions 1 cmd={MOCK} args=--fault={fault}");
        let (code, text) = ended(&mut referee(folder.path(), &arguments));
        assert_eq!(code, Some(3), "{game} {fault}: {text}");
        assert!(text.contains("draw line "), "{game} {fault}: {text}");
        assert!(text.contains(found), "{game} {fault}: {text}");
    }
}

#[test]
fn perft_lines_are_compared_and_not_the_total_alone() {
    let folder = tempdir().expect("folder");
    for game in tricorn::rules::list::NAMES {
        let arguments = format!(
            "perft --variant {game} --positions 20 --plies 30 cmd={MOCK} args=--fault=wrong-lines"
        );
        let (code, text) = ended(&mut referee(folder.path(), &arguments));
        assert_eq!(code, Some(3), "{text}");
        assert!(text.contains("> perft "), "{text}");
        assert!(!text.contains("expected: Nodes searched"), "{text}");
    }
}

#[test]
fn an_engine_that_cannot_be_asked_is_an_error() {
    let folder = tempdir().expect("folder");
    let game = tricorn::rules::list::NAMES[0];
    let arguments = format!("perft --variant {game} cmd={MOCK} args=--fault=crash-at-start");
    let (code, text) = ended(&mut referee(folder.path(), &arguments));
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("the engine has ended") && text.contains("no such table base"),
        "{text}"
    );
}

#[test]
fn openings_are_made_and_played() {
    let folder = tempdir().expect("folder");
    let game = tricorn::rules::list::NAMES[0];
    for (score, code) in [(10, 0), (100, 1)] {
        let level = format!("--level cmd={MOCK} args=--score={score} nodes=1 score=50");
        let arguments = format!("openings --variant {game} --count 5 --plies 1 {level}");
        let output = referee(folder.path(), &arguments)
            .output()
            .expect("it starts");
        assert_eq!(output.status.code(), Some(code));
        if code == 0 {
            std::fs::write(folder.path().join("book"), output.stdout).expect("file");
        }
    }
    let book = file(folder.path(), "book");
    assert_eq!(book.lines().count(), 5);
    let engines = format!("--each cmd={MOCK} nodes=1 --engine name=a --engine name=b");
    let arguments =
        format!("match --variant {game} --games 4 --openings book --order file {engines}");
    let (code, text) = ended(&mut referee(folder.path(), &arguments));
    assert_eq!(code, Some(0), "{text}");
    let games = file(folder.path(), "run/games.txt");
    let positions: Vec<&str> = games
        .lines()
        .filter_map(|line| line.strip_prefix("[Position \""))
        .collect();
    let lines: Vec<&str> = book.lines().collect();
    assert_eq!(positions.len(), 4);
    for (position, line) in positions.iter().zip([0, 0, 1, 1]) {
        assert_eq!(position.strip_suffix("\"]"), Some(lines[line]));
    }
}
