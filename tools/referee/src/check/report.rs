//! The text report of conformance results.
//! Not here: running the steps.

use super::{ConformanceLevel, Finding, StepOutcome};
use std::fmt::Write;

/// How many steps of a level passed, failed, and were skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The level.
    pub level: ConformanceLevel,
    /// Steps that passed.
    pub passed: usize,
    /// Steps that failed.
    pub failed: usize,
    /// Steps that were skipped.
    pub skipped: usize,
}

/// A finding in one line. A failure adds what was expected, what was found, and the end of the
/// dialogue.
#[must_use]
pub fn describe(finding: &Finding) -> String {
    let Finding {
        number,
        step,
        outcome,
    } = finding;
    let level = step.level.word();
    let word = match outcome {
        StepOutcome::Passed => "ok",
        StepOutcome::Failed { .. } => "FAILED",
        StepOutcome::Skipped(_) => "skipped",
    };
    let mut text = format!("{number:3} {level:<5} {word:<7} {}", step.title);
    match outcome {
        StepOutcome::Passed => {}
        StepOutcome::Skipped(why) => {
            let _ = write!(text, " ({why})");
        }
        StepOutcome::Failed {
            expected,
            found,
            dialogue,
        } => {
            let _ = write!(
                text,
                " (specification, section{} {})\n      expected: {expected}\n      found: {found}",
                if step.section.contains(',') { "s" } else { "" },
                step.section.replace(", ", " and ")
            );
            for line in dialogue {
                let _ = write!(text, "\n        {line}");
            }
        }
    }
    text
}

/// The counts of each level that was tested.
#[must_use]
pub fn summarize(findings: &[Finding]) -> Vec<Summary> {
    [
        ConformanceLevel::Basic,
        ConformanceLevel::Full,
        ConformanceLevel::Dice,
    ]
    .into_iter()
    .filter_map(|level| {
        let of_level = || findings.iter().filter(move |it| it.step.level == level);
        let passed = of_level()
            .filter(|it| it.outcome == StepOutcome::Passed)
            .count();
        let skipped = of_level()
            .filter(|it| matches!(it.outcome, StepOutcome::Skipped(_)))
            .count();
        let all = of_level().count();
        (all > 0).then_some(Summary {
            level,
            passed,
            failed: all - passed - skipped,
            skipped,
        })
    })
    .collect()
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}: {} of {} steps passed",
            self.level.word(),
            self.passed,
            self.passed + self.failed
        )?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}
