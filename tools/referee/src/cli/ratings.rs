//! `referee ratings`: the command line of rating lists.
//! Not here: the model (`stats::ratings`).

use super::{DONE, files, misuse};
use crate::game::GameRecord;
use crate::record::Games;
use crate::stats::{Encounter, Estimate, parts, ratings};
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tricorn::rules::Side;
use tricorn_common::print;

/// Rate all players of some games on one scale
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A win counts 1 and a draw 1/2, whatever a win is worth in points. The ratings are the maximum \
likelihood estimates of the Bradley-Terry model, with one drawn game added for each player, shared \
among all its opponents. The intervals come from 200 bootstrap samples of the pairs. A player who never \
lost to the others has no upper end, one who never won no lower end. Players that no chain of games \
joins cannot be rated together; the command then names the groups and exits with code 1.

Example:
  referee match --variant eximo --tournament round-robin ... --output run
  referee ratings --anchor reference=1000 run/games.txt")]
pub(super) struct Ratings {
    /// Files of games; `-` is standard input
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,

    /// The player whose rating is fixed, and that rating
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: (String, f64),

    /// The seed of the bootstrap samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
    let elo: f64 = elo.parse().map_err(|_| "expected a number after =")?;
    if elo.is_finite() {
        Ok((name.to_owned(), elo))
    } else {
        Err("expected a finite number after =".into())
    }
}

/// Reads the games and prints a line for each player, the strongest first.
pub(super) fn run(command: &Ratings) -> anyhow::Result<u8> {
    let mut names: Vec<String> = Vec::new();
    let mut encounters = BTreeMap::new();
    for (file, path) in command.files.iter().enumerate() {
        for game in Games::new(files::input(path)?) {
            let game = game.with_context(|| path.display().to_string())?;
            add(&mut encounters, &mut names, file, &game.record);
        }
    }
    let (name, elo) = &command.anchor;
    let anchor = names.iter().position(|known| known == name);
    let anchor = anchor.ok_or_else(|| misuse(format!("nobody named {name} has played")))?;
    let all: Vec<Encounter> = encounters.into_values().collect();
    let parts = parts(&all, names.len());
    if parts.len() > 1 {
        bail!(apart(&parts, &names));
    }
    let found = ratings(&all, names.len(), (anchor, *elo), command.seed);
    let mut rows: Vec<_> = names.iter().zip(found).enumerate().collect();
    rows.sort_by(|(_, (_, one)), (_, (_, other))| other.value.total_cmp(&one.value));
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    print::line(format_args!(
        "{:width$} {:>7} {:>8} {:>7} {:>19}",
        "player", "games", "score", "Elo", "95 % interval"
    ))?;
    for (player, (name, rating)) in rows {
        let (mut games, mut score) = (0.0, 0.0);
        for encounter in &all {
            if encounter.players[0] == player {
                score += encounter.score;
            } else if encounter.players[1] == player {
                score += encounter.games - encounter.score;
            } else {
                continue;
            }
            games += encounter.games;
        }
        let share = 100.0 * score / games;
        let elo = rating.value;
        let interval = match player == anchor {
            true => "given".to_owned(),
            false => interval(rating),
        };
        print::line(format_args!(
            "{name:width$} {games:>7} {share:>6.2} % {elo:>7.0} {interval:>19}"
        ))?;
    }
    Ok(DONE)
}

/// Says that no chain of games joins all players, and which parts it leaves.
fn apart(parts: &[Vec<usize>], names: &[String]) -> String {
    let mut text =
        String::from("no chain of games joins all players, so one scale cannot hold them:");
    for (part, number) in parts.iter().zip(1..) {
        let names: Vec<&str> = part.iter().map(|&player| names[player].as_str()).collect();
        text += &format!("\n  part {number}: {}", names.join(", "));
    }
    text + "\nrate each part by itself, or play games between them"
}

/// The interval; a round bracket stands at an end that no result bounds.
fn interval(rating: Estimate) -> String {
    let (low, high) = (rating.low, rating.high);
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("[{low:.0}, {high:.0}]"),
        (true, false) => format!("[{low:.0}, inf)"),
        (false, true) => format!("(-inf, {high:.0}]"),
        (false, false) => "(-inf, inf)".to_owned(),
    }
}

/// Adds a game to the others of its pair.
fn add(
    encounters: &mut BTreeMap<(usize, u64, [usize; 2]), Encounter>,
    names: &mut Vec<String>,
    file: usize,
    record: &GameRecord,
) {
    let players = [0, 1].map(|seat: usize| {
        let name = &record.players[seat];
        names
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            })
    });
    let score = match record.result.winner {
        None => 0.5,
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
    };
    let (players, score) = if players[0] <= players[1] {
        (players, score)
    } else {
        ([players[1], players[0]], 1.0 - score)
    };
    let key = (file, record.setup.pair, players);
    let encounter = encounters.entry(key).or_insert(Encounter {
        players,
        games: 0.0,
        score: 0.0,
    });
    encounter.games += 1.0;
    encounter.score += score;
}
