//! `trainer train`: supervised training of a net on self-play positions.
//! Not here: the training loop, the network arithmetic, and data files.
//!
//! The target of a position blends the result of its game with the chance that its score stands
//! for (WDL blend); the loss is the cross entropy. Whole games are held out for validation, since
//! positions of one game resemble each other.

use super::play::Source;
use super::record::{Record, reflected};
use super::{Boards, Visitor, data};
use crate::checkpoint;
use crate::net::{Net, Pass, logistic};
use crate::training::{self, Step, Trainer, TrainingState};
use anyhow::ensure;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tricorn::eval::net::{Shape, active_features};
use tricorn::rules::Side;
use tricorn_common::lock;

/// One game in so many is held out for validation.
const HELD_OUT: usize = 20;

/// A batch is cut into so many slices whose gradients are added in order, so that the result does
/// not depend on the number of threads.
const SLICES: usize = 8;

/// The learning rate of the last steps as a part of that of the first.
const LAST_RATE: f32 = 0.02;

/// The command, as checkpoints name it.
const COMMAND: &str = "train";

/// How a net is trained. All of it decides what comes out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The game.
    pub variant: String,
    /// Hidden units of a view, a multiple of 16 up to 128.
    pub hidden: usize,
    /// Output buckets; neighbouring ones of the net are trained as one.
    pub buckets: usize,
    /// Passes over the positions, one at least.
    pub epochs: usize,
    /// Positions in a batch, one at least.
    pub batch: usize,
    /// Learning rate of the first step; it falls along half a cosine.
    pub rate: f32,
    /// WDL blend: the share of the game's result in the target, 0 to 1; the rest is the score's.
    pub wdl: f32,
    /// Score units to a logit, above 0.
    pub unit: i32,
    /// Of the first weights and of the order.
    pub seed: u64,
}

/// A task of training.
#[derive(Clone, Debug)]
pub struct Fit {
    /// How.
    pub schedule: Schedule,
    /// Folders of positions.
    pub data: Vec<PathBuf>,
    /// The net file. The checkpoint lies beside it, with `.state` added to the name.
    pub output: PathBuf,
    /// How many threads.
    pub threads: usize,
}

impl Visitor for &Fit {
    type Out = anyhow::Result<()>;

    fn visit<G: Boards>(self) -> anyhow::Result<()> {
        self.run::<G>()
    }
}

/// Samples to train on and others for validation.
struct Samples<S> {
    train: Vec<Record<S>>,
    held_out: Vec<Record<S>>,
    checksum: u32,
}

impl Fit {
    fn run<G: Boards>(&self) -> anyhow::Result<()> {
        let (schedule, most) = (&self.schedule, G::OUTPUT_BUCKETS);
        ensure!(
            (1..=most).contains(&schedule.buckets),
            "{} buckets, expected 1 to {most}",
            schedule.buckets
        );
        let samples = self.load::<G>()?;
        let _lock = lock::file(&self.output)?;
        // Added to the whole name, so that it is another file whatever the net is called.
        let path = self.output.with_added_extension("state");
        let state = checkpoint::resume::<Schedule, TrainingState>(&path, COMMAND, schedule)?;
        let state =
            state.unwrap_or_else(|| TrainingState::new(samples.checksum, self.fresh::<G>()));
        ensure!(
            state.checksum == samples.checksum,
            "{}: begun with other positions (CRC-32 {:08x}, now {:08x}); use another --output",
            path.display(),
            state.checksum,
            samples.checksum
        );
        let mut gradient = state.net.clone();
        gradient.clear();
        let mut training = Training::<G> {
            fit: self,
            samples,
            gradients: vec![gradient; SLICES],
            checkpoint: &path,
        };
        training::run(&mut training, state, &self.output, None)
    }

    /// An untrained net.
    fn fresh<G: Boards>(&self) -> Net {
        let expected = G::expected();
        let shape = Shape {
            inputs: expected.inputs,
            hidden: self.schedule.hidden,
            perspectives: expected.perspectives,
            outputs: self.schedule.buckets,
        };
        let mut rng = Pcg64::seed_from_u64(self.schedule.seed);
        Net::random(shape, expected.max_active, 24, &mut rng)
    }

    fn load<G: Boards>(&self) -> anyhow::Result<Samples<G::Bitboards>> {
        let mut samples = Samples {
            train: Vec::new(),
            held_out: Vec::new(),
            checksum: 0,
        };
        let mut sums = crc32fast::Hasher::new();
        let mut games = 0_usize;
        let mut seen: HashMap<u32, PathBuf> = HashMap::new();
        for path in self.parts()? {
            let (records, sum) = data::read::<G>(&path)?;
            sums.update(&sum.to_le_bytes());
            // Compared in whole, since among many parts two may have one checksum by chance.
            if let Some(other) = seen.insert(sum, path.clone()) {
                ensure!(
                    data::read::<G>(&other)?.0 != records,
                    "{}: the same positions as in {}",
                    path.display(),
                    other.display()
                );
            }
            for mut record in records {
                record.bucket = record.bucket * self.schedule.buckets / G::OUTPUT_BUCKETS;
                games += usize::from(record.first);
                if games.is_multiple_of(HELD_OUT) {
                    samples.held_out.push(record);
                } else {
                    samples.train.push(record);
                }
            }
        }
        ensure!(
            !samples.held_out.is_empty() && !samples.train.is_empty(),
            "too few games: {games}, expected at least {HELD_OUT}"
        );
        samples.checksum = sums.finalize();
        Ok(samples)
    }

    /// The parts of all folders, in order.
    fn parts(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut sources: Vec<(&Path, Source)> = Vec::new();
        for folder in &self.data {
            let source = Source::open(folder)?;
            for (other, before) in &sources {
                ensure!(
                    !source.is_same(before),
                    "{}: the same games as in {}; name each folder once",
                    folder.display(),
                    other.display()
                );
            }
            sources.push((folder, source));
        }
        let parts = sources.into_iter().flat_map(|(_, source)| source.parts);
        Ok(parts.collect())
    }

    /// The target of a position.
    fn target<S>(&self, record: &Record<S>) -> f32 {
        let Schedule { wdl, unit, .. } = self.schedule;
        let score = logistic(record.score as f32 / unit as f32);
        wdl * record.ending.points() + (1.0 - wdl) * score
    }

    /// Leaves the mean gradient of a batch in the first of `gradients`; returns the sum of losses.
    fn gradient<G: Boards>(
        &self,
        net: &Net,
        positions: &[Record<G::Bitboards>],
        seed: u64,
        gradients: &mut [Net],
    ) -> f32 {
        let size = positions.len().div_ceil(SLICES);
        let share = 1.0 / positions.len() as f32;
        let mut tasks: Vec<_> = positions
            .chunks(size)
            .zip(gradients.iter_mut())
            .enumerate()
            .map(|(number, (positions, gradient))| (number, positions, gradient, 0.0))
            .collect();
        let each = tasks.len().div_ceil(self.threads);
        std::thread::scope(|scope| {
            for tasks in tasks.chunks_mut(each) {
                scope.spawn(move || {
                    let mut pass = Pass::new(net.shape());
                    for (number, positions, gradient, loss) in tasks {
                        let mut rng = Pcg64::seed_from_u64(seed ^ (*number as u64) << 48);
                        gradient.clear();
                        for record in *positions {
                            let mut sets = record.sets;
                            if rng.random() {
                                for set in sets.as_mut() {
                                    *set = reflected(*set);
                                }
                            }
                            let record = Record { sets, ..*record };
                            *loss += self.learn(net, &record, &mut pass, share, gradient);
                        }
                    }
                });
            }
        });
        let loss = tasks.iter().map(|task| task.3).sum();
        let used = tasks.len();
        let (sum, others) = gradients.split_at_mut(1);
        for other in &others[..used - 1] {
            for (sum, other) in sum[0].groups_mut().into_iter().zip(other.groups()) {
                for (sum, other) in sum.iter_mut().zip(other) {
                    *sum += other;
                }
            }
        }
        loss
    }

    /// Adds the gradient of a position times `share`; returns its loss.
    fn learn<S: AsRef<[u64]>>(
        &self,
        net: &Net,
        record: &Record<S>,
        pass: &mut Pass,
        share: f32,
        gradient: &mut Net,
    ) -> f32 {
        let views = views(record);
        pass.forward(net, views.iter().map(Vec::as_slice));
        let logit = pass.logit(net, record.bucket);
        let target = self.target(record);
        let slope = (logistic(logit) - target) * share;
        pass.backward(
            net,
            views.iter().map(Vec::as_slice),
            &[(record.bucket, slope)],
            gradient,
        );
        loss(logit, target)
    }
}

/// A training that runs.
struct Training<'a, G: Boards> {
    fit: &'a Fit,
    samples: Samples<G::Bitboards>,
    /// Of the slices of a batch; the first takes up the sum.
    gradients: Vec<Net>,
    checkpoint: &'a Path,
}

impl<G: Boards> Trainer for Training<'_, G> {
    fn epochs(&self) -> usize {
        self.fit.schedule.epochs
    }

    fn steps(&self) -> usize {
        self.samples.train.len().div_ceil(self.fit.schedule.batch)
    }

    fn samples(&self) -> [usize; 2] {
        [self.samples.train.len(), self.samples.held_out.len()]
    }

    fn shuffle(&mut self, epoch: usize) {
        let seed = self.fit.schedule.seed ^ (epoch as u64 + 1) << 32;
        let mut rng = Pcg64::seed_from_u64(seed);
        let train = &mut self.samples.train;
        train.sort_by_cached_key(|_| rng.random::<u64>());
    }

    fn rate(&self, done: f32) -> f32 {
        let falling = (1.0 + (done * std::f32::consts::PI).cos()) / 2.0;
        self.fit.schedule.rate * (LAST_RATE + (1.0 - LAST_RATE) * falling)
    }

    fn gradient(&mut self, net: &Net, step: Step) -> (&Net, f64) {
        let Schedule { batch, seed, .. } = self.fit.schedule;
        let samples = self.samples.train.chunks(batch).nth(step.in_epoch);
        let samples = samples.unwrap_or_default();
        let seed = seed ^ step.overall as u64;
        let loss = self
            .fit
            .gradient::<G>(net, samples, seed, &mut self.gradients);
        (&self.gradients[0], loss.into())
    }

    fn validate(&self, net: &Net) -> f64 {
        let mut pass = Pass::new(net.shape());
        let held_out = &self.samples.held_out;
        let losses = held_out.iter().map(|record| {
            let views = views(record);
            pass.forward(net, views.iter().map(Vec::as_slice));
            loss(pass.logit(net, record.bucket), self.fit.target(record))
        });
        f64::from(losses.sum::<f32>() / held_out.len() as f32)
    }

    fn remark(&self, _: &Net) -> anyhow::Result<String> {
        Ok(String::new())
    }

    fn net_file(&self, state: &TrainingState) -> anyhow::Result<Vec<u8>> {
        let Schedule {
            epochs,
            wdl,
            seed,
            unit,
            ..
        } = self.fit.schedule;
        let positions = self.samples.train.len();
        let [_, loss] = state.losses.last().copied().unwrap_or_default();
        // The words of the nets that are shipped, so that the same training makes the same file.
        let description = format!(
            "trainer {}, {positions} positions (crc {:08x}), epoch {} of {epochs}, mix {wdl}, seed {seed}, loss {loss:.5}",
            env!("CARGO_PKG_VERSION"),
            state.checksum,
            state.epoch,
        );
        let parts = state.net.spread(G::OUTPUT_BUCKETS).parts(unit, description);
        let bytes = parts.to_bytes(G::NAME);
        tricorn::eval::net::Net::read(&bytes, &G::expected())?;
        Ok(bytes)
    }

    fn keep(&self, state: &TrainingState) -> anyhow::Result<()> {
        checkpoint::write(self.checkpoint, COMMAND, &self.fit.schedule, state)
    }
}

/// The inputs of both views, the mover's first.
fn views<S: AsRef<[u64]>>(record: &Record<S>) -> [Vec<u16>; 2] {
    Side::ALL.map(|side| {
        let mut inputs = Vec::with_capacity(48);
        active_features(side, record.sets.as_ref(), &mut inputs);
        inputs
    })
}

/// The cross entropy of a target and the chance of a logit.
fn loss(logit: f32, target: f32) -> f32 {
    // ln(1 + e^x), without overflow.
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    softplus - target * logit
}
