//! The standings of a tournament: the result of each pair of engines, and the table of all engines.
//! Not here: the order in which pairs count (`runner::ledger`).

use super::{Row, StandingsTable};
use crate::board;
use crate::game::{End, ForfeitReason, GameRecord, MoveRecord};
use crate::record::Times;
use crate::schedule::{Pairing, Schedule};
use crate::stats::{Effort, Estimate, Pair, PairError, Report, Sprt, Tally, logistic_elo};
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
    for (side, m) in moves_by_side(game) {
        let [time, lag] = [m.time, m.lag].map(Option::<Duration>::unwrap_or_default);
        effort[seats[side.index()]].record(time, m.nodes, lag);
    }
}

/// The moves after the opening with the side that made each; none if the opening cannot be
/// replayed, which does not happen with a game that was played.
pub fn moves_by_side(game: &GameRecord) -> impl Iterator<Item = (Side, &MoveRecord)> {
    let setup = &game.setup;
    let board = board::open(&setup.variant, &setup.position, &setup.moves);
    let first = board.ok().map(|board| board.side());
    let sides = std::iter::successors(first, |side| Some(side.other()));
    sides.zip(&game.moves)
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = StandingsTable {
            rows: &self.table(),
            most: self.most,
            warnings: self.warnings,
        };
        table.fmt(f)
    }
}
