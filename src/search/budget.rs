//! The node counter, which checks node limit, time and `stop` at intervals.
//! Not here: what follows when a search ends (`driver`), and how limits are chosen.
//!
//! A search on several threads has one budget with a part for each thread. A part counts for
//! itself and adds its count to the common sum at each check, so that counting is free between
//! checks. Node limits are exact: a part claims some nodes before it searches them, and all claims
//! together never exceed the limit.
//!
//! The interval between two checks adapts to how long nodes take: it shrinks where memory is slow
//! or the processor is shared.

use super::time_manager::TimeManager;
use crate::control::Control;
use crate::limits::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long granted nodes hold off time and signals at most. They are a few milliseconds' work, but
/// for positions with tens of thousands of moves.
const GRANTED_FOR: Duration = Duration::from_millis(50);

/// The search was told to end, or has used up its nodes or its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The time that should pass between two looks, at most. Nodes that take longer are watched more
/// closely from then on.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// How many nodes are searched before the second look.
const FIRST_INTERVAL: u64 = 16;

/// What the parts of a budget have in common.
#[derive(Debug, Default)]
struct Common {
    /// Nodes counted by all parts, as of their last looks.
    nodes: AtomicU64,
    /// Nodes granted against the limit, searched or not.
    claimed: AtomicU64,
    deepest: AtomicUsize,
    over: AtomicBool,
}

/// Counts nodes and says when it is enough.
#[derive(Debug)]
pub struct Budget<'a> {
    nodes: u64,
    /// The count at which to look at limits and signals again.
    next: u64,
    deepest: usize,
    common: Arc<Common>,
    /// How many of the nodes are in the common sum.
    told: u64,
    /// The count up to which nodes are claimed.
    claimed: u64,
    control: &'a Control,
    plan: TimeManager,
    limit: Option<u64>,
    unlimited: bool,
    pondering: bool,
    began: Instant,
    /// When time began to count.
    counted_from: Instant,
    /// The number of nodes between two looks, as of the last one, and the most there may be.
    interval: u64,
    most: u64,
    /// When the last look was, and how many nodes were counted then.
    looked: (Instant, u64),
    /// Nodes below which nothing ends the search.
    granted: u64,
    granted_at: Instant,
}

impl<'a> Budget<'a> {
    /// A budget that begins now. `most` is the greatest number of nodes between two looks at
    /// clock and signals; node limits are kept exactly.
    pub fn new(limits: &Limits, plan: TimeManager, control: &'a Control, most: u64) -> Self {
        let now = Instant::now();
        Self {
            nodes: 0,
            next: 0,
            deepest: 0,
            common: Arc::default(),
            told: 0,
            claimed: 0,
            control,
            plan,
            limit: limits.nodes,
            unlimited: limits.unlimited(),
            pondering: limits.ponder,
            began: now,
            counted_from: now,
            interval: FIRST_INTERVAL.min(most),
            most,
            looked: (now, 0),
            granted: 0,
            granted_at: now,
        }
    }

    /// The same with time counted from an earlier moment.
    #[must_use]
    pub fn since(mut self, began: Instant) -> Self {
        self.began = began;
        self.counted_from = began;
        self
    }

    /// A part for another thread: it has counted nothing yet, knows the same limits and signals,
    /// and ends when [`Ending`] says so or any of them does. What it counts is known to all parts
    /// at its looks, and in full once it is dropped.
    #[must_use]
    pub fn part(&self) -> Self {
        Self {
            nodes: 0,
            next: 0,
            told: 0,
            claimed: 0,
            granted: 0,
            interval: FIRST_INTERVAL.min(self.most),
            looked: (Instant::now(), 0),
            common: Arc::clone(&self.common),
            ..*self
        }
    }

    /// Ends all parts, this one included, when it is dropped.
    #[must_use]
    pub fn ending(&self) -> Ending {
        Ending(Arc::clone(&self.common))
    }

    /// Counts one node, `ply` plies below the root.
    ///
    /// # Errors
    /// [`Stopped`] if there is no budget for it; it is then not counted.
    #[inline]
    pub fn tick(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.next {
            self.look()?;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        Ok(())
    }

    /// Looks at limits and signals.
    ///
    /// # Errors
    /// [`Stopped`] if one of them ends the search.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stopped> {
        self.tell();
        self.adapt();
        self.next = self.nodes.saturating_add(self.interval);
        if self.nodes < self.granted {
            self.next = self.next.min(self.granted);
            return if self.overdue() { Err(Stopped) } else { Ok(()) };
        }
        if self.common.over.load(Ordering::Relaxed) || self.control.stopped() {
            return Err(Stopped);
        }
        if self.pondering
            && let Some(hit) = self.control.hit_at()
        {
            self.pondering = false;
            self.counted_from = hit;
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
        if self.plan.hard.is_some_and(|hard| self.counted() >= hard) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether an end by time or signal has waited for granted nodes long enough. Node limits do
    /// wait, so that what they allow does not depend on the machine.
    pub fn overdue(&self) -> bool {
        let over = self.common.over.load(Ordering::Relaxed) || self.control.stopped();
        let late = |hard| !self.pondering && self.counted() >= hard;
        (over || self.plan.hard.is_some_and(late)) && self.granted_at.elapsed() >= GRANTED_FOR
    }

    /// Sets the interval by the time that the nodes since the last look took: down at once, up by
    /// doubling.
    fn adapt(&mut self) {
        let (before, counted) = std::mem::replace(&mut self.looked, (Instant::now(), self.nodes));
        let took = self.looked.0.saturating_duration_since(before);
        if took <= LOOK_EVERY / 2 {
            self.interval = (2 * self.interval).min(self.most);
        } else if took > LOOK_EVERY {
            let nodes = u128::from(self.nodes - counted) * LOOK_EVERY.as_nanos() / took.as_nanos();
            let nodes = u64::try_from(nodes).unwrap_or(u64::MAX);
            self.interval = nodes.clamp(1, self.most);
        }
    }

    /// Claims nodes up to the next look, as far as the limit leaves some.
    fn claim(&mut self, limit: u64) {
        let wanted = self.next.saturating_sub(self.claimed);
        let claim = |claimed: u64| Some(claimed + wanted.min(limit.saturating_sub(claimed)));
        let order = Ordering::Relaxed;
        let before = self.common.claimed.fetch_update(order, order, claim);
        let before = before.unwrap_or(limit);
        self.claimed += wanted.min(limit.saturating_sub(before));
    }

    /// Adds what was counted since the last time to the common sum.
    fn tell(&mut self) {
        let news = self.nodes - self.told;
        self.told = self.nodes;
        self.common.nodes.fetch_add(news, Ordering::Relaxed);
        self.common
            .deepest
            .fetch_max(self.deepest, Ordering::Relaxed);
    }

    /// Lets nothing end the search before this part has searched `nodes`; 0 takes the grant back.
    /// Where nodes are slow, time and signals still end it after a moment.
    pub fn grant(&mut self, nodes: u64) {
        self.granted = nodes;
        self.granted_at = Instant::now();
        self.next = 0;
    }

    /// Nodes counted by all parts, those of other parts as of their last looks.
    pub fn nodes(&self) -> u64 {
        self.common.nodes.load(Ordering::Relaxed) + self.own_nodes() - self.told
    }

    /// Nodes counted by this part alone.
    pub fn own_nodes(&self) -> u64 {
        self.nodes
    }

    /// The greatest distance from the root of any part, in plies.
    pub fn deepest(&self) -> usize {
        self.deepest
            .max(self.common.deepest.load(Ordering::Relaxed))
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Time since the limits began to count.
    pub fn counted(&self) -> Duration {
        self.counted_from.elapsed()
    }

    /// Whether the opponent's clock still runs, as far as the last look saw.
    pub fn pondering(&self) -> bool {
        self.pondering
    }

    /// The limits of time.
    pub fn plan(&self) -> &TimeManager {
        &self.plan
    }
}

impl Drop for Budget<'_> {
    fn drop(&mut self) {
        self.tell();
        let unused = self.claimed.saturating_sub(self.nodes);
        self.common.claimed.fetch_sub(unused, Ordering::Relaxed);
    }
}

/// Ends all parts of a budget when it is dropped: see [`Budget::ending`].
#[derive(Debug)]
pub struct Ending(Arc<Common>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
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

    fn spend(budget: &mut Budget<'_>, most: u64) -> u64 {
        (0..most)
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
    fn a_grant_does_not_hold_off_a_stop_for_long() {
        let control = Control::new();
        control.stop();
        let mut budget = Budget::new(&nodes(3), TimeManager::default(), &control, 10);
        budget.grant(1_000);
        budget.granted_at = Instant::now() - GRANTED_FOR;
        assert!(spend(&mut budget, 1_000) <= 10);
        let waiting = Control::new();
        let mut budget = Budget::new(&nodes(3), TimeManager::default(), &waiting, 10);
        budget.grant(40);
        budget.granted_at = Instant::now() - GRANTED_FOR;
        assert_eq!(
            spend(&mut budget, 100),
            40,
            "node limits are the same everywhere"
        );
    }

    #[test]
    fn a_grant_goes_before_limits_and_signals() {
        let control = Control::new();
        control.stop();
        let mut budget = Budget::new(&nodes(3), TimeManager::default(), &control, 1_000);
        budget.grant(40);
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
    fn slow_nodes_are_watched_one_by_one() {
        let control = Control::new();
        let mut budget = Budget::new(&Limits::default(), TimeManager::default(), &control, 1_000);
        assert_eq!(spend(&mut budget, 5_000), 5_000);
        for _ in 0..3 {
            let slow = LOOK_EVERY * 10;
            budget.looked = (Instant::now() - slow, budget.nodes - 20);
            budget.adapt();
            assert!(budget.interval <= 2, "{}", budget.interval);
        }
        // Nodes that take longer than the interval may.
        budget.looked = (Instant::now() - LOOK_EVERY * 10, budget.nodes - 1);
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
    fn end_of_input_ends_only_what_waits_for_input() {
        let control = Control::new();
        control.end_of_input();
        let mut limited = Budget::new(&nodes(500), TimeManager::default(), &control, 100);
        assert_eq!(spend(&mut limited, 1_000), 500);
        let mut unlimited = Budget::new(&Limits::default(), TimeManager::default(), &control, 100);
        assert_eq!(spend(&mut unlimited, 1_000), 0);
    }

    #[test]
    fn time_may_have_begun_before() {
        let control = Control::new();
        let plan = TimeManager {
            soft: None,
            hard: Some(Duration::from_secs(3_600)),
        };
        let mut budget = Budget::new(&nodes(u64::MAX), plan, &control, 100);
        assert_eq!(spend(&mut budget, 10), 10);
        let Some(before) = Instant::now().checked_sub(Duration::from_secs(4_000)) else {
            return; // A clock that knows no time so long ago.
        };
        let mut budget = Budget::new(&nodes(u64::MAX), plan, &control, 100).since(before);
        assert_eq!(spend(&mut budget, 10), 0);
    }

    #[test]
    fn time_is_a_limit() {
        let control = Control::new();
        let plan = TimeManager {
            soft: None,
            hard: Some(Duration::ZERO),
        };
        let mut budget = Budget::new(&nodes(u64::MAX), plan, &control, 100);
        assert_eq!(spend(&mut budget, 10), 0);
    }

    #[test]
    fn parts_count_together_and_keep_the_limit_together() {
        let control = Control::new();
        let mut budget = Budget::new(&nodes(100_000), TimeManager::default(), &control, 1_000);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                let mut part = budget.part();
                scope.spawn(move || spend(&mut part, 40_000));
            }
        });
        assert!((99_000..=100_000).contains(&budget.nodes()));
        let rest = 100_000 - budget.nodes();
        assert_eq!(spend(&mut budget, 10_000), rest);
        assert_eq!(budget.nodes(), 100_000);
    }

    #[test]
    fn what_a_part_did_not_use_is_there_for_the_others() {
        let control = Control::new();
        let mut budget = Budget::new(&nodes(10_000), TimeManager::default(), &control, 1_000);
        for _ in 0..100 {
            assert_eq!(spend(&mut budget.part(), 10), 10);
        }
        assert_eq!(budget.nodes(), 1_000);
        assert_eq!(spend(&mut budget, 20_000), 9_000);
    }

    #[test]
    fn the_end_reaches_every_part() {
        let control = Control::new();
        let budget = Budget::new(&Limits::default(), TimeManager::default(), &control, 100);
        let mut part = budget.part();
        assert_eq!(spend(&mut part, 50), 50);
        drop(budget.ending());
        let more = spend(&mut part, 1_000);
        assert!(more < 100);
        assert_eq!(spend(&mut budget.part(), 1_000), 0);
        assert_eq!((part.own_nodes(), budget.own_nodes()), (50 + more, 0));
    }
}
