//! The standings of a tournament: the result of each pair of engines, and the table of all engines.
//! Not here: the order in which pairs count (`runner::ledger`).

use crate::board;
use crate::game::{End, ForfeitReason, GameRecord};
use crate::record::Times;
use crate::schedule::{Pairing, Schedule};
use crate::stats::{Effort, Estimate, Pair, PairError, Report, Sprt, Tally, logistic_elo};
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;
use tricorn::rules::Side;

/// The results of two engines against each other, seen from the first.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Their places in the list of engines.
    pub engines: [usize; 2],
    /// The pairs.
    pub tally: Tally,
    /// The effort of each.
    pub effort: [Effort; 2],
}

/// The standings of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    most: u8,
    times: Times,
    meetings: Vec<Meeting>,
    /// Games that each engine forfeited, by [`ForfeitReason::ALL`].
    faults: Vec<[u64; ForfeitReason::ALL.len()]>,
    /// How often each engine was restarted between games.
    restarts: Vec<u64>,
    warnings: u64,
}

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

impl Standings {
    /// Standings before the first game. `most` is the points of the largest win, 1 to 3.
    #[must_use]
    pub fn new(names: Vec<String>, schedule: &Schedule, most: u8, times: Times) -> Self {
        let meetings = schedule.encounters().iter().map(|&engines| Meeting {
            engines,
            tally: Tally::new(most),
            effort: [Effort::default(); 2],
        });
        Self {
            meetings: meetings.collect(),
            faults: vec![[0; ForfeitReason::ALL.len()]; names.len()],
            restarts: vec![0; names.len()],
            warnings: 0,
            names,
            most,
            times,
        }
    }

    /// Counts the two games of a pair.
    ///
    /// # Errors
    /// A game of more than three points.
    pub fn record(&mut self, pairing: &Pairing, games: &[GameRecord; 2]) -> Result<(), PairError> {
        let met = |meeting: &&mut Meeting| meeting.engines == pairing.engines;
        let Some(meeting) = self.meetings.iter_mut().find(met) else {
            return Ok(());
        };
        let moving_first = games[0].result.points_of(Side::First);
        let moving_second = games[1].result.points_of(Side::Second);
        meeting
            .tally
            .record(Pair::new(moving_first, moving_second)?);
        for (game, seats) in games.iter().zip([[0, 1], [1, 0]]) {
            spend(&mut meeting.effort, game, seats);
            self.warnings += game.warnings.len() as u64;
            for side in Side::ALL {
                let engine = pairing.engines[seats[side.index()]];
                self.restarts[engine] += u64::from(game.restarted(side));
            }
            if let (End::Forfeit(fault), Some(winner)) = (game.result.end, game.result.winner) {
                let loser = pairing.engines[seats[winner.other().index()]];
                self.faults[loser][fault as usize] += 1;
            }
        }
        Ok(())
    }

    /// Every meeting, in the order of the schedule.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// Whether an engine forfeited a game.
    #[must_use]
    pub fn faulty(&self) -> bool {
        self.faults.iter().flatten().any(|&games| games > 0)
    }

    /// The figures of each meeting.
    #[must_use]
    pub fn reports(&self, sprt: Option<&Sprt>) -> Vec<Report> {
        let report = |meeting: &Meeting| {
            let names = meeting.engines.map(|engine| self.names[engine].clone());
            let effort = (self.times == Times::Kept).then_some(meeting.effort);
            Report::new(names, &meeting.tally, sprt, effort)
        };
        self.meetings.iter().map(report).collect()
    }

    /// The table of all engines, the best score first.
    #[must_use]
    pub fn table(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = (0..self.names.len())
            .map(|engine| self.row(engine))
            .collect();
        let score = |row: &Row| row.score.map_or(-1.0, |score| score.value);
        rows.sort_by(|one, other| score(other).total_cmp(&score(one)));
        rows
    }

    fn row(&self, engine: usize) -> Row {
        let mut tally = Tally::new(self.most);
        for meeting in &self.meetings {
            if meeting.engines[0] == engine {
                tally.merge(&meeting.tally);
            } else if meeting.engines[1] == engine {
                tally.merge(&meeting.tally.reversed());
            }
        }
        let counted = ForfeitReason::ALL.iter().zip(self.faults[engine]);
        let pentanomial = tally.pentanomial();
        Row {
            engine: self.names[engine].clone(),
            pairs: tally.pairs(),
            wins_draws_losses: tally.wins_draws_losses(),
            score: Estimate::of_mean(&pentanomial, 0.25),
            elo: logistic_elo(&pentanomial),
            points: Estimate::of_mean(&tally.point_pairs(), 0.5),
            faults: counted
                .filter(|&(_, games)| games > 0)
                .map(|(fault, games)| (fault.word(), games))
                .collect(),
            restarts: self.restarts[engine],
        }
    }

    /// The score so far in one line.
    #[must_use]
    pub fn line(&self) -> String {
        if let [meeting] = &self.meetings[..] {
            let [first, second] = meeting.engines.map(|engine| &self.names[engine]);
            let [wins, draws, losses] = meeting.tally.wins_draws_losses();
            return format!("{first} - {second}: +{wins} ={draws} -{losses}");
        }
        let rows = self.table();
        let leaders = rows.iter().take(3).map(|row| {
            let per_cent = row.score.map_or(50.0, |score| 100.0 * score.value);
            format!("{} {per_cent:.1} %", row.engine)
        });
        leaders.collect::<Vec<_>>().join(", ")
    }
}

/// Adds the effort of the players of a game; `seats` maps sides to engines.
fn spend(effort: &mut [Effort; 2], game: &GameRecord, seats: [usize; 2]) {
    let setup = &game.setup;
    let Ok(board) = board::open(&setup.variant, &setup.position, &setup.moves) else {
        return; // Not reached with a game that was played.
    };
    let mut side = board.side();
    for m in &game.moves {
        let [time, lag] = [m.time, m.lag].map(Option::<Duration>::unwrap_or_default);
        effort[seats[side.index()]].record(time, m.nodes, lag);
        side = side.other();
    }
}

/// The table with one line per engine, then forfeits, restarts and warnings if there were any.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.table();
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
