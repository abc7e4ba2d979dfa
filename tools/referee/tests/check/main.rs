//! `referee check`: a fair engine passes, a faulty one fails where its fault is.
//! Not here: matches.

use referee::check::{Finding, Level, Verdict, check, describe, summarize};
use referee::engine::{Deadlines, EngineSpec, Place};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tricorn::games;

/// The mock engine, which can be its own guard.
const MOCK: &str = env!("CARGO_BIN_EXE_referee-mock");

/// Patience that fits a loaded machine, for engines that are fair as far as they are asked.
fn patient() -> Deadlines {
    Deadlines::default()
}

/// Patience for engines that are going to make the check wait.
fn impatient() -> Deadlines {
    let soon = Duration::from_secs(2);
    Deadlines {
        greeting: soon,
        ready: soon,
        search: soon,
        ..Deadlines::default()
    }
}

async fn findings(
    program: &Path,
    arguments: &[&str],
    variant: &str,
    level: Level,
    deadlines: Deadlines,
) -> Vec<Finding> {
    let spec = EngineSpec {
        name: "checked".to_owned(),
        command: program.display().to_string(),
        args: arguments.iter().map(ToString::to_string).collect(),
        ..EngineSpec::default()
    };
    let place = Place {
        guard: Some(PathBuf::from(MOCK)),
        cpus: Vec::new(),
        deadlines,
    };
    check(&spec, &place, variant, level, |_| {})
        .await
        .expect("a known variant")
}

/// The numbers of the steps that failed.
fn failed(findings: &[Finding]) -> Vec<usize> {
    let bad = |finding: &&Finding| matches!(finding.verdict, Verdict::Failed { .. });
    findings
        .iter()
        .filter(bad)
        .map(|finding| finding.number)
        .collect()
}

#[track_caller]
fn assert_all_pass(findings: &[Finding]) {
    let texts: Vec<String> = findings.iter().map(describe).collect();
    assert_eq!(
        failed(findings),
        Vec::<usize>::new(),
        "{}",
        texts.join("\n")
    );
}

#[tokio::test]
async fn a_fair_mock_plays_every_game_and_does_no_more() {
    for variant in games::NAMES {
        let basic = findings(Path::new(MOCK), &[], variant, Level::Basic, patient()).await;
        assert_all_pass(&basic);
        assert_eq!(summarize(&basic)[0].passed, basic.len());
    }
    let full = findings(
        Path::new(MOCK),
        &[],
        games::NAMES[0],
        Level::Full,
        impatient(),
    )
    .await;
    let Verdict::Failed {
        expected, found, ..
    } = &full[31].verdict
    else {
        panic!("{:?}", full[31]);
    };
    assert_eq!(expected, "info string ERROR unknown-command: ...");
    assert_eq!(found, "no answer");
    // It knows no errors, so it lets everything pass that is wrong.
    let steps = failed(&full);
    for number in 32..=38 {
        assert!(steps.contains(&number), "{steps:?}");
    }
}

#[tokio::test]
async fn a_fault_shows_in_the_step_that_looks_for_it() {
    let faults: [(&[&str], &[usize]); 4] = [
        (&["--fault", "mute"], &[1]),
        (&["--fault", "ignores-quit"], &[16, 17, 18]),
        (&["--silent"], &[7]),
        (&["--fault", "two-answers", "--at", "1"], &[4, 5, 6]),
    ];
    for (arguments, wanted) in faults {
        let found = findings(
            Path::new(MOCK),
            arguments,
            games::NAMES[0],
            Level::Basic,
            impatient(),
        )
        .await;
        let steps = failed(&found);
        for number in wanted {
            assert!(steps.contains(number), "{arguments:?}: {steps:?}");
        }
        if arguments.contains(&"mute") {
            let skipped = |finding: &Finding| matches!(finding.verdict, Verdict::Skipped(_));
            assert!(found[1..].iter().all(skipped), "{found:?}");
        }
    }
}

#[tokio::test]
async fn failures_show_what_was_sent_and_the_options_once() {
    let found = findings(
        Path::new(MOCK),
        &["--fault", "babble", "--at", "1"],
        games::NAMES[0],
        Level::Basic,
        impatient(),
    )
    .await;
    let dialogues: Vec<&Vec<String>> = found
        .iter()
        .filter_map(|finding| match &finding.verdict {
            Verdict::Failed { dialogue, .. } => Some(dialogue),
            _ => None,
        })
        .collect();
    assert!(dialogues.len() > 1, "{found:?}");
    for dialogue in &dialogues {
        let sent = |word: &str| dialogue.iter().any(|line| line.starts_with(word));
        assert!(sent("> uci") && sent("> go"), "{dialogue:?}");
    }
    let option = |line: &&&String| line.starts_with("< option name Ponder ");
    let shown = dialogues
        .iter()
        .copied()
        .flatten()
        .filter(|line| option(&line));
    assert!(shown.count() <= 1, "{dialogues:?}");
}

/// The engine of the same build, if it has been built.
fn engine() -> Option<PathBuf> {
    let engine = Path::new(MOCK).with_file_name("tricorn");
    engine.exists().then_some(engine)
}

#[tokio::test]
async fn the_engine_passes_every_step() {
    let Some(engine) = engine() else {
        println!("skipped: the engine is not built; a test of the whole workspace builds it");
        return;
    };
    for variant in games::NAMES {
        let all = findings(&engine, &[], variant, Level::Dice, patient()).await;
        assert_all_pass(&all);
    }
}
