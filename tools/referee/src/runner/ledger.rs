//! The results of a run in the order of the schedule, whatever the order in which pairs finish.
//! Not here: files. The order is decided here alone, so no result depends on concurrency.

use crate::config::Plan;
use crate::game::{End, ForfeitReason, GameRecord};
use crate::record::{Games, RecordError, Times};
use crate::report::Standings;
use crate::schedule::{Pairing, Schedule, max_points};
use crate::stats::{SprtDecision, Trial};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a run counts no further pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All pairs were played.
    Complete,
    /// The sequential test has accepted a hypothesis.
    Decided(SprtDecision),
    /// An engine failed, and the run is strict.
    Strict {
        /// The pair.
        pair: u64,
        /// What happened.
        detail: String,
    },
}

impl Ending {
    /// The words that people and events get.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Complete => "complete".into(),
            Self::Decided(decision) => decision.words().into(),
            Self::Strict { pair, detail } => format!("stopped in pair {pair}: {detail}"),
        }
    }
}

/// A pair that counts.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Its number and its players.
    pub pairing: Pairing,
    /// The text of its games.
    pub text: String,
    /// Its games.
    pub games: [GameRecord; 2],
    /// The log-likelihood ratio of the sequential test after it, if there is one.
    pub llr: Option<f64>,
}

/// Counts pairs in their order.
#[derive(Debug)]
pub struct Ledger {
    plan: Arc<Plan>,
    schedule: Schedule,
    /// The next pair to count; those of other parts are passed over.
    next: u64,
    waiting: BTreeMap<u64, String>,
    standings: Standings,
    ending: Option<Ending>,
}

impl Ledger {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(plan: Arc<Plan>) -> Self {
        let schedule = plan.schedule();
        let names = plan.engines.iter().map(|engine| engine.spec.name.clone());
        let times = if plan.times {
            Times::Kept
        } else {
            Times::Dropped
        };
        let most = max_points(&plan.variant);
        let standings = Standings::new(names.collect(), &schedule, most, times);
        let mut ledger = Self {
            plan,
            schedule,
            next: 0,
            waiting: BTreeMap::new(),
            standings,
            ending: None,
        };
        ledger.pass_over();
        ledger
    }

    /// The standings after the pairs that count.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Why no further pair counts; `None` while the next one is waited for.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The number of the first pair that does not count.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Takes the games of a pair as text. Gives the pairs that count now, in their order: none if
    /// an earlier one is not there yet.
    ///
    /// # Errors
    /// If the text is not two games of this pair.
    pub fn add(&mut self, pair: u64, text: String) -> Result<Vec<Counted>, RecordError> {
        self.waiting.insert(pair, text);
        let mut counted = Vec::new();
        while self.ending.is_none() {
            let Some(text) = self.waiting.remove(&self.next) else {
                break;
            };
            counted.push(self.count(text)?);
        }
        Ok(counted)
    }

    /// Counts the next pair.
    fn count(&mut self, text: String) -> Result<Counted, RecordError> {
        let wrong = |message: String| RecordError { line: 1, message };
        let pairing = self.schedule.pairing(self.next);
        let pairing = pairing.ok_or_else(|| wrong(format!("there is no pair {}", self.next)))?;
        let games = read_pair(&self.plan, &pairing, &text)?;
        let recorded = self.standings.record(&pairing, &games);
        recorded.map_err(|error| wrong(error.to_string()))?;
        let failed = games.iter().find(|game| severe(game.result.end));
        if let Some(game) = failed.filter(|_| self.plan.strict) {
            self.ending = Some(Ending::Strict {
                pair: pairing.pair,
                detail: format!("{} ({})", game.result.detail, game.result.end),
            });
        }
        let test = self.plan.sprt.filter(|_| self.plan.shard.is_whole());
        let trial = test.map(|sprt| Trial::new(&sprt, &self.standings.meetings()[0].tally));
        if let Some(trial) = trial.filter(|trial| trial.decision != SprtDecision::Continue) {
            self.ending.get_or_insert(Ending::Decided(trial.decision));
        }
        self.next += 1;
        self.pass_over();
        Ok(Counted {
            pairing,
            text,
            games,
            llr: trial.map(|trial| trial.llr),
        })
    }

    /// Moves on to the next pair of this part of the schedule.
    fn pass_over(&mut self) {
        let pairs = self.schedule.pairs();
        while self.next < pairs && !self.plan.shard.has(self.next) {
            self.next += 1;
        }
        if self.next >= pairs {
            self.ending.get_or_insert(Ending::Complete);
        }
    }
}

/// Whether an end is one that a strict run does not go on after: the engine is broken, not weak.
fn severe(end: End) -> bool {
    matches!(
        end,
        End::Forfeit(
            ForfeitReason::Start
                | ForfeitReason::Crash
                | ForfeitReason::Hang
                | ForfeitReason::Protocol
        )
    )
}

/// The two games of a pair, from their text.
fn read_pair(plan: &Plan, pairing: &Pairing, text: &str) -> Result<[GameRecord; 2], RecordError> {
    let games: Result<Vec<_>, _> = Games::new(text.as_bytes()).collect();
    let games: Vec<GameRecord> = games?.into_iter().map(|game| game.record).collect();
    let [one, other] = pairing
        .engines
        .map(|engine| plan.engines[engine].spec.name.as_str());
    let seats = [[one, other], [other, one]];
    let fits = games.len() == 2
        && games
            .iter()
            .zip(seats)
            .zip(1..)
            .all(|((game, seats), number)| {
                let setup = &game.setup;
                (setup.pair, setup.game) == (pairing.pair, number) && game.players == seats
            });
    <[GameRecord; 2]>::try_from(games)
        .ok()
        .filter(|_| fits)
        .ok_or_else(|| RecordError {
            line: 1,
            message: format!("not the two games of pair {}", pairing.pair),
        })
}
