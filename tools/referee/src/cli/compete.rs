//! `referee match` and `referee merge`: the command line of tournaments.
//! Not here: the run itself (`runner`).

use super::{DONE, FAULTY, INCOMPLETE, STOPPED, cpus, misuse};
use crate::config::{Plan, RawConfig, RawSettings};
use crate::engine::{Failure, VARIANT};
use crate::runner::{self, Ending, EnginePool, Finish, RunOptions, Store, Trial, stop_signal};
use anyhow::{Context, bail};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use tricorn_common::print;

/// Play a match, a gauntlet or a round robin
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Settings of an engine:
  name=<text>       its name in tables and records [default: the program's name]
  cmd=<program>     the program, found in PATH or by its path
  args=<words>      arguments, split at blanks; arg=<text> adds one unchanged;
                    in TOML, both also take a list of arguments
  dir=<folder>      its working directory
  proto=uci|ugi     its protocol [default: uci]
  memory=<MiB>      a limit on its address space
  option.<name>=<value>   an option; a button has an empty value
  tc=[moves/]base[+increment]   a clock, in seconds or minutes:seconds
  movetime=<ms>  nodes=<n>  depth=<n>   limits per move; the first that is reached ends the search
  nodestime=<n>     the clock counts nodes instead of time, n to the millisecond
  margin=<ms>       by how much a clock may be overdrawn in the whole game; without a clock,
                    how late each move may be [default: 100]
  ponder=on         lets it think on its opponent's time

The folder of a run:
  games.txt     every game, in the order of the schedule
  result.json   the figures, also printed at the end
  events.jsonl  a log of the run, as JSON Lines
  plan.toml     the settings, usable with --config
  journal       what --resume and merge read
  traffic/      with --traffic: everything sent to the engines and received from them

With --no-times and limits by nodes or depth, deterministic engines give the same games.txt, \
result.json and plan.toml, byte by byte, with any --concurrency, resumed or not.")]
pub(super) struct Match {
    /// An engine, as key=value pairs; give the option once for each engine
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., action = clap::ArgAction::Append)]
    engine: Vec<String>,

    /// Settings for all engines; an engine's own settings take precedence
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,

    /// A TOML file of settings: these options without the leading dashes, a table `each`, and a
    /// table [[engine]] for each engine
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The folder of the run
    #[arg(long, value_name = "FOLDER", default_value = "run")]
    output: PathBuf,

    /// Resume the run in the folder with its own settings
    #[arg(long)]
    resume: bool,

    /// Restart engines that fail and continue, the default; the opposite of --strict
    #[arg(long, conflicts_with = "strict")]
    recover: bool,

    #[command(flatten)]
    settings: RawSettings,
}

/// Merge the parts of a run
#[derive(Debug, clap::Args)]
pub(super) struct Merge {
    /// The folders of the parts
    #[arg(required = true, value_name = "FOLDER")]
    parts: Vec<PathBuf>,

    /// The folder of the merged run; it must not hold a run yet
    #[arg(long, value_name = "FOLDER")]
    output: PathBuf,
}

/// Plays. `engines` are the words of each `--engine`.
pub(super) fn play(command: Match, engines: Vec<Vec<String>>) -> anyhow::Result<u8> {
    let folder = &command.output;
    let mut given = RawConfig {
        settings: command.settings,
        each: command.each,
        engines,
    };
    if command.recover {
        given.settings.strict = Some(false);
    }
    if let Some(path) = &command.config {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(name)?;
        let file = RawConfig::from_toml(&text).map_err(misuse);
        given = given.over(file.with_context(name)?);
    }
    let settings = given.settings.clone();
    let (store, plan) = if command.resume {
        if !folder.join("journal").exists() {
            bail!(
                "{} holds no run to resume; leave out --resume to begin one there",
                folder.display()
            );
        }
        let (store, plan) = Store::open(folder)?;
        let asked = plan.with(given).map_err(misuse)?;
        if let Some(difference) = plan.difference(&asked) {
            bail!(
                "{}: the run has other settings: {difference}",
                folder.display()
            );
        }
        (Some(store), plan)
    } else {
        (None, Plan::new(&given).map_err(misuse)?)
    };
    let plan = Arc::new(plan);
    let concurrency = settings.concurrency.unwrap_or(1);
    if concurrency == 0 {
        return Err(misuse("concurrency: found 0, expected at least 1"));
    }
    let tables = match &settings.cpus {
        Some(text) => cpus::of_tables(text, concurrency).map_err(misuse)?,
        None => Vec::new(),
    };
    let traffic = settings
        .traffic
        .unwrap_or(false)
        .then(|| folder.join("traffic"));
    if let Some(traffic) = &traffic {
        fs::create_dir_all(traffic).with_context(|| traffic.display().to_string())?;
    }
    let pool = EnginePool::new(Arc::clone(&plan), tables, traffic);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let finish = runtime.block_on(async {
        let mut stop = std::pin::pin!(stop_signal()?);
        let trial = tokio::select! {
            tried = pool.try_out() => tried.map_err(|failures| anyhow::Error::msg(told(&failures)))?,
            signal = &mut stop => return Ok(Err(signal)),
        };
        warn_of_engines(&trial, &plan.variant);
        let store = match store {
            Some(store) => store,
            None => Store::create(folder, &plan)?,
        };
        warn(&plan);
        let options = RunOptions {
            concurrency,
            progress: true,
        };
        let finish = runner::run(&plan, store, Arc::new(pool), options, stop).await?;
        anyhow::Ok(Ok(finish))
    })?;
    Ok(match finish {
        Ok(finish) => {
            print::line(&finish)?;
            code(&finish)
        }
        Err(signal) => signal.code(),
    })
}

/// Puts parts together.
pub(super) fn merge(command: &Merge) -> anyhow::Result<u8> {
    let mut seen = Vec::new();
    for part in &command.parts {
        // One that cannot be found is told of when it is opened.
        let found = fs::canonicalize(part).unwrap_or_else(|_| part.clone());
        if seen.contains(&found) {
            return Err(misuse(format!("{}: given twice", part.display())));
        }
        seen.push(found);
    }
    let finish = runner::merge(&command.parts, &command.output)?;
    print::line(&finish)?;
    Ok(code(&finish))
}

fn code(finish: &Finish) -> u8 {
    match (&finish.ending, finish.stop) {
        (Some(Ending::Strict { .. }), _) => STOPPED,
        (Some(_), _) if finish.standings.faulty() => FAULTY,
        (Some(_), _) => DONE,
        (None, Some(stop)) => stop.code(),
        (None, None) => INCOMPLETE,
    }
}

/// What went wrong with engines before the first game.
fn told(failures: &[(String, Failure)]) -> String {
    let mut text = String::from("engines cannot play:");
    for (name, failure) in failures {
        text += &format!("\n{name}: {}", failure.detail);
        for line in failure.errors.lines() {
            text += &format!("\n  stderr: {line}");
        }
        for line in &failure.dialogue {
            text += &format!("\n  {line}");
        }
    }
    text
}

/// Warns of engines that may not play as they should.
fn warn_of_engines(trial: &Trial, variant: &str) {
    for (name, failure) in &trial.failures {
        let detail = &failure.detail;
        print::message(format_args!(
            "warning: {name} forfeits its games until it starts: {detail}"
        ));
    }
    for name in &trial.untold {
        print::message(format_args!(
            "warning: {name} has no option {VARIANT}; make sure that {variant} is what it plays"
        ));
    }
}

/// Says what makes a result weaker than it looks.
fn warn(plan: &Plan) {
    let rounds = plan.games / 2;
    let (Some(supply), Some(different)) = (plan.source.supply(), plan.source.different()) else {
        return;
    };
    if different < supply {
        print::message(format_args!(
            "warning: only {different} of the {supply} openings are different; the others repeat them"
        ));
    }
    if different < rounds {
        let most = 2 * different;
        print::message(format_args!(
            "warning: {rounds} pairs share {different} openings, so deterministic engines repeat whole games, \
             which count as if they were new; use at most {most} games, more openings, or --openings random"
        ));
    }
}
