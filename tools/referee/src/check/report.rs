//! Findings as text for people.
//! Not here: making them.

use super::{Finding, Level, Verdict};
use std::fmt::Write;

/// How many steps of a level passed, failed, and could not be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The level.
    pub level: Level,
    /// Steps that passed.
    pub passed: usize,
    /// Steps that did not.
    pub failed: usize,
    /// Steps that could not be tried.
    pub skipped: usize,
}

/// One finding: a line, and below it what was expected, what was found and the dialogue, if it
/// is a bad one.
#[must_use]
pub fn describe(finding: &Finding) -> String {
    let Finding {
        number,
        step,
        verdict,
    } = finding;
    let level = step.level.word();
    let word = match verdict {
        Verdict::Passed => "ok",
        Verdict::Failed { .. } => "FAILED",
        Verdict::Skipped(_) => "skipped",
    };
    let mut text = format!("{number:3} {level:<5} {word:<7} {}", step.title);
    match verdict {
        Verdict::Passed => {}
        Verdict::Skipped(why) => {
            let _ = write!(text, " ({why})");
        }
        Verdict::Failed {
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

/// The counts of each level that was looked at.
#[must_use]
pub fn summarize(findings: &[Finding]) -> Vec<Summary> {
    [Level::Basic, Level::Full, Level::Dice]
        .into_iter()
        .filter_map(|level| {
            let of_level = || findings.iter().filter(move |it| it.step.level == level);
            let passed = of_level()
                .filter(|it| it.verdict == Verdict::Passed)
                .count();
            let skipped = of_level()
                .filter(|it| matches!(it.verdict, Verdict::Skipped(_)))
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
