//! `referee wdl` and `referee ratings` on the games of a small match.
//! Not here: the fitting and the rating themselves.

use super::setting::{ended, file, mocks, referee};
use tempfile::tempdir;

#[test]
fn games_tell_chances_and_ratings() {
    let folder = tempdir().expect("folder");
    let scored = ["args=--score=10", "args=--score=-20"];
    let (code, text) = ended(&mut mocks(folder.path(), scored, "--games 6"));
    assert_eq!(code, Some(0), "{text}");

    let (code, text) = ended(&mut referee(folder.path(), "wdl run/games.txt"));
    assert_eq!(code, Some(0), "{text}");
    let claims = file(folder.path(), "run/games.txt").matches(" cp=").count();
    assert!(
        text.contains(&format!("6 games, {claims} scores, ")),
        "{text}"
    );
    for row in ["frequencies ", "constant ", "by pieces "] {
        assert!(text.lines().any(|line| line.starts_with(row)), "{text}");
    }
    let (_, one) = ended(&mut referee(
        folder.path(),
        "wdl --engine one run/games.txt",
    ));
    assert!(one.contains("6 games") && one != text, "{one}");

    let (code, text) = ended(&mut referee(
        folder.path(),
        "ratings --anchor two=1500 run/games.txt",
    ));
    assert_eq!(code, Some(0), "{text}");
    let row = text.lines().find(|line| line.starts_with("two"));
    let words: Vec<_> = row.expect(&text).split_whitespace().collect();
    assert_eq!([words[1], words[4]], ["6", "1500"], "{text}");
}

#[test]
fn what_cannot_be_told_is_an_error() {
    let folder = tempdir().expect("folder");
    std::fs::write(folder.path().join("none"), "").expect("file");
    let run = |arguments: &str| ended(&mut referee(folder.path(), arguments));
    for (arguments, expected, words) in [
        ("wdl none", 1, "no scores in games"),
        ("wdl missing", 1, "missing"),
        (
            "ratings --anchor a=1000 none",
            2,
            "nobody named a has played",
        ),
        ("ratings --anchor a none", 2, "expected NAME=ELO"),
        ("ratings --anchor a=x none", 2, "expected a number"),
    ] {
        let (code, text) = run(arguments);
        assert_eq!(code, Some(expected), "{arguments}: {text}");
        assert!(text.contains(words), "{arguments}: {text}");
    }
}
