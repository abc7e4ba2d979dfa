//! Checkpoints of training runs: arguments and progress in a JSON file with a checksum.
//! Not here: the runs themselves.

use anyhow::{Context, anyhow, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fmt::Debug;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use tricorn::regular_file;
use tricorn_common::checksum::Chain;
use tricorn_common::files;

/// The name of the checkpoint in the folder of a run.
pub const FILE: &str = "checkpoint.json";

/// Where a run stands.
#[derive(Debug, Serialize, Deserialize)]
pub struct Checkpoint<S, T> {
    /// The command that makes the run, as in `abak td`.
    command: String,
    /// What was asked for.
    pub settings: S,
    /// How far the run is.
    pub state: T,
}

/// The part of a checkpoint that all runs have.
#[derive(Deserialize)]
struct Owner {
    command: String,
}

/// Writes a checkpoint. Whatever happens, the file holds the old one or the new one.
///
/// # Errors
/// The file cannot be written.
pub fn write<S: Serialize, T: Serialize>(
    path: &Path,
    command: &str,
    settings: &S,
    state: &T,
) -> anyhow::Result<()> {
    let checkpoint = Checkpoint {
        command: command.into(),
        settings,
        state,
    };
    let text = Chain::default().seal(&serde_json::to_string(&checkpoint)?);
    files::replace_bytes(path, text.as_bytes()).with_context(|| path.display().to_string())
}

/// The checkpoint of a run of one of these commands, if there is one.
///
/// # Errors
/// It cannot be read, is damaged or edited, or another command made it.
pub fn read<S: DeserializeOwned, T: DeserializeOwned>(
    path: &Path,
    commands: &[&str],
) -> anyhow::Result<Option<Checkpoint<S, T>>> {
    let context = || path.display().to_string();
    let text = match regular_file::text(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.with_context(context)?,
    };
    Chain::default()
        .check(text.trim_end())
        .with_context(context)?;
    let Owner { command } = serde_json::from_str(&text).with_context(context)?;
    ensure!(
        commands.contains(&command.as_str()),
        "{}: belongs to a run of `trainer {command}`, expected one of `trainer {}`",
        path.display(),
        commands.join("` or `trainer ")
    );
    let found = serde_json::from_str(&text).with_context(context)?;
    Ok(Some(found))
}

/// The state of an interrupted run with the same settings; `None` if nothing was begun.
///
/// # Errors
/// Those of [`read`]; or the settings differ.
pub fn resume<S, T>(path: &Path, command: &str, settings: &S) -> anyhow::Result<Option<T>>
where
    S: DeserializeOwned + PartialEq + Debug,
    T: DeserializeOwned,
{
    let Some(found) = read::<S, T>(path, &[command])? else {
        return Ok(None);
    };
    ensure!(
        found.settings == *settings,
        "{}: begun with other settings: {:?}, now {settings:?}; use another --output",
        path.display(),
        found.settings
    );
    Ok(Some(found.state))
}

/// Like [`resume`] in the folder of a run, which may be missing. A folder that holds something
/// else, but no checkpoint, is not touched.
///
/// # Errors
/// Those of [`resume`]; or the folder holds files and no checkpoint.
pub fn resume_in<S, T>(folder: &Path, command: &str, settings: &S) -> anyhow::Result<Option<T>>
where
    S: DeserializeOwned + PartialEq + Debug,
    T: DeserializeOwned,
{
    let path = folder.join(FILE);
    let state = resume(&path, command, settings)?;
    if state.is_none() {
        ensure!(
            is_unused(folder).with_context(|| folder.display().to_string())?,
            "{} is missing, though the folder is not empty; use another --output",
            path.display()
        );
    }
    Ok(state)
}

/// Whether a folder is missing, empty, or holds no more than a run that was killed at its begin
/// left behind: its lock, drafts, and the log of what it said before its first checkpoint.
fn is_unused(folder: &Path) -> std::io::Result<bool> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        entries => entries?,
    };
    for entry in entries {
        let name = entry?.file_name();
        let draft = Path::new(&name).extension() == Some(OsStr::new("new"));
        if !draft && name != "lock" && name != "log.txt" {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The checkpoint of a run's folder, which must be there.
///
/// # Errors
/// Those of [`read`]; or there is none.
pub fn of<S: DeserializeOwned, T: DeserializeOwned>(
    folder: &Path,
    commands: &[&str],
) -> anyhow::Result<Checkpoint<S, T>> {
    let path = folder.join(FILE);
    let missing = || {
        anyhow!(
            "{}: no such file; expected the folder of a run of `trainer {}`",
            path.display(),
            commands.join("` or `trainer ")
        )
    };
    read(&path, commands)?.ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_checkpoint_and_that_of_another_command_are_refused() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(FILE);
        let resumed = |command| resume_in::<u32, Vec<f32>>(folder.path(), command, &3);
        assert!(resumed("one")?.is_none());
        write(&path, "one", &3, &vec![0.5, 0.25])?;
        assert_eq!(resumed("one")?, Some(vec![0.5, 0.25]));
        let refused = |command: &str, settings: u32, words: &str| {
            let found = resume_in::<u32, Vec<f32>>(folder.path(), command, &settings);
            let error = format!("{:#}", found.expect_err("refused"));
            assert!(error.contains(words), "{error}");
        };
        refused("two", 3, "`trainer one`, expected one of `trainer two`");
        refused("one", 4, "begun with other settings: 3, now 4");
        let text = fs::read_to_string(&path)?;
        fs::write(&path, text.replacen("0.25", "0.75", 1))?;
        refused("one", 3, "damaged or edited");
        fs::write(&path, "{\"command\":\"one\",\"settings\":3,\"state\":[]}")?;
        refused("one", 3, "no checksum");
        fs::rename(&path, folder.path().join("aside.json"))?;
        refused("one", 3, "checkpoint.json is missing");
        Ok(())
    }
}
