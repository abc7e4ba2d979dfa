//! `referee ratings`: who can be rated together, and how far.
//! Not here: the model; the tests beside it have that.

use super::setting::{MOCK, ended, referee};
use tempfile::tempdir;

/// Plays two games between two players that always draw.
fn draw(folder: &std::path::Path, [one, other]: [&str; 2], output: &str) {
    let engines = format!("--each cmd={MOCK} nodes=1 --engine name={one} --engine name={other}");
    let more = format!("--openings random --plies 2 --max-plies 3 --output {output}");
    let arguments = format!("match --variant dameo --games 2 {more} {engines}");
    let (code, text) = ended(&mut referee(folder, &arguments));
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn players_that_no_chain_of_games_joins_are_refused_and_named() {
    let folder = tempdir().expect("folder");
    draw(folder.path(), ["a", "b"], "first");
    draw(folder.path(), ["c", "d"], "second");
    draw(folder.path(), ["d", "a"], "third");
    let files = "first/games.txt second/games.txt";
    let (code, text) = ended(&mut referee(
        folder.path(),
        &format!("ratings --anchor a=1000 {files}"),
    ));
    assert_eq!(code, Some(1), "{text}");
    for part in ["part 1: a, b", "part 2: c, d"] {
        assert!(text.contains(part), "{text}");
    }
    let (code, text) = ended(&mut referee(
        folder.path(),
        &format!("ratings --anchor a=1000 {files} third/games.txt"),
    ));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("given"), "{text}");
}

#[test]
fn equal_results_give_no_interval_of_zero_width() {
    let folder = tempdir().expect("folder");
    draw(folder.path(), ["a", "b"], "run");
    let arguments = "ratings --anchor a=1000 run/games.txt";
    let (code, text) = ended(&mut referee(folder.path(), arguments));
    assert_eq!(code, Some(0), "{text}");
    let row = text
        .lines()
        .find(|line| line.starts_with("b "))
        .expect(&text);
    assert!(
        row.contains("1000") && !row.contains("[1000, 1000]"),
        "{row}"
    );
}
