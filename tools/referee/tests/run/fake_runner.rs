//! Players that are functions of the position, in the place of engines.
//! Not here: what is expected of the runs they play.

use referee::board;
use referee::config::{Plan, RawConfig};
use referee::game::{End, GameRecord, GameResult, MoveRecord, Setup, Verdict};
use referee::runner::{Finish, GameReport, GameRunner, RunOptions, Stop, Store, run};
use referee::schedule::Opening;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tricorn_protocol::Score;

/// A plan of players at the first of the games.
pub fn plan(players: &[&str], extra: &str) -> Plan {
    plan_of(tricorn::rules::list::NAMES[0], players, extra)
}

/// A plan of 20 games a meeting, with more settings.
pub fn plan_of(variant: &str, players: &[&str], extra: &str) -> Plan {
    let mut text = format!("variant = \"{variant}\"\ngames = 20\n{extra}\n");
    if !extra.contains("openings = ") {
        text += "openings = \"random\"\n";
    }
    for player in players {
        text += &format!("[[engine]]\nname = \"{player}\"\ncmd = \"{player}\"\nnodes = 1\n");
    }
    Plan::new(&RawConfig::from_toml(&text).expect("settings")).expect("plan")
}

/// Players whose moves are a hash of the position and their name. Games in which a player is
/// called `weak` are lost by it for a reason of the referee's.
pub struct FakeRunner {
    names: Vec<String>,
    /// How many games it plays before it fails.
    games_left: AtomicUsize,
}

impl FakeRunner {
    pub fn new(plan: &Plan) -> Self {
        Self::failing_after(plan, usize::MAX)
    }

    pub fn failing_after(plan: &Plan, games: usize) -> Self {
        Self {
            names: plan
                .engines
                .iter()
                .map(|engine| engine.spec.name.clone())
                .collect(),
            games_left: AtomicUsize::new(games),
        }
    }
}

impl FakeRunner {
    /// Whether an opening counts as level.
    pub fn likes(moves: &[String]) -> bool {
        hash(&moves.concat()).is_multiple_of(3)
    }
}

/// FNV-1a (G. Fowler, L. Noll and K. Vo).
fn hash(text: &str) -> usize {
    let sum = text.bytes().fold(0x811c_9dc5_u32, |sum, byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    sum as usize
}

/// Plays a game to its end, or to the hundredth ply.
pub fn play(setup: &Setup, names: [&str; 2]) -> GameRecord {
    let mut board = board::open(&setup.variant, &setup.position, &setup.moves).expect("setup");
    let mut moves = Vec::new();
    let result = loop {
        if let Some(outcome) = board.outcome() {
            break GameResult {
                winner: outcome.winner,
                points: outcome.points,
                end: End::Rules(outcome.reason),
                detail: String::new(),
            };
        }
        let mover = board.side();
        if names[mover.index()] == "weak" && board.plies() > 12 {
            break GameResult {
                winner: Some(mover.other()),
                points: 1,
                end: End::Forfeit(referee::game::ForfeitReason::Crash),
                detail: "it is weak".into(),
            };
        }
        if setup
            .max_plies
            .is_some_and(|limit| board.plies() >= u64::from(limit))
        {
            break GameResult {
                winner: None,
                points: 0,
                end: End::Adjudicated(Verdict::MaxPlies),
                detail: String::new(),
            };
        }
        if board.awaits_roll() {
            board.throw(setup.seed, setup.pair);
        }
        let legal = board.legal();
        let at = hash(&board.text()) % legal.len();
        board.read(&legal[at]).expect("legal");
        moves.push(MoveRecord {
            text: legal[at].clone(),
            score: Some(Score::Cp(at as i32)),
            depth: Some(1),
            nodes: Some(legal.len() as u64),
            time: Some(Duration::from_nanos(1_234_567)),
            lag: None,
        });
    };
    GameRecord {
        setup: setup.clone(),
        players: names.map(str::to_owned),
        moves,
        last: board.text(),
        result,
        warnings: Vec::new(),
    }
}

impl GameRunner for FakeRunner {
    type Engines = ();

    fn engines(&self, _slot: usize) {}

    async fn play(
        &self,
        (): &mut (),
        setup: &Setup,
        seats: [usize; 2],
    ) -> Result<GameReport, String> {
        let left = self
            .games_left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1));
        left.map_err(|_| "no game is left".to_owned())?;
        // Pairs end in an order that is not that of the schedule.
        for _ in 0..hash(&format!("{} {}", setup.pair, setup.game)) % 7 {
            tokio::task::yield_now().await;
        }
        let record = play(setup, seats.map(|engine| self.names[engine].as_str()));
        Ok(GameReport {
            record,
            failures: Vec::new(),
        })
    }

    async fn accepts(&self, (): &mut (), opening: &Opening) -> Result<bool, String> {
        Ok(Self::likes(&opening.moves))
    }

    async fn leave(&self, (): (), _hurry: bool) {}
}

/// Runs a plan in a folder, from its beginning or on from where it is.
pub fn go(
    plan: &Plan,
    folder: &Path,
    runner: FakeRunner,
    concurrency: usize,
) -> Result<Finish, String> {
    go_until(plan, folder, runner, concurrency, std::future::pending())
}

pub fn go_until(
    plan: &Plan,
    folder: &Path,
    runner: FakeRunner,
    concurrency: usize,
    stop: impl Future<Output = Stop>,
) -> Result<Finish, String> {
    let store = if folder.join("journal").exists() {
        let (store, stored) = Store::open(folder).map_err(|error| error.to_string())?;
        assert_eq!(stored.difference(plan), None);
        store
    } else {
        Store::create(folder, plan).map_err(|error| error.to_string())?
    };
    let options = RunOptions {
        concurrency,
        progress: false,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("runtime");
    let finish = runtime.block_on(run(
        &Arc::new(plan.clone()),
        store,
        Arc::new(runner),
        options,
        stop,
    ));
    finish.map_err(|error| error.to_string())
}

/// The files of a run that are the same in every run of a plan.
pub fn files(folder: &Path) -> [String; 4] {
    ["plan.toml", "journal", "games.txt", "result.json"]
        .map(|name| std::fs::read_to_string(folder.join(name)).expect(name))
}
