//! The `--engine` arguments: which engines to start, and how many processes of each.
//! Not here: running them (`pool`).

use crate::own_engine::own_engine;
use clap::ArgMatches;
use referee::config::EngineConfig;
use std::num::NonZeroU16;
use std::time::Duration;
use tricorn_client::EngineSpec;
use tricorn_common::exit::misuse;
use tricorn_common::threads;

/// Arguments about engines, to be flattened into those of a command.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Engines {
    /// An engine, as key=value pairs as for `referee match`: name, cmd, arg, args, dir, proto, memory,
    /// option.<NAME>. Repeat the option for several [default: the tricorn beside this program, or in
    /// PATH]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    engine: Vec<String>,

    /// How many processes of each engine to run at once [default: one for each processor]
    #[arg(long, visible_alias = "concurrency", value_name = "N")]
    engines: Option<NonZeroU16>,

    /// How long an engine may take for one answer beyond its own movetime before it is told to stop, in
    /// seconds; one that does not answer then is killed
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    patience: u64,
}

impl Engines {
    /// The engines to run, each as often as it runs. `words` are those of each `--engine`.
    pub(super) fn specs(&self, words: &[Vec<String>]) -> anyhow::Result<Vec<EngineSpec>> {
        let mut named: Vec<EngineSpec> = Vec::new();
        for words in words {
            let engine = EngineConfig::new(words).map_err(misuse)?;
            if let Some(word) = words.iter().find(|word| is_limit(word)) {
                let message =
                    "limits of an engine are options of the command itself, or of a question";
                return Err(misuse(format!("--engine: {word}: {message}")));
            }
            if named.iter().any(|known| known.name == engine.spec.name) {
                let name = &engine.spec.name;
                let message = format!("--engine: two are called {name}, expected another name=");
                return Err(misuse(message));
            }
            named.push(engine.spec);
        }
        if named.is_empty() {
            named.push(own_engine().map_err(|error| anyhow::anyhow!(error))?);
        }
        let count = threads::count(self.engines.map(NonZeroU16::get));
        let all = named.iter().cycle().take(named.len() * count);
        Ok(all.cloned().collect())
    }

    /// How long to wait for an answer.
    pub(super) fn patience(&self) -> Duration {
        Duration::from_secs(self.patience.clamp(1, 30 * 86_400))
    }
}

/// Whether a word of an engine is one about limits, which a review or a question has itself.
fn is_limit(word: &str) -> bool {
    let key = word.split('=').next().unwrap_or_default();
    [
        "tc",
        "movetime",
        "nodes",
        "depth",
        "nodestime",
        "margin",
        "ponder",
    ]
    .contains(&key)
}

/// The words of each `--engine`; clap itself keeps them in one list.
pub(super) fn groups(matches: Option<&ArgMatches>) -> Vec<Vec<String>> {
    let occurrences = matches.and_then(|matches| matches.get_occurrences::<String>("engine"));
    let occurrences = occurrences.into_iter().flatten();
    occurrences.map(|words| words.cloned().collect()).collect()
}
