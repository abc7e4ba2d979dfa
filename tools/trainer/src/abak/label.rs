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

use super::games::{each, roll};
use super::lesson::{Chances, Lesson, chances};
use super::output::progress;
use super::play::best;
use anyhow::{Context, bail};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use tricorn::eval::abak::net::inputs::Inputs;
use tricorn::eval::abak::{BearOff, Outlook, net};
use tricorn::eval::{Evaluate, Value};
use tricorn::rules::abak::{Abak, Dice, Move};
use tricorn::rules::{Chance, Notation, Rules};

/// What decides which positions and targets come out.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Settings {
    /// Games.
    #[arg(long, default_value_t = 1_000)]
    pub games: u64,
    /// The number of the first of them.
    #[arg(long, default_value_t = 0)]
    pub first: u64,
    /// The seed of dice and lots.
    #[arg(long, default_value_t = 2)]
    pub seed: u64,
    /// How much of what later came of a position goes into its target, 0 to 1.
    #[arg(long, default_value_t = 0.8)]
    pub lambda: f32,
    /// How many of a thousand turns are drawn by lot.
    #[arg(long, default_value_t = 20)]
    pub strays: u32,
}

type Player = BearOff<net::Net>;

/// Plays the games that `out` lacks, and adds them to it. `net` names the player.
pub fn run(
    settings: &Settings,
    player: &Player,
    net: &str,
    out: &Path,
    threads: usize,
) -> anyhow::Result<()> {
    let context = || out.display().to_string();
    let end = settings.first + settings.games;
    let mut next = resume(settings, net, out).with_context(context)?;
    let file = fs::OpenOptions::new().append(true).open(out);
    let mut file = file.with_context(context)?;
    let bar = progress("games", next - settings.first, settings.games);
    while next < end {
        let to = (next + 16).min(end);
        let games = each(next..to, threads, || {
            let mut player = player.clone();
            move |game| play(&mut player, settings, game)
        });
        file.write_all(games.concat().as_bytes())
            .with_context(context)?;
        next = to;
        bar.set_position(next - settings.first);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The game to go on with. The last one of a file may be cut off: it is taken away.
fn resume(settings: &Settings, net: &str, out: &Path) -> anyhow::Result<u64> {
    let Settings {
        games,
        first,
        seed,
        lambda,
        strays,
    } = settings;
    let head = format!(
        "# {games} games from {first}, seed {seed}, lambda {lambda}, strays {strays}, by {net}\n"
    );
    let text = if out.exists() {
        fs::read_to_string(out)?
    } else {
        String::new()
    };
    if head.starts_with(&text) {
        fs::write(out, head)?;
        return Ok(*first);
    }
    if !text.starts_with(&head) {
        let found = text.lines().next().unwrap_or_default();
        bail!("begun as `{found}`, not as `{}`", head.trim_end());
    }
    let number = |line: &str| {
        line.split(' ')
            .next()
            .and_then(|word| word.parse::<u64>().ok())
    };
    let Some(last) = text.lines().skip(1).filter_map(number).last() else {
        return Ok(*first);
    };
    let game = format!("{last} ");
    let mut whole = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(&game) {
            break;
        }
        whole += line.len();
    }
    let file = fs::OpenOptions::new().write(true).open(out)?;
    file.set_len(whole as u64)?;
    Ok(last)
}

/// A position on the way.
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
) -> (Outlook, Option<Move>) {
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
    (Outlook::mean(&values), chosen)
}

/// Plays a game; its lines.
fn play(player: &mut Player, settings: &Settings, game: u64) -> String {
    let mut lots = Pcg64::seed_from_u64(settings.seed ^ game.rotate_left(32));
    let mut position = Abak::start();
    let mut moves = Vec::new();
    let mut stops: Vec<Stop> = Vec::new();
    for ply in 0.. {
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
    // At the end the worth is known, and nothing has to be handed back.
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
        let mut line = format!("{game} {}", stop.position.position_text(None));
        for chance in target {
            let millionths = (chance.clamp(0.0, 1.0) * 1e6).round();
            let _ = write!(line, " {millionths}");
        }
        line.push('\n');
        lines.push(line);
    }
    lines.reverse();
    lines.concat()
}

/// Reads a file of positions; the number of its game with each.
pub fn read(path: &Path) -> anyhow::Result<Vec<(u64, Lesson)>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut lessons = Vec::new();
    for (number, line) in (1..).zip(text.lines()).skip(1) {
        let lesson = parse(line).with_context(|| format!("{}, line {number}", path.display()))?;
        lessons.push(lesson);
    }
    Ok(lessons)
}

fn parse(line: &str) -> anyhow::Result<(u64, Lesson)> {
    let (game, rest) = line.split_once(' ').context("a game's number")?;
    let words: Vec<_> = rest.rsplitn(6, ' ').collect();
    let [e, d, c, b, a, position] = words[..] else {
        bail!("a position and five numbers");
    };
    let position = Abak::parse_position(position)?.position;
    let mut target = [0.0; 5];
    for (target, word) in target.iter_mut().zip([a, b, c, d, e]) {
        *target = word.parse::<f32>().context("a number")? / 1e6;
    }
    let inputs = Inputs::of(&position);
    Ok((
        game.parse().context("a game's number")?,
        Lesson { inputs, target },
    ))
}
