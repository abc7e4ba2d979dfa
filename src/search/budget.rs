//! The count of nodes, and the watching of limits and signals while it grows.
//! Not here: what follows from an end (`driver`), and how limits are chosen.

use super::clock::Plan;
use super::{Control, Limits};
use std::time::{Duration, Instant};

/// The search was told to end, or has used up its nodes or its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Counts nodes and says when it is enough.
#[derive(Debug)]
pub struct Budget<'a> {
    nodes: u64,
    /// The count at which to look at limits and signals again.
    next: u64,
    deepest: usize,
    control: &'a Control,
    plan: Plan,
    limit: Option<u64>,
    unlimited: bool,
    pondering: bool,
    began: Instant,
    /// When time began to count, and at how many nodes.
    counted_from: (Instant, u64),
    interval: u64,
    /// Nodes below which nothing ends the search.
    granted: u64,
}

impl<'a> Budget<'a> {
    /// A budget that begins now. `interval` is the number of nodes between two looks at clock
    /// and signals; node limits are kept exactly.
    pub fn new(limits: &Limits, plan: Plan, control: &'a Control, interval: u64) -> Self {
        let now = Instant::now();
        Self {
            nodes: 0,
            next: 0,
            deepest: 0,
            control,
            plan,
            limit: limits.nodes,
            unlimited: limits.unlimited(),
            pondering: limits.ponder,
            began: now,
            counted_from: (now, 0),
            interval,
            granted: 0,
        }
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
        self.next = self.nodes.saturating_add(self.interval);
        if self.nodes < self.granted {
            self.next = self.next.min(self.granted);
            return Ok(());
        }
        if self.control.stopped() {
            return Err(Stopped);
        }
        if self.pondering
            && let Some(hit) = self.control.hit_at()
        {
            self.pondering = false;
            self.counted_from = (hit, self.nodes);
        }
        if self.control.input_ended() && (self.unlimited || self.pondering) {
            return Err(Stopped);
        }
        if self.pondering {
            return Ok(());
        }
        if let Some(limit) = self.limit {
            let end = self.counted_from.1.saturating_add(limit);
            if self.nodes >= end {
                return Err(Stopped);
            }
            self.next = self.next.min(end);
        }
        if self.plan.hard.is_some_and(|hard| self.counted() >= hard) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Lets nothing end the search before it has searched `nodes` in all; 0 takes the grant back.
    pub fn grant(&mut self, nodes: u64) {
        self.granted = nodes;
        self.next = 0;
    }

    /// Nodes counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The greatest distance from the root, in plies.
    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Time since the limits began to count.
    pub fn counted(&self) -> Duration {
        self.counted_from.0.elapsed()
    }

    /// Whether the opponent's clock still runs, as far as the last look saw.
    pub fn pondering(&self) -> bool {
        self.pondering
    }

    /// The limits of time.
    pub fn plan(&self) -> &Plan {
        &self.plan
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
            let mut budget = Budget::new(&nodes(limit), Plan::default(), &control, 1_000);
            assert_eq!(spend(&mut budget, 10_000), limit);
            assert_eq!(budget.nodes(), limit);
        }
    }

    #[test]
    fn a_grant_goes_before_limits_and_signals() {
        let control = Control::new();
        control.stop();
        let mut budget = Budget::new(&nodes(3), Plan::default(), &control, 1_000);
        budget.grant(40);
        assert_eq!(spend(&mut budget, 100), 40);
    }

    #[test]
    fn a_stop_is_seen_within_the_interval() {
        let control = Control::new();
        let mut budget = Budget::new(&Limits::default(), Plan::default(), &control, 100);
        assert_eq!(spend(&mut budget, 250), 250);
        control.stop();
        assert!(spend(&mut budget, 1_000) < 100);
    }

    #[test]
    fn nodes_count_from_the_ponderhit() {
        let control = Control::new();
        let limits = Limits {
            ponder: true,
            ..nodes(50)
        };
        let mut budget = Budget::new(&limits, Plan::default(), &control, 100);
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
        let mut limited = Budget::new(&nodes(500), Plan::default(), &control, 100);
        assert_eq!(spend(&mut limited, 1_000), 500);
        let mut unlimited = Budget::new(&Limits::default(), Plan::default(), &control, 100);
        assert_eq!(spend(&mut unlimited, 1_000), 0);
    }

    #[test]
    fn time_is_a_limit() {
        let control = Control::new();
        let plan = Plan {
            soft: None,
            hard: Some(Duration::ZERO),
        };
        let mut budget = Budget::new(&nodes(u64::MAX), plan, &control, 100);
        assert_eq!(spend(&mut budget, 10), 0);
    }
}
