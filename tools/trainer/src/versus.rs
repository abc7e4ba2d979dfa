//! Matches of two evaluations at equal terms, played by the referee.
//! Not here: the playing.

use crate::sources::Judge;
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A match.
#[derive(Clone, Debug)]
pub struct Versus {
    /// The game.
    pub variant: String,
    /// The two evaluations.
    pub judges: [Judge; 2],
    /// How many games; every opening is played twice with sides changed.
    pub games: u64,
    /// What each may use for a move, as the referee reads it: `nodes=1000`.
    pub limit: String,
    /// Of the openings and dice.
    pub seed: u64,
    /// The referee's name of a set of openings.
    pub openings: String,
    /// How many games at once.
    pub concurrency: usize,
    /// The folder of the referee's records.
    pub output: Option<PathBuf>,
    /// The folder of the programs `tricorn` and `referee`.
    pub programs: PathBuf,
}

impl Versus {
    /// Plays it; the referee prints the result.
    pub fn run(&self) -> anyhow::Result<()> {
        let [engine, referee] = ["tricorn", "referee"].map(|name| self.programs.join(name));
        for program in [&engine, &referee] {
            ensure!(
                program.exists(),
                "{} is missing: build it by `cargo build --release --workspace`, or name its folder",
                program.display()
            );
        }
        let mut command = Command::new(&referee);
        command.args(["match", "--no-times", "--variant", &self.variant]);
        command.args(["--games", &self.games.to_string()]);
        command.args(["--concurrency", &self.concurrency.to_string()]);
        command.args(["--seed", &self.seed.to_string()]);
        command.args(["--openings", &self.openings]);
        if let Some(output) = &self.output {
            command.arg("--output").arg(output);
        }
        for (name, judge) in ["a", "b"].into_iter().zip(&self.judges) {
            command.args(["--engine", &format!("name={name}")]);
            command.arg(format!("cmd={}", engine.display()));
            if let Some(value) = option(judge)? {
                command.arg(format!("option.EvalFile={value}"));
            }
        }
        command.args(["--each", &self.limit]);
        println!("{command:?}");
        let status = command
            .status()
            .with_context(|| referee.display().to_string())?;
        ensure!(status.success(), "the referee ended with {status}");
        Ok(())
    }
}

/// The value of the engine's option.
fn option(judge: &Judge) -> anyhow::Result<Option<String>> {
    match judge {
        Judge::BuiltIn => Ok(None),
        Judge::Hand => Ok(Some("hand".into())),
        Judge::File(path, _) => {
            let path: &Path = path;
            let full = path.canonicalize();
            let full = full.with_context(|| path.display().to_string())?;
            Ok(Some(full.display().to_string()))
        }
    }
}
