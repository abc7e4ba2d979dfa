//! The making of Abak's net as a whole, in small: what is broken off and gone on with comes out the
//! same, on any number of threads.
//! Not here: how strong what comes out is; matches say that.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn trainer(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
    command.arg("abak").args(line.split(' '));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(line: &str) -> Output {
    let output = trainer(line).output().expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {error}");
    output
}

fn td(out: &Path, threads: u32) -> String {
    format!(
        "td --games 80 --taught 40 --hidden 16 --batch 10 --check 20 --pairs 4 --threads {threads} --out {}",
        out.display()
    )
}

#[test]
fn self_play_goes_on_where_it_was_broken_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    run(&td(&whole, 1));
    let mut child = trainer(&td(&parts, 2)).spawn().expect("the program runs");
    // If it is over before it is killed, that is no less a test of the threads.
    while !parts.join("checkpoint.json").exists() {
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("a process of one's own");
    child.wait().expect("a process of one's own");
    run(&td(&parts, 2));
    let net = |folder: &Path| fs::read(folder.join("abak.net")).expect("a net");
    assert!(net(&whole) == net(&parts));

    let other = td(&parts, 1).replace("--hidden 16", "--hidden 32");
    let refused = trainer(&other).output().expect("the program runs");
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(
        !refused.status.success() && error.contains("hidden: 16"),
        "{error}"
    );
}

#[test]
fn positions_go_on_where_they_were_cut_off_and_a_net_is_fitted_to_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    run(&td(&path("td"), 2));
    let net = path("td").join("abak.net");
    let label = |out: &Path, threads: u32| {
        let [net, out] = [net.display(), out.display()];
        format!("label --games 21 --first 19 --net {net} --out {out} --threads {threads}")
    };
    let [whole, cut] = ["whole.txt", "cut.txt"].map(path);
    run(&label(&whole, 2));
    let lines = fs::read(&whole).expect("positions");
    fs::write(&cut, &lines[..lines.len() / 2]).expect("a file");
    run(&label(&cut, 1));
    assert!(fs::read(&cut).expect("positions") == lines);

    let [td, fit] = ["td", "fit"].map(path);
    let [data, from, out] = [whole.display(), td.display(), fit.display()];
    let line =
        format!("fit --data {data} --from {from} --out {out} --epochs 10 --pairs 4 --threads 1");
    run(&line);
    let log = fs::read_to_string(fit.join("log.txt")).expect("a log");
    let held: Vec<f64> = log
        .lines()
        .map(|line| {
            let (_, rest) = line.split_once("held back").expect("a loss");
            let word = rest.split([' ', ',']).find(|word| word.contains('.'));
            word.and_then(|word| word.parse().ok()).expect("a number")
        })
        .collect();
    assert_eq!(held.len(), 11, "{log}");
    assert!(held[10] < held[0], "{log}");

    let [net, other] = [fit.join("abak.net"), td.join("abak.net")];
    let line = format!(
        "match --net {} --against {} --pairs 3",
        net.display(),
        other.display()
    );
    let output = run(&line);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("6 games: "));
    let line = format!(
        "match --net {} --against {} --pairs 3",
        net.display(),
        net.display()
    );
    let output = run(&line);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.trim_end(), "6 games: +0.0000 points a game +- 0.0000");
}
