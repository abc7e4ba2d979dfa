//! The results table as Markdown: rows by pairing, where pairings not played now keep their rows.
//! Not here: playing the matches.

use crate::config::Pairing;
use referee::runner::Finish;
use referee::schedule::max_points;
use referee::stats::Estimate;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use tricorn_common::files;

const HEAD: &str = "\
# Results

The engine against the reference players (`tools/players`) and against itself as it was
(`tools/gauntlet/milestones.toml`). Written by `cargo run --release -p gauntlet`; do not edit. Scores,
Elo and points are the engine's, with intervals of 95 % over pairs of games; \"above\" and \"below\"
give the end of the interval where one side won all.

| pairing | game | against | limit | games | won, drawn, lost | score | Elo, or points a game | date | engine |
|---|---|---|---|---|---|---|---|---|---|
";

const COMMANDS: &str = "
The matches as commands of the referee, in the root of the repository after a release build:

";

/// The results table: a row and a referee command for each pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultsTable {
    rows: BTreeMap<String, String>,
    commands: BTreeMap<String, String>,
}

impl ResultsTable {
    /// Reads the table of a file; an empty table if there is no file.
    pub fn read(path: &Path) -> io::Result<Self> {
        match fs::read_to_string(path) {
            Ok(text) => Ok(Self::parse(&text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    fn parse(text: &str) -> Self {
        let mut table = Self::default();
        for line in text.lines() {
            if let Some((name, command)) = line
                .strip_prefix("- ")
                .and_then(|line| line.split_once(": "))
            {
                table.commands.insert(name.into(), command.into());
            } else if let Some(cells) = line.strip_prefix("| ")
                && let Some((name, _)) = cells.split_once(" | ")
                && name != "pairing"
            {
                table.rows.insert(name.into(), line.into());
            }
        }
        table
    }

    /// Whether the table has a row of this name.
    pub fn has(&self, name: &str) -> bool {
        self.rows.contains_key(name)
    }

    /// Replaces the row of a pairing.
    pub fn put(
        &mut self,
        pairing: &Pairing,
        finish: &Finish,
        against: &str,
        engine: &str,
        command: String,
    ) {
        let cells = cells(pairing, finish, against, engine);
        let row = format!("| {} |", cells.join(" | "));
        self.rows.insert(pairing.name.clone(), row);
        self.commands
            .insert(pairing.name.clone(), format!("`{command}`"));
    }

    /// The file as text: rows in the order of the pairings, then all others.
    pub fn text<'a>(&'a self, order: impl Iterator<Item = &'a str>) -> String {
        let known: Vec<&str> = order.collect();
        let others = self.rows.keys().map(String::as_str);
        let others = others.filter(|name| !known.contains(name));
        let names: Vec<&str> = known.iter().copied().chain(others).collect();
        let lines = |of: &BTreeMap<String, String>, line: fn(&str, &str) -> String| {
            let lines = names
                .iter()
                .filter_map(|&name| Some(line(name, of.get(name)?)));
            lines.collect::<String>()
        };
        let rows = lines(&self.rows, |_, row| format!("{row}\n"));
        let commands = lines(&self.commands, |name, command| {
            format!("- {name}: {command}\n")
        });
        format!("{HEAD}{rows}{COMMANDS}{commands}")
    }

    /// Replaces the file.
    pub fn write<'a>(
        &'a self,
        path: &Path,
        order: impl Iterator<Item = &'a str>,
    ) -> io::Result<()> {
        files::replace_bytes(path, self.text(order).as_bytes())
    }
}

fn cells(pairing: &Pairing, finish: &Finish, against: &str, engine: &str) -> [String; 10] {
    let [own, other] = &pairing.limits;
    let limit = if own == other {
        own.clone()
    } else {
        format!("{own}, {other}")
    };
    let mut row = [
        pairing.name.clone(),
        pairing.variant.clone(),
        against.into(),
        limit,
        "0".into(),
        String::new(),
        String::new(),
        String::new(),
        today(),
        engine.into(),
    ];
    if let Some(report) = finish.reports.first() {
        let [wins, draws, losses] = report.wins_draws_losses;
        row[4] = (2 * report.pairs).to_string();
        row[5] = format!("{wins}, {draws}, {losses}");
        row[6] = report.score.as_ref().map(per_cent).unwrap_or_default();
        let dear = max_points(&pairing.variant) > 1;
        row[7] = match (&report.points, &report.elo) {
            (Some(points), _) if dear => with_error(points),
            (_, Some(elo)) => elo_text(elo),
            _ => String::new(),
        };
    }
    let faults = finish.standings.table();
    let faults = faults.iter().filter(|row| !row.faults.is_empty());
    for faulty in faults {
        let games: u64 = faulty.faults.iter().map(|(_, games)| games).sum();
        row[4] += &format!(" ({games} forfeited by {})", faulty.engine);
    }
    row
}

fn per_cent(share: &Estimate) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    format!("{value:.1} % [{low:.1}, {high:.1}]")
}

fn with_error(points: &Estimate) -> String {
    format!(
        "{:+.3} points, se {:.3}",
        points.value, points.standard_error
    )
}

fn elo_text(elo: &Estimate) -> String {
    if elo.value.is_finite() {
        format!("{:+.0} [{:+.0}, {:+.0}]", elo.value, elo.low, elo.high)
    } else if elo.value > 0.0 {
        format!("above {:+.0}", elo.low)
    } else {
        format!("below {:+.0}", elo.high)
    }
}

/// The date by the system's clock, in UTC.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs() / 86_400))
}

/// The date so many days after the first of January 1970, as `1970-01-01`.
fn date(mut days: u64) -> String {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, text) in [
            (0, "1970-01-01"),
            (11_015, "2000-02-28"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (19_722, "2023-12-31"),
            (20_088, "2024-12-31"),
        ] {
            assert_eq!(date(days), text);
        }
    }

    #[test]
    fn rows_not_played_are_kept() {
        let mut table = ResultsTable::default();
        for name in ["b", "gone", "a"] {
            table
                .rows
                .insert(name.into(), format!("| {name} | dameo | x |"));
            table
                .commands
                .insert(name.into(), format!("`referee match {name}: 1`"));
        }
        let text = table.text(["a", "new", "b"].into_iter());
        assert_eq!(ResultsTable::parse(&text), table);
        let places = [
            "| a |",
            "| b |",
            "| gone |",
            "- a: `referee",
            "- gone: `referee match gone: 1`",
        ]
        .map(|line| text.find(line));
        assert!(places.iter().all(Option::is_some), "{text}");
        assert!(places.is_sorted(), "{text}");
    }

    #[test]
    fn one_sided_results_have_one_bound() {
        let elo = |value, low, high| {
            elo_text(&Estimate {
                value,
                standard_error: 1.0,
                low,
                high,
            })
        };
        assert_eq!(elo(-12.4, -40.0, 15.6), "-12 [-40, +16]");
        assert_eq!(elo(f64::INFINITY, 311.5, f64::INFINITY), "above +312");
        assert_eq!(
            elo(f64::NEG_INFINITY, f64::NEG_INFINITY, -200.0),
            "below -200"
        );
    }
}
