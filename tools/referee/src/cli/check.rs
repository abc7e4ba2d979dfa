//! `referee check`: the command line of the conformance tests.
//! Not here: the steps.

use super::{DONE, FOUND, misuse};
use crate::check::{ConformanceLevel, STEPS, check, describe, summarize};
use crate::config::EngineConfig;
use crate::engine::{Deadlines, EngineSpec, Place};
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::oneshot;
use tricorn::rules::list;
use tricorn_common::print;

/// Test which parts of the protocol an engine speaks, step by step
#[derive(Debug, clap::Args)]
#[command(after_help = "\
protocol/spec/check.md lists the steps and their numbers. There are three levels: basic is what a match \
needs, full is the whole protocol without dice, and dice adds the dice. An optional step is skipped if the \
engine does not offer what it tests. For a step that fails, the referee prints what it expected, what it \
found, and the end of the dialogue.

Examples:
  referee check ./engine --variant eximo
  referee check ./engine args=--fast proto=ugi option.Hash=64 --level basic
  referee check ./engine --step 48")]
pub(super) struct Check {
    /// The engine's program, or key=value pairs as for `match`, or both
    #[arg(required = true, value_name = "ENGINE")]
    engine: Vec<String>,

    /// The game
    #[arg(long, value_name = "NAME", default_value = list::NAMES[0], value_parser = super::variant)]
    variant: String,

    /// The highest level to test; each level includes those before it
    #[arg(long, value_enum, default_value = "dice")]
    level: ConformanceLevel,

    /// Run this step only; may be given several times
    #[arg(long, value_name = "NUMBER", value_parser = step)]
    step: Vec<usize>,

    /// Append the whole dialogue to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Time limit for a search, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    patience: u64,
}

/// Reads the number of a step.
fn step(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (1..=STEPS.len()).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {}", STEPS.len()))
}

/// Takes the steps and prints each as it ends.
pub(super) fn run(command: Check) -> anyhow::Result<u8> {
    let mut words = command.engine;
    if !words[0].contains('=') {
        words[0].insert_str(0, "cmd=");
    }
    let engine = EngineConfig::new(&words).map_err(|error| misuse(format!("engine: {error}")))?;
    let spec = EngineSpec {
        log: command.log,
        ..engine.spec
    };
    let place = Place {
        deadlines: Deadlines {
            search: Duration::from_millis(command.patience),
            ..Deadlines::default()
        },
        ..Place::default()
    };
    // Whoever read the steps may have gone, and then nobody needs the rest of them.
    let (failed, failure) = oneshot::channel();
    let mut failed = Some(failed);
    let tell = |finding: &_| {
        if let Err(error) = print::line(describe(finding))
            && let Some(failed) = failed.take()
        {
            let _ = failed.send(error);
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let steps = check(
        &spec,
        &place,
        &command.variant,
        command.level,
        &command.step,
        tell,
    );
    let findings = runtime.block_on(async {
        tokio::select! {
            biased;
            findings = steps => anyhow::Ok(findings?),
            Ok(error) = failure => Err(error.into()),
        }
    })?;
    print::line("")?;
    let summaries = summarize(&findings);
    for summary in &summaries {
        print::line(summary)?;
    }
    let failed = summaries.iter().any(|summary| summary.failed > 0);
    Ok(if failed { FOUND } else { DONE })
}
