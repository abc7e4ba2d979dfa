//! The table of a tournament: one row for each engine.
//! Not here: counting (`standings`).

use crate::stats::Estimate;
use serde::{Serialize, Serializer};
use std::fmt;

/// One engine in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its name.
    pub engine: String,
    /// Pairs played.
    pub pairs: u64,
    /// Games won, drawn and lost.
    pub wins_draws_losses: [u64; 3],
    /// Score per game, 0 to 1.
    pub score: Option<Estimate>,
    /// Elo of that score, relative to the mean of the opponents.
    pub elo: Option<Estimate>,
    /// Points per game.
    pub points: Option<Estimate>,
    /// Games forfeited, by the word of the fault, without zeros.
    #[serde(serialize_with = "counts")]
    pub faults: Vec<(&'static str, u64)>,
    /// How often it failed between games and was restarted, which loses no game.
    pub restarts: u64,
}

/// Writes words and numbers as an object, in their order.
fn counts<S: Serializer>(faults: &[(&str, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(faults.iter().copied())
}

/// A table to be printed.
#[derive(Clone, Copy, Debug)]
pub struct StandingsTable<'a> {
    /// The rows, the best score first.
    pub rows: &'a [Row],
    /// The points of the largest win, 1 to 3.
    pub most: u8,
    /// Warnings in the records of all games.
    pub warnings: u64,
}

/// The table with one line per engine, then forfeits, restarts and warnings if there were any.
impl fmt::Display for StandingsTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows;
        let width = rows
            .iter()
            .map(|row| row.engine.chars().count())
            .max()
            .unwrap_or(0)
            .max(6);
        write!(
            f,
            "{:>3} {:width$} {:>7} {:>17} {:>8} {:>22}",
            "", "engine", "games", "won drawn lost", "score", "Elo, 95 % interval"
        )?;
        if self.most > 1 {
            write!(f, " {:>13}", "points a game")?;
        }
        for (row, place) in rows.iter().zip(1..) {
            let [wins, draws, losses] = row.wins_draws_losses;
            let counts = format!("{wins} {draws} {losses}");
            let score = row
                .score
                .map_or("-".into(), |score| format!("{:.2} %", 100.0 * score.value));
            let elo = row.elo.map_or("-".into(), |elo| {
                format!("{:+.1} [{:+.1}, {:+.1}]", elo.value, elo.low, elo.high)
            });
            write!(
                f,
                "\n{place:>3} {:width$} {:>7} {counts:>17} {score:>8} {elo:>22}",
                row.engine,
                2 * row.pairs
            )?;
            if let Some(points) = row.points.filter(|_| self.most > 1) {
                write!(f, " {:>+13.3}", points.value)?;
            }
        }
        for row in rows.iter().filter(|row| !row.faults.is_empty()) {
            write!(f, "\n{} forfeited:", row.engine)?;
            for (fault, games) in &row.faults {
                write!(f, " {fault} {games}")?;
            }
        }
        for row in rows.iter().filter(|row| row.restarts > 0) {
            let (engine, restarts) = (&row.engine, row.restarts);
            write!(
                f,
                "\n{engine} failed between games, and was started again: {restarts}"
            )?;
        }
        if self.warnings > 0 {
            write!(
                f,
                "\n{} warnings, which stand in the records of the games",
                self.warnings
            )?;
        }
        Ok(())
    }
}
