//! The log of a long run: lines on standard output beside a progress bar, and in a log file.
//! Not here: what the lines say.

use anyhow::Context;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use tricorn_common::print::Log;
use tricorn_common::progress::Progress;

/// The lines and the progress of a run. A reader of standard output that has gone does not stop it.
pub struct Reporter {
    log: Log,
    /// The progress bar.
    pub bar: Progress,
    file: Option<PathBuf>,
}

impl Reporter {
    /// For `all` units, `done` of which are done already; lines also go to `file`, if there is one.
    #[must_use]
    pub fn new(unit: &str, done: u64, all: u64, file: Option<PathBuf>) -> Self {
        Self {
            log: Log::new(),
            bar: Progress::new(unit, done, all),
            file,
        }
    }

    /// Prints a line and adds it to the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn line(&self, line: impl Display) -> anyhow::Result<()> {
        if let Some(path) = &self.file {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.and_then(|mut file| writeln!(file, "{line}"))
                .with_context(|| path.display().to_string())?;
        }
        self.bar.suspend(|| self.log.line(line));
        Ok(())
    }

    /// Ends the run, with a last line if there is one.
    ///
    /// # Errors
    /// A line could not be printed for another reason than that nobody reads.
    pub fn finish(self, line: Option<&str>) -> anyhow::Result<()> {
        self.bar.clear();
        if let Some(line) = line {
            self.log.line(line);
        }
        Ok(self.log.finish()?)
    }
}
