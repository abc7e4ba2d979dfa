//! Fitting a net to the positions of many games.
//! Not here: where positions and targets come from (`label`).

use super::lesson::{Lesson, Room, check, fresh};
use super::output::{Checkpoint, Folder, progress};
use super::store::read;
use super::td::against_linear;
use crate::files;
use crate::net::{Adam, Net};
use crate::ranges;
use anyhow::{Context, bail, ensure};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tricorn::eval::abak::net::EXPECTED;

/// What decides how the net comes out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub struct Settings {
    /// Files of positions.
    #[arg(long, required = true, num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// The folder of the run whose net is gone on with; a net that knows nothing, if not given.
    #[arg(long)]
    pub from: Option<PathBuf>,
    /// Hidden units of a new net, a multiple of 16.
    #[arg(long, default_value_t = 64, value_parser = ranges::hidden::<{ EXPECTED.perspectives }>)]
    pub hidden: usize,
    /// Times that each position is seen.
    #[arg(long, default_value_t = 5, value_parser = ranges::count::<u32>)]
    pub epochs: u32,
    /// Positions to a step.
    #[arg(long, default_value_t = 256, value_parser = ranges::count::<usize>)]
    pub batch: usize,
    /// The rate of the first step.
    #[arg(long, default_value_t = 0.001, value_parser = ranges::rate)]
    pub rate: f32,
    /// The rate of the last step; in between it falls by equal factors.
    #[arg(long, default_value_t = 0.000_02, value_parser = ranges::rate)]
    pub last_rate: f32,
    /// The seed of first weights and of the order of positions.
    #[arg(long, default_value_t = 3)]
    pub seed: u64,
    /// Pairs of games against the linear evaluation after each epoch.
    #[arg(long, default_value_t = 500, value_parser = ranges::count::<u64>)]
    pub pairs: u64,
}

#[derive(Serialize, Deserialize)]
struct State {
    /// Of all data.
    checksum: u32,
    epochs: u32,
    seconds: f64,
    net: Net,
    adam: Adam,
}

/// One game in so many is not learned from: by these the loss is told.
const HELD: u64 = 20;

/// Fits a net in `folder`, or goes on with it.
pub fn run(settings: &Settings, folder: &Path, threads: usize) -> anyhow::Result<()> {
    let folder = Folder::open(folder)?;
    let (mut lessons, mut held) = (Vec::new(), Vec::new());
    let mut sums = crc32fast::Hasher::new();
    let mut seen = Vec::new();
    for path in &settings.data {
        let (read, sum) = read(path)?;
        ensure!(
            !seen.contains(&sum),
            "{}: its positions are there twice",
            path.display()
        );
        seen.push(sum);
        sums.update(&sum.to_le_bytes());
        for (game, lesson) in read {
            if game % HELD == 0 {
                held.push(lesson);
            } else {
                lessons.push(lesson);
            }
        }
    }
    if lessons.is_empty() || held.is_empty() {
        bail!(
            "{} positions to learn from and {} to check with: expected some of both; games whose number is a multiple of {HELD} are for checking",
            lessons.len(),
            held.len()
        );
    }
    let checksum = sums.finalize();
    let begun = folder.resume::<Settings, State>(settings)?;
    let mut state = match begun {
        Some(state) => {
            ensure!(
                state.checksum == checksum,
                "{}: begun with other positions (crc {:08x}, now {checksum:08x}); take another folder",
                folder.file("checkpoint.json").display(),
                state.checksum
            );
            state
        }
        None => {
            let net = match &settings.from {
                Some(from) => net_of(from)?,
                None => fresh(settings.hidden, settings.seed),
            };
            State {
                checksum,
                epochs: 0,
                seconds: 0.0,
                adam: Adam::new(&net),
                net,
            }
        }
    };
    let made = |epochs| {
        let positions = lessons.len();
        format!("trainer abak fit, {positions} positions, epoch {epochs}")
    };
    if state.epochs > 0 {
        // The file may have been lost since.
        folder.export(&state.net, made(state.epochs))?;
    }
    let steps = lessons.len().div_ceil(settings.batch);
    let all = u64::from(settings.epochs) * steps as u64;
    let bar = progress("steps", u64::from(state.epochs) * steps as u64, all);
    if state.epochs == 0 {
        let loss = mean_loss(&state.net, &held);
        folder.log(
            &bar,
            &format!(
                "{} positions, {} held back: loss {loss:.6} before",
                lessons.len(),
                held.len()
            ),
        )?;
    }
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    let mut room = Room::new(&state.net);
    while state.epochs < settings.epochs {
        let begin = Instant::now();
        order.sort_unstable();
        let mut random = Pcg64::seed_from_u64(settings.seed ^ u64::from(state.epochs + 1) << 32);
        order.shuffle(&mut random);
        let mut gradient = state.net.clone();
        let mut loss = 0.0;
        for (step, batch) in order.chunks(settings.batch).enumerate() {
            let done = (state.epochs as usize * steps + step) as f32 / all as f32;
            let rate = settings.rate * (settings.last_rate / settings.rate).powf(done);
            gradient
                .groups_mut()
                .into_iter()
                .for_each(|group| group.fill(0.0));
            let weight = 1.0 / batch.len() as f32;
            for &at in batch {
                loss += f64::from(room.gradient(
                    &state.net,
                    &lessons[at as usize],
                    weight,
                    &mut gradient,
                ));
            }
            state.adam.step(&mut state.net, &gradient, rate);
            bar.inc(1);
        }
        check(&state.net)?;
        state.epochs += 1;
        state.seconds += begin.elapsed().as_secs_f64();
        let mean = against_linear(&state.net, settings.pairs, threads)?;
        let line = format!(
            "epoch {}, {:.0} s: loss {:.6}, held back {:.6}, against the linear evaluation {mean:.3}",
            state.epochs,
            state.seconds,
            loss / lessons.len() as f64,
            mean_loss(&state.net, &held),
        );
        folder.log(&bar, &line)?;
        folder.export(&state.net, made(state.epochs))?;
        let checkpoint = Checkpoint {
            settings: settings.clone(),
            state,
        };
        folder.keep(&checkpoint)?;
        state = checkpoint.state;
    }
    bar.finish_and_clear();
    Ok(())
}

fn mean_loss(net: &Net, lessons: &[Lesson]) -> f64 {
    let mut room = Room::new(net);
    let sum: f64 = lessons
        .iter()
        .map(|lesson| f64::from(room.loss(net, lesson)))
        .sum();
    sum / lessons.len().max(1) as f64
}

/// The part of a checkpoint that another run goes on with.
#[derive(Deserialize)]
struct Trained {
    state: TrainedState,
}

#[derive(Deserialize)]
struct TrainedState {
    net: Net,
}

/// The net of a run's folder.
fn net_of(folder: &Path) -> anyhow::Result<Net> {
    let path = folder.join("checkpoint.json");
    let trained = files::read::<Trained>(&path)?;
    let trained = trained.with_context(|| format!("{}: there is none", path.display()))?;
    Ok(trained.state.net)
}
