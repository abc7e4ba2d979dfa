//! The scheduler of a run: starts pairs of games, collects their results, stops at the SPRT's decision.
//! Not here: the order in which results count (`ledger`), and files (`store`).

use super::finish::Finish;
use super::game_runner::{GameReport, GameRunner};
use super::ledger::Ledger;
use super::stop::Stop;
use super::store::{Store, StoreError};
use crate::config::Plan;
use crate::game::Setup;
use crate::record::{self, Times};
use crate::report::{Event, Events, Progress};
use crate::schedule::{Opening, Pairing};
use crate::stats::Sprt;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

/// How often what was written is handed to the disk.
const SYNC: Duration = Duration::from_secs(1);

/// How a run is done: things that change no result.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// Games at once, at least 1.
    pub concurrency: usize,
    /// Whether the progress is shown.
    pub progress: bool,
}

/// A message from one of the concurrent games.
enum Message {
    /// A pair was played: its number, and both games.
    Played(u64, Box<[GameReport; 2]>),
    /// Nothing can be played any more.
    Broken(String),
}

/// Plays what is missing of a plan. `stopped` ends it from outside.
///
/// # Errors
/// If files cannot be written, or games cannot be played for a reason that no engine answers for.
/// All that was played until then is kept.
pub async fn run<H: GameRunner>(
    plan: &Arc<Plan>,
    mut store: Store,
    runner: Arc<H>,
    options: RunOptions,
    stopped: impl Future<Output = Stop>,
) -> Result<Finish, StoreError> {
    let mut ledger = Ledger::new(Arc::clone(plan));
    let played: Vec<u64> = store.journal.pairs().collect();
    let mut counted = Vec::new();
    for &pair in &played {
        let text = store.games(pair)?;
        let more = ledger.add(pair, text);
        let more = more.map_err(|error| StoreError::Other(format!("pair {pair}: {error}")))?;
        counted.extend(more.into_iter().map(|counted| counted.pairing.pair));
    }
    store.begin_games(&counted)?;

    let schedule = plan.schedule();
    let mine = (0..schedule.pairs()).filter(|&pair| plan.shard.has(pair));
    let missing: Vec<Pairing> = mine
        .filter(|&pair| !store.journal.has(pair))
        .filter_map(|pair| schedule.pairing(pair))
        .collect();
    let all = (missing.len() + played.len()) as u64;
    let mut recorder = Recorder {
        plan,
        progress: options
            .progress
            .then(|| Progress::new(counted.len() as u64, all, "pairs")),
        events: Events::open(&store.file("events.jsonl"))
            .map_err(|error| StoreError::Io(store.file("events.jsonl"), error))?,
        store,
        ledger,
        synced: Instant::now(),
    };
    recorder.tell(&Event::Start {
        version: env!("CARGO_PKG_VERSION"),
        pairs: all,
        done: played.len() as u64,
        concurrency: options.concurrency,
    })?;

    if let Some(damage) = recorder.store.journal.damage() {
        recorder.tell(&Event::Damage {
            offset: damage.offset,
            pairs: damage.pairs,
        })?;
        if let Some(progress) = &recorder.progress {
            progress.say(&format!("warning: {damage}"));
        }
    }

    let (halt, halted) = watch::channel(false);
    let (sender, mut messages) = mpsc::channel(64);
    let queue = Arc::new(Mutex::new(missing.into_iter()));
    let mut slots = JoinSet::new();
    let wanted = recorder.ledger.ending().is_none();
    for slot in 0..if wanted {
        options.concurrency.max(1)
    } else {
        0
    } {
        let work = Work {
            plan: Arc::clone(plan),
            runner: Arc::clone(&runner),
            queue: Arc::clone(&queue),
            sender: sender.clone(),
        };
        slots.spawn(work.play_pairs(slot, halted.clone()));
    }
    drop(sender);

    let mut stopped = std::pin::pin!(stopped);
    let mut stop = None;
    let mut outcome = Ok(());
    while outcome.is_ok() && recorder.ledger.ending().is_none() {
        tokio::select! {
            biased;
            signal = &mut stopped => {
                stop = Some(signal);
                break;
            }
            message = messages.recv() => match message {
                None => break,
                Some(Message::Played(pair, games)) => outcome = recorder.take(pair, &games),
                Some(Message::Broken(error)) => outcome = Err(StoreError::Other(error)),
            },
        }
    }
    // Those who still play are in a hurry to leave; what they play does not count.
    let _ = halt.send(true);
    messages.close();
    while slots.join_next().await.is_some() {}
    outcome?;
    recorder.close(stop)
}

/// What each of the concurrent games needs.
struct Work<H: GameRunner> {
    plan: Arc<Plan>,
    runner: Arc<H>,
    queue: Arc<Mutex<std::vec::IntoIter<Pairing>>>,
    sender: mpsc::Sender<Message>,
}

impl<H: GameRunner> Work<H> {
    async fn play_pairs(self, slot: usize, mut halted: watch::Receiver<bool>) {
        let mut engines = self.runner.engines(slot);
        let mut hurry = false;
        loop {
            let next = self
                .queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next();
            let Some(pairing) = next else {
                break;
            };
            let played = tokio::select! {
                biased;
                _ = halted.wait_for(|&halted| halted) => {
                    hurry = true;
                    break;
                }
                played = self.pair(&mut engines, pairing) => played,
            };
            let (message, last) = match played {
                Ok(games) => (Message::Played(pairing.pair, games), false),
                Err(error) => (Message::Broken(error), true),
            };
            hurry = self.sender.send(message).await.is_err();
            if hurry || last {
                break;
            }
        }
        self.runner.leave(engines, hurry).await;
    }

    /// Both games of a pair.
    async fn pair(
        &self,
        engines: &mut H::Engines,
        pairing: Pairing,
    ) -> Result<Box<[GameReport; 2]>, String> {
        let opening = self.opening(engines, pairing.round).await?;
        let [one, other] = pairing.engines;
        let first = self
            .game(engines, pairing.pair, 1, [one, other], &opening)
            .await?;
        let second = self
            .game(engines, pairing.pair, 2, [other, one], &opening)
            .await?;
        Ok(Box::new([first, second]))
    }

    async fn game(
        &self,
        engines: &mut H::Engines,
        pair: u64,
        game: u8,
        seats: [usize; 2],
        opening: &Opening,
    ) -> Result<GameReport, String> {
        let plan = &self.plan;
        let setup = Setup {
            variant: plan.variant.clone(),
            position: opening.position.clone(),
            moves: opening.moves.clone(),
            seed: plan.seed,
            pair,
            game,
            limits: seats.map(|engine| plan.engines[engine].limits.clone()),
            adjudication: plan.adjudication,
            max_plies: plan.max_plies,
        };
        self.runner.play(engines, &setup, seats).await
    }

    /// The first opening of the round that is level enough.
    async fn opening(&self, engines: &mut H::Engines, round: u64) -> Result<Opening, String> {
        /// How many openings may be refused for one round.
        const ATTEMPTS: u64 = 10_000;
        for attempt in 0..ATTEMPTS {
            let opening = self.plan.source.opening(self.plan.seed, round, attempt)?;
            if self.plan.filter.is_none() || self.runner.accepts(engines, &opening).await? {
                return Ok(opening);
            }
        }
        Err(format!("none of {ATTEMPTS} openings was level"))
    }
}

/// Records the messages of the concurrent games.
struct Recorder<'a> {
    plan: &'a Plan,
    store: Store,
    ledger: Ledger,
    events: Events,
    progress: Option<Progress>,
    synced: Instant,
}

impl Recorder<'_> {
    fn tell(&mut self, event: &Event<'_>) -> Result<(), StoreError> {
        let told = self.events.tell(event);
        told.map_err(|error| StoreError::Io(self.store.file("events.jsonl"), error))
    }

    /// Takes the games of a pair: into the journal at once, into the rest when it is its turn.
    fn take(&mut self, pair: u64, games: &[GameReport; 2]) -> Result<(), StoreError> {
        let times = if self.plan.times {
            Times::Kept
        } else {
            Times::Dropped
        };
        let text: String = games
            .iter()
            .map(|game| record::text(&game.record, times))
            .collect();
        let path = self.store.file("journal");
        let journal = |error| StoreError::Io(path.clone(), error);
        self.store.journal.append(pair, &text).map_err(journal)?;
        if self.synced.elapsed() >= SYNC {
            self.store.journal.sync().map_err(journal)?;
            self.synced = Instant::now();
        }
        for game in games {
            for (engine, failure) in &game.failures {
                let engine = &self.plan.engines[*engine].spec.name;
                self.tell(&Event::failure(engine, pair, failure))?;
                if let Some(progress) = &self.progress {
                    progress.say(&format!("pair {pair}: {engine}: {}", failure.detail));
                }
            }
            self.tell(&Event::game(&game.record))?;
        }
        let counted = self.ledger.add(pair, text);
        let counted =
            counted.map_err(|error| StoreError::Other(format!("pair {pair}: {error}")))?;
        for counted in counted {
            self.store.add_games(&counted.text)?;
            let score = self.ledger.standings().line();
            self.tell(&Event::Pair {
                pair: counted.pairing.pair,
                score: &score,
                llr: counted.llr,
            })?;
            if let Some(progress) = &mut self.progress {
                progress.one(&with_llr(score, counted.llr, self.plan.sprt.as_ref()));
            }
        }
        Ok(())
    }

    /// The end of the run, or a rest until it is resumed.
    fn close(mut self, stop: Option<Stop>) -> Result<Finish, StoreError> {
        if let Some(progress) = self.progress.take() {
            progress.end();
        }
        let ending = self.ledger.ending().cloned();
        let reason = match (&ending, stop) {
            (Some(ending), _) => ending.words(),
            (None, Some(_)) => "interrupted".into(),
            (None, None) => "pairs are missing".into(),
        };
        self.tell(&Event::End { reason: &reason })?;
        Finish::close(self.plan, self.store, &self.ledger, stop)
    }
}

/// The score, and behind it where a sequential test stands: its log-likelihood ratio and the bounds.
fn with_llr(score: String, llr: Option<f64>, sprt: Option<&Sprt>) -> String {
    match (llr, sprt) {
        (Some(llr), Some(sprt)) => {
            let (lower, upper) = sprt.bounds();
            format!("{score}, LLR {llr:.2} ({lower:.2}, {upper:.2})")
        }
        _ => score,
    }
}
