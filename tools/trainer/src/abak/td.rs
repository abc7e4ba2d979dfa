//! Learning from self-play by temporal differences.
//! Not here: how a net takes a step.
//!
//! Games are played in batches by the net as it was before the batch, in the engine's integers;
//! then the net takes a step for each position of them, in their order. So the number of threads
//! changes nothing but the time. A position's target is a mixture of what the net said of the
//! position that followed and of that one's own target (Sutton's forward view of TD(lambda));
//! a game ends where the table of endgames knows the rest.

use super::games::{LONGEST, each, roll};
use super::lesson::{Lesson, Room, chances, check, fresh, turned};
use super::output::{Checkpoint, Folder, progress};
use super::play::{Mean, Score, best, pairs};
use crate::net::Net;
use crate::ranges;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Instant;
use tricorn::eval::Evaluate;
use tricorn::eval::Value;
use tricorn::eval::abak::net::EXPECTED;
use tricorn::eval::abak::net::inputs::Inputs;
use tricorn::eval::abak::{self, BearOff, Hce, OutcomeProbabilities};
use tricorn::rules::Rules;
use tricorn::rules::abak::Abak;

/// What decides how the net comes out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub struct Settings {
    /// Games of self-play.
    #[arg(long, default_value_t = 100_000, value_parser = ranges::count::<u64>)]
    pub games: u64,
    /// Of them the first ones, in which the linear evaluation chooses the turns.
    #[arg(long, default_value_t = 2_000)]
    pub taught: u64,
    /// Hidden units, a multiple of 16.
    #[arg(long, default_value_t = 64, value_parser = ranges::hidden::<{ EXPECTED.perspectives }>)]
    pub hidden: usize,
    /// The seed of dice and first weights.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The rate of learning in the first game.
    #[arg(long, default_value_t = 0.008, value_parser = ranges::rate)]
    pub rate: f32,
    /// The rate of learning in the last game; in between it falls by equal factors.
    #[arg(long, default_value_t = 0.001, value_parser = ranges::rate)]
    pub last_rate: f32,
    /// How much of a target is the target of the position that follows, 0 to 1.
    #[arg(long, default_value_t = 0.3, value_parser = ranges::share)]
    pub lambda: f32,
    /// Games in which the net stays as it is before it learns from them.
    #[arg(long, default_value_t = 20, value_parser = ranges::count::<u64>)]
    pub batch: u64,
    /// Games between matches with the linear evaluation.
    #[arg(long, default_value_t = 10_000, value_parser = ranges::count::<u64>)]
    pub check: u64,
    /// Pairs of games in such a match.
    #[arg(long, default_value_t = 500, value_parser = ranges::count::<u64>)]
    pub pairs: u64,
}

/// Where a run stands.
#[derive(Serialize, Deserialize)]
struct State {
    games: u64,
    seconds: f64,
    net: Net,
    /// The sum of the losses since the last match, and over how many positions.
    loss: f64,
    positions: u64,
}

/// Games between checkpoints.
const KEEP: u64 = 1_000;

/// The seed of matches; no game of a match has the dice of a game of self-play.
const MATCHES: u64 = 0x6D61_7463_6800;

/// Trains a net in `folder`, or goes on with it.
pub fn run(settings: &Settings, folder: &Path, threads: usize) -> anyhow::Result<()> {
    let folder = Folder::open(folder)?;
    let begun = folder.resume::<Settings, State>(settings)?;
    let mut state = begun.unwrap_or_else(|| State {
        games: 0,
        seconds: 0.0,
        net: fresh(settings.hidden, settings.seed),
        loss: 0.0,
        positions: 0,
    });
    if state.games > 0 {
        // The file may have been lost since.
        folder.export(&state.net, made(settings, state.games))?;
    }
    let mut room = Room::new(&state.net);
    let bar = progress("games", state.games, settings.games);
    while state.games < settings.games {
        let begin = Instant::now();
        let to = (state.games + settings.batch).min(settings.games);
        let player = engine(&state.net)?;
        let taught = |game| game < settings.taught;
        let games = each(state.games..to, threads, || {
            let (mut player, mut teacher) = (player.clone(), BearOff::new(Hce));
            move |game| {
                let teacher = taught(game).then_some(&mut teacher);
                play(&mut player, teacher, settings, game)
            }
        });
        let done = state.games as f32 / settings.games as f32;
        let rate = settings.rate * (settings.last_rate / settings.rate).powf(done);
        for lesson in games.iter().flatten() {
            state.loss += f64::from(room.step(&mut state.net, lesson, rate));
            state.positions += 1;
        }
        state.net.clip();
        check(&state.net)?;
        let crossed = |every: u64| to / every > state.games / every || to == settings.games;
        let (keep, compete) = (crossed(KEEP), crossed(settings.check));
        state.games = to;
        state.seconds += begin.elapsed().as_secs_f64();
        bar.set_position(to);
        if compete {
            let mean = against_linear(&state.net, settings.pairs, threads)?;
            let line = format!(
                "{to} games, {:.0} s: rate {rate:.4}, loss {:.5}, against the linear evaluation {mean:.3}",
                state.seconds,
                state.loss / state.positions.max(1) as f64,
            );
            folder.log(&bar, &line)?;
            (state.loss, state.positions) = (0.0, 0);
        }
        if keep || compete {
            folder.export(&state.net, made(settings, to))?;
            let checkpoint = Checkpoint {
                settings: settings.clone(),
                state,
            };
            folder.keep(&checkpoint)?;
            state = checkpoint.state;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn made(settings: &Settings, games: u64) -> String {
    let Settings { seed, hidden, .. } = settings;
    format!("trainer abak td, {games} games, seed {seed}, {hidden} hidden units")
}

/// The points a game of a net, with the tables of race endings, against the linear evaluation over
/// so many pairs.
pub fn against_linear(net: &Net, count: u64, threads: usize) -> anyhow::Result<Mean> {
    let mut score = Score::default();
    pairs(&engine(net)?, &Hce, MATCHES, 0..count, threads, &mut score);
    Ok(score.mean())
}

/// The net in the engine's integers, endgames by the table.
fn engine(net: &Net) -> anyhow::Result<BearOff<abak::net::Net>> {
    let bytes = super::lesson::file(net, String::new());
    Ok(BearOff::new(abak::net::Net::read(&bytes)?))
}

/// Plays a game; what its positions teach.
fn play(
    player: &mut BearOff<abak::net::Net>,
    mut teacher: Option<&mut BearOff<Hce>>,
    settings: &Settings,
    game: u64,
) -> Vec<Lesson> {
    let mut position = Abak::start();
    let mut moves = Vec::new();
    let mut seen: Vec<(Inputs, OutcomeProbabilities)> = Vec::new();
    for ply in 0..LONGEST {
        if position.outcome().is_some() || player.known(&position).is_some() {
            break;
        }
        seen.push((Inputs::of(&position), player.value(&position)));
        position.moves(roll(settings.seed, game, ply), &mut moves);
        let mover = position.turn();
        let best = match &mut teacher {
            Some(teacher) => best(*teacher, &moves, mover),
            None => best(player, &moves, mover),
        };
        // There is always a turn, if only the pass.
        let Some((m, _)) = best else { break };
        position = position.play(&m);
    }
    let end = match position.outcome() {
        Some(outcome) => OutcomeProbabilities::ended(outcome, position.turn(), 0),
        None => player.value(&position),
    };
    let mut follows = chances(&end);
    let lambda = settings.lambda;
    let mut lessons: Vec<_> = seen
        .iter()
        .rev()
        .map(|(inputs, outlook)| {
            let target = turned(&follows);
            let own = chances(outlook);
            follows = std::array::from_fn(|i| lambda * target[i] + (1.0 - lambda) * own[i]);
            Lesson {
                inputs: *inputs,
                target,
            }
        })
        .collect();
    lessons.reverse();
    lessons
}
