//! The journal: what was written to its end is there, whatever came after.
//! Not here: runs.

use proptest::prelude::*;
use referee::journal::{Journal, JournalError};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_torn_tail_is_cut_and_written_again(
        bodies in prop::collection::vec(".{0,40}(\n.{0,9}){0,3}", 1..6),
        plan in ".{0,40}\n?",
        cut in 0_usize..400,
        junk in prop::collection::vec(any::<u8>(), 0..30),
    ) {
        let folder = tempdir().expect("folder");
        let path = folder.path().join("journal");
        let mut journal = Journal::create(&path, &plan).expect("new");
        let begin = fs::metadata(&path).expect("file").len() as usize;
        let mut ends = vec![begin];
        for (body, pair) in bodies.iter().zip(0..) {
            journal.append(pair, body).expect("append");
            ends.push(fs::metadata(&path).expect("file").len() as usize);
        }
        drop(journal);
        let whole = fs::read(&path).expect("file");
        let kept = whole.len().saturating_sub(cut).max(begin);
        let torn = [&whole[..kept], &junk[..]].concat();
        fs::write(&path, torn).expect("write");

        let mut journal = Journal::open(&path).expect("open");
        prop_assert_eq!(journal.plan(), &plan);
        // Junk may happen to be what was cut off.
        let sure = ends.iter().filter(|&&end| end <= kept).count() - 1;
        let there = journal.pairs().count();
        prop_assert!(there >= sure && there <= sure + 1);
        for (body, pair) in bodies.iter().zip(0..) {
            if pair < there as u64 {
                let games = journal.games(pair).expect("read");
                prop_assert_eq!(games.as_ref(), Some(body));
            } else {
                prop_assert!(!journal.has(pair));
                journal.append(pair, body).expect("append");
            }
        }
        // Junk that is no begin of an entry stays until something is written over it.
        journal.sort(u64::MAX).expect("sort");
        prop_assert_eq!(fs::read(&path).expect("file"), whole);
    }

    #[test]
    fn sorting_forgets_the_order_of_writing(order in Just((0..6_u64).collect::<Vec<_>>()).prop_shuffle()) {
        let folder = tempdir().expect("folder");
        let path = folder.path().join("journal");
        let mut journal = Journal::create(&path, "plan").expect("new");
        for &pair in &order {
            journal.append(pair, &format!("games of {pair}\n")).expect("append");
        }
        journal.sort(4).expect("sort");
        let text = fs::read_to_string(&path).expect("file");
        let bodies: Vec<&str> = text.lines().filter(|line| line.starts_with("games")).collect();
        prop_assert_eq!(bodies, ["games of 0", "games of 1", "games of 2", "games of 3"]);
    }
}

/// A journal of five pairs, and where the entry of each begins and the last ends.
fn five(path: &Path) -> Vec<usize> {
    let mut journal = Journal::create(path, "plan").expect("new");
    let length = || fs::metadata(path).expect("file").len() as usize;
    let mut ends = vec![length()];
    for pair in 0..5 {
        journal
            .append(pair, &format!("games of {pair}\n"))
            .expect("append");
        ends.push(length());
    }
    ends
}

#[test]
fn damage_is_told_and_a_torn_tail_is_not() {
    let folder = tempdir().expect("folder");
    let path = folder.path().join("journal");
    let ends = five(&path);
    let whole = fs::read(&path).expect("file");
    for cut in ends[4]..whole.len() {
        fs::write(&path, &whole[..cut]).expect("write");
        let journal = Journal::open(&path).expect("open");
        assert_eq!(journal.damage(), None, "cut at {cut}");
        assert_eq!(journal.pairs().count(), 4);
    }
    // Any bit of the third pair: it is dropped with the two behind it.
    for place in ends[2]..ends[3] {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        fs::write(&path, &bytes).expect("write");
        let mut journal = Journal::open(&path).expect("open");
        let damage = journal.damage().expect("it shows");
        assert_eq!(
            (damage.offset, damage.pairs),
            (ends[2] as u64, 3),
            "{place}"
        );
        assert_eq!(journal.pairs().collect::<Vec<_>>(), [0, 1]);
        assert_eq!(fs::read(&path).expect("file"), bytes, "nothing is cut yet");
        for pair in 2..5 {
            let games = format!("games of {pair}\n");
            journal.append(pair, &games).expect("append");
        }
        assert_eq!(journal.damage(), None);
        drop(journal);
        assert_eq!(fs::read(&path).expect("file"), whole);
    }
}

#[test]
fn one_process_at_a_time() {
    let folder = tempdir().expect("folder");
    let path = folder.path().join("journal");
    let journal = Journal::create(&path, "plan").expect("new");
    assert!(matches!(Journal::open(&path), Err(JournalError::InUse)));
    drop(journal);
    Journal::open(&path).expect("free again");
    assert!(
        Journal::create(&path, "plan").is_err(),
        "there is one already"
    );
}

#[test]
fn other_files_are_no_journals() {
    let folder = tempdir().expect("folder");
    let path = folder.path().join("journal");
    for text in [
        "",
        "hello\n",
        "tricorn-journal-1 3 00000000\nabc\n",
        "7 99999999999999 0\n",
    ] {
        fs::write(&path, text).expect("write");
        assert!(
            matches!(Journal::open(&path), Err(JournalError::Foreign(_))),
            "{text}"
        );
        assert_eq!(
            fs::read_to_string(&path).expect("file"),
            text,
            "it is left as it was"
        );
    }
}
