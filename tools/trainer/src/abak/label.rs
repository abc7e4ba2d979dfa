//! Games whose every position is weighed against all throws: what a net is fitted to.
//! Not here: fitting.
//!
//! A position before its throw is worth the mean `E` over all throws of the best turn under each,
//! by the net. The turn that is then played leads to a position worth `V`; chance has given the
//! difference. So a target without chance is `E + lambda (T' - V')`, with `T'` the target and `V'`
//! the worth of the position that followed, both seen by the side to move before. It is right on
//! the mean whatever the net believes, and far steadier than the result of the game: the control
//! variate that backgammon programs know as luck adjustment. Now and then a turn is drawn by lot,
//! so that worse positions are seen too; nothing is handed back across such a turn.

use super::games::{LONGEST, roll};
use super::lesson::{Chances, chances};
use super::play::best;
use super::store::{Content, fill, line};
use crate::ranges;
use rand::{RngExt, SeedableRng};
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
    /// Games.
    #[arg(long, default_value_t = 1_000, value_parser = ranges::count::<u64>)]
    pub games: u64,
    /// The number of the first of them.
    #[arg(long, default_value_t = 0, value_parser = ranges::begin)]
    pub first: u64,
    /// The seed of dice and lots.
    #[arg(long, default_value_t = 2)]
    pub seed: u64,
    /// How much of what later came of a position goes into its target, 0 to 1.
    #[arg(long, default_value_t = 0.8, value_parser = ranges::share)]
    pub lambda: f32,
    /// How many of a thousand turns are drawn by lot.
    #[arg(long, default_value_t = 20, value_parser = ranges::thousandths)]
    pub strays: u32,
}

type Player = <Abak as Variant>::Eval;

/// Plays the games that `out` lacks, and adds them to it. `net` names the player.
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
        lambda,
        strays,
    } = settings;
    let how = format!("seed {seed}, lambda {lambda}, strays {strays}, by {net}");
    let content = Content {
        games: *first..first + games,
        each: None,
    };
    fill(out, &content, &how, threads, || {
        let mut player = player.clone();
        move |game| play(&mut player, settings, game)
    })
}

/// A position of the game that was played, as long as its target is not known.
struct Stop {
    position: Abak,
    /// What it is worth before the throw, by looking at all throws.
    mean: Chances,
    /// What the net says of it.
    bare: Chances,
    /// The turn from here was drawn by lot.
    strayed: bool,
}

/// The worth before the throw, and the best turn under one roll.
fn weigh(
    player: &mut Player,
    position: &Abak,
    thrown: Dice,
    moves: &mut Vec<Move>,
) -> (OutcomeProbabilities, Option<Move>) {
    let mut values = Vec::with_capacity(Dice::ROLLS.len());
    let mut chosen = None;
    for &(roll, weight) in Dice::ROLLS {
        position.moves(roll, moves);
        if let Some((m, worth)) = best(player, moves, position.turn()) {
            values.push((worth, weight));
            if roll == thrown {
                chosen = Some(m);
            }
        }
    }
    (OutcomeProbabilities::mean(&values), chosen)
}

/// Plays a game; its lines.
fn play(player: &mut Player, settings: &Settings, game: u64) -> String {
    let mut lots = Pcg64::seed_from_u64(settings.seed ^ game.rotate_left(32));
    let mut position = Abak::start();
    let mut moves = Vec::new();
    let mut stops: Vec<Stop> = Vec::new();
    for ply in 0..LONGEST {
        if position.outcome().is_some() || player.known(&position).is_some() {
            break;
        }
        let thrown = roll(settings.seed, game, ply);
        let bare = chances(&player.value(&position));
        let (mean, chosen) = weigh(player, &position, thrown, &mut moves);
        let strayed = lots.random_range(0..1000) < settings.strays;
        let chosen = if strayed {
            position.moves(thrown, &mut moves);
            moves.get(lots.random_range(0..moves.len().max(1))).copied()
        } else {
            chosen
        };
        stops.push(Stop {
            position,
            mean: chances(&mean),
            bare,
            strayed,
        });
        let Some(m) = chosen else { break };
        position = position.play(&m);
    }
    // At the end the worth is known, or nobody knows it: nothing has to be handed back.
    let mut excess: Chances = Default::default();
    let mut lines: Vec<String> = Vec::new();
    for stop in stops.iter().rev() {
        let lambda = if stop.strayed { 0.0 } else { settings.lambda };
        // Seen by the other side: the chance to win less what was thought of it changes its sign,
        // the others change places.
        let [win, gammon, backgammon, lost, worst] = excess;
        let handed = [-win, lost, worst, gammon, backgammon];
        let target: Chances = std::array::from_fn(|i| stop.mean[i] + lambda * handed[i]);
        excess = std::array::from_fn(|i| target[i] - stop.bare[i]);
        lines.push(line(game, &stop.position, &target));
    }
    lines.reverse();
    lines.concat()
}
