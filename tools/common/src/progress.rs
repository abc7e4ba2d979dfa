//! The progress bar on standard error, silent if that is no terminal.
//! Not here: lines printed beside it (see [`Progress::suspend`]).

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How often the bar is drawn anew while nothing happens.
const TICK: Duration = Duration::from_millis(500);

/// A bar that counts towards a known end. Threads may share it.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for `all` units, `done` of which are done already. `unit` is their plural, as in
    /// `games`. The rate and the time left count from now.
    #[must_use]
    pub fn new(unit: &str, done: u64, all: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
        let template = format!(
            "{{bar:20}} {{pos}}/{{len}} {unit}  {{per_sec}}  {{elapsed}} gone, {{eta}} left  {{wide_msg}}"
        );
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.set_position(done);
        bar.reset_eta();
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        Self { bar }
    }

    /// Whether nothing is shown, because standard error is no terminal.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Counts further units.
    pub fn add(&self, units: u64) {
        self.bar.inc(units);
    }

    /// Sets how many units are done.
    pub fn set(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// How many units are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.bar.position()
    }

    /// Sets the text at the end of the bar.
    pub fn tell(&self, text: impl Into<String>) {
        self.bar.set_message(text.into());
    }

    /// Prints something while the bar is out of the way: use it around everything that is printed
    /// while a bar is shown.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Takes the bar away.
    pub fn clear(self) {
        self.bar.finish_and_clear();
    }

    /// Leaves the bar as it stands.
    pub fn leave(self) {
        self.bar.abandon();
    }
}
