//! Conformance tests of the protocol: the numbered steps of `referee check`.
//! Not here: playing strength, and a full comparison of the rules (`compare`).

mod basic;
mod commands;
mod dialogue;
mod dice;
mod lenient;
mod options;
mod positions;
mod report;
mod steps;
mod tricorn;

pub use report::{Summary, describe, summarize};
pub use steps::{ConformanceLevel, Requirement, STEPS, Step};

use crate::board::SetupError;
use crate::engine::{EngineSpec, Place};
use dialogue::{Dialogue, Miss};
use positions::TestPositions;

/// The number of the step that tests the greeting.
const GREETING: usize = 1;

/// The number of the step that tests for the variant.
const VARIANT: usize = 2;

/// The number of the step that shows whether the engine knows the rules. An engine that offers no
/// variant and fails here plays another game; it is then tested only on what needs no rules.
const LINE: usize = 5;

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The engine did what the step asks.
    Passed,
    /// The engine did something else.
    Failed {
        /// What was expected.
        expected: String,
        /// What came instead.
        found: String,
        /// The end of the dialogue: `>` to the engine, `<` from it, `#` comments.
        dialogue: Vec<String>,
    },
    /// The step does not apply, and the reason.
    Skipped(String),
}

/// A step with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The number of the step, from 1; it does not depend on the level or the selection.
    pub number: usize,
    /// The step.
    pub step: &'static Step,
    /// The outcome.
    pub outcome: StepOutcome,
}

/// Runs the steps up to a level, each in a process of its own, and calls `tell` with each finding as
/// it comes. `only` selects steps by their numbers; if it is empty, all of them run. If the engine
/// fails the greeting, all later steps are skipped.
///
/// # Errors
/// An unknown variant.
pub async fn check(
    spec: &EngineSpec,
    place: &Place,
    variant: &str,
    level: ConformanceLevel,
    only: &[usize],
    mut tell: impl FnMut(&Finding),
) -> Result<Vec<Finding>, SetupError> {
    let mut positions = TestPositions::new(variant)?;
    let mut findings: Vec<Finding> = Vec::new();
    let mut shown = false;
    let mut greets = true;
    for (index, step) in STEPS.iter().enumerate() {
        let number = index + 1;
        if step.level > level || !(only.is_empty() || only.contains(&number)) {
            continue;
        }
        let mut outcome = if !greets {
            StepOutcome::Skipped("the engine does not greet".to_owned())
        } else if step.level == ConformanceLevel::Dice && !positions.has_dice() {
            StepOutcome::Skipped(format!("{variant} has no dice"))
        } else {
            let (outcome, greeted) = take(step, spec, place, &positions).await;
            if number == GREETING {
                greets = greeted;
            }
            outcome
        };
        if let StepOutcome::Failed { dialogue, .. } = &mut outcome {
            fold_options(dialogue, &mut shown);
        }
        let finding = Finding {
            number,
            step,
            outcome,
        };
        tell(&finding);
        findings.push(finding);
        let missed = |number: usize| {
            let finding = findings.iter().find(|finding| finding.number == number);
            finding.is_some_and(|finding| finding.outcome != StepOutcome::Passed)
        };
        if number == LINE && missed(VARIANT) && missed(LINE) {
            positions.leave_rules();
        }
    }
    Ok(findings)
}

/// Replaces the options in a greeting by a comment, unless no earlier failure has shown them.
fn fold_options(dialogue: &mut Vec<String>, shown: &mut bool) {
    let is_option = |line: &String| line.starts_with("< option ");
    let options = dialogue.iter().filter(|line| is_option(line)).count();
    let Some(first) = dialogue.iter().position(is_option) else {
        return;
    };
    if !std::mem::replace(shown, true) {
        return;
    }
    dialogue.retain(|line| !is_option(line));
    dialogue.insert(first, format!("# {options} options, shown above"));
}

/// Runs one step in a fresh process; also returns whether the greeting completed.
async fn take(
    step: &Step,
    spec: &EngineSpec,
    place: &Place,
    positions: &TestPositions,
) -> (StepOutcome, bool) {
    let mut dialogue = match Dialogue::open(spec, place, positions) {
        Ok(dialogue) => dialogue,
        Err(found) => {
            let outcome = StepOutcome::Failed {
                expected: "a process that starts".to_owned(),
                found,
                dialogue: Vec::new(),
            };
            return (outcome, false);
        }
    };
    let checked = (step.run)(&mut dialogue).await;
    let greeted = dialogue.greeted;
    let dialogue = dialogue.close().await;
    let outcome = match checked {
        Ok(()) => StepOutcome::Passed,
        Err(Miss::Skip(why)) => StepOutcome::Skipped(why),
        Err(Miss::Fault { expected, found }) => StepOutcome::Failed {
            expected,
            found,
            dialogue,
        },
    };
    (outcome, greeted)
}
