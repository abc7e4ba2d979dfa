//! `trainer abak fit`: supervised training of a net on the positions of many games.
//! Not here: the training loop, and where positions and targets come from.

use super::NET_FILE;
use super::sample::{Sample, Scratch, fresh, net_file};
use super::store;
use super::td::against_linear;
use crate::checkpoint;
use crate::net::Net;
use crate::ranges;
use crate::training::{self, Step, Trainer, TrainingState};
use anyhow::ensure;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tricorn::eval::abak::net::EXPECTED;
use tricorn_common::lock;

/// What decides how the net comes out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub struct Settings {
    /// Files of positions; several may be given
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    pub data: Vec<PathBuf>,
    /// The folder of the run whose net is trained further [default: an untrained net]
    #[arg(long, value_name = "FOLDER", conflicts_with = "hidden")]
    pub from: Option<PathBuf>,
    /// Hidden units of a new net, a multiple of 16
    #[arg(long, default_value_t = 64, value_parser = ranges::hidden::<{ EXPECTED.perspectives }>)]
    pub hidden: usize,
    /// Passes over the positions
    #[arg(long, default_value_t = 5, value_parser = ranges::count::<u32>)]
    pub epochs: u32,
    /// Positions in a batch
    #[arg(long, default_value_t = 256, value_parser = ranges::count::<usize>)]
    pub batch: usize,
    /// Learning rate of the first step
    #[arg(long, default_value_t = 0.001, value_parser = ranges::rate)]
    pub rate: f32,
    /// Learning rate of the last step; in between it decays exponentially
    #[arg(long, default_value_t = 0.000_02, value_parser = ranges::rate)]
    pub last_rate: f32,
    /// Seed of the first weights and of the order of positions
    #[arg(long, default_value_t = 3)]
    pub seed: u64,
    /// Pairs of games against the linear evaluation after each epoch
    #[arg(long, default_value_t = 500, value_parser = ranges::count::<u64>)]
    pub pairs: u64,
}

/// The command, as checkpoints name it.
pub const COMMAND: &str = "abak fit";

/// One game in so many is held out for validation.
const HELD_OUT: u64 = 20;

/// Fits a net in `folder`, or resumes it. What is refused leaves no folder behind.
///
/// # Errors
/// A file of positions cannot be used, the folder belongs to another run, or it cannot be written.
pub fn run(settings: &Settings, folder: &Path, threads: usize) -> anyhow::Result<()> {
    let (samples, held_out, checksum) = load(&settings.data)?;
    let net = match &settings.from {
        Some(from) => net_of(from)?,
        None => fresh(settings.hidden, settings.seed),
    };
    let resumed = || checkpoint::resume_in::<Settings, TrainingState>(folder, COMMAND, settings);
    resumed()?;
    let _lock = lock::folder(folder)?;
    // Once more, since another run may have been at it until now.
    let state = resumed()?.unwrap_or_else(|| TrainingState::new(checksum, net));
    let file = folder.join(checkpoint::FILE);
    ensure!(
        state.checksum == checksum,
        "{}: begun with other positions (CRC-32 {:08x}, now {checksum:08x}); use another --output",
        file.display(),
        state.checksum
    );
    let mut fit = Fit {
        settings,
        order: (0..samples.len() as u32).collect(),
        scratch: Scratch::new(&state.net),
        gradient: state.net.clone(),
        samples,
        held_out,
        checkpoint: file,
        threads,
    };
    let log = folder.join("log.txt");
    training::run(&mut fit, state, &folder.join(NET_FILE), Some(log))
}

/// The samples to train on, those held out for validation, and the checksum of all files.
fn load(paths: &[PathBuf]) -> anyhow::Result<(Vec<Sample>, Vec<Sample>, u32)> {
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    let mut sum = crc32fast::Hasher::new();
    let mut files: Vec<(&Path, store::Source)> = Vec::new();
    for path in paths {
        let (read, source) = store::read(path)?;
        for (other, before) in &files {
            if let Some(game) = source.shares(before) {
                anyhow::bail!(
                    "{}: its game {game} is also in {}; name each game once",
                    path.display(),
                    other.display()
                );
            }
        }
        sum.update(&source.checksum.to_le_bytes());
        files.push((path, source));
        for (game, sample) in read {
            if game % HELD_OUT == 0 {
                held_out.push(sample);
            } else {
                samples.push(sample);
            }
        }
    }
    ensure!(
        !samples.is_empty() && !held_out.is_empty(),
        "{} positions to train on and {} for validation, expected some of both: games whose number is a multiple of {HELD_OUT} are for validation",
        samples.len(),
        held_out.len()
    );
    Ok((samples, held_out, sum.finalize()))
}

/// The part of a run's state that another run starts from.
#[derive(Deserialize)]
struct Trained {
    net: Net,
}

/// The net of a run's folder.
fn net_of(folder: &Path) -> anyhow::Result<Net> {
    let commands = [super::td::COMMAND, COMMAND];
    let found = checkpoint::of::<IgnoredAny, Trained>(folder, &commands)?;
    Ok(found.state.net)
}

/// A training that runs.
struct Fit<'a> {
    settings: &'a Settings,
    samples: Vec<Sample>,
    held_out: Vec<Sample>,
    /// Indices of the samples, in the order of the epoch.
    order: Vec<u32>,
    scratch: Scratch,
    gradient: Net,
    checkpoint: PathBuf,
    threads: usize,
}

impl Trainer for Fit<'_> {
    fn epochs(&self) -> usize {
        self.settings.epochs as usize
    }

    fn steps(&self) -> usize {
        self.samples.len().div_ceil(self.settings.batch)
    }

    fn samples(&self) -> [usize; 2] {
        [self.samples.len(), self.held_out.len()]
    }

    fn shuffle(&mut self, epoch: usize) {
        self.order.sort_unstable();
        let seed = self.settings.seed ^ (epoch as u64 + 1) << 32;
        self.order.shuffle(&mut Pcg64::seed_from_u64(seed));
    }

    fn rate(&self, done: f32) -> f32 {
        let Settings {
            rate, last_rate, ..
        } = self.settings;
        rate * (last_rate / rate).powf(done)
    }

    fn gradient(&mut self, net: &Net, step: Step) -> (&Net, f64) {
        self.gradient.clear();
        let size = self.settings.batch;
        let batch = self.order.chunks(size).nth(step.in_epoch);
        let batch = batch.unwrap_or_default();
        let weight = 1.0 / batch.len() as f32;
        let losses = batch.iter().map(|&at| {
            let sample = &self.samples[at as usize];
            let loss = self
                .scratch
                .gradient(net, sample, weight, &mut self.gradient);
            f64::from(loss)
        });
        let loss = losses.sum();
        (&self.gradient, loss)
    }

    fn validate(&self, net: &Net) -> f64 {
        let mut scratch = Scratch::new(net);
        let losses = self.held_out.iter();
        let sum: f64 = losses
            .map(|sample| f64::from(scratch.loss(net, sample)))
            .sum();
        sum / self.held_out.len() as f64
    }

    fn remark(&self, net: &Net) -> anyhow::Result<String> {
        let mean = against_linear(net, self.settings.pairs, self.threads)?;
        Ok(format!(", against the linear evaluation {mean:.3}"))
    }

    fn net_file(&self, state: &TrainingState) -> anyhow::Result<Vec<u8>> {
        let (positions, epoch) = (self.samples.len(), state.epoch);
        let description = format!("trainer abak fit, {positions} positions, epoch {epoch}");
        net_file(&state.net, description)
    }

    fn keep(&self, state: &TrainingState) -> anyhow::Result<()> {
        checkpoint::write(&self.checkpoint, COMMAND, self.settings, state)
    }
}
