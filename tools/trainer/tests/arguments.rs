//! Numbers that no command can mean are refused before anything is done.
//! Not here: what the commands do with others.

use std::process::Command;

#[test]
fn numbers_out_of_range_are_refused_with_what_was_expected() {
    let folder = tempfile::tempdir().expect("a folder");
    let train = "train --variant dameo --data games --output some.net";
    let [td, label, fit] = [
        "abak td --output run",
        "abak label --net hand --output run",
        "abak fit --data positions --output run",
    ];
    let one = "a whole number from 1 to";
    let rate = "a number above 0, and 1 at most";
    let share = "a number from 0 to 1";
    let wrong = [
        (
            train,
            "--hidden",
            "10 0 256 144 x",
            "a multiple of 16 from 16 to 128",
        ),
        (train, "--epochs", "0 -1 1.5", one),
        (train, "--batch", "0", one),
        (train, "--buckets", "0", one),
        (train, "--rate", "0 -0.1 nan inf 1e30 1.5", rate),
        (train, "--wdl", "-0.1 1.1 nan", share),
        (
            train,
            "--unit",
            "0 -5 2000000",
            "a whole number from 1 to 1000000",
        ),
        (td, "--games", "0", one),
        (
            td,
            "--hidden",
            "0 24 272",
            "a multiple of 16 from 16 to 256",
        ),
        (td, "--rate", "0 nan 1e30", rate),
        (td, "--last-rate", "0 nan", rate),
        (td, "--lambda", "-1 2 inf", share),
        (td, "--batch", "0", one),
        (td, "--check", "0", one),
        (td, "--pairs", "0", one),
        (label, "--games", "0", one),
        (
            label,
            "--first",
            "18446744073709551615",
            "a whole number from 0 to",
        ),
        (label, "--lambda", "nan 1.01", share),
        (
            label,
            "--exploration",
            "1001 -1",
            "a whole number from 0 to 1000",
        ),
        (fit, "--hidden", "0", "a multiple of 16"),
        (fit, "--epochs", "0", one),
        (fit, "--batch", "0", one),
        (fit, "--rate", "0 2 nan", rate),
        (fit, "--last-rate", "-1", rate),
        ("abak match --net hand", "--pairs", "0", one),
        (
            "match --variant dameo --nets hand hand",
            "--games",
            "0",
            one,
        ),
        ("play --variant dameo --output games", "--games", "0", one),
        ("play --variant dameo --output games", "--nodes", "0", one),
    ];
    for (line, name, values, expected) in wrong {
        for value in values.split(' ') {
            let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
            command.args(line.split(' ')).arg(format!("{name}={value}"));
            let output = command.current_dir(folder.path()).output();
            let output = output.expect("the program runs");
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(
                output.status.code(),
                Some(2),
                "{line} {name}={value}: {error}"
            );
            let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
            let expected = format!("expected {expected}");
            assert!(error.contains(&expected), "{line} {name}={value}: {error}");
        }
    }
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 0);
}
