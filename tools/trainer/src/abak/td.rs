//! `trainer abak td`: reinforcement learning from self-play by temporal differences, TD(lambda).
//! Not here: the gradient step.
//!
//! Games are played in batches by the net as it was before the batch, quantized as in the engine;
//! then the net takes a step for each of their positions, in order. So the number of threads
//! changes nothing but the time. The target of a position is a mixture of what the net said of the
//! next position and of that one's own target (Sutton's forward view of TD(lambda)). A game ends
//! where the bear-off tables know the rest.

use super::NET_FILE;
use super::games::{each, walk};
use super::play::{Mean, Score, best, pairs};
use super::sample::{Sample, Scratch, chances, fresh, net_file, quantized, turned};
use crate::checkpoint;
use crate::net::Net;
use crate::ranges;
use crate::reporter::Reporter;
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tricorn::eval::abak::net::EXPECTED;
use tricorn::eval::abak::net::inputs::Inputs;
use tricorn::eval::abak::{self, BearOff, Hce, OutcomeProbabilities};
use tricorn::eval::{Evaluate, Value};
use tricorn::rules::Rules;
use tricorn_common::{files, lock};

/// What decides how the net comes out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub struct Settings {
    /// Games of self-play
    #[arg(long, default_value_t = 100_000, value_parser = ranges::count::<u64>)]
    pub games: u64,
    /// How many of them, from the first, the linear evaluation plays
    #[arg(long, default_value_t = 2_000)]
    pub taught: u64,
    /// Hidden units, a multiple of 16
    #[arg(long, default_value_t = 64, value_parser = ranges::hidden::<{ EXPECTED.perspectives }>)]
    pub hidden: usize,
    /// Seed of the dice and the first weights
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Learning rate in the first game
    #[arg(long, default_value_t = 0.008, value_parser = ranges::rate)]
    pub rate: f32,
    /// Learning rate in the last game; in between it decays exponentially
    #[arg(long, default_value_t = 0.001, value_parser = ranges::rate)]
    pub last_rate: f32,
    /// Lambda: the share of the next position's target in a target, 0 to 1
    #[arg(long, default_value_t = 0.3, value_parser = ranges::share)]
    pub lambda: f32,
    /// Games that are played before the net learns from them
    #[arg(long, default_value_t = 20, value_parser = ranges::count::<u64>)]
    pub batch: u64,
    /// Games between matches against the linear evaluation
    #[arg(long, default_value_t = 10_000, value_parser = ranges::count::<u64>)]
    pub check: u64,
    /// Pairs of games in such a match
    #[arg(long, default_value_t = 500, value_parser = ranges::count::<u64>)]
    pub pairs: u64,
}

/// The command, as checkpoints name it.
pub const COMMAND: &str = "abak td";

/// How far a run is.
#[derive(Serialize, Deserialize)]
struct TdState {
    games: u64,
    seconds: f64,
    net: Net,
    /// The sum of the losses since the last match, and over how many positions.
    loss: f64,
    positions: u64,
}

/// Games between checkpoints.
const KEEP: u64 = 1_000;

/// The seed of matches, chosen so that no match shares its dice with a game of self-play.
const MATCHES: u64 = 0x6D61_7463_6800;

/// Trains a net in `folder`, or resumes it.
///
/// # Errors
/// The folder belongs to another run, it cannot be written, or the net's numbers left all bounds.
pub fn run(settings: &Settings, folder: &Path, threads: usize) -> anyhow::Result<()> {
    let resumed = || checkpoint::resume_in::<Settings, TdState>(folder, COMMAND, settings);
    resumed()?;
    let _lock = lock::folder(folder)?;
    // Once more, since another run may have been at it until now.
    let state = resumed()?.unwrap_or_else(|| TdState {
        games: 0,
        seconds: 0.0,
        net: fresh(settings.hidden, settings.seed),
        loss: 0.0,
        positions: 0,
    });
    let log = Some(folder.join("log.txt"));
    let mut run = Run {
        settings,
        folder: folder.into(),
        threads,
        scratch: Scratch::new(&state.net),
        reporter: Reporter::new("games", state.games, settings.games, log),
        state,
    };
    if run.state.games > 0 {
        // The file may have been lost since.
        run.export()?;
    }
    while run.state.games < settings.games {
        run.batch()?;
    }
    run.reporter.finish(None)
}

/// A run that goes on.
struct Run<'a> {
    settings: &'a Settings,
    folder: PathBuf,
    threads: usize,
    scratch: Scratch,
    reporter: Reporter,
    state: TdState,
}

impl Run<'_> {
    /// Plays a batch of games and learns from it; now and then also a match and a checkpoint.
    fn batch(&mut self) -> anyhow::Result<()> {
        let begin = Instant::now();
        let from = self.state.games;
        let to = (from + self.settings.batch).min(self.settings.games);
        let done = from as f32 / self.settings.games as f32;
        let Settings {
            rate, last_rate, ..
        } = self.settings;
        let rate = rate * (last_rate / rate).powf(done);
        for sample in self.play(from, to)?.iter().flatten() {
            let loss = self.scratch.step(&mut self.state.net, sample, rate);
            self.state.loss += f64::from(loss);
            self.state.positions += 1;
        }
        self.state.net.clip();
        ensure!(
            self.state.net.is_finite(),
            "game {to}: the net is no longer finite: try a smaller --rate; the last checkpoint is kept"
        );
        self.state.games = to;
        self.state.seconds += begin.elapsed().as_secs_f64();
        self.reporter.bar.set(to);
        let last = to == self.settings.games;
        let crossed = |every: u64| to / every > from / every || last;
        let compete = crossed(self.settings.check);
        if compete {
            self.compete(rate)?;
        }
        if crossed(KEEP) || compete {
            let file = self.folder.join(checkpoint::FILE);
            // Made first, since a state whose net the engine would refuse must not be kept.
            self.net_file()?;
            checkpoint::write(&file, COMMAND, self.settings, &self.state)?;
            self.export()?;
        }
        Ok(())
    }

    /// The samples of some games, game by game.
    fn play(&self, from: u64, to: u64) -> anyhow::Result<Vec<Vec<Sample>>> {
        let player = player(&self.state.net)?;
        let settings = self.settings;
        Ok(each(from..to, self.threads, || {
            let (mut player, mut teacher) = (player.clone(), BearOff::new(Hce));
            move |game| {
                let teacher = (game < settings.taught).then_some(&mut teacher);
                play(&mut player, teacher, settings, game)
            }
        }))
    }

    /// A match against the linear evaluation, and the line about it.
    fn compete(&mut self, rate: f32) -> anyhow::Result<()> {
        let state = &mut self.state;
        let mean = against_linear(&state.net, self.settings.pairs, self.threads)?;
        let loss = state.loss / state.positions.max(1) as f64;
        (state.loss, state.positions) = (0.0, 0);
        self.reporter.line(format_args!(
            "{} games, {:.0} s: rate {rate:.4}, loss {loss:.5}, against the linear evaluation {mean:.3}",
            state.games, state.seconds
        ))
    }

    fn net_file(&self) -> anyhow::Result<Vec<u8>> {
        let Settings { seed, hidden, .. } = self.settings;
        let games = self.state.games;
        let description =
            format!("trainer abak td, {games} games, seed {seed}, {hidden} hidden units");
        net_file(&self.state.net, description)
    }

    /// Writes the net as the engine reads it.
    fn export(&self) -> anyhow::Result<()> {
        let path = self.folder.join(NET_FILE);
        let bytes = self.net_file()?;
        files::replace_bytes(&path, &bytes).with_context(|| path.display().to_string())
    }
}

/// The points a game of a net, with the bear-off tables, against the linear evaluation over so many
/// pairs.
///
/// # Errors
/// The engine would refuse the net.
pub fn against_linear(net: &Net, count: u64, threads: usize) -> anyhow::Result<Mean> {
    let mut score = Score::default();
    let player = player(net)?;
    pairs(&player, &Hce, MATCHES, 0..count, threads, &mut score);
    Ok(score.mean())
}

/// The net quantized as in the engine, with the bear-off tables.
fn player(net: &Net) -> anyhow::Result<BearOff<abak::net::Net>> {
    Ok(BearOff::new(quantized(net)?))
}

/// Plays a game; the samples of its positions.
fn play(
    player: &mut BearOff<abak::net::Net>,
    mut teacher: Option<&mut BearOff<Hce>>,
    settings: &Settings,
    game: u64,
) -> Vec<Sample> {
    let mut moves = Vec::new();
    let mut seen: Vec<(Inputs, OutcomeProbabilities)> = Vec::new();
    let last = walk(settings.seed, game, |position, roll| {
        if player.lookup(position).is_some() {
            return None;
        }
        seen.push((Inputs::of(position), player.value(position)));
        position.moves(roll, &mut moves);
        let best = match &mut teacher {
            Some(teacher) => best(*teacher, &moves, position.turn()),
            None => best(player, &moves, position.turn()),
        };
        best.map(|(m, _)| m)
    });
    let end = match last.outcome() {
        Some(outcome) => OutcomeProbabilities::ended(outcome, last.turn(), 0),
        None => player.value(&last),
    };
    let mut next = chances(&end);
    let lambda = settings.lambda;
    let sample = |(inputs, outlook): &(Inputs, OutcomeProbabilities)| {
        let target = turned(&next);
        let own = chances(outlook);
        next = std::array::from_fn(|i| lambda * target[i] + (1.0 - lambda) * own[i]);
        Sample {
            inputs: *inputs,
            target,
        }
    };
    let mut samples: Vec<_> = seen.iter().rev().map(sample).collect();
    samples.reverse();
    samples
}
