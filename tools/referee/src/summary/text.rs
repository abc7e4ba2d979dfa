//! A summary as text for people.
//! Not here: JSON, which the types of the model are written as, and HTML.

use super::model::{EngineSummary, Summary};
use super::times::Times;
use crate::report::StandingsTable;
use std::fmt;

/// Several paragraphs without a line break at the end.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heading())?;
        for engine in &self.engines {
            writeln!(f, "  {}", engine.settings.join(" "))?;
        }
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        for meeting in &self.meetings {
            writeln!(f, "\n{}", meeting.figures)?;
        }
        let table = StandingsTable {
            rows: &self.table,
            most: self.max_points,
            warnings: self.warnings,
        };
        write!(f, "\n{table}")?;
        if self.pairs.counted > 0 {
            write!(f, "\n\n{}", self.games())?;
        }
        if self.engines.iter().any(|engine| engine.times.is_some()) {
            write!(f, "\n\n{}", TimeTable(&self.engines))?;
        }
        if self.forfeits > 0 {
            write!(f, "\n\nforfeited games: {}", self.forfeits)?;
        }
        for game in &self.first_forfeits {
            let (p1, p2, result) = (&game.p1, &game.p2, &game.result);
            write!(
                f,
                "\n  pair {} game {}, {p1} - {p2} {result}, {}: {}",
                game.pair, game.game, game.end, game.detail
            )?;
        }
        if self.forfeits > self.first_forfeits.len() as u64 {
            write!(f, "\n  ...")?;
        }
        Ok(())
    }
}

impl Summary {
    /// What run this is and how far it is, in one line.
    #[must_use]
    pub fn heading(&self) -> String {
        let kind = match self.tournament {
            crate::schedule::Kind::Match => "match",
            crate::schedule::Kind::Gauntlet => "gauntlet",
            crate::schedule::Kind::RoundRobin => "round robin",
        };
        let mut text = format!("{} {kind}, {}", self.variant, self.state.word());
        if let Some(ending) = &self.ending {
            text += &format!(" ({ending})");
        }
        text += &format!(": {} of {} pairs", self.pairs.counted, self.pairs.planned);
        if !self.shard.is_whole() {
            text += &format!(" of part {}", self.shard);
        }
        text
    }

    /// How games ended, their lengths and openings, a line each.
    fn games(&self) -> String {
        let all = 2 * self.pairs.counted;
        let ends: Vec<String> = self
            .ends
            .iter()
            .map(|count| {
                let share = 100.0 * count.games as f64 / all as f64;
                format!("{} {} ({share:.1} %)", count.end, count.games)
            })
            .collect();
        let lengths = &self.lengths;
        let mut text = format!("ends: {}", ends.join(", "));
        if let (Some(mean), Some(median), Some(shortest), Some(longest)) = (
            lengths.mean,
            lengths.median,
            lengths.shortest,
            lengths.longest,
        ) {
            text += &format!(
                "\nplies of a game: mean {mean:.1}, median {median}, shortest {shortest}, \
                 longest {longest}"
            );
        }
        text + &format!("\ndifferent openings: {}", self.openings.different)
    }
}

/// The times of all engines, a line each.
struct TimeTable<'a>(&'a [EngineSummary]);

impl fmt::Display for TimeTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|engine| engine.name.chars().count());
        let width = names.max().unwrap_or(0).max(11);
        write!(
            f,
            "{:width$} {:>9} {:>10} {:>10} {:>10} {:>10} {:>6} {:>10}",
            "ms per move", "moves", "mean", "median", "95 %", "longest", "late", "worst lag"
        )?;
        for engine in self.0 {
            let Some(times) = &engine.times else {
                continue;
            };
            let Times {
                moves,
                mean_ms,
                median_ms,
                most_ms,
                longest_ms,
                late,
                worst_lag_ms,
                ..
            } = times;
            write!(f, "\n{:width$} {moves:>9}", engine.name)?;
            for ms in [mean_ms, median_ms, most_ms, longest_ms] {
                write!(f, " {:>10}", millis(*ms))?;
            }
            write!(f, " {late:>6} {:>10}", millis(*worst_lag_ms))?;
        }
        Ok(())
    }
}

fn millis(ms: Option<f64>) -> String {
    ms.map_or_else(|| "-".into(), |ms| format!("{ms:.3}"))
}
