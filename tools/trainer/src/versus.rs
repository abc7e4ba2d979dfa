//! `trainer match`: two evaluations against each other, with the referee as the game runner.
//! Not here: playing the games.

use crate::checkpoint;
use anyhow::{Context, anyhow, ensure};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tricorn::eval_source::EvalFile;
use tricorn::games::{self, Variant, Visitor};
use tricorn_common::print;

/// The command, as checkpoints name it.
const COMMAND: &str = "match";

/// A match.
#[derive(Clone, Debug)]
pub struct Versus {
    /// The game.
    pub variant: String,
    /// The two evaluations, as [`EvalFile::read`] takes them.
    pub nets: [String; 2],
    /// How many games; every opening is played twice with sides changed.
    pub games: u64,
    /// The limit of each engine for a move, as the referee reads it: `nodes=1000`.
    pub limit: String,
    /// Of the openings and dice.
    pub seed: u64,
    /// The referee's name of a set of openings.
    pub openings: String,
    /// How many games at once.
    pub concurrency: usize,
    /// The folder of the referee's records; a match in it is resumed.
    pub output: PathBuf,
    /// The folder of the programs `tricorn` and `referee`.
    pub programs: PathBuf,
}

/// Finds what the engines are told, and what tells evaluations of a game apart. An engine would
/// ignore a net for another game, and play with its own; here that is an error.
struct Players<'a>(&'a [String; 2]);

/// An evaluation of one side.
struct Player {
    /// What tells it from others.
    id: String,
    /// The value of the engine's option.
    value: String,
}

impl Visitor for Players<'_> {
    type Out = anyhow::Result<Vec<Player>>;

    fn visit<G: Variant>(self) -> Self::Out {
        let player = |name: &String| -> anyhow::Result<Player> {
            let eval_file = EvalFile::read(name)?;
            eval_file.evaluation::<G>()?;
            let value = match &eval_file {
                // A word stays one, whatever files there are.
                EvalFile::BuiltIn | EvalFile::Hce => name.clone(),
                // The referee runs engines in folders of its own.
                EvalFile::Net { .. } => {
                    let path = fs::canonicalize(name)?.into_os_string().into_string();
                    path.map_err(|path| anyhow!("{}: no text", path.display()))?
                }
            };
            let id = eval_file.id::<G>();
            Ok(Player { id, value })
        };
        let named = |name: &String| player(name).with_context(|| name.clone());
        self.0.iter().map(named).collect()
    }
}

impl Versus {
    /// Plays the match, or resumes it; the referee prints the result. On Unix this process becomes
    /// the referee, so that this returns only with an error.
    ///
    /// # Errors
    /// A net is not for the game, a program is missing, the folder holds another match, or the
    /// referee cannot be started.
    pub fn run(&self) -> anyhow::Result<()> {
        let [engine, referee] = ["tricorn", "referee"].map(|name| self.programs.join(name));
        for program in [&engine, &referee] {
            ensure!(
                program.exists(),
                "{}: no such program; build it with `cargo build --release --workspace`, or name its folder with --programs",
                program.display()
            );
        }
        let players = games::visit(&self.variant, Players(&self.nets));
        let players = players.ok_or_else(|| anyhow!("no game {}", self.variant))??;
        let ids: Vec<String> = players.iter().map(|player| player.id.clone()).collect();
        // The referee compares all else, but knows nets by their names alone.
        let path = self.output.join(checkpoint::FILE);
        if checkpoint::resume_in::<Vec<String>, ()>(&self.output, COMMAND, &ids)?.is_none() {
            fs::create_dir_all(&self.output).with_context(|| self.output.display().to_string())?;
            checkpoint::write(&path, COMMAND, &ids, &())?;
        }
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
        for (name, player) in ["a", "b"].into_iter().zip(&players) {
            command.args(["--engine", &format!("name={name}")]);
            command.arg(format!("cmd={}", engine.display()));
            command.arg(format!("option.EvalFile={}", player.value));
        }
        command.args(["--each", &self.limit]);
        // A match is to be played whether or not anybody reads this.
        let _ = print::line(format_args!("{command:?}"));
        become_program(command).with_context(|| referee.display().to_string())
    }
}

/// Becomes another program. So there is no child that could outlive this process and keep the
/// journal open.
#[cfg(unix)]
fn become_program(mut command: Command) -> anyhow::Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

/// Runs another program to its end.
#[cfg(not(unix))]
fn become_program(mut command: Command) -> anyhow::Result<()> {
    let status = command.status()?;
    ensure!(status.success(), "ended with {status}");
    Ok(())
}
