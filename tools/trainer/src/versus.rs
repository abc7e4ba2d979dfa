//! Matches of two evaluations at equal terms, played by the referee.
//! Not here: the playing.

use crate::files;
use anyhow::{Context, anyhow, ensure};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tricorn::games::{self, Variant, Visitor};
use tricorn::knowledge::Knowledge;

/// A match.
#[derive(Clone, Debug)]
pub struct Versus {
    /// The game.
    pub variant: String,
    /// The two evaluations, as [`Knowledge::read`] takes them.
    pub nets: [String; 2],
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
    /// The folder of the referee's records; a match that is in it is gone on with.
    pub output: PathBuf,
    /// The folder of the programs `tricorn` and `referee`.
    pub programs: PathBuf,
}

/// What tells evaluations of a game apart. An engine would leave a net for another game alone, and
/// play with its own; here that is an error.
struct Ids<'a>(&'a [String; 2]);

impl Visitor for Ids<'_> {
    type Out = anyhow::Result<Vec<String>>;

    fn visit<G: Variant>(self) -> Self::Out {
        let id = |name: &String| {
            let knowledge = Knowledge::read(name)?;
            knowledge.evaluation::<G>()?;
            Ok(knowledge.id::<G>())
        };
        let named = |name| id(name).map_err(|error: String| anyhow!("{name}: {error}"));
        self.0.iter().map(named).collect()
    }
}

impl Versus {
    /// Plays it, or what is missing of it; the referee prints the result.
    ///
    /// # Errors
    /// A net is not for the game, a program is missing, the folder holds another match, or the
    /// referee fails.
    pub fn run(&self) -> anyhow::Result<()> {
        let [engine, referee] = ["tricorn", "referee"].map(|name| self.programs.join(name));
        for program in [&engine, &referee] {
            ensure!(
                program.exists(),
                "{} is missing: build it by `cargo build --release --workspace`, or name its folder",
                program.display()
            );
        }
        let ids = games::visit(&self.variant, Ids(&self.nets));
        let ids = ids.ok_or_else(|| anyhow!("no game {}", self.variant))??;
        // The referee compares all else, but knows nets by their names alone.
        files::agree(&self.output, &ids)?;
        let mut command = Command::new(&referee);
        command.args(["match", "--no-times", "--variant", &self.variant]);
        command.args(["--games", &self.games.to_string()]);
        command.args(["--concurrency", &self.concurrency.to_string()]);
        command.args(["--seed", &self.seed.to_string()]);
        command.args(["--openings", &self.openings]);
        command.arg("--output").arg(&self.output);
        if self.output.join("journal").exists() {
            command.arg("--resume");
        }
        for (name, net) in ["a", "b"].into_iter().zip(&self.nets) {
            command.args(["--engine", &format!("name={name}")]);
            command.arg(format!("cmd={}", engine.display()));
            // The referee runs engines in folders of its own.
            let value = match fs::canonicalize(net) {
                Ok(path) => path.display().to_string(),
                Err(_) => net.clone(),
            };
            command.arg(format!("option.EvalFile={value}"));
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
