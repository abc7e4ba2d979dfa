//! Iterative deepening for every kernel: MultiPV, soft time limit, noise of weak levels, reports
//! and the answer.
//! Not here: how one iteration searches (the kernels).

use super::budget::Budget;
use super::kernel::{Bound, Kernel, Line, Root};
use super::lazy_smp::{self, Helper};
use super::level::Noise;
use super::report::{Answer, Info, Report, Reporter};
use super::table::Table;
use super::time_manager::TimeManager;
use crate::control::Control;
use crate::eval::{Score, Value};
use crate::limits::Limits;
use crate::rules::{Game, Rules};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// How long a search runs before it tells which move it is at.
const QUIET_START: Duration = Duration::from_secs(3);

/// The least time between two such reports.
const PACE: Duration = Duration::from_secs(1);

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Request<G: Rules> {
    /// What ends it.
    pub limits: Limits,
    /// The root moves allowed, those that are not legal being ignored; `None` for all.
    pub allowed: Option<Vec<G::Move>>,
    /// From when time counts, where that is before the search begins.
    pub began: Option<Instant>,
    /// How many lines to report, from 1; as many as there are moves at most.
    pub lines: usize,
    /// Time lost between clock and search with every move.
    pub overhead: Duration,
    /// Whether the clock's time is to be used even where the move is clear.
    pub analyse: bool,
    /// Whether the opponent's time is used as well in this game.
    pub pondering: bool,
    /// Errors to be made in the choice of the move.
    pub noise: Option<Noise>,
}

impl<G: Rules> Request<G> {
    /// A plain request: all moves, one line, no overhead.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            allowed: None,
            began: None,
            lines: 1,
            overhead: Duration::ZERO,
            analyse: false,
            pondering: false,
            noise: None,
        }
    }
}

/// The kernels of a search: one leads, copies of it help, or it divides its work itself.
pub(super) struct SearchThreads<'a, K> {
    /// The one that reports and decides.
    pub lead: &'a mut K,
    /// Those that help it through the table.
    pub helpers: &'a mut [K],
    /// How many threads the lead may use.
    pub threads: usize,
}

/// Runs one search. See [`Searcher::search`](super::Searcher::search).
pub(super) fn run<G: Rules, K: Kernel<G>>(
    search_threads: SearchThreads<'_, K>,
    table: &Table,
    game: &Game<G>,
    request: &Request<G>,
    control: &Control,
    report: &mut Reporter<'_, G, K::Value>,
) -> Answer<G, K::Value> {
    let limits = &request.limits;
    let plan = TimeManager::new(limits, request.overhead, request.pondering);
    let mut run = Run {
        game,
        request,
        table,
        report,
        budget: match request.began {
            Some(began) => Budget::new(limits, plan, control, K::INTERVAL).since(began),
            None => Budget::new(limits, plan, control, K::INTERVAL),
        },
        root: root(game, request),
        depth: 0,
        best: None,
        stable: 0,
        centi: None,
        visited: u64::MAX,
        pace: Pace::new(),
    };
    match game.outcome() {
        Some(outcome) => {
            let value = K::Value::ended(outcome, game.position().turn(), 0);
            run.root.lines = vec![Line::new(Vec::new())];
            run.root.lines[0].value = Some(value);
            run.tell(1);
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

/// The root with the moves that may be searched.
fn root<G: Rules, V>(game: &Game<G>, request: &Request<G>) -> Root<G, V> {
    let mut moves = Vec::new();
    let lines = match game.roll() {
        None => vec![Line::new(Vec::new())],
        Some(roll) => {
            game.position().moves(roll, &mut moves);
            if let Some(allowed) = &request.allowed {
                let allowed: HashSet<&G::Move> = allowed.iter().collect();
                moves.retain(|m| allowed.contains(m));
            }
            moves.iter().map(|&m| Line::new(vec![m])).collect()
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

/// The part of a line that can be played: up to the end of the game, or to the next throw.
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

/// A search under way.
struct Run<'a, 'r, G: Rules, V> {
    game: &'a Game<G>,
    request: &'a Request<G>,
    table: &'a Table,
    report: &'r mut Reporter<'r, G, V>,
    budget: Budget<'a>,
    root: Root<G, V>,
    /// The last iteration reported.
    depth: u32,
    /// The best move of the last iteration.
    best: Option<G::Move>,
    /// For how many iterations it has stood.
    stable: usize,
    /// The score of the last iteration, in hundredths.
    centi: Option<i32>,
    /// Nodes of the last iteration on this thread.
    visited: u64,
    pace: Pace,
}

impl<G: Rules, V: Value> Run<'_, '_, G, V> {
    fn deepen<K: Kernel<G, Value = V>>(&mut self, search_threads: SearchThreads<'_, K>) {
        let SearchThreads {
            lead,
            helpers,
            threads,
        } = search_threads;
        lead.begin(&self.root, threads);
        let last = self.request.limits.last_depth(K::DEEPEST);
        if !self.advance(lead, 1) || last == 1 {
            return;
        }
        let helpers = helpers.iter_mut().map(|kernel| Helper {
            kernel,
            root: self.root.clone(),
            lines: self.searched(),
            last,
            table: self.table,
            budget: self.budget.part(),
        });
        let (helpers, ending) = (helpers.collect(), self.budget.ending());
        lazy_smp::run(helpers, ending, || {
            let _ = (2..=last).all(|depth| self.advance(lead, depth));
        });
    }

    /// One iteration and what follows from it; false if the search is to end.
    fn advance<K: Kernel<G, Value = V>>(&mut self, kernel: &mut K, depth: u32) -> bool {
        let (begun, counted) = (self.budget.elapsed(), self.budget.own_nodes());
        if !self.iterate(kernel, depth) {
            return false;
        }
        let took = self.budget.elapsed().saturating_sub(begun);
        let visited = self.budget.own_nodes() - counted;
        let best = self.root.lines[0].pv.first().copied();
        self.stable = if best == self.best {
            self.stable + 1
        } else {
            0
        };
        self.best = best;
        let before = std::mem::replace(&mut self.visited, visited);
        let centi = self.root.lines[0].value.map(Value::centi);
        let fall = match (std::mem::replace(&mut self.centi, centi), centi) {
            (Some(before), Some(now)) => before.saturating_sub(now),
            _ => 0,
        };
        // The signal or limit may have come while the last nodes were searched.
        if self.budget.look().is_err() || self.enough::<K>(depth) {
            return false;
        }
        if self.budget.pondering() {
            return true;
        }
        let elapsed = self.budget.counted();
        // Nodes tell the growth more surely than time, which others share.
        let growth = u32::try_from(visited / before.max(1)).unwrap_or(u32::MAX);
        let next = took.saturating_mul(growth);
        let plan = self.budget.plan();
        !plan.spent(elapsed, self.stable, fall) && !plan.hopeless(elapsed, next)
    }

    /// How many lines are searched: all where the choice is blurred, else those wanted.
    fn searched(&self) -> usize {
        let all = self.root.lines.len();
        match self.request.noise {
            Some(_) => all,
            None => self.request.lines.clamp(1, all),
        }
    }

    /// What lines are ranked by: their score, or what is taken for it.
    fn rank(&self, line: &Line<G, V>) -> Option<Score> {
        let value = line.value?;
        let off = match (self.request.noise, line.pv.first()) {
            (Some(noise), Some(m)) if value.mate().is_none() => {
                noise.of(self.root.position.play(m).key())
            }
            _ => 0,
        };
        Some(value.score().saturating_add(off))
    }

    /// One iteration with all its lines; false if it was stopped. Reports what it found.
    fn iterate<K: Kernel<G, Value = V>>(&mut self, kernel: &mut K, depth: u32) -> bool {
        let lines = self.searched();
        for from in 0..lines {
            let first = depth == 1 && (from == 0 || self.request.noise.is_some());
            self.budget.grant(if first { K::GUARANTEED } else { 0 });
            let (report, pace) = (&mut *self.report, &mut self.pace);
            let mut trying = |current: G::Move, number: usize| {
                if pace.ready() {
                    report(&Report::Trying {
                        depth,
                        current,
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
                &mut trying,
            );
            self.budget.grant(0);
            if result.is_err() {
                if first {
                    self.root.lines[0].depth = depth;
                }
                self.break_off(depth, from);
                return false;
            }
        }
        self.finish(depth, lines);
        true
    }

    /// Reports what an iteration that was stopped at the line `from` has found. Other moves may
    /// be better than the best so far, whose value is then a bound.
    fn break_off(&mut self, depth: u32, from: usize) {
        let line = &mut self.root.lines[from];
        let found = line.depth == depth;
        if found && line.bound == Bound::Exact {
            line.bound = Bound::Lower;
        }
        self.finish(depth, from + usize::from(found));
        let best = self.root.lines[0].pv.first();
        if from == 0 && !found && self.best.as_ref() != best {
            // The best move has turned out to lose; this one is next, and no better as yet.
            self.tell(1);
        }
    }

    /// Reports the lines that this iteration has settled, the best first.
    fn finish(&mut self, depth: u32, known: usize) {
        if known > 0 {
            let mut lines = std::mem::take(&mut self.root.lines);
            lines[..known].sort_by_cached_key(|line| Reverse(self.rank(line)));
            self.root.lines = lines;
            self.depth = depth;
            self.tell(known.min(self.request.lines.max(1)));
        }
    }

    fn tell(&mut self, lines: usize) {
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

    /// Whether a deeper iteration could tell nothing that was asked.
    fn enough<K: Kernel<G, Value = V>>(&self, depth: u32) -> bool {
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

/// Keeps reports of root moves rare.
struct Pace {
    next: Instant,
}

impl Pace {
    fn new() -> Self {
        Self {
            next: Instant::now() + QUIET_START,
        }
    }

    fn ready(&mut self) -> bool {
        let now = Instant::now();
        let ready = now >= self.next;
        if ready {
            self.next = now + PACE;
        }
        ready
    }
}
