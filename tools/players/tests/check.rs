//! The referee's check of the protocol, taken with every player in every game that it plays.
//! Not here: how they play.
//!
//! The referee starts engines from its own program, so this test has a `main` of its own.

use referee::check::{ConformanceLevel, Finding, STEPS, StepOutcome, check, describe};
use referee::engine::{EngineSpec, Place, guard};
use std::process::ExitCode;

/// The players with their games.
const PLAYERS: [(&str, &str); 5] = [
    (env!("CARGO_BIN_EXE_player-uct"), "dameo"),
    (env!("CARGO_BIN_EXE_player-uct"), "eximo"),
    (env!("CARGO_BIN_EXE_player-material"), "dameo"),
    (env!("CARGO_BIN_EXE_player-material"), "eximo"),
    (env!("CARGO_BIN_EXE_player-linear"), "abak"),
];

/// The steps about commands for use by hand, which the players lack.
const BY_HAND: [usize; 5] = [49, 50, 51, 52, 58];

async fn passes(program: &str, variant: &str) -> bool {
    let spec = EngineSpec {
        name: "player".into(),
        command: program.into(),
        ..EngineSpec::default()
    };
    let steps: Vec<usize> = (1..=STEPS.len())
        .filter(|step| !BY_HAND.contains(step))
        .collect();
    let place = Place::default();
    let steps = check(
        &spec,
        &place,
        variant,
        ConformanceLevel::Dice,
        &steps,
        |_| {},
    )
    .await;
    let findings = steps.expect("a known variant");
    let failed = |finding: &&Finding| matches!(finding.outcome, StepOutcome::Failed { .. });
    let passed = findings
        .iter()
        .filter(|finding| finding.outcome == StepOutcome::Passed);
    println!("{program}, {variant}: {} steps passed", passed.count());
    findings
        .iter()
        .filter(failed)
        .for_each(|finding| println!("{}", describe(finding)));
    !findings.iter().any(|finding| failed(&finding))
}

fn main() -> ExitCode {
    if let Some(code) = guard::divert() {
        return code;
    }
    // Asked by test runners that list before they run: one test that has no name.
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let mut sound = true;
    for (program, variant) in PLAYERS {
        sound &= runtime.block_on(passes(program, variant));
    }
    if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
