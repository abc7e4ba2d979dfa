//! The folder of a run: its checkpoint, the net as the engine reads it, a log.
//! Not here: what is trained.

use super::lesson::file;
use crate::files;
use crate::net::Net;
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where a run stands.
#[derive(Debug, Serialize, Deserialize)]
pub struct Checkpoint<S, T> {
    /// What was asked for.
    pub settings: S,
    /// How far it is.
    pub state: T,
}

/// A run's folder.
pub struct Folder {
    path: PathBuf,
    /// Held, so that no other run writes into the folder.
    _lock: File,
}

impl Folder {
    /// Makes it, if it is not there, and takes it for this process alone.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(path).with_context(|| path.display().to_string())?;
        Ok(Self {
            path: path.into(),
            _lock: files::lock(&path.join("lock"))?,
        })
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The state of a run of these settings that was broken off; none where nothing was begun.
    pub fn resume<S, T>(&self, settings: &S) -> anyhow::Result<Option<T>>
    where
        S: DeserializeOwned + PartialEq + std::fmt::Debug,
        T: DeserializeOwned,
    {
        let path = self.file("checkpoint.json");
        let Some(found) = files::read::<Checkpoint<S, T>>(&path)? else {
            return Ok(None);
        };
        if found.settings != *settings {
            bail!(
                "{}: begun as {:?}, not as {settings:?}",
                self.path.display(),
                found.settings
            );
        }
        Ok(Some(found.state))
    }

    /// Keeps a state. Whenever the program ends, there is the old checkpoint or the new one.
    pub fn keep<S: Serialize, T: Serialize>(
        &self,
        checkpoint: &Checkpoint<S, T>,
    ) -> anyhow::Result<()> {
        files::replace(
            &self.file("checkpoint.json"),
            &serde_json::to_vec(checkpoint)?,
        )
    }

    /// Writes the net as the engine reads it.
    ///
    /// # Errors
    /// The engine would refuse the net, or the file cannot be written.
    pub fn export(&self, net: &Net, made: String) -> anyhow::Result<()> {
        let bytes = file(net, made);
        tricorn::eval::abak::net::Net::read(&bytes)?;
        files::replace(&self.file("abak.net"), &bytes)
    }

    /// Adds a line to the log, and shows it.
    pub fn log(&self, bar: &ProgressBar, line: &str) -> anyhow::Result<()> {
        let path = self.file("log.txt");
        let mut log = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)?;
        writeln!(log, "{line}").with_context(|| path.display().to_string())?;
        if bar.is_hidden() {
            println!("{line}");
        } else {
            bar.println(line);
        }
        Ok(())
    }
}

/// A progress line; nothing where stderr is no terminal.
pub fn progress(what: &str, done: u64, all: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {per_sec} eta {eta}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar.set_position(done);
    bar.reset_eta();
    bar
}
