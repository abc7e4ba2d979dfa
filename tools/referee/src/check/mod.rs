//! `referee check`: numbered steps that show which parts of the protocol an engine speaks.
//! Not here: how well it plays, and whether its rules are right beyond a few positions.

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
pub use steps::{Level, Requirement, STEPS, Step};

use crate::board::SetupError;
use crate::engine::{EngineSpec, Place};
use dialogue::{Dialogue, Miss};
use positions::TestPositions;

/// The number of the step that greets.
const GREETING: usize = 1;

/// The number of the step that looks for the variant.
const VARIANT: usize = 2;

/// The number of the step in which an engine shows whether it knows the rules. One that offers no
/// variant and fails here plays another game; what can be said without rules is checked then.
const LINE: usize = 5;

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The engine did what the step asks.
    Passed,
    /// It did not.
    Failed {
        /// What was expected.
        expected: String,
        /// What came instead.
        found: String,
        /// The end of the dialogue: `>` to the engine, `<` from it, `#` remarks.
        dialogue: Vec<String>,
    },
    /// It could not be tried; why.
    Skipped(String),
}

/// A step and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The number of the step, from 1; it stays the same whatever is checked.
    pub number: usize,
    /// The step.
    pub step: &'static Step,
    /// How it ended.
    pub verdict: Verdict,
}

/// Takes the steps up to a level with an engine, each with a process of its own, and tells each
/// finding as it comes. `only` are the numbers of the steps to take, all if it is empty. An engine
/// that does not greet is asked nothing more.
///
/// # Errors
/// There is no such variant.
pub async fn check(
    spec: &EngineSpec,
    place: &Place,
    variant: &str,
    level: Level,
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
        let mut verdict = if !greets {
            Verdict::Skipped("the engine does not greet".to_owned())
        } else if step.level == Level::Dice && !positions.has_dice() {
            Verdict::Skipped(format!("{variant} has no dice"))
        } else {
            let (verdict, greeted) = take(step, spec, place, &positions).await;
            if number == GREETING {
                greets = greeted;
            }
            verdict
        };
        if let Verdict::Failed { dialogue, .. } = &mut verdict {
            fold_options(dialogue, &mut shown);
        }
        let finding = Finding {
            number,
            step,
            verdict,
        };
        tell(&finding);
        findings.push(finding);
        let missed = |number: usize| {
            let finding = findings.iter().find(|finding| finding.number == number);
            finding.is_some_and(|finding| finding.verdict != Verdict::Passed)
        };
        if number == LINE && missed(VARIANT) && missed(LINE) {
            positions.leave_rules();
        }
    }
    Ok(findings)
}

/// Puts a remark in the place of the options in a greeting, unless no failure has shown them yet.
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

/// Takes one step with a fresh process; also gives whether that has greeted.
async fn take(
    step: &Step,
    spec: &EngineSpec,
    place: &Place,
    positions: &TestPositions,
) -> (Verdict, bool) {
    let mut dialogue = match Dialogue::open(spec, place, positions) {
        Ok(dialogue) => dialogue,
        Err(found) => {
            let verdict = Verdict::Failed {
                expected: "a process that starts".to_owned(),
                found,
                dialogue: Vec::new(),
            };
            return (verdict, false);
        }
    };
    let checked = (step.run)(&mut dialogue).await;
    let greeted = dialogue.greeted;
    let dialogue = dialogue.close().await;
    let verdict = match checked {
        Ok(()) => Verdict::Passed,
        Err(Miss::Skip(why)) => Verdict::Skipped(why),
        Err(Miss::Fault { expected, found }) => Verdict::Failed {
            expected,
            found,
            dialogue,
        },
    };
    (verdict, greeted)
}
