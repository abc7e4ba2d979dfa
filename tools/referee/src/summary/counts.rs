//! What is counted while the pairs of a run are read.
//! Not here: the standings, which the ledger counts, and reading.

use super::games::{Game, GameRow};
use super::history::History;
use super::lengths::LengthCounts;
use super::model::{
    EndCount, EngineSummary, FORMAT, MeetingSummary, PairCounts, RunState, Summary,
};
use super::openings::OpeningTally;
use super::times::TimeCounts;
use crate::config::Plan;
use crate::game::{End, GameRecord};
use crate::report::{Meeting, moves_by_side};
use crate::runner::{Counted, Ending, Ledger};
use crate::schedule::{Pairing, max_points};

/// How many forfeits a summary lists.
const FORFEITS: usize = 20;

/// Everything that is counted.
#[derive(Debug)]
pub struct Counts {
    /// The games in the order of the schedule.
    pub games: Vec<Game>,
    histories: Vec<History>,
    ends: Vec<(End, u64)>,
    lengths: LengthCounts,
    openings: OpeningTally,
    /// By the place of the engine in the plan.
    times: Vec<TimeCounts>,
}

impl Counts {
    pub fn new(plan: &Plan, meetings: usize) -> Self {
        Self {
            histories: vec![History::new(); meetings],
            times: vec![TimeCounts::default(); plan.engines.len()],
            games: Vec::new(),
            ends: Vec::new(),
            lengths: LengthCounts::default(),
            openings: OpeningTally::default(),
        }
    }

    /// Takes a pair after it was counted in `meetings`.
    pub fn record(&mut self, counted: &Counted, meetings: &[Meeting], times: bool) {
        for (history, meeting) in self.histories.iter_mut().zip(meetings) {
            if meeting.engines == counted.pairing.engines {
                history.record(&meeting.tally, counted.llr);
            }
        }
        for (game, seats) in counted.games.iter().zip([[0, 1], [1, 0]]) {
            self.record_game(&counted.pairing, game, seats, times);
        }
    }

    fn record_game(
        &mut self,
        pairing: &Pairing,
        game: &GameRecord,
        seats: [usize; 2],
        times: bool,
    ) {
        let players = seats.map(|seat| pairing.engines[seat]);
        if times {
            for (side, m) in moves_by_side(game) {
                self.times[players[side.index()]].record(m);
            }
        }
        self.openings.record(game);
        let end = game.result.end;
        match self.ends.iter_mut().find(|(other, _)| *other == end) {
            Some((_, games)) => *games += 1,
            None => self.ends.push((end, 1)),
        }
        let game = Game::new(pairing, game, players);
        self.lengths.record(game.plies);
        self.games.push(game);
    }

    /// The list of games from an index on.
    pub fn rows(&self, from: u64, plan: &Plan) -> impl Iterator<Item = GameRow> {
        let skipped = usize::try_from(from).unwrap_or(usize::MAX);
        let numbered = (0..).zip(&self.games).skip(skipped);
        numbered.map(|(index, game)| game.row(index, plan))
    }

    pub fn summary(
        &self,
        plan: &Plan,
        ledger: &Ledger,
        state: RunState,
        pairs: PairCounts,
        notes: Vec<String>,
    ) -> Summary {
        let standings = ledger.standings();
        let sprt = plan.sprt.filter(|_| plan.shard.is_whole());
        let reports = standings.reports(sprt.as_ref()).into_iter();
        let seen = standings.meetings().iter().zip(&self.histories);
        let meetings = reports.zip(seen).map(|(figures, (meeting, history))| {
            let history = history.points(&meeting.tally);
            MeetingSummary { figures, history }
        });
        let engines = plan.engines.iter().zip(&self.times);
        let engines = engines.map(|(engine, times)| EngineSummary {
            name: engine.spec.name.clone(),
            settings: engine.words(),
            times: plan.times.then(|| times.summary()),
        });
        let forfeits = (0..).zip(&self.games);
        let forfeits: Vec<_> = forfeits.filter(|(_, game)| game.is_forfeit()).collect();
        let first_forfeits = forfeits.iter().take(FORFEITS);
        Summary {
            format: FORMAT,
            variant: plan.variant.clone(),
            tournament: plan.tournament,
            seed: plan.seed,
            shard: plan.shard,
            state,
            ending: ledger.ending().map(Ending::words),
            pairs,
            max_points: max_points(&plan.variant),
            notes,
            engines: engines.collect(),
            table: standings.table(),
            meetings: meetings.collect(),
            ends: self.ends(),
            lengths: self.lengths.summary(),
            openings: self.openings.summary(),
            forfeits: forfeits.len() as u64,
            first_forfeits: first_forfeits
                .map(|(index, game)| game.row(*index, plan))
                .collect(),
            warnings: self.games.iter().map(|game| u64::from(game.warnings)).sum(),
        }
    }

    /// How games ended, the most frequent end first.
    fn ends(&self) -> Vec<EndCount> {
        let ends = self.ends.iter().map(|(end, games)| EndCount {
            end: end.to_string(),
            games: *games,
        });
        let mut ends: Vec<_> = ends.collect();
        ends.sort_by(|one, other| other.games.cmp(&one.games).then(one.end.cmp(&other.end)));
        ends
    }
}
