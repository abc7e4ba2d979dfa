//! A run in parts under GNU parallel is the run in one piece.
//! Not here: the same without processes.

use super::setting::{MOCK, ended, files, mocks, referee};
use std::process::Command;
use tempfile::tempdir;

#[test]
fn parts_under_gnu_parallel() {
    let version = Command::new("parallel").arg("--version").output();
    let gnu = version.is_ok_and(|output| output.stdout.starts_with(b"GNU parallel"));
    if !gnu {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let folder = tempdir().expect("folder");
    let (code, text) = ended(&mut mocks(
        folder.path(),
        ["", ""],
        "--games 12 --output whole",
    ));
    assert_eq!(code, Some(0), "{text}");
    let game = tricorn::rules::list::NAMES[0];
    let part = format!(
        "{} match --variant {game} --openings random --no-times --games 12 --shard {{}}/3 \
         --output part{{}} --each nodes=10 cmd={MOCK} --engine name=one --engine name=two",
        env!("CARGO_BIN_EXE_referee")
    );
    let mut parallel = Command::new("parallel");
    parallel
        .args(["--jobs", "2", &part, ":::", "1", "2", "3"])
        .current_dir(folder.path());
    let (code, text) = ended(&mut parallel);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = ended(&mut referee(
        folder.path(),
        "merge part1 part2 part3 --output merged",
    ));
    assert_eq!(code, Some(0), "{text}");
    let [whole, merged] = ["whole", "merged"].map(|run| files(&folder.path().join(run)));
    assert_eq!(whole, merged);
}
