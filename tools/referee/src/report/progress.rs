//! The progress display of a run: a bar on a terminal, plain lines elsewhere.
//! Not here: the score in the line (`standings`).

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};
use tricorn_common::print;

/// The least time between two plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// The progress of a run, on standard error.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    begun: Instant,
    /// How much was done when the run resumed.
    before: u64,
    done: u64,
    all: u64,
    unit: &'static str,
    told: Option<Instant>,
}

impl Progress {
    /// Progress that stands at `done` of `all`; `unit` is the plural of what is counted. The rate and
    /// the remaining time are measured from now on.
    #[must_use]
    pub fn new(done: u64, all: u64, unit: &'static str) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template(&format!(
                "{{bar:20}} {{pos}}/{{len}} {unit}, {{per_sec}}, {{eta}} left  {{wide_msg}}",
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
            begun: Instant::now(),
            before: done,
            done,
            all,
            unit,
            told: None,
        }
    }

    /// Counts one more; `score` follows the figures.
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
            self.say(&self.line(score, self.begun.elapsed()));
        }
    }

    /// The plain line: the progress, the rate, the remaining time, and the score.
    fn line(&self, score: &str, time: Duration) -> String {
        let Self {
            done, all, unit, ..
        } = self;
        let new = done.saturating_sub(self.before) as f64;
        let rate = new / time.as_secs_f64().max(1e-3);
        let left = all.saturating_sub(*done) as f64 / rate.max(1e-9);
        // Keeps the duration within its range if the rate is close to 0.
        let left = Duration::from_secs(left.min(1e9) as u64);
        let left = HumanDuration(left);
        format!("{done}/{all} {unit}, {rate:.2}/s, {left:#} left  {score}")
    }

    /// Prints a line above the bar.
    pub fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| print::message(line)),
            None => print::message(line),
        }
    }

    /// Ends the progress and leaves the bar on the screen.
    pub fn end(self) {
        if let Some(bar) = self.bar {
            bar.abandon();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_line_has_the_rate_and_the_time_left() {
        let mut progress = Progress::new(10, 100, "pairs");
        progress.done = 40;
        let line = progress.line("a - b: +1 =0 -0", Duration::from_secs(60));
        assert_eq!(line, "40/100 pairs, 0.50/s, 2m left  a - b: +1 =0 -0");
        progress.done = 10;
        assert!(
            progress
                .line("", Duration::ZERO)
                .starts_with("10/100 pairs, 0.00/s, ")
        );
    }
}
