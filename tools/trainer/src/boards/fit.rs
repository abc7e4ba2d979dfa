//! Training: passes over positions of self-play, until the schedule is through.
//! Not here: the net's arithmetic, and files of positions.
//!
//! The target of a position is a mixture of how its game ended and of the chance that its score
//! means; the loss is the cross entropy. Games, not positions, are set apart for validation,
//! since positions of one game resemble each other.

use super::data;
use super::record::{Record, reflected};
use super::{Boards, Visitor};
use crate::files;
use crate::net::{Adam, Net, Pass, logistic};
use anyhow::{bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tricorn::eval::net::{Shape, active_features};
use tricorn::rules::Side;

/// One game of so many is for validation.
const HELD_OUT: usize = 20;

/// A batch is cut into so many slices whose gradients are added in order, so that the result does
/// not depend on the number of threads.
const SLICES: usize = 8;

/// The rate of the last steps as a part of that of the first.
const LAST_RATE: f32 = 0.02;

/// How a net is trained. All of it decides what comes out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The game.
    pub variant: String,
    /// Hidden units of a view, a multiple of 16 up to 128.
    pub hidden: usize,
    /// Outputs that are told apart; neighbouring ones of the net are trained as one.
    pub buckets: usize,
    /// Passes over the positions, one at least.
    pub epochs: usize,
    /// Positions in a step, one at least.
    pub batch: usize,
    /// The first step's rate; it falls along half a cosine.
    pub rate: f32,
    /// The share of the game's end in the target, 0 to 1; the rest is the score's.
    pub mix: f32,
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
    /// The net file. The state of training lies beside it, with `.state` added to the name.
    pub output: PathBuf,
    /// How many threads.
    pub threads: usize,
}

/// Where training stands.
#[derive(Serialize, Deserialize)]
struct State {
    schedule: Schedule,
    /// Of all data.
    checksum: u32,
    epoch: usize,
    net: Net,
    adam: Adam,
    /// Losses of the epochs, in training and validation.
    losses: Vec<[f32; 2]>,
    seconds: f64,
}

impl Visitor for &Fit {
    type Out = anyhow::Result<()>;

    fn visit<G: Boards>(self) -> anyhow::Result<()> {
        self.run::<G>()
    }
}

/// Positions to learn from and others to check with.
struct Positions<S> {
    train: Vec<Record<S>>,
    check: Vec<Record<S>>,
    checksum: u32,
}

impl Fit {
    fn run<G: Boards>(&self) -> anyhow::Result<()> {
        let schedule = &self.schedule;
        ensure!(
            (1..=G::OUTPUT_BUCKETS).contains(&schedule.buckets),
            "{} buckets, expected 1 to {}",
            schedule.buckets,
            G::OUTPUT_BUCKETS
        );
        // Added to the whole name, so that it is another file whatever the net is called.
        let state_path = self.output.with_added_extension("state");
        let _alone = files::lock(&self.output.with_added_extension("lock"))?;
        let mut positions = self.load::<G>()?;
        let mut state = self.begin::<G>(&state_path, positions.checksum)?;
        println!(
            "{} positions to learn from, {} to check with",
            positions.train.len(),
            positions.check.len()
        );
        if state.epoch > 0 {
            // The run before may have ended between writing the state and the net.
            let net = self.net_file::<G>(&state, positions.train.len())?;
            files::replace(&self.output, &net)?;
        }
        let began = Instant::now();
        let before = state.seconds;
        for epoch in 0..schedule.epochs {
            // Each order is made from the one before, so that of a pass that is done counts too.
            let mut rng = Pcg64::seed_from_u64(schedule.seed ^ (epoch as u64 + 1) << 32);
            positions.train.sort_by_cached_key(|_| rng.random::<u64>());
            if epoch < state.epoch {
                continue;
            }
            let trained = self.epoch::<G>(&mut state, &positions.train)?;
            let checked = self.check::<G>(&state.net, &positions.check);
            ensure!(
                trained.is_finite() && checked.is_finite() && state.net.is_finite(),
                "epoch {}: loss {trained}, in validation {checked}, and no sound net any more: try a smaller rate; what the epochs before came to is kept",
                epoch + 1
            );
            state.losses.push([trained, checked]);
            state.epoch += 1;
            state.seconds = before + began.elapsed().as_secs_f64();
            println!(
                "epoch {} of {}: loss {trained:.5}, in validation {checked:.5}, {:.0} s",
                state.epoch, schedule.epochs, state.seconds
            );
            // First, since a state whose net the engine would refuse must not be kept.
            let net = self.net_file::<G>(&state, positions.train.len())?;
            files::replace(&state_path, &serde_json::to_vec(&state)?)?;
            files::replace(&self.output, &net)?;
        }
        Ok(())
    }

    /// The state of an interrupted training of the same kind, or a fresh one.
    fn begin<G: Boards>(&self, path: &Path, checksum: u32) -> anyhow::Result<State> {
        if let Some(state) = files::read::<State>(path)? {
            if state.schedule != self.schedule || state.checksum != checksum {
                bail!(
                    "{} belongs to another training: {:?} with data {:08x}; take another output, or delete it",
                    path.display(),
                    state.schedule,
                    state.checksum
                );
            }
            println!("goes on after epoch {}", state.epoch);
            return Ok(state);
        }
        let expected = G::expected();
        let shape = Shape {
            inputs: expected.inputs,
            hidden: self.schedule.hidden,
            perspectives: expected.perspectives,
            outputs: self.schedule.buckets,
        };
        let mut rng = Pcg64::seed_from_u64(self.schedule.seed);
        let net = Net::random(shape, expected.max_active, 24, &mut rng);
        Ok(State {
            schedule: self.schedule.clone(),
            checksum,
            epoch: 0,
            adam: Adam::new(&net),
            net,
            losses: Vec::new(),
            seconds: 0.0,
        })
    }

    fn load<G: Boards>(&self) -> anyhow::Result<Positions<G::Bitboards>> {
        let mut positions = Positions {
            train: Vec::new(),
            check: Vec::new(),
            checksum: 0,
        };
        let mut sums = crc32fast::Hasher::new();
        let mut games = 0_usize;
        for folder in &self.data {
            let parts = data::parts(folder)?;
            ensure!(
                !parts.is_empty(),
                "{}: no parts of positions in it",
                folder.display()
            );
            for path in parts {
                let (records, sum) = data::read::<G>(&path)?;
                sums.update(&sum.to_le_bytes());
                for mut record in records {
                    record.bucket = record.bucket * self.schedule.buckets / G::OUTPUT_BUCKETS;
                    games += usize::from(record.first);
                    if games.is_multiple_of(HELD_OUT) {
                        positions.check.push(record);
                    } else {
                        positions.train.push(record);
                    }
                }
            }
        }
        ensure!(
            !positions.check.is_empty() && !positions.train.is_empty(),
            "too few games: {games}, expected {HELD_OUT} at least"
        );
        positions.checksum = sums.finalize();
        Ok(positions)
    }

    /// What a position should be judged as.
    fn target<S>(&self, record: &Record<S>) -> f32 {
        let Schedule { mix, unit, .. } = self.schedule;
        let score = logistic(record.score as f32 / unit as f32);
        mix * record.ending.points() + (1.0 - mix) * score
    }

    /// One pass with steps; returns the mean loss on the way.
    fn epoch<G: Boards>(
        &self,
        state: &mut State,
        positions: &[Record<G::Bitboards>],
    ) -> anyhow::Result<f32> {
        let Schedule { batch, rate, .. } = self.schedule;
        let steps = positions.len().div_ceil(batch);
        let all = (steps * self.schedule.epochs) as f32;
        let bar = ProgressBar::new(positions.len() as u64).with_style(
            ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} positions")?,
        );
        let mut total = 0.0;
        let mut zero = state.net.clone();
        zero.groups_mut()
            .into_iter()
            .for_each(|group| group.fill(0.0));
        let mut gradients = vec![zero; SLICES];
        for (number, positions) in positions.chunks(batch).enumerate() {
            let done = (state.epoch * steps + number) as f32 / all;
            let falling = (1.0 + (done * std::f32::consts::PI).cos()) / 2.0;
            let rate = rate * (LAST_RATE + (1.0 - LAST_RATE) * falling);
            let seed = self.schedule.seed ^ (state.epoch * steps + number) as u64;
            total += self.gradient::<G>(&state.net, positions, seed, &mut gradients);
            state.adam.step(&mut state.net, &gradients[0], rate);
            bar.inc(positions.len() as u64);
        }
        bar.finish_and_clear();
        Ok(total / positions.len() as f32)
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
                        for group in gradient.groups_mut() {
                            group.fill(0.0);
                        }
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

    /// The mean loss over positions that were not learned from.
    fn check<G: Boards>(&self, net: &Net, positions: &[Record<G::Bitboards>]) -> f32 {
        let mut pass = Pass::new(net.shape());
        let losses = positions.iter().map(|record| {
            let views = views(record);
            pass.forward(net, views.iter().map(Vec::as_slice));
            loss(pass.logit(net, record.bucket), self.target(record))
        });
        losses.sum::<f32>() / positions.len() as f32
    }

    /// The net file of a state, which the engine takes.
    fn net_file<G: Boards>(&self, state: &State, positions: usize) -> anyhow::Result<Vec<u8>> {
        let Schedule {
            epochs,
            mix,
            seed,
            unit,
            ..
        } = self.schedule;
        let [_, loss] = state.losses.last().copied().unwrap_or_default();
        let made = format!(
            "trainer {}, {positions} positions (crc {:08x}), epoch {} of {epochs}, mix {mix}, seed {seed}, loss {loss:.5}",
            env!("CARGO_PKG_VERSION"),
            state.checksum,
            state.epoch,
        );
        let parts = state.net.spread(G::OUTPUT_BUCKETS).parts(unit, made);
        let bytes = parts.to_bytes(G::NAME);
        tricorn::eval::net::Net::read(&bytes, &G::expected())?;
        Ok(bytes)
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
