//! Positions of games that are rolled out: what a net can be fitted to.
//! Not here: fitting, and what a rollout is, which the engine's library knows.
//!
//! Of each game some positions are drawn by lot. Many games are played on from each, some turns
//! deep, and the luck of their throws is taken out. So a target is steadier than that of `label`,
//! and costs some hundred times as much.

use super::games::{LONGEST, roll};
use super::lesson::chances;
use super::play::best;
use super::store::{Content, fill, line};
use crate::ranges;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::path::Path;
use tricorn::games::Variant;
use tricorn::rules::Rules;
use tricorn::rules::abak::Abak;
use tricorn::search::{Control, Rollout};

/// What decides which positions and targets come out.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Settings {
    /// Games whose positions are rolled out.
    #[arg(long, default_value_t = 1_000, value_parser = ranges::count::<u64>)]
    pub games: u64,
    /// The number of the first of them.
    #[arg(long, default_value_t = 0, value_parser = ranges::begin)]
    pub first: u64,
    /// The seed of dice and lots.
    #[arg(long, default_value_t = 4)]
    pub seed: u64,
    /// How many of a thousand turns are drawn by lot.
    #[arg(long, default_value_t = 20, value_parser = ranges::thousandths)]
    pub strays: u32,
    /// Positions of a game that are rolled out; those of a shorter game are there more than once.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub positions: u32,
    /// Games of a rollout.
    #[arg(long, default_value_t = 36, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub trials: u32,
    /// Turns after which a game of a rollout is cut off and judged by the net.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub plies: u32,
}

type Player = <Abak as Variant>::Eval;

/// Plays the games that `out` lacks, and adds what was rolled out to it. `net` names the player.
pub fn run(
    settings: &Settings,
    player: &Player,
    net: &str,
    out: &Path,
    threads: usize,
) -> anyhow::Result<()> {
    let Settings {
        games,
        first,
        seed,
        strays,
        positions,
        trials,
        plies,
    } = settings;
    let how = format!("seed {seed}, strays {strays}, trials {trials}, plies {plies}, by {net}");
    let content = Content {
        games: *first..first + games,
        each: Some(*positions),
    };
    fill(out, &content, &how, threads, || {
        let mut player = player.clone();
        move |game| play(&mut player, settings, game)
    })
}

/// Plays a game and rolls out some of its positions; its lines.
fn play(player: &mut Player, settings: &Settings, game: u64) -> String {
    let mut lots = Pcg64::seed_from_u64(settings.seed ^ game.rotate_left(32));
    let mut positions = visited(player, settings, game, &mut lots);
    let amount = settings.positions as usize;
    let (drawn, _) = positions.partial_shuffle(&mut lots, amount);
    let rollout = Rollout {
        games: settings.trials,
        plies: Some(settings.plies),
        depth: 1,
        seed: lots.random(),
        threads: 1,
    };
    let kernel = Abak::kernel(player.clone());
    let both = (&*player, &kernel);
    let tally = rollout.run(drawn, both, &Control::new(), &mut |_| {});
    let lines = drawn.iter().enumerate().filter_map(|(at, position)| {
        let estimate = tally.estimate(at)?;
        Some(line(game, position, &chances(&estimate.value)))
    });
    let lines: Vec<String> = lines.collect();
    lines.into_iter().cycle().take(amount).collect()
}

/// The positions of a game before their throws, as far as their worth is not known.
fn visited(player: &mut Player, settings: &Settings, game: u64, lots: &mut Pcg64) -> Vec<Abak> {
    let mut position = Abak::start();
    let (mut positions, mut moves) = (Vec::new(), Vec::new());
    for ply in 0..LONGEST {
        if position.outcome().is_some() || player.known(&position).is_some() {
            break;
        }
        positions.push(position);
        position.moves(roll(settings.seed, game, ply), &mut moves);
        let chosen = if lots.random_range(0..1000) < settings.strays {
            moves.get(lots.random_range(0..moves.len().max(1))).copied()
        } else {
            best(player, &moves, position.turn()).map(|(m, _)| m)
        };
        let Some(m) = chosen else { break };
        position = position.play(&m);
    }
    positions
}
