//! `referee luck` on the games of small matches.
//! Not here: the sums, which stand with the code.

use super::setting::{MOCK, ended, file, mocks, referee};
use std::path::{Path, PathBuf};
use tempfile::tempdir;

/// The engine of this repository, where the build has put it beside the program.
pub fn tricorn() -> Option<PathBuf> {
    let engine = Path::new(env!("CARGO_BIN_EXE_referee")).with_file_name("tricorn");
    if !engine.exists() {
        eprintln!("skipped: no engine at {}", engine.display());
        return None;
    }
    Some(engine)
}

/// The figures of the row of an encounter: plain mean and error, adjusted mean and error.
fn figures(text: &str) -> [f64; 4] {
    let row = text.lines().find(|line| line.contains(" +- "));
    let row = row.unwrap_or_else(|| panic!("{text}"));
    let words: Vec<_> = row.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "+-").expect("a row");
    [at - 1, at + 1, at + 2, at + 4].map(|at| words[at].parse().expect("a number"))
}

/// Ends of races, where the engine's tables judge nearly without error.
const RACES: &str = "\
1/sd/1/o/16/G/1/S/1 w - -
2/sss/1/e/13/S/SE/S/1/S/1 w - -
s/ss/1/es/d/14/SD/E/SS/1/S w - -
1/ss/s/1/es/14/S/S/SE/1/S w - -
";

#[test]
fn luck_taken_out_leaves_the_mean_and_less_error() {
    let Some(engine) = tricorn() else { return };
    let folder = tempdir().expect("folder");
    std::fs::write(folder.path().join("races"), RACES).expect("file");
    let engine = engine.display();
    // The second player errs.
    let arguments = format!(
        "match --variant abak --games 160 --seed 3 --no-times --openings races --output run \
         --engine name=one cmd={engine} --engine name=two cmd={engine} \
         option.UCI_LimitStrength=true option.UCI_Elo=460 --each depth=1"
    );
    let (code, text) = ended(&mut referee(folder.path(), &arguments));
    assert_eq!(code, Some(0), "{text}");
    let luck = format!("luck run/games.txt --output luck.tsv --engine cmd={engine}");
    let (code, text) = ended(&mut referee(folder.path(), &luck));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("abak: 160 games, 0 of them left out"),
        "{text}"
    );
    let [plain, error, adjusted, smaller] = figures(&text);
    assert!(smaller < 0.6 * error, "{text}");
    assert!((plain - adjusted).abs() < 3.0 * error, "{text}");
    assert!(adjusted > 2.0 * smaller, "the stronger player wins: {text}");

    // Game by game the parts add up, and the luck of the sides is no gift to either.
    let table = file(folder.path(), "luck.tsv");
    let rows: Vec<Vec<f64>> = table
        .lines()
        .skip(1)
        .map(|line| {
            line.split('\t')
                .skip(4)
                .map(|x| x.parse().expect("a number"))
                .collect()
        })
        .collect();
    assert_eq!(rows.len(), 160);
    let mut sum = 0.0;
    for row in &rows {
        assert!((row[0] - row[1] + row[2] - row[3]).abs() < 3e-4, "{row:?}");
        sum += row[1] + row[2];
    }
    assert!((sum / 320.0).abs() < 0.2, "{sum}");

    // The same again is the same, and the depth is 1 unless it is said.
    let (_, again) = ended(&mut referee(folder.path(), &format!("{luck} depth=1")));
    assert_eq!(figures(&again), figures(&text));
}

#[test]
fn files_that_the_engine_refuses_stop_what_would_be_done_without_them() {
    let Some(engine) = tricorn() else { return };
    let folder = tempdir().expect("folder");
    let engine = engine.display();
    let start = format!(
        "match --variant abak --games 2 --no-times --openings random --output run --each depth=1 \
         --engine name=one cmd={engine} --engine name=two cmd={engine}"
    );
    for option in ["EvalFile", "EndgameFile"] {
        let arguments = format!("{start} option.{option}=./nowhere");
        let (code, text) = ended(&mut referee(folder.path(), &arguments));
        assert_eq!(code, Some(1), "{text}");
        assert!(
            text.contains(&format!("it refused option \"{option}\"")),
            "{text}"
        );
        assert!(!folder.path().join("run").exists());
    }
    let (code, text) = ended(&mut referee(folder.path(), &start));
    assert_eq!(code, Some(0), "{text}");
    let luck = format!("luck run/games.txt --engine cmd={engine} option.EvalFile=./nowhere");
    let (code, text) = ended(&mut referee(folder.path(), &luck));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("it refused option \"EvalFile\""), "{text}");
}

#[test]
fn what_cannot_be_judged_is_an_error() {
    let folder = tempdir().expect("folder");
    let (code, text) = ended(&mut mocks(folder.path(), ["", ""], "--games 2"));
    assert_eq!(code, Some(0), "{text}");
    let dice = format!(
        "match --variant abak --games 2 --no-times --openings random --output dice \
         --engine name=one cmd={MOCK} --engine name=two cmd={MOCK} --each nodes=10"
    );
    let (code, text) = ended(&mut referee(folder.path(), &dice));
    assert_eq!(code, Some(0), "{text}");
    std::fs::write(folder.path().join("none"), "").expect("file");
    let engine = format!("--engine cmd={MOCK}");
    for (arguments, expected, words) in [
        (
            format!("luck run/games.txt {engine}"),
            1,
            "which has no dice",
        ),
        // The mock has nothing to say before a throw.
        (
            format!("luck dice/games.txt {engine}"),
            1,
            "the engine gives no score",
        ),
        (format!("luck none {engine}"), 1, "no games"),
        (format!("luck missing {engine}"), 1, "missing"),
        (
            format!("luck run/games.txt {engine} tc=1"),
            2,
            "a clock does not limit",
        ),
        ("luck run/games.txt --engine depth=1".into(), 2, "no cmd="),
        ("luck run/games.txt".into(), 2, "--engine"),
    ] {
        let (code, text) = ended(&mut referee(folder.path(), &arguments));
        assert_eq!(code, Some(expected), "{arguments}: {text}");
        assert!(text.contains(words), "{arguments}: {text}");
    }
}
