//! Iterative deepening: MultiPV, `searchmoves`, soft time limit, reports, `bestmove`.
//! Not here: how one iteration searches (the kernels).

use super::budget::Budget;
use super::kernel::{Bound, Kernel, Root, RootLine};
use super::lazy_smp::{self, Helper};
use super::report::{Answer, Info, Report, Reporter};
use super::strength::EvalNoise;
use super::time_manager::TimeManager;
use super::tt::TranspositionTable;
use crate::control::Control;
use crate::eval::{Score, Value};
use crate::limits::Limits;
use crate::rules::{Game, Rules};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// How long a search runs before it reports `currmove`, as in Stockfish.
const CURRMOVE_DELAY: Duration = Duration::from_secs(3);

/// The shortest time between two `currmove` reports.
const CURRMOVE_INTERVAL: Duration = Duration::from_secs(1);

/// The parameters of one search: `go` and the options that affect it.
#[derive(Clone, Debug)]
pub struct Request<G: Rules> {
    /// Depth, nodes, time, mate: what ends the search.
    pub limits: Limits,
    /// Restricts the root to these moves; illegal ones are ignored. `None` searches all moves.
    pub searchmoves: Option<Vec<G::Move>>,
    /// When the clock started, if that was before the search began.
    pub began: Option<Instant>,
    /// `MultiPV`: how many lines to report, at least 1. More than there are moves is allowed.
    pub multipv: usize,
    /// `Move Overhead`: time lost on each move between the GUI's clock and the search.
    pub overhead: Duration,
    /// `UCI_AnalyseMode`: a forced move or a proven mate does not end the search early.
    pub analyse: bool,
    /// `Ponder`: the search also runs on the opponent's time in this game.
    pub pondering: bool,
    /// Evaluation noise of a limited strength; `None` for full strength.
    pub noise: Option<EvalNoise>,
}

impl<G: Rules> Request<G> {
    /// A request with these limits and defaults for the rest: all moves, one line, no overhead.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            searchmoves: None,
            began: None,
            multipv: 1,
            overhead: Duration::ZERO,
            analyse: false,
            pondering: false,
            noise: None,
        }
    }
}

/// The kernels of one search: the main thread's, and those of its lazy SMP helpers. A kernel that
/// does not use lazy SMP has no helpers and splits its own work over threads.
pub(super) struct SearchThreads<'a, K> {
    /// The main thread's kernel, which reports and chooses the move.
    pub lead: &'a mut K,
    /// Copies that help it through the transposition table.
    pub helpers: &'a mut [K],
    /// How many threads the lead kernel may use itself.
    pub threads: usize,
}

/// Runs one search. See [`Searcher::search`](super::Searcher::search).
pub(super) fn run<G: Rules, K: Kernel<G>>(
    search_threads: SearchThreads<'_, K>,
    table: &TranspositionTable,
    game: &Game<G>,
    request: &Request<G>,
    control: &Control,
    report: &mut Reporter<'_, G, K::Value>,
) -> Answer<G, K::Value> {
    let limits = &request.limits;
    let time_manager = TimeManager::new(limits, request.overhead, request.pondering);
    let mut run = RunningSearch {
        game,
        request,
        table,
        report,
        budget: match request.began {
            Some(began) => {
                Budget::new(limits, time_manager, control, K::CHECK_INTERVAL).started_at(began)
            }
            None => Budget::new(limits, time_manager, control, K::CHECK_INTERVAL),
        },
        root: root(game, request),
        depth: 0,
        best: None,
        stability: 0,
        previous_centi: None,
        previous_nodes: u64::MAX,
        throttle: CurrMoveThrottle::new(),
    };
    match game.outcome() {
        Some(outcome) => {
            let value = K::Value::ended(outcome, game.position().turn(), 0);
            run.root.lines = vec![RootLine::new(Vec::new())];
            run.root.lines[0].value = Some(value);
            run.report_lines(1);
        }
        None if !run.root.lines.is_empty() => run.deepen(search_threads),
        None => {}
    }
    control.hold(limits.unlimited(), run.budget.pondering());
    let line = run.root.lines.first();
    let pv = line.map_or(Vec::new(), |line| playable(game, &line.pv));
    Answer {
        best: pv.first().copied(),
        ponder: pv.get(1).copied(),
        value: line.and_then(|line| line.value),
        depth: run.depth,
        nodes: run.budget.nodes(),
        time: run.budget.elapsed(),
    }
}

/// The root with its moves after `searchmoves`.
fn root<G: Rules, V>(game: &Game<G>, request: &Request<G>) -> Root<G, V> {
    let mut moves = Vec::new();
    let lines = match game.roll() {
        None => vec![RootLine::new(Vec::new())],
        Some(roll) => {
            game.position().moves(roll, &mut moves);
            if let Some(allowed) = &request.searchmoves {
                let allowed: HashSet<&G::Move> = allowed.iter().collect();
                moves.retain(|m| allowed.contains(m));
            }
            moves.iter().map(|&m| RootLine::new(vec![m])).collect()
        }
    };
    Root {
        position: game.position().clone(),
        roll: game.roll(),
        keys: game.keys().to_vec(),
        lines,
        mate_search: request.limits.mate.is_some(),
    }
}

/// The legal part of a PV, up to the end of the game or the next unknown roll.
fn playable<G: Rules>(game: &Game<G>, pv: &[G::Move]) -> Vec<G::Move> {
    let mut game = game.clone();
    let mut legal = Vec::new();
    let mut played = Vec::with_capacity(pv.len());
    for m in pv {
        let Some(roll) = game.roll() else { break };
        if game.outcome().is_some() {
            break;
        }
        game.position().moves(roll, &mut legal);
        if !legal.contains(m) {
            break;
        }
        game.play(m);
        played.push(*m);
    }
    played
}

/// The state of a running search.
struct RunningSearch<'a, 'r, G: Rules, V> {
    game: &'a Game<G>,
    request: &'a Request<G>,
    table: &'a TranspositionTable,
    report: &'r mut Reporter<'r, G, V>,
    budget: Budget<'a>,
    root: Root<G, V>,
    /// The depth reported last.
    depth: u32,
    /// The best move of the last iteration.
    best: Option<G::Move>,
    /// For how many iterations in a row it has been the best.
    stability: usize,
    /// The best score of the last iteration, in hundredths of a man.
    previous_centi: Option<i32>,
    /// Nodes that this thread searched in the last iteration.
    previous_nodes: u64,
    throttle: CurrMoveThrottle,
}

impl<G: Rules, V: Value> RunningSearch<'_, '_, G, V> {
    fn deepen<K: Kernel<G, Value = V>>(&mut self, search_threads: SearchThreads<'_, K>) {
        let SearchThreads {
            lead,
            helpers,
            threads,
        } = search_threads;
        lead.begin(&self.root, threads);
        let last = self.request.limits.last_depth(K::MAX_DEPTH);
        if !self.run_iteration(lead, 1) || last == 1 {
            return;
        }
        let helpers = helpers.iter_mut().map(|kernel| Helper {
            kernel,
            root: self.root.clone(),
            lines: self.line_count(),
            last,
            table: self.table,
            budget: self.budget.for_thread(),
        });
        let (helpers, ending) = (helpers.collect(), self.budget.stop_on_drop());
        lazy_smp::run(helpers, ending, || {
            let _ = (2..=last).all(|depth| self.run_iteration(lead, depth));
        });
    }

    /// Searches one depth and returns whether to go on with the next.
    fn run_iteration<K: Kernel<G, Value = V>>(&mut self, kernel: &mut K, depth: u32) -> bool {
        let (begun, counted) = (self.budget.elapsed(), self.budget.own_nodes());
        if !self.search_lines(kernel, depth) {
            return false;
        }
        let took = self.budget.elapsed().saturating_sub(begun);
        let visited = self.budget.own_nodes() - counted;
        let best = self.root.lines[0].pv.first().copied();
        self.stability = if best == self.best {
            self.stability + 1
        } else {
            0
        };
        self.best = best;
        let before = std::mem::replace(&mut self.previous_nodes, visited);
        let centi = self.root.lines[0].value.map(Value::centi);
        let score_drop = match (std::mem::replace(&mut self.previous_centi, centi), centi) {
            (Some(before), Some(now)) => before.saturating_sub(now),
            _ => 0,
        };
        // A signal or limit may have come since the last check.
        if self.budget.check().is_err() || self.can_stop_early::<K>(depth) {
            return false;
        }
        if self.budget.pondering() {
            return true;
        }
        let elapsed = self.budget.clock_time();
        // The branching factor in nodes is less noisy than in time, since other processes take time.
        let growth = u32::try_from(visited / before.max(1)).unwrap_or(u32::MAX);
        let next = took.saturating_mul(growth);
        let time_manager = self.budget.time_manager();
        !time_manager.soft_limit_reached(elapsed, self.stability, score_drop)
            && !time_manager.too_long_to_finish(elapsed, next)
    }

    /// How many lines are searched: `MultiPV`, or every move where evaluation noise decides.
    fn line_count(&self) -> usize {
        let all = self.root.lines.len();
        match self.request.noise {
            Some(_) => all,
            None => self.request.multipv.clamp(1, all),
        }
    }

    /// What lines are ranked by: their score, with noise if strength is limited.
    fn ranking_score(&self, line: &RootLine<G, V>) -> Option<Score> {
        let value = line.value?;
        let off = match (self.request.noise, line.pv.first()) {
            (Some(noise), Some(m)) if value.mate().is_none() => {
                noise.error(self.root.position.play(m).key())
            }
            _ => 0,
        };
        Some(value.score().saturating_add(off))
    }

    /// Searches all lines at one depth and reports them; false if the search was stopped.
    fn search_lines<K: Kernel<G, Value = V>>(&mut self, kernel: &mut K, depth: u32) -> bool {
        let lines = self.line_count();
        for from in 0..lines {
            let first = depth == 1 && (from == 0 || self.request.noise.is_some());
            self.budget
                .guarantee(if first { K::GUARANTEED_NODES } else { 0 });
            let (report, throttle) = (&mut *self.report, &mut self.throttle);
            let mut on_root_move = |currmove: G::Move, number: usize| {
                if throttle.ready() {
                    report(&Report::CurrMove {
                        depth,
                        currmove,
                        number,
                    });
                }
            };
            let result = kernel.search(
                &mut self.root,
                from,
                depth,
                self.table,
                &mut self.budget,
                &mut on_root_move,
            );
            self.budget.guarantee(0);
            if result.is_err() {
                if first {
                    self.root.lines[0].depth = depth;
                }
                self.report_interrupted(depth, from);
                return false;
            }
        }
        self.report_finished(depth, lines);
        true
    }

    /// Reports what an iteration found that was stopped while it searched line `from`. The moves that
    /// it did not reach may be better, so the score of that line is a lower bound.
    fn report_interrupted(&mut self, depth: u32, from: usize) {
        let line = &mut self.root.lines[from];
        let found = line.depth == depth;
        if found && line.bound == Bound::Exact {
            line.bound = Bound::Lower;
        }
        self.report_finished(depth, from + usize::from(found));
        let best = self.root.lines[0].pv.first();
        if from == 0 && !found && self.best.as_ref() != best {
            // The old best move is proven lost, and the kernel has put another in its place.
            self.report_lines(1);
        }
    }

    /// Reports the lines that this iteration has finished, best first.
    fn report_finished(&mut self, depth: u32, known: usize) {
        if known > 0 {
            let mut lines = std::mem::take(&mut self.root.lines);
            lines[..known].sort_by_cached_key(|line| Reverse(self.ranking_score(line)));
            self.root.lines = lines;
            self.depth = depth;
            self.report_lines(known.min(self.request.multipv.max(1)));
        }
    }

    fn report_lines(&mut self, lines: usize) {
        let hashfull = self.table.hashfull();
        for (index, line) in self.root.lines.iter().take(lines).enumerate() {
            let Some(value) = line.value else { continue };
            let pv = playable(self.game, &line.pv);
            (self.report)(&Report::Line(Info {
                depth: self.depth,
                seldepth: u32::try_from(self.budget.deepest()).unwrap_or(u32::MAX),
                rank: index + 1,
                value,
                bound: line.bound,
                nodes: self.budget.nodes(),
                time: self.budget.elapsed(),
                hashfull,
                pv: &pv,
            }));
        }
    }

    /// Whether a deeper iteration is pointless: `go mate` is answered, or the move is forced or a mate
    /// is proven while the clock runs.
    fn can_stop_early<K: Kernel<G, Value = V>>(&self, depth: u32) -> bool {
        let Some(value) = self.root.lines[0].value else {
            return false;
        };
        let distance = value.mate().map(i32::unsigned_abs);
        let limits = &self.request.limits;
        if let (Some(turns), Some(plies)) = (limits.mate, distance)
            && plies.div_ceil(2) <= turns
        {
            return true;
        }
        let playing = limits.clock.is_some()
            && !limits.infinite
            && !self.request.analyse
            && !self.budget.pondering();
        let forced = self.root.lines.len() == 1 && depth >= K::FORCED_MOVE_DEPTH;
        let decided = distance.is_some_and(|plies| plies <= depth);
        playing && (forced || decided)
    }
}

/// Limits the rate of `currmove` reports.
struct CurrMoveThrottle {
    next: Instant,
}

impl CurrMoveThrottle {
    fn new() -> Self {
        Self {
            next: Instant::now() + CURRMOVE_DELAY,
        }
    }

    fn ready(&mut self) -> bool {
        let now = Instant::now();
        let ready = now >= self.next;
        if ready {
            self.next = now + CURRMOVE_INTERVAL;
        }
        ready
    }
}
