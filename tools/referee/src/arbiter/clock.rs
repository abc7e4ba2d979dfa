//! What a player has left to spend, and whether it spent more.
//! Not here: measuring, and the words of `go`.

use crate::game::Limits;
use std::time::Duration;

/// How many further moves the referee reckons with when it shares out a clock of nodes.
const SHARES: u64 = 24;

/// The account of one player. It counts microseconds, or nodes with `nodestime`.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    /// What is left on the clock, in units; meaningless without one.
    left: u64,
    /// Own moves to the next time control; 0 without one.
    moves_to_go: u32,
}

/// By how much a player overstepped, in the words of the record.
pub type Overstep = String;

impl Clock {
    /// The account at the beginning of a game.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let mut clock = Self {
            limits,
            left: 0,
            moves_to_go: 0,
        };
        if let Some(tc) = clock.limits.tc {
            clock.left = tc.base_ms.saturating_mul(clock.unit());
            clock.moves_to_go = tc.moves.unwrap_or(0);
        }
        clock
    }

    /// What the player may spend.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Units in a millisecond.
    fn unit(&self) -> u64 {
        self.limits.nodestime.map_or(1000, |nodes| nodes.max(1))
    }

    /// Whether the clock counts nodes.
    #[must_use]
    pub fn counts_nodes(&self) -> bool {
        self.limits.nodestime.is_some() && self.limits.tc.is_some()
    }

    /// What is left, in milliseconds (a clock of nodes converts), and what the next move gains;
    /// `None` without a clock.
    #[must_use]
    pub fn shown(&self) -> Option<(i64, u64)> {
        let tc = self.limits.tc?;
        let left = self.left / self.unit();
        Some((i64::try_from(left).unwrap_or(i64::MAX), tc.increment_ms))
    }

    /// Own moves to the next time control, where there is one.
    #[must_use]
    pub fn moves_to_go(&self) -> Option<u32> {
        (self.moves_to_go > 0).then_some(self.moves_to_go)
    }

    /// The share of a clock of nodes for one move: an even part of what is left, and the
    /// increment; for engines that know nothing of such clocks.
    #[must_use]
    pub fn share(&self) -> u64 {
        let moves = self.moves_to_go().map_or(SHARES, u64::from).min(SHARES);
        let gain = self.limits.tc.map_or(0, |tc| tc.increment_ms);
        let share = (self.left / moves).saturating_add(gain.saturating_mul(self.unit()) * 3 / 4);
        share.min(self.left / 2).max(1)
    }

    /// When the answer is due, from the `go` on; `None` if nothing says so.
    #[must_use]
    pub fn due(&self) -> Option<Duration> {
        let clock = self.limits.tc.filter(|_| !self.counts_nodes());
        let clock = clock.map(|_| Duration::from_micros(self.left));
        let movetime = self.limits.movetime_ms.map(Duration::from_millis);
        clock.into_iter().chain(movetime).min()
    }

    /// How late an answer may come.
    #[must_use]
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.limits.margin_ms)
    }

    /// Takes the cost of a move off the account and adds what it gains. `nodes` is what the engine
    /// said it has searched.
    ///
    /// # Errors
    /// More was spent than was left, the margin included; the text says how much.
    pub fn charge(&mut self, time: Duration, nodes: Option<u64>) -> Result<(), Overstep> {
        if let Some(due) = self.due()
            && time > due + self.margin()
        {
            return Err(format!(
                "answered after {}, {} too late",
                millis(time),
                millis(time - due)
            ));
        }
        let Some(tc) = self.limits.tc else {
            return Ok(());
        };
        let spent = if self.counts_nodes() {
            // One that does not say pays its share.
            nodes.unwrap_or_else(|| self.share())
        } else {
            u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
        };
        let margin = self.limits.margin_ms.saturating_mul(self.unit());
        if self.counts_nodes() && spent > self.left.saturating_add(margin) {
            return Err(format!("searched {spent} nodes with {} left", self.left));
        }
        self.left = self.left.saturating_sub(spent);
        let mut gain = tc.increment_ms;
        if let Some(moves) = tc.moves
            && self.moves_to_go > 0
        {
            self.moves_to_go -= 1;
            if self.moves_to_go == 0 {
                self.moves_to_go = moves;
                gain = gain.saturating_add(tc.base_ms);
            }
        }
        self.left = self.left.saturating_add(gain.saturating_mul(self.unit()));
        Ok(())
    }
}

/// A time as records show it: milliseconds with three places.
fn millis(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TimeControl;

    fn limits(moves: Option<u32>, base_ms: u64, increment_ms: u64) -> Limits {
        Limits {
            tc: Some(TimeControl {
                moves,
                base_ms,
                increment_ms,
            }),
            ..Limits::default()
        }
    }

    #[test]
    fn time_is_spent_gained_and_given_again() {
        let mut clock = Clock::new(limits(Some(2), 1000, 100));
        assert_eq!(
            (clock.shown(), clock.moves_to_go()),
            (Some((1000, 100)), Some(2))
        );
        assert_eq!(clock.charge(Duration::from_millis(600), None), Ok(()));
        assert_eq!(
            (clock.shown(), clock.moves_to_go()),
            (Some((500, 100)), Some(1))
        );
        assert_eq!(clock.due(), Some(Duration::from_millis(500)));
        assert_eq!(clock.charge(Duration::from_millis(500), None), Ok(()));
        assert_eq!(
            (clock.shown(), clock.moves_to_go()),
            (Some((1100, 100)), Some(2))
        );
    }

    #[test]
    fn the_margin_forgives_and_no_more() {
        let mut clock = Clock::new(Limits {
            margin_ms: 20,
            ..limits(None, 100, 10)
        });
        assert_eq!(clock.charge(Duration::from_millis(120), None), Ok(()));
        assert_eq!(clock.shown(), Some((10, 10)));
        let late = clock.charge(Duration::from_micros(30_001), None);
        assert_eq!(
            late,
            Err("answered after 30.001 ms, 20.001 ms too late".to_owned())
        );
    }

    #[test]
    fn a_time_for_the_move_is_due_before_a_longer_clock() {
        let mut clock = Clock::new(Limits {
            movetime_ms: Some(50),
            ..limits(None, 1000, 0)
        });
        assert_eq!(clock.due(), Some(Duration::from_millis(50)));
        assert!(clock.charge(Duration::from_millis(51), None).is_err());
    }

    #[test]
    fn a_clock_of_nodes_does_not_look_at_the_time() {
        let mut clock = Clock::new(Limits {
            nodestime: Some(100),
            ..limits(None, 1000, 10)
        });
        assert_eq!(clock.due(), None);
        assert_eq!(clock.share(), 100_000 / 24 + 750);
        assert_eq!(clock.charge(Duration::from_secs(99), Some(40_000)), Ok(()));
        assert_eq!(clock.shown(), Some((610, 10)));
        let much = clock.charge(Duration::ZERO, Some(61_001));
        assert_eq!(much, Err("searched 61001 nodes with 61000 left".to_owned()));
    }
}
