//! `referee check`: a fair engine passes, a faulty one fails where its fault is.
//! Not here: matches.

use referee::check::{
    ConformanceLevel, Finding, Requirement, STEPS, StepOutcome, check, describe, summarize,
};
use referee::engine::{Deadlines, EngineSpec, Place};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tricorn::rules::list;

/// The mock engine, which can be its own guard.
const MOCK: &str = env!("CARGO_BIN_EXE_referee-mock");

/// The number of the step about draws.
const DRAWS: usize = 48;

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
    level: ConformanceLevel,
    deadlines: Deadlines,
) -> Vec<Finding> {
    taken(program, arguments, variant, level, &[], deadlines).await
}

/// The findings of some steps only.
async fn taken(
    program: &Path,
    arguments: &[&str],
    variant: &str,
    level: ConformanceLevel,
    only: &[usize],
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
    check(&spec, &place, variant, level, only, |_| {})
        .await
        .expect("a known variant")
}

/// The numbers of the steps that failed.
fn failed(findings: &[Finding]) -> Vec<usize> {
    let bad = |finding: &&Finding| matches!(finding.outcome, StepOutcome::Failed { .. });
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
    for variant in list::NAMES {
        let basic = findings(
            Path::new(MOCK),
            &[],
            variant,
            ConformanceLevel::Basic,
            patient(),
        )
        .await;
        assert_all_pass(&basic);
        assert_eq!(summarize(&basic)[0].passed, basic.len());
    }
    let full = findings(
        Path::new(MOCK),
        &[],
        list::NAMES[0],
        ConformanceLevel::Full,
        impatient(),
    )
    .await;
    let StepOutcome::Failed {
        expected, found, ..
    } = &full[31].outcome
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
    // It lacks the commands for use by hand.
    for number in 49..=52 {
        assert!(steps.contains(&number), "{number} of {steps:?}");
    }
}

/// A script in the place of an engine: a line that is no UTF-8 in the greeting of the mock.
#[tokio::test]
async fn a_greeting_that_cannot_be_read_fails_its_own_step_alone() {
    let script = format!("printf 'id author J\\366rg\\n'; exec {MOCK}");
    let arguments = ["-c", &script];
    let level = ConformanceLevel::Basic;
    let findings = findings(
        Path::new("sh"),
        &arguments,
        list::NAMES[0],
        level,
        patient(),
    )
    .await;
    assert_eq!(failed(&findings), [1]);
    let StepOutcome::Failed { expected, .. } = &findings[0].outcome else {
        panic!("{:?}", findings[0]);
    };
    assert_eq!(expected, "lines that can be read");
    assert_eq!(summarize(&findings)[0].passed, findings.len() - 1);
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
            list::NAMES[0],
            ConformanceLevel::Basic,
            impatient(),
        )
        .await;
        let steps = failed(&found);
        for number in wanted {
            assert!(steps.contains(number), "{arguments:?}: {steps:?}");
        }
        if arguments.contains(&"mute") {
            let skipped = |finding: &Finding| matches!(finding.outcome, StepOutcome::Skipped(_));
            assert!(found[1..].iter().all(skipped), "{found:?}");
        }
    }
}

#[tokio::test]
async fn failures_show_what_was_sent_and_the_options_once() {
    let found = findings(
        Path::new(MOCK),
        &["--fault", "babble", "--at", "1"],
        list::NAMES[0],
        ConformanceLevel::Basic,
        impatient(),
    )
    .await;
    let dialogues: Vec<&Vec<String>> = found
        .iter()
        .filter_map(|finding| match &finding.outcome {
            StepOutcome::Failed { dialogue, .. } => Some(dialogue),
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

#[tokio::test]
async fn an_engine_that_does_not_know_draws_fails_the_step_about_draws() {
    for (fault, passes) in [
        (None, true),
        (Some("--fault=never-draws"), false),
        (Some("--fault=counter-stops"), false),
    ] {
        let arguments: Vec<&str> = fault.into_iter().collect();
        let engine = Path::new(MOCK);
        let level = ConformanceLevel::Full;
        let found = taken(engine, &arguments, "dameo", level, &[DRAWS], patient()).await;
        let [finding] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(
            finding.outcome == StepOutcome::Passed,
            passes,
            "{finding:?}"
        );
    }
}

#[tokio::test]
async fn an_option_that_an_engine_may_lack_is_no_failure() {
    let script = tempfile::tempdir().expect("folder");
    let path = script.path().join("engine.sh");
    let text = format!("{MOCK} | grep --line-buffered -v '^option name UCI_Variant'\n");
    std::fs::write(&path, text).expect("file");
    let path = path.display().to_string();
    let shell = Path::new("sh");
    let steps = [1, 2, 47];
    let found = taken(
        shell,
        &[&path],
        "abak",
        ConformanceLevel::Dice,
        &steps,
        patient(),
    )
    .await;
    let skipped = |number: usize| {
        let step = found.iter().find(|finding| finding.number == number);
        step.is_some_and(|finding| matches!(finding.outcome, StepOutcome::Skipped(_)))
    };
    assert!(skipped(2) && skipped(47), "{found:?}");
    let may = STEPS.iter().zip(1..);
    let may = may.filter(|(step, _)| step.requirement == Requirement::May);
    let may: Vec<usize> = may.map(|(_, number)| number).collect();
    assert_eq!(may, [2, 47, 55, 56, 57, 59]);
}

#[test]
fn the_specification_lists_the_steps() {
    let page = include_str!("../../../../protocol/spec/check.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| step"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let listed: Vec<Vec<String>> = STEPS
        .iter()
        .zip(1..)
        .map(|(step, number)| {
            let words = [
                step.level.word(),
                step.requirement.word(),
                step.title,
                step.section,
            ];
            let words = words.iter().map(ToString::to_string);
            std::iter::once(number.to_string()).chain(words).collect()
        })
        .collect();
    assert_eq!(rows, listed);
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
    for variant in list::NAMES {
        let all = findings(&engine, &[], variant, ConformanceLevel::Dice, patient()).await;
        assert_all_pass(&all);
    }
}
