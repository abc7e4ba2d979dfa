//! The training loop: epochs of Adam steps, each with its validation loss, a checkpoint and a net file.
//! Not here: the samples and their gradients, and where a checkpoint goes.

use crate::net::{Adam, Net};
use crate::reporter::Reporter;
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tricorn_common::files;

/// How far a training is.
#[derive(Serialize, Deserialize)]
pub struct TrainingState {
    /// The checksum of all samples.
    pub checksum: u32,
    /// Epochs that are done.
    pub epoch: usize,
    /// The net.
    pub net: Net,
    /// The state of the optimizer.
    adam: Adam,
    /// The training loss and the validation loss of each epoch.
    pub losses: Vec<[f64; 2]>,
    /// How long the epochs took.
    seconds: f64,
}

impl TrainingState {
    /// Before the first epoch.
    #[must_use]
    pub fn new(checksum: u32, net: Net) -> Self {
        Self {
            checksum,
            epoch: 0,
            adam: Adam::new(&net),
            net,
            losses: Vec::new(),
            seconds: 0.0,
        }
    }
}

/// Where a step is.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its number within the epoch.
    pub in_epoch: usize,
    /// Its number since training began.
    pub overall: usize,
}

/// What tells one training from another.
pub trait Trainer {
    /// How many epochs.
    fn epochs(&self) -> usize;

    /// How many steps make an epoch.
    fn steps(&self) -> usize;

    /// How many samples are trained on, and how many are held out for validation.
    fn samples(&self) -> [usize; 2];

    /// Brings the samples into the order of an epoch. It may depend on the order before, so it is
    /// called for every epoch from the first, those that are done included.
    fn shuffle(&mut self, epoch: usize);

    /// The learning rate when this part of the training is done, from 0 to 1.
    fn rate(&self, done: f32) -> f32;

    /// The mean gradient over the batch of a step, and the sum of its losses.
    fn gradient(&mut self, net: &Net, step: Step) -> (&Net, f64);

    /// The mean loss over the samples that are held out.
    fn validate(&self, net: &Net) -> f64;

    /// What else is to be said of a net after an epoch.
    ///
    /// # Errors
    /// The engine would refuse the net.
    fn remark(&self, net: &Net) -> anyhow::Result<String>;

    /// The engine's file of the net.
    ///
    /// # Errors
    /// The engine would refuse it.
    fn net_file(&self, state: &TrainingState) -> anyhow::Result<Vec<u8>>;

    /// Writes the checkpoint.
    ///
    /// # Errors
    /// It cannot be written.
    fn keep(&self, state: &TrainingState) -> anyhow::Result<()>;
}

/// Trains until all epochs are done. `output` is the net file, `log` a file for the lines as well.
///
/// # Errors
/// A file cannot be written, or the numbers left all bounds.
pub fn run(
    trainer: &mut impl Trainer,
    mut state: TrainingState,
    output: &Path,
    log: Option<PathBuf>,
) -> anyhow::Result<()> {
    let (steps, epochs) = (trainer.steps(), trainer.epochs());
    let [done, all] = [state.epoch, epochs].map(|epochs| (epochs * steps) as u64);
    let reporter = Reporter::new("steps", done, all, log);
    begin(trainer, &state, output, &reporter)?;
    for epoch in 0..epochs {
        trainer.shuffle(epoch);
        if epoch < state.epoch {
            continue;
        }
        let begin = Instant::now();
        let loss = self::epoch(trainer, &mut state, &reporter);
        let held_out = trainer.validate(&state.net);
        ensure!(
            loss.is_finite() && held_out.is_finite() && state.net.is_finite(),
            "epoch {}: loss {loss}, validation loss {held_out}, no longer finite: try a smaller --rate; the checkpoint of the epoch before is kept",
            epoch + 1
        );
        state.losses.push([loss, held_out]);
        state.epoch += 1;
        state.seconds += begin.elapsed().as_secs_f64();
        let remark = trainer.remark(&state.net)?;
        reporter.line(format_args!(
            "epoch {} of {epochs}, {:.0} s: loss {loss:.5}, validation loss {held_out:.5}{remark}",
            state.epoch, state.seconds
        ))?;
        // Made first, since a state whose net the engine would refuse must not be kept.
        let net = trainer.net_file(&state)?;
        trainer.keep(&state)?;
        write(output, &net)?;
    }
    reporter.finish(None)
}

/// Says where training begins, and writes the net of a resumed one, which may have been lost.
fn begin(
    trainer: &impl Trainer,
    state: &TrainingState,
    output: &Path,
    reporter: &Reporter,
) -> anyhow::Result<()> {
    let [samples, held_out] = trainer.samples();
    let positions = format!("{samples} positions, {held_out} for validation");
    if state.epoch == 0 {
        let loss = trainer.validate(&state.net);
        return reporter.line(format_args!(
            "{positions}: validation loss {loss:.5} before"
        ));
    }
    reporter.line(format_args!(
        "{positions}: resumed after epoch {}",
        state.epoch
    ))?;
    write(output, &trainer.net_file(state)?)
}

/// One epoch; returns the mean training loss.
fn epoch(trainer: &mut impl Trainer, state: &mut TrainingState, reporter: &Reporter) -> f64 {
    let steps = trainer.steps();
    let all = (steps * trainer.epochs()) as f32;
    let mut total = 0.0;
    for in_epoch in 0..steps {
        let overall = state.epoch * steps + in_epoch;
        let rate = trainer.rate(overall as f32 / all);
        let (gradient, loss) = trainer.gradient(&state.net, Step { in_epoch, overall });
        total += loss;
        state.adam.step(&mut state.net, gradient, rate);
        reporter.bar.add(1);
    }
    total / trainer.samples()[0] as f64
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::replace_bytes(path, bytes).with_context(|| path.display().to_string())
}
