//! Builds the programs of the gauntlet: the current engine, reference players, old commits.
//! Not here: playing.

use crate::config::Milestone;
use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tricorn_common::print;

/// A checkout of this repository with its build folder.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// The checkout.
    root: PathBuf,
    /// Where cargo builds, below the root unless the environment says otherwise.
    target: PathBuf,
}

/// The state of the sources that the engine is built from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The commit, shortened.
    pub commit: String,
    /// Whether files differ from it.
    pub changed: bool,
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.commit)?;
        f.write_str(if self.changed { " with changes" } else { "" })
    }
}

/// What a program prints, without the line end.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .with_context(|| format!("running {name}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("{name}: {}", errors.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned())
}

/// Runs a program whose progress people may want to see, on standard error.
fn run(command: &mut Command) -> anyhow::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
    let status = status.with_context(|| format!("running {name}"))?;
    if !status.success() {
        bail!("{name} failed ({status})");
    }
    Ok(())
}

impl Workshop {
    /// The checkout in which the program was started.
    pub fn here() -> anyhow::Result<Self> {
        let root = output(Command::new("git").args(["rev-parse", "--show-toplevel"]))
            .context("not in a checkout of the repository, where milestones come from")?;
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
        Ok(Self {
            root: root.into(),
            target,
        })
    }

    /// A checkout in a folder, with its build folder at the usual place.
    #[cfg(test)]
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            target: "target".into(),
        }
    }

    /// The checkout's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A place below the build folder, as seen from the root.
    pub fn place(&self, below: impl AsRef<Path>) -> PathBuf {
        self.target.join(below)
    }

    fn git(&self, words: &[&str]) -> Command {
        let mut git = Command::new("git");
        git.arg("-C").arg(&self.root).args(words);
        git
    }

    /// What the current engine is built from.
    pub fn version(&self) -> anyhow::Result<Version> {
        let changes = ["status", "--porcelain", "--untracked-files=no", "--", "."];
        // The table changes with every run, and changes no program.
        let changes = [&changes[..], &[":!tools/gauntlet/RESULTS.md"]].concat();
        Ok(Version {
            commit: output(&mut self.git(&["rev-parse", "--short", "HEAD"]))?,
            changed: !output(&mut self.git(&changes))?.is_empty(),
        })
    }

    /// A program of the release build.
    pub fn program(&self, name: &str) -> PathBuf {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        self.place("release").join(file)
    }

    /// Builds the engine and the reference players.
    pub fn build(&self) -> anyhow::Result<()> {
        let words = [
            "build",
            "--release",
            "-p",
            "tricorn",
            "-p",
            "tricorn-players",
        ];
        run(Command::new("cargo").args(words).current_dir(&self.root))
            .context("building the engine and the players")
    }

    /// The engine of a milestone, built from history unless that was done before.
    pub fn milestone(&self, milestone: &Milestone) -> anyhow::Result<PathBuf> {
        let Milestone { name, commit, .. } = milestone;
        let told = format!("milestone {name}");
        let known = self
            .git(&["cat-file", "-e", &format!("{commit}^{{commit}}")])
            .stderr(Stdio::null())
            .status();
        if !known.context("running git")?.success() {
            bail!(
                "{told}: commit {commit} is not in this clone; a shallow one gets its history by \
                 `git fetch --unshallow`"
            );
        }
        let folder = self.place("milestones").join(format!("{name}-{commit}"));
        let engine = folder.join(format!("tricorn{}", std::env::consts::EXE_SUFFIX));
        if self.root.join(&engine).exists() {
            return Ok(engine);
        }
        print::message(format_args!("building {told} ({commit})"));
        let source = self.root.join(&folder).join("source");
        self.check_out(commit, &source).context(told.clone())?;
        let target = self.root.join(self.place("milestones")).join("build");
        let words = [
            "build",
            "--release",
            "--locked",
            "-p",
            "tricorn",
            "--target-dir",
        ];
        let mut cargo = Command::new("cargo");
        cargo.args(words).arg(&target).current_dir(&source);
        // A milestone is built as it was, whatever is set for the current engine.
        run(cargo.env_remove("CARGO_TARGET_DIR").env_remove("RUSTFLAGS")).context(told.clone())?;
        let built = target
            .join("release")
            .join(engine.file_name().unwrap_or(OsStr::new("")));
        // Moved into place as a whole: what is there is complete.
        let part = folder.join("part");
        fs::copy(&built, self.root.join(&part)).with_context(|| built.display().to_string())?;
        fs::rename(self.root.join(&part), self.root.join(&engine)).context(told)?;
        fs::remove_dir_all(&source).with_context(|| source.display().to_string())?;
        Ok(engine)
    }

    /// Writes the files of a commit into an empty folder.
    fn check_out(&self, commit: &str, folder: &Path) -> anyhow::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        // An index of its own, so that the checkout's stays as it is.
        let index = folder.with_extension("index");
        let mut prefix = folder.as_os_str().to_owned();
        prefix.push("/");
        let mut option = std::ffi::OsString::from("--prefix=");
        option.push(&prefix);
        run(self
            .git(&["read-tree", commit])
            .env("GIT_INDEX_FILE", &index))?;
        let mut files = self.git(&["checkout-index", "--all", "--force"]);
        run(files.arg(option).env("GIT_INDEX_FILE", &index))?;
        fs::remove_file(index)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_checked_out_beside_what_is_at_hand() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let shop = Workshop::at(folder.path());
        let file = folder.path().join("file.txt");
        let save = |text: &str| -> anyhow::Result<()> {
            fs::write(&file, text)?;
            run(&mut shop.git(&["add", "."]))?;
            let who = ["-c", "user.name=n", "-c", "user.email=e"];
            run(&mut shop.git(&[&who[..], &["commit", "-qm", "m"]].concat()))
        };
        run(&mut shop.git(&["init", "-q"]))?;
        save("old")?;
        let old = shop.version()?;
        save("new")?;
        let there = folder.path().join("target/there");
        shop.check_out(&old.commit, &there)?;
        assert_eq!(fs::read_to_string(there.join("file.txt"))?, "old");
        assert_eq!(fs::read_to_string(&file)?, "new");
        assert!(!shop.version()?.changed && shop.version()?.commit != old.commit);
        fs::write(&file, "newer")?;
        assert_eq!(
            shop.version()?.to_string(),
            format!("{} with changes", shop.version()?.commit)
        );

        let missing = Milestone {
            name: "gone".into(),
            commit: "0123456789012345678901234567890123456789".into(),
            what: String::new(),
        };
        let error = shop.milestone(&missing).map_err(|error| error.to_string());
        assert!(error.is_err_and(|error| error.contains("git fetch --unshallow")));
        Ok(())
    }
}
