//! `referee ratings`.
//! Not here: the model.

use super::{DONE, files, misuse};
use crate::game::GameRecord;
use crate::record::Games;
use crate::stats::{Encounter, ratings};
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tricorn::rules::Side;
use tricorn_common::print;

/// Put all players of some games on one rating scale
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Wins count 1, draws 1/2, whatever a win is worth in points. The ratings are those under which the \
results are likeliest (Bradley and Terry), with one drawn game more for each player, shared among all \
whom it met; errors come from drawing the pairs of games anew 200 times.

Example:
  referee match --variant eximo --tournament round-robin ... --output run
  referee ratings --anchor reference=1000 run/games.txt")]
pub(super) struct Ratings {
    /// Files of games; `-` is the standard input
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,

    /// The player whose rating is known, and that rating
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: (String, f64),

    /// The number that the samples for the errors are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
    let elo: f64 = elo.parse().map_err(|_| "expected a number behind =")?;
    if elo.is_finite() {
        Ok((name.to_owned(), elo))
    } else {
        Err("expected a finite number behind =".into())
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
        let (elo, low, high) = (rating.value, rating.low, rating.high);
        let interval = format!("[{low:.0}, {high:.0}]");
        print::line(format_args!(
            "{name:width$} {games:>7} {share:>6.2} % {elo:>7.0} {interval:>19}"
        ))?;
    }
    Ok(DONE)
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
