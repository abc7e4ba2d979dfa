//! The clocks and limits of both players, and time forfeits.
//! Not here: measuring time, and the text of `go`.
//!
//! The margin is one allowance for the whole game. What a move overdraws stays on the clock, which
//! then stands below zero, so a player that is a little late every time runs out of it. A time for
//! each move has no account behind it, and there the margin holds for each move anew.

use crate::game::Limits;
use std::time::Duration;

/// How many further moves the referee reckons with when it shares out a clock of nodes.
const SHARES: u64 = 24;

/// The account of one player. It counts microseconds, or nodes with `nodestime`.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    /// What is left on the clock, in units; below zero by what was overdrawn, never by more than
    /// the margin. Meaningless without a clock.
    left: i64,
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
            clock.left = clock.units(tc.base_ms);
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

    /// So many milliseconds in units.
    fn units(&self, millis: u64) -> i64 {
        signed(millis.saturating_mul(self.unit()))
    }

    /// Whether the clock counts nodes.
    #[must_use]
    pub fn counts_nodes(&self) -> bool {
        self.limits.nodestime.is_some() && self.limits.tc.is_some()
    }

    /// What engines are told is left, in milliseconds (a clock of nodes converts), and what the
    /// next move gains; `None` without a clock. It is 1 at least: an overdrawn clock would be below
    /// zero, but many engines read zero or less as no clock at all, and would think forever.
    #[must_use]
    pub fn shown(&self) -> Option<(i64, u64)> {
        let tc = self.limits.tc?;
        let left = self.left / signed(self.unit());
        Some((left.max(1), tc.increment_ms))
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
        let gain = gain.saturating_mul(self.unit()) / 4 * 3;
        let left = u64::try_from(self.left).unwrap_or(0);
        (left / moves).saturating_add(gain).min(left / 2).max(1)
    }

    /// When the answer is due, from the `go` on: at once when the clock is overdrawn; `None` if
    /// nothing says so.
    #[must_use]
    pub fn due(&self) -> Option<Duration> {
        self.after(0)
    }

    /// How long the referee waits before the game is lost, the margin included; `None` if no clock
    /// or time says so.
    #[must_use]
    pub fn patience(&self) -> Option<Duration> {
        self.after(self.limits.margin_ms)
    }

    /// When the first of clock and time for the move has run out for so many milliseconds.
    fn after(&self, late_ms: u64) -> Option<Duration> {
        let clock = self.limits.tc.filter(|_| !self.counts_nodes());
        let clock = clock.map(|_| {
            let left = self.left.saturating_add(self.units(late_ms));
            Duration::from_micros(u64::try_from(left).unwrap_or(0))
        });
        let movetime = self.limits.movetime_ms;
        let movetime = movetime.map(|time| Duration::from_millis(time.saturating_add(late_ms)));
        clock.into_iter().chain(movetime).min()
    }

    /// Takes the cost of a move off the account and adds what it gains. `nodes` is what the engine
    /// said it has searched.
    ///
    /// # Errors
    /// More was spent than was left, the margin included; the text says how much.
    pub fn charge(&mut self, time: Duration, nodes: Option<u64>) -> Result<(), Overstep> {
        if let Some(patience) = self.patience()
            && time > patience
        {
            let margin = Duration::from_millis(self.limits.margin_ms);
            return Err(format!(
                "answered after {}, {} too late",
                millis(time),
                millis((time - patience).saturating_add(margin))
            ));
        }
        let Some(tc) = self.limits.tc else {
            return Ok(());
        };
        let spent = if self.counts_nodes() {
            // One that does not say pays its share.
            signed(nodes.unwrap_or_else(|| self.share()))
        } else {
            i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
        };
        let most = self.left.saturating_add(self.units(self.limits.margin_ms));
        if self.counts_nodes() && spent > most {
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
        self.left = self.left.saturating_add(self.units(gain));
        Ok(())
    }
}

/// A count with room for a sign.
fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
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
    fn the_margin_is_one_for_the_whole_game() {
        let mut clock = Clock::new(Limits {
            margin_ms: 20,
            ..limits(None, 100, 10)
        });
        let millis = Duration::from_millis;
        assert_eq!(clock.patience(), Some(millis(120)));
        assert_eq!(clock.charge(millis(120), None), Ok(()));
        // 20 ms overdrawn, of which the increment gives 10 back; engines are told the least.
        assert_eq!(clock.shown(), Some((1, 10)));
        assert_eq!(
            (clock.due(), clock.patience()),
            (Some(Duration::ZERO), Some(millis(10)))
        );
        let mut other = clock.clone();
        assert_eq!(other.charge(millis(10), None), Ok(()));
        assert_eq!(other.patience(), Some(millis(10)));
        let late = clock.charge(Duration::from_micros(10_001), None);
        assert_eq!(
            late,
            Err("answered after 10.001 ms, 20.001 ms too late".to_owned())
        );
    }

    #[test]
    fn moves_that_are_each_a_little_late_use_the_margin_up() {
        let mut clock = Clock::new(Limits {
            margin_ms: 100,
            ..limits(None, 1000, 0)
        });
        let moves = (0..100).take_while(|_| clock.charge(Duration::from_millis(60), None).is_ok());
        // 18 moves of 60 ms fit into 1100 ms.
        assert_eq!(moves.count(), 18);
    }

    #[test]
    fn a_new_time_control_pays_what_was_overdrawn() {
        let mut clock = Clock::new(Limits {
            margin_ms: 50,
            ..limits(Some(1), 100, 0)
        });
        assert_eq!(clock.charge(Duration::from_millis(130), None), Ok(()));
        assert_eq!(clock.shown(), Some((70, 0)));
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

    #[test]
    fn the_margin_of_a_clock_of_nodes_is_one_for_the_whole_game() {
        let mut clock = Clock::new(Limits {
            nodestime: Some(10),
            margin_ms: 100,
            ..limits(None, 100, 0)
        });
        assert_eq!(clock.charge(Duration::ZERO, Some(1_600)), Ok(()));
        assert_eq!((clock.shown(), clock.share()), (Some((1, 0)), 1));
        let much = clock.charge(Duration::ZERO, Some(401));
        assert_eq!(much, Err("searched 401 nodes with -600 left".to_owned()));
        assert_eq!(clock.charge(Duration::ZERO, Some(400)), Ok(()));
    }
}
