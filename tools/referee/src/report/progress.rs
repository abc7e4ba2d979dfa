//! How a run gets on: a line that is rewritten on a terminal, plain lines elsewhere.
//! Not here: what the line says.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};
use tricorn_common::print;

/// The least time between two plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// The progress of a run, on standard error.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    done: u64,
    all: u64,
    what: &'static str,
    told: Option<Instant>,
}

impl Progress {
    /// `done` of `all` are there, pairs or `what` else.
    #[must_use]
    pub fn new(done: u64, all: u64, what: &'static str) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template(&format!(
                "{{bar:20}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left  {{wide_msg}}",
            ));
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar.set_position(done);
            bar.reset_eta();
            bar
        });
        Self {
            bar,
            done,
            all,
            what,
            told: None,
        }
    }

    /// One more, and what is to be told after it.
    pub fn one(&mut self, score: &str) {
        self.done += 1;
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
            bar.set_message(score.to_owned());
            return;
        }
        let last = self.done == self.all;
        if last || self.told.is_none_or(|told| told.elapsed() >= PAUSE) {
            self.told = Some(Instant::now());
            self.say(&format!(
                "{}/{} {}  {score}",
                self.done, self.all, self.what
            ));
        }
    }

    /// A line that stays.
    pub fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| print::message(line)),
            None => print::message(line),
        }
    }

    /// Leaves the line as it is.
    pub fn end(self) {
        if let Some(bar) = self.bar {
            bar.abandon();
        }
    }
}
