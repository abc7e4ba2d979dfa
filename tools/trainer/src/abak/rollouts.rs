//! `trainer abak rollouts`: self-play positions with rollouts as training targets.
//! Not here: fitting a net to them (`fit`), and the rollout itself.
//!
//! Some positions of each game are drawn at random. Many games are played on from each, for a few
//! turns, with their luck subtracted. Such a target has less variance than one of `label`, at some
//! hundred times the cost.

use super::games::{Exploration, random, walk};
use super::play::best;
use super::sample::chances;
use super::store::{Content, fill, line};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::path::Path;
use tricorn::control::Control;
use tricorn::games::Variant;
use tricorn::rules::Rules;
use tricorn::rules::abak::Abak;
use tricorn::search::Rollout;

/// What decides which positions and targets come out.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Settings {
    #[command(flatten)]
    pub exploration: Exploration,
    /// Seed of the dice and of everything random
    #[arg(long, default_value_t = 4)]
    pub seed: u64,
    /// Positions of each game to roll out; a shorter game has some of them more than once
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub positions: u32,
    /// Games of each rollout
    #[arg(long, default_value_t = 36, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub trials: u32,
    /// Turns after which a rolled-out game is truncated and evaluated
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub plies: u32,
}

type Player = <Abak as Variant>::Eval;

/// Plays the games that `output` lacks, and adds their rolled-out positions. `net` names the player.
///
/// # Errors
/// The file is in use, was begun with other settings, is damaged, or cannot be written.
pub fn run(
    settings: &Settings,
    player: &Player,
    net: &str,
    output: &Path,
    threads: usize,
) -> anyhow::Result<()> {
    let Settings {
        exploration,
        seed,
        positions,
        trials,
        plies,
    } = settings;
    let rate = exploration.exploration;
    let how = format!("seed {seed}, exploration {rate}, trials {trials}, plies {plies}, by {net}");
    let content = Content {
        games: exploration.games(),
        each: Some(*positions),
    };
    fill(output, &content, &how, threads, || {
        let mut player = player.clone();
        move |game| play(&mut player, settings, game)
    })
}

/// Plays a game and rolls out some of its positions; its lines.
fn play(player: &mut Player, settings: &Settings, game: u64) -> String {
    let mut rng = Pcg64::seed_from_u64(settings.seed ^ game.rotate_left(32));
    let mut positions = visited(player, settings, game, &mut rng);
    let amount = settings.positions as usize;
    let (drawn, _) = positions.partial_shuffle(&mut rng, amount);
    let rollout = Rollout {
        games: settings.trials,
        plies: Some(settings.plies),
        depth: 1,
        seed: rng.random(),
        threads: 1,
    };
    let kernel = Abak::kernel(player.clone());
    let both = (&*player, &kernel);
    let tally = rollout.run(drawn, both, &Control::new(), &mut |_| {});
    let lines = drawn.iter().enumerate().filter_map(|(at, position)| {
        let result = tally.result(at)?;
        Some(line(game, position, &chances(&result.value)))
    });
    let lines: Vec<String> = lines.collect();
    lines.into_iter().cycle().take(amount).collect()
}

/// The positions of a game before their rolls, up to the first whose value is known exactly.
fn visited(player: &mut Player, settings: &Settings, game: u64, rng: &mut Pcg64) -> Vec<Abak> {
    let (mut positions, mut moves) = (Vec::new(), Vec::new());
    walk(settings.seed, game, |position, roll| {
        if player.lookup(position).is_some() {
            return None;
        }
        positions.push(*position);
        position.moves(roll, &mut moves);
        if settings.exploration.explores(rng) {
            random(rng, &moves)
        } else {
            best(player, &moves, position.turn()).map(|(m, _)| m)
        }
    });
    positions
}
