//! Logs: to stderr, or to the file that an option names; never to stdout.
//! Not here: what is worth logging.

use crate::regular_file;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Registry, fmt, reload};

/// The handle on the log: where it goes and how much it says.
#[derive(Clone)]
pub struct Logs {
    target: Target,
    level: reload::Handle<LevelFilter, Registry>,
    /// What the level is while nothing asks for more.
    quiet: LevelFilter,
}

impl Logs {
    /// Starts logging to stderr.
    ///
    /// # Errors
    /// When something else in the process logs already.
    pub fn start(quiet: LevelFilter) -> anyhow::Result<Self> {
        let target = Target::default();
        let (filter, level) = reload::Layer::new(quiet);
        let lines = fmt::layer().with_ansi(false).with_writer(target.clone());
        tracing_subscriber::registry()
            .with(filter)
            .with(lines)
            .try_init()?;
        Ok(Self {
            target,
            level,
            quiet,
        })
    }

    /// Sends the log, with every command and answer in it, to the end of a file; an empty name
    /// sends it back to stderr.
    ///
    /// # Errors
    /// When it is not a regular file or cannot be opened; the log then goes where it went before.
    pub fn to_file(&self, name: &str) -> io::Result<()> {
        let file = match name {
            "" => None,
            name => Some(regular_file::append(Path::new(name))?),
        };
        self.say(file.is_some());
        *self.target.lock() = file;
        Ok(())
    }

    /// Says more, or what was said before.
    pub fn debug(&self, on: bool) {
        self.say(on || self.target.lock().is_some());
    }

    fn say(&self, more: bool) {
        let level = if more { LevelFilter::DEBUG } else { self.quiet };
        // Fails only when the subscriber is gone, and then nobody listens.
        let _ = self.level.modify(|now| *now = level.max(self.quiet));
    }
}

/// A file, or stderr while there is none.
#[derive(Clone, Default)]
struct Target(Arc<Mutex<Option<File>>>);

impl Target {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Target {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        match self.lock().as_mut() {
            Some(file) => file.write(buf),
            None => io::stderr().write(buf),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.lock().as_mut() {
            Some(file) => file.flush(),
            None => io::stderr().flush(),
        }
    }
}

impl MakeWriter<'_> for Target {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}
