//! `trainer abak label`: self-play positions with luck-adjusted game results as training targets.
//! Not here: fitting a net to them (`fit`).
//!
//! A position before its roll is worth the mean `E` over all rolls of the best turn under each, by
//! the net. The turn that is then played leads to a position worth `V`; the dice made the
//! difference. So a target without luck is `E + lambda (T' - V')`, with `T'` the target and `V'` the
//! value of the next position, both seen by the side to move before. It is unbiased whatever the
//! net believes, and has far less variance than the result of the game: the control variate that
//! backgammon programs call luck adjustment. Some turns are random, so that worse positions are
//! seen too; nothing is passed back across such a turn.

use super::games::{Exploration, random, walk};
use super::play::best;
use super::sample::{Chances, chances};
use super::store::{Content, fill, line};
use crate::ranges;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use std::path::Path;
use tricorn::eval::abak::OutcomeProbabilities;
use tricorn::eval::{Evaluate, Value};
use tricorn::games::Variant;
use tricorn::rules::abak::{Abak, Dice, Move};
use tricorn::rules::{Chance, Rules};

/// What decides which positions and targets come out.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Settings {
    #[command(flatten)]
    pub exploration: Exploration,
    /// Seed of the dice and the random turns
    #[arg(long, default_value_t = 2)]
    pub seed: u64,
    /// Lambda: how much of what followed a position goes into its target, 0 to 1
    #[arg(long, default_value_t = 0.8, value_parser = ranges::share)]
    pub lambda: f32,
}

type Player = <Abak as Variant>::Eval;

/// Plays the games that `output` lacks, and adds their positions. `net` names the player.
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
        lambda,
    } = settings;
    let rate = exploration.exploration;
    let how = format!("seed {seed}, lambda {lambda}, exploration {rate}, by {net}");
    let content = Content {
        games: exploration.games(),
        each: None,
    };
    fill(output, &content, &how, threads, || {
        let mut player = player.clone();
        move |game| play(&mut player, settings, game)
    })
}

/// A position of the game whose target is not known yet.
struct Stop {
    position: Abak,
    /// Its value before the roll, as the mean over all rolls.
    mean: Chances,
    /// The evaluation of the net.
    bare: Chances,
    /// Whether the turn from here was random.
    explored: bool,
}

/// The value before the roll, and the best turn under one roll.
fn weigh(
    player: &mut Player,
    position: &Abak,
    rolled: Dice,
    moves: &mut Vec<Move>,
) -> (OutcomeProbabilities, Option<Move>) {
    let mut values = Vec::with_capacity(Dice::ROLLS.len());
    let mut chosen = None;
    for &(roll, weight) in Dice::ROLLS {
        position.moves(roll, moves);
        if let Some((m, value)) = best(player, moves, position.turn()) {
            values.push((value, weight));
            if roll == rolled {
                chosen = Some(m);
            }
        }
    }
    (OutcomeProbabilities::mean(&values), chosen)
}

/// Plays a game; its lines.
fn play(player: &mut Player, settings: &Settings, game: u64) -> String {
    let mut rng = Pcg64::seed_from_u64(settings.seed ^ game.rotate_left(32));
    let mut moves = Vec::new();
    let mut stops: Vec<Stop> = Vec::new();
    walk(settings.seed, game, |position, roll| {
        if player.lookup(position).is_some() {
            return None;
        }
        let bare = chances(&player.value(position));
        let (mean, best) = weigh(player, position, roll, &mut moves);
        let explored = settings.exploration.explores(&mut rng);
        stops.push(Stop {
            position: *position,
            mean: chances(&mean),
            bare,
            explored,
        });
        if explored {
            position.moves(roll, &mut moves);
            random(&mut rng, &moves)
        } else {
            best
        }
    });
    // At the end the value is exact, or unknown to all: nothing is passed back.
    let mut excess: Chances = Default::default();
    let mut lines: Vec<String> = Vec::new();
    for stop in stops.iter().rev() {
        let lambda = if stop.explored { 0.0 } else { settings.lambda };
        // Seen by the other side, the excess of the chance to win changes its sign, and the others
        // change places.
        let [win, gammon, backgammon, lost, worst] = excess;
        let passed = [-win, lost, worst, gammon, backgammon];
        let target: Chances = std::array::from_fn(|i| stop.mean[i] + lambda * passed[i]);
        excess = std::array::from_fn(|i| target[i] - stop.bare[i]);
        lines.push(line(game, &stop.position, &target));
    }
    lines.reverse();
    lines.concat()
}
