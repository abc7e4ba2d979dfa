//! The node counter, which checks the node limit, the time limits and `stop` at intervals.
//! Not here: what happens when a search ends (`driver`), and how time limits are chosen.
//!
//! A search on several threads has one budget with a part for each thread. A part counts locally
//! and adds its count to the shared total at each check, so that counting is cheap between checks.
//! Node limits are exact: a part claims nodes before it searches them, and the claims of all parts
//! together never exceed the limit.
//!
//! The interval between two checks adapts to how long nodes take: it shrinks where memory is slow
//! or other processes use the CPU.

use super::time_manager::TimeManager;
use crate::control::Control;
use crate::limits::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long the guaranteed nodes may delay a stop. They usually take a few milliseconds, but more in
/// positions with tens of thousands of moves.
const GUARANTEE_TIMEOUT: Duration = Duration::from_millis(50);

/// The search must end: a signal came, or the nodes or the time are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The longest time that should pass between two checks. If it took longer, the interval shrinks.
const CHECK_EVERY: Duration = Duration::from_millis(1);

/// How many nodes are searched before the second check.
const FIRST_INTERVAL: u64 = 16;

/// What the parts of a budget share.
#[derive(Debug, Default)]
struct Shared {
    /// Nodes of all parts, as of their last checks.
    nodes: AtomicU64,
    /// Nodes claimed from the limit, searched or not.
    claimed: AtomicU64,
    deepest: AtomicUsize,
    stop: AtomicBool,
}

/// Counts one thread's nodes and says when to stop.
#[derive(Debug)]
pub struct Budget<'a> {
    nodes: u64,
    /// The node count at which limits and signals are checked next.
    next: u64,
    deepest: usize,
    shared: Arc<Shared>,
    /// How many of the nodes are in the shared total.
    published: u64,
    /// The node count up to which nodes are claimed.
    claimed: u64,
    control: &'a Control,
    time_manager: TimeManager,
    limit: Option<u64>,
    unlimited: bool,
    pondering: bool,
    began: Instant,
    /// When the clock started: at the beginning, or at `ponderhit`.
    clock_start: Instant,
    /// The current number of nodes between two checks, and its maximum.
    interval: u64,
    max_interval: u64,
    /// The time and the node count of the last check.
    last_check: (Instant, u64),
    /// The node count before which nothing stops the search.
    guaranteed: u64,
    guaranteed_at: Instant,
}

impl<'a> Budget<'a> {
    /// A budget that starts now. `max_interval` is the maximum number of nodes between two checks of clock
    /// and signals; node limits are exact all the same.
    pub fn new(
        limits: &Limits,
        time_manager: TimeManager,
        control: &'a Control,
        max_interval: u64,
    ) -> Self {
        let now = Instant::now();
        Self {
            nodes: 0,
            next: 0,
            deepest: 0,
            shared: Arc::default(),
            published: 0,
            claimed: 0,
            control,
            time_manager,
            limit: limits.nodes,
            unlimited: limits.unlimited(),
            pondering: limits.ponder,
            began: now,
            clock_start: now,
            interval: FIRST_INTERVAL.min(max_interval),
            max_interval,
            last_check: (now, 0),
            guaranteed: 0,
            guaranteed_at: now,
        }
    }

    /// The same, but with a clock that started earlier.
    #[must_use]
    pub fn started_at(mut self, began: Instant) -> Self {
        self.began = began;
        self.clock_start = began;
        self
    }

    /// A part of this budget for another thread, with the same limits and signals and a count of
    /// zero. A dropped [`StopOnDrop`] stops it too. It publishes its count at each check and when it
    /// is dropped.
    #[must_use]
    pub fn for_thread(&self) -> Self {
        Self {
            nodes: 0,
            next: 0,
            published: 0,
            claimed: 0,
            guaranteed: 0,
            interval: FIRST_INTERVAL.min(self.max_interval),
            last_check: (Instant::now(), 0),
            shared: Arc::clone(&self.shared),
            ..*self
        }
    }

    /// A guard that stops all parts, this one included, when it is dropped.
    #[must_use]
    pub fn stop_on_drop(&self) -> StopOnDrop {
        StopOnDrop(Arc::clone(&self.shared))
    }

    /// Counts one node, `ply` plies below the root.
    ///
    /// # Errors
    /// [`Stopped`] if the search must end; the node is not counted then.
    #[inline]
    pub fn tick(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.next {
            self.check()?;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        Ok(())
    }

    /// Checks limits and signals.
    ///
    /// # Errors
    /// [`Stopped`] if one of them ends the search.
    #[cold]
    pub fn check(&mut self) -> Result<(), Stopped> {
        self.publish();
        self.adapt();
        self.next = self.nodes.saturating_add(self.interval);
        if self.nodes < self.guaranteed {
            self.next = self.next.min(self.guaranteed);
            return if self.overdue() { Err(Stopped) } else { Ok(()) };
        }
        if self.shared.stop.load(Ordering::Relaxed) || self.control.stopped() {
            return Err(Stopped);
        }
        if self.pondering
            && let Some(hit) = self.control.hit_at()
        {
            self.pondering = false;
            self.clock_start = hit;
            self.claimed = self.nodes;
        }
        if self.control.input_ended() && (self.unlimited || self.pondering) {
            return Err(Stopped);
        }
        if self.pondering {
            return Ok(());
        }
        if let Some(limit) = self.limit {
            self.claim(limit);
            if self.nodes >= self.claimed {
                return Err(Stopped);
            }
            self.next = self.next.min(self.claimed);
        }
        if self
            .time_manager
            .hard
            .is_some_and(|hard| self.clock_time() >= hard)
        {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether time or a signal wants to stop the search and the guaranteed nodes have taken too
    /// long. Node limits always wait for the guaranteed nodes, so that their result does not depend
    /// on the machine.
    pub fn overdue(&self) -> bool {
        let stop = self.shared.stop.load(Ordering::Relaxed) || self.control.stopped();
        let late = |hard| !self.pondering && self.clock_time() >= hard;
        (stop || self.time_manager.hard.is_some_and(late))
            && self.guaranteed_at.elapsed() >= GUARANTEE_TIMEOUT
    }

    /// Adapts the interval to the time that the nodes since the last check took: it shrinks at once
    /// and grows by doubling.
    fn adapt(&mut self) {
        let (before, counted) =
            std::mem::replace(&mut self.last_check, (Instant::now(), self.nodes));
        let took = self.last_check.0.saturating_duration_since(before);
        if took <= CHECK_EVERY / 2 {
            self.interval = (2 * self.interval).min(self.max_interval);
        } else if took > CHECK_EVERY {
            let nodes = u128::from(self.nodes - counted) * CHECK_EVERY.as_nanos() / took.as_nanos();
            let nodes = u64::try_from(nodes).unwrap_or(u64::MAX);
            self.interval = nodes.clamp(1, self.max_interval);
        }
    }

    /// Claims nodes up to the next check, or as many as the limit has left.
    fn claim(&mut self, limit: u64) {
        let wanted = self.next.saturating_sub(self.claimed);
        let claim = |claimed: u64| Some(claimed + wanted.min(limit.saturating_sub(claimed)));
        let order = Ordering::Relaxed;
        let before = self.shared.claimed.fetch_update(order, order, claim);
        let before = before.unwrap_or(limit);
        self.claimed += wanted.min(limit.saturating_sub(before));
    }

    /// Adds the nodes counted since the last call to the shared total.
    fn publish(&mut self) {
        let news = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.nodes.fetch_add(news, Ordering::Relaxed);
        self.shared
            .deepest
            .fetch_max(self.deepest, Ordering::Relaxed);
    }

    /// Lets nothing stop this part before it has searched `nodes`; 0 ends the guarantee. Where
    /// nodes are slow, time and signals still stop it after 50 ms.
    pub fn guarantee(&mut self, nodes: u64) {
        self.guaranteed = nodes;
        self.guaranteed_at = Instant::now();
        self.next = 0;
    }

    /// Nodes of all parts, those of other threads as of their last checks.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.own_nodes() - self.published
    }

    /// Nodes of this part alone.
    pub fn own_nodes(&self) -> u64 {
        self.nodes
    }

    /// The selective depth: the greatest distance from the root of any part, in plies.
    pub fn deepest(&self) -> usize {
        self.deepest
            .max(self.shared.deepest.load(Ordering::Relaxed))
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Time on the clock of this move: since the beginning, or since `ponderhit`.
    pub fn clock_time(&self) -> Duration {
        self.clock_start.elapsed()
    }

    /// Whether the search is still pondering, as of the last check.
    pub fn pondering(&self) -> bool {
        self.pondering
    }

    /// The time limits.
    pub fn time_manager(&self) -> &TimeManager {
        &self.time_manager
    }
}

impl Drop for Budget<'_> {
    fn drop(&mut self) {
        self.publish();
        let unused = self.claimed.saturating_sub(self.nodes);
        self.shared.claimed.fetch_sub(unused, Ordering::Relaxed);
    }
}

/// Stops all parts of a budget when it is dropped: see [`Budget::stop_on_drop`].
#[derive(Debug)]
pub struct StopOnDrop(Arc<Shared>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(limit: u64) -> Limits {
        Limits {
            nodes: Some(limit),
            ..Limits::default()
        }
    }

    fn spend(budget: &mut Budget<'_>, max_interval: u64) -> u64 {
        (0..max_interval)
            .take_while(|_| budget.tick(0).is_ok())
            .fold(0, |count, _| count + 1)
    }

    #[test]
    fn node_limits_are_exact() {
        let control = Control::new();
        for limit in [0, 1, 999, 1_000, 1_001, 5_555] {
            let mut budget = Budget::new(&nodes(limit), TimeManager::default(), &control, 1_000);
            assert_eq!(spend(&mut budget, 10_000), limit);
            assert_eq!(budget.nodes(), limit);
        }
    }

    #[test]
    fn guaranteed_nodes_do_not_delay_a_stop_for_long() {
        let control = Control::new();
        control.stop();
        let mut budget = Budget::new(&nodes(3), TimeManager::default(), &control, 10);
        budget.guarantee(1_000);
        budget.guaranteed_at = Instant::now() - GUARANTEE_TIMEOUT;
        assert!(spend(&mut budget, 1_000) <= 10);
        let waiting = Control::new();
        let mut budget = Budget::new(&nodes(3), TimeManager::default(), &waiting, 10);
        budget.guarantee(40);
        budget.guaranteed_at = Instant::now() - GUARANTEE_TIMEOUT;
        assert_eq!(
            spend(&mut budget, 100),
            40,
            "node limits are the same everywhere"
        );
    }

    #[test]
    fn guaranteed_nodes_come_before_limits_and_signals() {
        let control = Control::new();
        control.stop();
        let mut budget = Budget::new(&nodes(3), TimeManager::default(), &control, 1_000);
        budget.guarantee(40);
        assert_eq!(spend(&mut budget, 100), 40);
    }

    #[test]
    fn a_stop_is_seen_within_the_interval() {
        let control = Control::new();
        let mut budget = Budget::new(&Limits::default(), TimeManager::default(), &control, 100);
        assert_eq!(spend(&mut budget, 250), 250);
        control.stop();
        assert!(spend(&mut budget, 1_000) < 100);
    }

    #[test]
    fn slow_nodes_are_checked_one_by_one() {
        let control = Control::new();
        let mut budget = Budget::new(&Limits::default(), TimeManager::default(), &control, 1_000);
        assert_eq!(spend(&mut budget, 5_000), 5_000);
        for _ in 0..3 {
            let slow = CHECK_EVERY * 10;
            budget.last_check = (Instant::now() - slow, budget.nodes - 20);
            budget.adapt();
            assert!(budget.interval <= 2, "{}", budget.interval);
        }
        // Each node takes longer than the interval should.
        budget.last_check = (Instant::now() - CHECK_EVERY * 10, budget.nodes - 1);
        budget.adapt();
        assert_eq!(budget.interval, 1);
    }

    #[test]
    fn nodes_count_from_the_ponderhit() {
        let control = Control::new();
        let limits = Limits {
            ponder: true,
            ..nodes(50)
        };
        let mut budget = Budget::new(&limits, TimeManager::default(), &control, 100);
        assert_eq!(spend(&mut budget, 500), 500);
        control.ponderhit();
        let after = spend(&mut budget, 500);
        assert!((50..150).contains(&after), "{after}");
        assert!(!budget.pondering());
    }

    #[test]
    fn end_of_input_stops_only_searches_that_wait_for_input() {
        let control = Control::new();
        control.end_of_input();
        let mut limited = Budget::new(&nodes(500), TimeManager::default(), &control, 100);
        assert_eq!(spend(&mut limited, 1_000), 500);
        let mut unlimited = Budget::new(&Limits::default(), TimeManager::default(), &control, 100);
        assert_eq!(spend(&mut unlimited, 1_000), 0);
    }

    #[test]
    fn the_clock_may_have_started_before_the_search() {
        let control = Control::new();
        let time_manager = TimeManager {
            soft: None,
            hard: Some(Duration::from_secs(3_600)),
        };
        let mut budget = Budget::new(&nodes(u64::MAX), time_manager, &control, 100);
        assert_eq!(spend(&mut budget, 10), 10);
        let Some(before) = Instant::now().checked_sub(Duration::from_secs(4_000)) else {
            return; // This machine's clock started later than that.
        };
        let mut budget =
            Budget::new(&nodes(u64::MAX), time_manager, &control, 100).started_at(before);
        assert_eq!(spend(&mut budget, 10), 0);
    }

    #[test]
    fn time_is_a_limit() {
        let control = Control::new();
        let time_manager = TimeManager {
            soft: None,
            hard: Some(Duration::ZERO),
        };
        let mut budget = Budget::new(&nodes(u64::MAX), time_manager, &control, 100);
        assert_eq!(spend(&mut budget, 10), 0);
    }

    #[test]
    fn parts_share_one_node_limit() {
        let control = Control::new();
        let mut budget = Budget::new(&nodes(100_000), TimeManager::default(), &control, 1_000);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                let mut part = budget.for_thread();
                scope.spawn(move || spend(&mut part, 40_000));
            }
        });
        assert!((99_000..=100_000).contains(&budget.nodes()));
        let rest = 100_000 - budget.nodes();
        assert_eq!(spend(&mut budget, 10_000), rest);
        assert_eq!(budget.nodes(), 100_000);
    }

    #[test]
    fn unused_claims_go_back_to_the_other_parts() {
        let control = Control::new();
        let mut budget = Budget::new(&nodes(10_000), TimeManager::default(), &control, 1_000);
        for _ in 0..100 {
            assert_eq!(spend(&mut budget.for_thread(), 10), 10);
        }
        assert_eq!(budget.nodes(), 1_000);
        assert_eq!(spend(&mut budget, 20_000), 9_000);
    }

    #[test]
    fn dropping_the_guard_stops_every_part() {
        let control = Control::new();
        let budget = Budget::new(&Limits::default(), TimeManager::default(), &control, 100);
        let mut part = budget.for_thread();
        assert_eq!(spend(&mut part, 50), 50);
        drop(budget.stop_on_drop());
        let more = spend(&mut part, 1_000);
        assert!(more < 100);
        assert_eq!(spend(&mut budget.for_thread(), 1_000), 0);
        assert_eq!((part.own_nodes(), budget.own_nodes()), (50 + more, 0));
    }
}
