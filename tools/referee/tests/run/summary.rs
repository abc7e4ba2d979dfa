//! Reports of runs: read whole, while they are written, cut short, and damaged.
//! Not here: the program that prints them, and whether the figures are right.

use super::fake_runner::{FakeRunner, files, go, go_until, plan, plan_of};
use referee::journal::Journal;
use referee::record::{Games, Times, text};
use referee::runner::{Stop, merge};
use referee::summary::{RunReader, RunState, Summary};
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use tempfile::tempdir;

/// Plays a run of the players to its end.
fn played(folder: &Path, players: &[&str], extra: &str) {
    let plan = plan(players, extra);
    go(&plan, folder, FakeRunner::new(&plan), 3).expect("run");
}

fn report(folder: &Path) -> Summary {
    RunReader::open(folder).expect("a run").summary()
}

/// A summary as JSON without its state, which says only who plays.
fn figures(mut summary: Summary) -> Value {
    summary.state = RunState::Finished;
    serde_json::to_value(&summary).expect("JSON")
}

/// Bytes of the journal before its first pair, and behind each.
fn ends(journal: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    while at < journal.len() {
        let line = journal[at..].iter().position(|&byte| byte == b'\n');
        let line = at + line.expect("a whole line");
        let head = std::str::from_utf8(&journal[at..line]).expect("text");
        let length: usize = head
            .split(' ')
            .nth(1)
            .expect("length")
            .parse()
            .expect("number");
        at = line + 1 + length + 1;
        ends.push(at);
    }
    ends
}

#[test]
fn figures_are_those_of_the_result_and_games_those_of_the_file() {
    for (players, extra) in [
        (vec!["a", "weak"], ""),
        (vec!["a", "b", "weak"], "tournament = \"round-robin\""),
        (
            vec!["a", "weak", "c"],
            "tournament = \"gauntlet\"\nno-times = true",
        ),
        (
            vec!["weak", "b"],
            "sprt = \"model=normalized h0=-200 h1=200\"",
        ),
        (vec!["weak", "b"], "strict = true"),
        (vec!["a", "b"], "shard = \"2/3\"\nmax-plies = 9"),
    ] {
        let folder = tempdir().expect("folder");
        played(folder.path(), &players, extra);
        let [_, _, games, result] = files(folder.path());
        let result: Value = serde_json::from_str(&result).expect("JSON");
        let mut run = RunReader::open(folder.path()).expect("a run");
        let summary = run.summary();
        assert_eq!(summary.state, RunState::Finished, "{extra}");
        assert_eq!(summary.notes, [""; 0], "{extra}");
        assert_eq!(summary.ending.as_deref(), result["ending"].as_str());
        let found = figures(summary.clone());
        assert_eq!(found["table"], result["table"], "{extra}");
        for (meeting, figures) in summary.meetings.iter().zip(0..) {
            let expected = &result["meetings"][figures];
            assert_eq!(&json!(meeting.figures), expected, "{extra}");
            let last = meeting.history.last().expect("a point");
            assert_eq!(json!(last.elo), expected["elo"]);
            assert_eq!(json!(last.llr), expected["sprt"]["llr"]);
        }

        let mut whole = String::new();
        let records: Vec<_> = Games::new(games.as_bytes())
            .collect::<Result<_, _>>()
            .expect("games");
        assert_eq!(run.len(), records.len() as u64);
        assert_eq!(2 * summary.pairs.counted, run.len());
        for (row, located) in run.games(0).zip(&records) {
            let record = &located.record;
            assert_eq!([&row.p1, &row.p2], [&record.players[0], &record.players[1]]);
            assert_eq!((row.pair, row.game), (record.setup.pair, record.setup.game));
            assert_eq!(row.end, record.result.end.to_string());
            assert_eq!(row.plies as usize, record.moves.len());
            assert_eq!(run.game(row.index).expect("read").as_ref(), Some(record));
            whole += &run.record(row.index).expect("read").expect("there");
        }
        assert_eq!(whole, games, "{extra}");
        assert_eq!(run.games(run.len() - 1).count(), 1);
        assert_eq!(run.record(run.len()).expect("read"), None);

        let sum = |counts: &mut dyn Iterator<Item = u64>| counts.sum::<u64>();
        assert_eq!(
            sum(&mut summary.ends.iter().map(|end| end.games)),
            run.len()
        );
        assert_eq!(sum(&mut summary.lengths.counts.iter().copied()), run.len());
        let openings = summary.openings.most_played.iter();
        assert_eq!(sum(&mut openings.map(|opening| opening.games)), run.len());
        let forfeits = records
            .iter()
            .filter(|game| game.record.result.detail == "it is weak");
        assert_eq!(summary.forfeits as usize, forfeits.count());
        assert!(
            summary
                .first_forfeits
                .iter()
                .all(|row| row.detail == "it is weak")
        );
        for engine in &summary.engines {
            assert_eq!(engine.times.is_none(), extra.contains("no-times"));
            let measured = engine
                .times
                .iter()
                .all(|times| times.longest_ms == Some(1.234));
            assert!(measured, "{engine:?}");
        }
    }
}

#[test]
fn a_run_that_is_written_byte_by_byte_is_followed() {
    let folder = tempdir().expect("folder");
    played(folder.path(), &["a", "weak"], "");
    let path = folder.path().join("journal");
    let whole = fs::read(&path).expect("journal");
    let ends = ends(&whole);
    let other = tempdir().expect("folder");
    let path = other.path().join("journal");
    fs::write(&path, &whole[..ends[0]]).expect("journal");
    let mut file = OpenOptions::new()
        .append(true)
        .open(&path)
        .expect("journal");
    let mut run = RunReader::open(other.path()).expect("a run");
    assert_eq!(run.summary().state, RunState::Interrupted);
    assert!(run.is_empty());
    let mut at = ends[0];
    for step in [1, 7, 64, 501, 3_000].iter().cycle() {
        let next = (at + step).min(whole.len());
        file.write_all(&whole[at..next]).expect("write");
        at = next;
        let before = run.len();
        let more = run.refresh().expect("read");
        let pairs = ends.iter().filter(|&&end| end <= at).count() as u64 - 1;
        assert_eq!(run.len(), 2 * pairs, "{at}");
        assert_eq!(more, run.len() > before);
        let summary = run.summary();
        assert_eq!(summary.notes, [""; 0], "{at}");
        assert_eq!(summary.ending.is_some(), at == whole.len());
        if at == whole.len() {
            break;
        }
    }
    assert_eq!(figures(run.summary()), figures(report(folder.path())));
}

#[test]
fn a_reader_survives_what_happens_to_a_run() {
    let plan = plan(&["a", "weak"], "");
    let folder = tempdir().expect("folder");
    go(&plan, folder.path(), FakeRunner::failing_after(&plan, 7), 2).expect_err("it fails");
    let mut run = RunReader::open(folder.path()).expect("a run");
    assert_eq!(run.summary().state, RunState::Interrupted);
    let games: Vec<_> = run.games(0).collect();
    assert!(!games.is_empty());
    {
        let _journal = Journal::open(&folder.path().join("journal")).expect("nobody writes it");
        assert_eq!(run.summary().state, RunState::Running);
    }
    // To its end, when the journal is sorted and takes the place of the old one.
    go(&plan, folder.path(), FakeRunner::new(&plan), 2).expect("run");
    assert_eq!(run.refresh().ok(), Some(true));
    assert_eq!(run.refresh().ok(), Some(false));
    assert_eq!(run.summary(), report(folder.path()));
    assert!(run.games(0).take(games.len()).eq(games));
    // Another run in the same place.
    let other = plan_of(tricorn::rules::list::NAMES[1], &["c", "d"], "");
    fs::remove_file(folder.path().join("journal")).expect("remove");
    let error = run.refresh().expect_err("no file").to_string();
    assert!(error.contains("journal"), "{error}");
    assert_eq!(run.len(), 20, "what was read stays");
    go(&other, folder.path(), FakeRunner::new(&other), 2).expect("run");
    assert_eq!(run.refresh().ok(), Some(true));
    assert_eq!(run.summary().engines[0].name, "c");
    // A journal that was cut in place.
    let path = folder.path().join("journal");
    let whole = fs::read(&path).expect("journal");
    fs::write(&path, &whole[..ends(&whole)[3]]).expect("journal");
    assert_eq!(run.refresh().ok(), Some(true));
    assert_eq!((run.len(), run.summary().pairs.counted), (6, 3));
}

#[test]
fn a_journal_cut_anywhere_gives_the_pairs_that_are_whole() {
    let folder = tempdir().expect("folder");
    played(folder.path(), &["a", "weak"], "max-plies = 4");
    let path = folder.path().join("journal");
    let whole = fs::read(&path).expect("journal");
    let ends = ends(&whole);
    for cut in (0..whole.len()).step_by(23).chain(ends.iter().copied()) {
        fs::write(&path, &whole[..cut]).expect("journal");
        match RunReader::open(folder.path()) {
            Ok(mut run) => {
                let pairs = ends.iter().filter(|&&end| end <= cut).count() as u64 - 1;
                let summary = run.summary();
                assert_eq!(summary.pairs.counted, pairs, "{cut}");
                assert_eq!(summary.notes, [""; 0], "{cut}");
                let _ = summary.to_string();
            }
            Err(error) => {
                assert!(cut < ends[0], "{cut}: {error}");
                let error = error.to_string();
                assert!(error.contains("line 1: "), "{cut}: {error}");
            }
        }
    }
}

#[test]
fn a_journal_edited_by_hand_counts_up_to_the_edit_and_says_so() {
    let folder = tempdir().expect("folder");
    played(folder.path(), &["a", "weak"], "");
    let path = folder.path().join("journal");
    let whole = fs::read_to_string(&path).expect("journal");
    let before = ends(whole.as_bytes())[4];
    let line = whole[..before].lines().count() + 1;
    let (head, tail) = whole.split_at(before);
    fs::write(
        &path,
        format!("{head}{}", tail.replacen("[P1 \"", "[P1 \"x", 1)),
    )
    .expect("journal");
    let summary = report(folder.path());
    assert_eq!(
        (summary.pairs.counted, summary.state),
        (4, RunState::Interrupted)
    );
    let expected = format!(
        "{}: line {line} (byte {before}): found a damaged entry, expected <pair> <bytes> <checksum> \
         and so many bytes; 6 pairs do not count from there on",
        path.display()
    );
    assert_eq!(summary.notes, [expected]);
}

/// An entry of a journal, with the checksum of its text.
fn entry(what: &str, text: &str) -> String {
    let sum = crc32fast::hash(format!("{what} {text}").as_bytes());
    format!("{what} {} {sum:08x}\n{text}\n", text.len())
}

#[test]
fn records_that_do_not_fit_are_named_by_file_and_line() {
    let folder = tempdir().expect("folder");
    played(folder.path(), &["a", "b"], "");
    let path = folder.path().join("journal");
    let whole = fs::read_to_string(&path).expect("journal");
    let ends = ends(whole.as_bytes());
    let kept = &whole[..ends[1]];
    let entry_line = kept.lines().count() + 1;
    let games = whole[ends[1]..ends[2]].split_once('\n').expect("head").1;
    for (from, to, line, message) in [
        ("[End \"", "[End \"sunset", 8, "expected the end of a game"),
        ("[Format \"", "[Format \"old-", 1, "Format"),
        ("[Pair \"1", "[Pair \"7", 1, "not the two games of pair 1"),
        ("[P1 \"a", "[P1 \"c", 1, "not the two games of pair 1"),
    ] {
        let text = games.trim_end_matches('\n').to_owned() + "\n\n";
        assert!(text.contains(from), "{text}");
        let changed = entry("1", &text.replacen(from, to, 1));
        fs::write(&path, format!("{kept}{changed}{}", &whole[ends[2]..])).expect("journal");
        let summary = report(folder.path());
        assert_eq!(summary.pairs.counted, 1, "{from}");
        let place = format!("{}: line {}: ", path.display(), entry_line + line);
        let note = &summary.notes[0];
        assert!(
            note.starts_with(&place) && note.contains(message),
            "{note}\n{place}"
        );
        assert!(note.contains("pairs from pair 1 on do not count"), "{note}");
    }
}

#[test]
fn other_folders_and_files_are_refused_with_a_reason() {
    let folder = tempdir().expect("folder");
    let path = folder.path().join("journal");
    let error = || {
        RunReader::open(folder.path())
            .expect_err("no run")
            .to_string()
    };
    assert!(error().contains("holds no run, expected a folder with a file journal"));
    let file = folder.path().join("games.txt");
    fs::write(&file, "").expect("file");
    let inside = RunReader::open(&file).expect_err("a file").to_string();
    assert!(
        inside.contains("holds no run, expected a folder"),
        "{inside}"
    );
    for (text, expected) in [
        ("", "line 1: nothing, expected a journal"),
        (
            "hello\nyou\n",
            "line 1: found \"hello\", expected a journal",
        ),
        (
            "tricorn-journal-0 3 00000000\nabc\n",
            "found \"tricorn-journal-0 3 00000000\", expected",
        ),
        (
            "tricorn-journal-1 3 00000000\nabc\n",
            "line 1: the plan is damaged",
        ),
        (
            "tricorn-journal-1 99999999999 00000000\nabc\n",
            "line 1: the plan is damaged",
        ),
    ] {
        fs::write(&path, text).expect("journal");
        assert!(error().contains(expected), "{text}: {}", error());
    }
    for (plan, expected) in [
        (
            "variant = \"chess\"\n",
            "its plan: no game is called \"chess\"",
        ),
        ("variant = 7\n", "its plan: "),
        ("games = 3", "its plan: "),
    ] {
        fs::write(&path, entry("tricorn-journal-1", plan)).expect("journal");
        assert!(error().contains(expected), "{plan}: {}", error());
    }
    fs::write(&path, vec![b'x'; 1 << 20]).expect("journal");
    assert!(error().len() < 400, "{}", error());
    fs::remove_file(&path).expect("remove");
    fs::create_dir(&path).expect("folder");
    assert!(error().contains("not a file"), "{}", error());
}

#[test]
fn pairs_behind_a_missing_one_wait() {
    let folder = tempdir().expect("folder");
    let part = folder.path().join("part");
    played(&part, &["a", "weak"], "shard = \"2/2\"");
    let whole = folder.path().join("whole");
    merge(&[part], &whole).expect("merge");
    let summary = report(&whole);
    assert_eq!(summary.state, RunState::Interrupted);
    let pairs = summary.pairs;
    assert_eq!((pairs.counted, pairs.waiting, pairs.planned), (0, 5, 10));
    assert_eq!(
        summary.notes,
        ["5 pairs played and will count when pair 0 is there"]
    );
    let plan = plan(&["a", "weak"], "");
    go(&plan, &whole, FakeRunner::new(&plan), 2).expect("run");
    assert_eq!(report(&whole).pairs.waiting, 0);
}

#[test]
fn a_run_without_pairs_has_a_report() {
    let folder = tempdir().expect("folder");
    let plan = plan(&["a", "b"], "no-times = true\nsprt = \"h0=0 h1=20\"");
    let stop = async { Stop::Interrupt };
    go_until(&plan, folder.path(), FakeRunner::new(&plan), 1, stop).expect("run");
    let path = folder.path().join("journal");
    let journal = fs::read(&path).expect("journal");
    fs::write(&path, &journal[..ends(&journal)[0]]).expect("journal");
    let summary = report(folder.path());
    assert_eq!(summary.pairs.counted, 0);
    assert_eq!(summary.meetings[0].history, []);
    let text = summary.to_string();
    assert!(
        text.starts_with("dameo match, interrupted: 0 of 10 pairs"),
        "{text}"
    );
}

#[test]
fn openings_that_a_file_no_longer_holds_do_not_matter() {
    let folder = tempdir().expect("folder");
    let book = folder.path().join("book");
    let start = referee::board::start_text(tricorn::rules::list::NAMES[0]).expect("a game");
    fs::write(&book, format!("{start}\n")).expect("book");
    let extra = format!("openings = {:?}", book.display().to_string());
    let run = folder.path().join("run");
    played(&run, &["a", "b"], &extra);
    fs::remove_file(&book).expect("remove");
    let summary = report(&run);
    assert_eq!(summary.pairs.counted, 10);
    assert_eq!(summary.openings.different, 1);
    let opening = &summary.openings.most_played[0];
    assert_eq!(
        (opening.position.as_str(), opening.games),
        (start.as_str(), 20)
    );
}

/// Many short games, to see that a report of them needs seconds and little memory. Run by hand:
/// `cargo test --release -p referee --test run -- --ignored --nocapture a_hundred_thousand`.
#[test]
#[ignore = "takes long to make"]
fn a_hundred_thousand_games_are_read_in_seconds() {
    let folder = tempdir().expect("folder");
    let plan = plan(&["a", "b"], "").to_toml();
    let plan = plan.replace("games = 20", "games = 100000");
    let source = tempdir().expect("folder");
    played(source.path(), &["a", "b"], "");
    let run = RunReader::open(source.path()).expect("a run");
    let games = [0, 1].map(|index| run.game(index).expect("read").expect("there"));
    let mut out = entry("tricorn-journal-1", &plan);
    for pair in 0..50_000 {
        let mut both = String::new();
        for game in &games {
            let mut game = game.clone();
            game.setup.pair = pair;
            both += &text(&game, Times::Kept);
        }
        out += &entry(&pair.to_string(), &both);
    }
    fs::write(folder.path().join("journal"), out).expect("journal");
    let begin = std::time::Instant::now();
    let mut run = RunReader::open(folder.path()).expect("a run");
    let opened = begin.elapsed();
    let text = run.summary().to_string();
    eprintln!(
        "opened in {opened:?}, told in {:?}\n{text}",
        begin.elapsed() - opened
    );
    assert_eq!(run.len(), 100_000);
}
