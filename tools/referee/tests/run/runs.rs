//! Whole runs: their files depend on the plan alone.
//! Not here: single files.

use super::fake_runner::{FakeRunner, files, go, go_until, plan, plan_of};
use referee::game::ForfeitReason;
use referee::record::{Games, verify};
use referee::runner::{Ending, Stop, merge};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// Plays a plan in one go and gives its files.
fn straight(extra: &str, players: &[&str], concurrency: usize) -> [String; 4] {
    let folder = tempdir().expect("folder");
    let plan = plan(players, extra);
    go(&plan, folder.path(), FakeRunner::new(&plan), concurrency).expect("run");
    files(folder.path())
}

fn check(games: &str, number: usize) {
    let games: Vec<_> = Games::new(games.as_bytes())
        .collect::<Result<_, _>>()
        .expect("games");
    assert_eq!(games.len(), number);
    for (game, index) in games.iter().zip(0..) {
        verify(game).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.record.setup.pair, index / 2);
    }
}

#[test]
fn concurrency_changes_no_file() {
    for variant in tricorn::rules::list::NAMES {
        let plan = plan_of(variant, &["a", "b"], "no-times = true");
        let [one, four] = [1, 4].map(|concurrency| {
            let folder = tempdir().expect("folder");
            go(&plan, folder.path(), FakeRunner::new(&plan), concurrency).expect("run");
            files(folder.path())
        });
        assert_eq!(one, four);
        check(&one[2], 20);
    }
}

#[test]
fn equal_players_score_half_of_every_pair() {
    let folder = tempdir().expect("folder");
    let plan = plan(&["a", "b"], "no-times = true");
    let finish = go(&plan, folder.path(), FakeRunner::new(&plan), 2).expect("run");
    let pentanomial = &finish.reports[0].pentanomial;
    assert_eq!(pentanomial.counts(), [0, 0, 10, 0, 0]);
    assert_eq!(finish.ending, Some(Ending::Complete));
}

#[test]
fn a_run_that_broke_off_goes_on_to_the_same_files() {
    let expected = straight("", &["a", "weak"], 1);
    let folder = tempdir().expect("folder");
    let plan = plan(&["a", "weak"], "");
    for games in [0, 1, 5, 7, 6] {
        let runner = FakeRunner::failing_after(&plan, games);
        go(&plan, folder.path(), runner, 3).expect_err("it fails");
        tear(folder.path(), games);
    }
    go(&plan, folder.path(), FakeRunner::new(&plan), 2).expect("run");
    assert_eq!(files(folder.path()), expected);
    // Nothing is left to play.
    go(&plan, folder.path(), FakeRunner::failing_after(&plan, 0), 2).expect("run");
    assert_eq!(files(folder.path()), expected);
}

/// Does to the files what a crash in the middle of writing may do.
fn tear(folder: &Path, amount: usize) {
    let journal = fs::read(folder.join("journal")).expect("journal");
    let plan = fs::read(folder.join("plan.toml")).expect("plan").len() + 100;
    let kept = journal
        .len()
        .saturating_sub(amount * 7)
        .max(plan.min(journal.len()));
    fs::write(folder.join("journal"), &journal[..kept]).expect("journal");
    let games = fs::read(folder.join("games.txt")).expect("games");
    fs::write(folder.join("games.txt"), &games[..games.len() / 2]).expect("games");
}

#[test]
fn a_stop_is_no_end() {
    let folder = tempdir().expect("folder");
    let plan = plan(&["a", "b"], "no-times = true");
    let stop = async { Stop::Interrupt };
    let finish = go_until(&plan, folder.path(), FakeRunner::new(&plan), 2, stop).expect("run");
    assert_eq!((finish.ending, finish.stop), (None, Some(Stop::Interrupt)));
    go(&plan, folder.path(), FakeRunner::new(&plan), 2).expect("run");
    assert_eq!(
        files(folder.path()),
        straight("no-times = true", &["a", "b"], 1)
    );
}

#[test]
fn parts_merge_to_the_whole() {
    for extra in [
        "",
        "no-times = true\nsprt = \"h0=0 h1=300 model=logistic\"",
        "strict = true",
    ] {
        let expected = straight(extra, &["weak", "b"], 1);
        let folder = tempdir().expect("folder");
        let mut parts = Vec::new();
        for shard in ["1/3", "2/3", "3/3"] {
            let part = folder.path().join(shard.replace('/', "-"));
            let plan = plan(&["weak", "b"], &format!("{extra}\nshard = \"{shard}\""));
            go(&plan, &part, FakeRunner::new(&plan), 2).expect("run");
            parts.push(part);
        }
        let whole = folder.path().join("whole");
        merge(&parts, &whole).expect("merge");
        assert_eq!(files(&whole), expected);

        let lame = folder.path().join("lame");
        let finish = merge(&parts[1..], &lame).expect("merge");
        assert_eq!(finish.ending, None);
        let plan = plan(&["weak", "b"], extra);
        go(&plan, &lame, FakeRunner::new(&plan), 2).expect("run");
        assert_eq!(files(&lame), expected);
    }
}

#[test]
fn parts_of_different_runs_do_not_merge() {
    let folder = tempdir().expect("folder");
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    for (part, extra) in [(&one, "seed = 1"), (&other, "seed = 2")] {
        let plan = plan(&["a", "b"], &format!("{extra}\nshard = \"1/2\""));
        go(&plan, part, FakeRunner::new(&plan), 1).expect("run");
    }
    let error = merge(&[one, other], &folder.path().join("whole")).expect_err("seeds differ");
    assert!(
        error.to_string().contains("seed = 1 against seed = 2"),
        "{error}"
    );
}

#[test]
fn a_decided_test_ends_the_run_in_one_place() {
    let extra = "no-times = true\nsprt = \"model=normalized h0=-200 h1=200\"";
    let one = straight(extra, &["weak", "b"], 1);
    assert_eq!(one, straight(extra, &["weak", "b"], 4));
    assert!(one[3].contains("H0 accepted"), "{}", one[3]);
    assert!(Games::new(one[2].as_bytes()).count() < 20);
}

#[test]
fn a_strict_run_stops_at_the_first_fault() {
    let one = straight("strict = true\nno-times = true", &["weak", "b"], 1);
    assert_eq!(
        one,
        straight("strict = true\nno-times = true", &["weak", "b"], 4)
    );
    check(&one[2], 2);
    assert!(one[3].contains("stopped in pair 0"), "{}", one[3]);
}

#[test]
fn tournaments_count_every_meeting() {
    for (kind, meetings) in [("gauntlet", 2), ("round-robin", 3)] {
        let folder = tempdir().expect("folder");
        let plan = plan(&["a", "weak", "c"], &format!("tournament = \"{kind}\""));
        let finish = go(&plan, folder.path(), FakeRunner::new(&plan), 2).expect("run");
        assert_eq!(finish.reports.len(), meetings);
        assert!(finish.reports.iter().all(|report| report.pairs == 10));
        let table = finish.standings.table();
        assert_eq!(table[2].engine, "weak");
        let lost = if kind == "gauntlet" { 20 } else { 40 };
        assert_eq!(table[2].faults, [(ForfeitReason::Crash.word(), lost)]);
        check(&files(folder.path())[2], 20 * meetings);
    }
}
