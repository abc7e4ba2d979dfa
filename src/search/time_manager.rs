//! The time manager: a soft and a hard limit for one move, from clock, increment and moves to go.
//! Not here: measuring time; elapsed time is an argument, so that tests need no clock.

use crate::limits::Limits;
use std::time::Duration;

/// Moves for which the time left must do when the clock names no number.
const HORIZON: u64 = 30;

/// Moves for whose overhead time is set aside, or half the clock if that is less: a busy machine
/// may take a processor away for a tenth of a second, and such stalls come unforeseen.
const RESERVE: u64 = 10;

/// How many times its share one move may take when the best move keeps changing.
const STRETCH: u64 = 4;

/// Percent of the soft limit, by the number of iterations for which the best move has stood.
const BY_STABILITY: [u64; 6] = [150, 120, 100, 85, 70, 60];

/// By how many hundredths the best score must have fallen since the iteration before for the soft
/// limit to be twice as long; half as much, half as long again. It never gets longer than twice.
const FALL: i32 = 50;

/// When to stop, as time since the limits began to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeManager {
    /// No new iteration after this, adjusted by how stable the best move is.
    pub soft: Option<Duration>,
    /// No node after this.
    pub hard: Option<Duration>,
}

impl TimeManager {
    /// The plan for one move. `overhead` is lost between the clock and the search with every
    /// move; `pondering` says that the opponent's time is used as well, so that more of one's
    /// own may be.
    ///
    /// The hard limit leaves the overhead on the clock whatever else it grants; a clock that has
    /// not even that asks for a move at once.
    #[must_use]
    pub fn new(limits: &Limits, overhead: Duration, pondering: bool) -> Self {
        let overhead = u64::try_from(overhead.as_millis()).unwrap_or(u64::MAX);
        let mut plan = Self::default();
        if let Some(clock) = limits.clock {
            let left = u64::try_from(clock.left_ms).unwrap_or(0);
            let usable = left.saturating_sub(overhead);
            let moves = clock.moves_to_go.map_or(HORIZON, u64::from).min(HORIZON);
            // The next moves cost their overhead, too; what is lost to it is not shared out.
            let reserve = overhead.saturating_mul(moves.saturating_sub(1).min(RESERVE));
            let shared = usable - reserve.min(usable / 2);
            let gain = (clock.increment_ms.saturating_sub(overhead) / 4).saturating_mul(3);
            let mut share = (shared.checked_div(moves)).map_or(0, |part| part.saturating_add(gain));
            if pondering {
                share = share.saturating_add(share / 4);
            }
            // The last move before more time comes may use nearly all, any other half at most.
            let most = match clock.moves_to_go {
                Some(0) => 0,
                Some(1) => usable - usable / 8,
                _ => usable / 2,
            };
            plan.soft = Some(Duration::from_millis(share.min(most)));
            plan.hard = Some(Duration::from_millis(
                share.saturating_mul(STRETCH).min(most),
            ));
        }
        if let Some(movetime) = limits.movetime {
            let given = movetime - Duration::from_millis(overhead).min(movetime / 2);
            plan.hard = Some(plan.hard.map_or(given, |hard| hard.min(given)));
        }
        plan
    }

    /// Whether the time for another iteration is over. `stable` counts the iterations for which
    /// the best move has stood, and `fall` is by how many hundredths its score is worse than that
    /// of the iteration before: then there may be a better one to be found.
    #[must_use]
    pub fn spent(&self, elapsed: Duration, stable: usize, fall: i32) -> bool {
        let percent = BY_STABILITY[stable.min(BY_STABILITY.len() - 1)];
        let more = fall.clamp(0, FALL).unsigned_abs();
        let whole = 100 * u128::from(FALL.unsigned_abs());
        let part = u128::from(percent) * u128::from(FALL.unsigned_abs() + more);
        self.soft
            .is_some_and(|soft| elapsed.as_nanos() >= soft.as_nanos() * part / whole)
    }

    /// Whether an iteration expected to take `needed` would mostly be thrown away.
    #[must_use]
    pub fn hopeless(&self, elapsed: Duration, needed: Duration) -> bool {
        self.soft.is_some()
            && self
                .hard
                .is_some_and(|hard| needed / 2 > hard.saturating_sub(elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Clock;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(left_ms: i64, increment_ms: u64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: Some(Clock {
                left_ms,
                increment_ms,
                moves_to_go,
            }),
            ..Limits::default()
        }
    }

    fn millis(limit: Option<Duration>) -> u64 {
        u64::try_from(limit.unwrap_or_default().as_millis()).unwrap_or(u64::MAX)
    }

    #[test]
    fn without_time_there_is_no_plan() {
        let limits = Limits {
            depth: Some(5),
            ..Limits::default()
        };
        assert_eq!(
            TimeManager::new(&limits, OVERHEAD, false),
            TimeManager::default()
        );
    }

    #[test]
    fn nothing_left_asks_for_a_move_at_once() {
        for limits in [
            clock(0, 0, None),
            clock(-500, 1_000, None),
            clock(i64::MIN, 0, Some(40)),
            clock(60_000, 0, Some(0)),
            clock(5, 0, None),
        ] {
            let plan = TimeManager::new(&limits, OVERHEAD, true);
            assert_eq!(plan.hard, Some(Duration::ZERO), "{limits:?}");
        }
    }

    #[test]
    fn extreme_numbers_are_borne() {
        let plan = TimeManager::new(&clock(i64::MAX, u64::MAX, Some(u32::MAX)), OVERHEAD, true);
        assert!(plan.soft <= plan.hard);
        assert!(
            TimeManager::new(&clock(1, 1, None), Duration::MAX, true).hard == Some(Duration::ZERO)
        );
    }

    /// A game in which every move takes all it may and loses the overhead on top.
    fn survives(mut left: u64, increment: u64, period: Option<u32>, moves: u32) -> bool {
        let budget = left;
        let lost = u64::try_from(OVERHEAD.as_millis()).unwrap_or(0);
        for ply in 0..moves {
            let to_go = period.map(|period| period - ply % period);
            if period.is_some() && ply > 0 && to_go == period {
                left += budget;
            }
            let signed = i64::try_from(left).unwrap_or(i64::MAX);
            let hard =
                millis(TimeManager::new(&clock(signed, increment, to_go), OVERHEAD, true).hard);
            // A move given at once costs less than the overhead; it must still fit.
            let used = if hard == 0 { 0 } else { hard + lost };
            if used > left {
                return false;
            }
            left = left - used + increment;
        }
        true
    }

    #[test]
    fn no_clock_is_overrun() {
        assert!(survives(1_000, 10, None, 300));
        assert!(survives(1_000, 0, None, 300));
        assert!(survives(60_000, 0, None, 300));
        assert!(survives(60_000, 600, None, 300));
        assert!(survives(10_000, 0, Some(40), 400));
        assert!(survives(100, 0, Some(1), 100));
    }

    #[test]
    fn the_last_move_of_a_period_may_use_most_of_the_clock() {
        let plan = TimeManager::new(&clock(10_000, 0, Some(1)), OVERHEAD, false);
        assert!(millis(plan.soft) > 8_000 && millis(plan.hard) < 9_990);
    }

    #[test]
    fn movetime_is_a_hard_limit_less_overhead() {
        let limits = |ms| Limits {
            movetime: Some(Duration::from_millis(ms)),
            ..Limits::default()
        };
        let plan = TimeManager::new(&limits(100), OVERHEAD, false);
        assert_eq!((plan.soft, millis(plan.hard)), (None, 90));
        assert_eq!(
            millis(TimeManager::new(&limits(10), OVERHEAD, false).hard),
            5
        );
        assert_eq!(
            millis(TimeManager::new(&limits(0), OVERHEAD, false).hard),
            0
        );
    }

    #[test]
    fn a_stable_move_saves_time_and_a_new_or_failing_one_takes_more() {
        let plan = TimeManager {
            soft: Some(Duration::from_millis(100)),
            hard: Some(Duration::from_millis(400)),
        };
        let spent = |millis, stable, fall| plan.spent(Duration::from_millis(millis), stable, fall);
        assert!(!spent(149, 0, 0) && spent(150, 0, 0));
        assert!(!spent(59, 50, 0) && spent(60, 50, -300));
        assert!(!spent(89, 50, FALL / 2) && spent(90, 50, FALL / 2));
        assert!(!spent(119, 50, i32::MAX) && spent(120, 50, i32::MAX));
        assert!(plan.hopeless(Duration::from_millis(100), Duration::from_millis(601)));
        assert!(!plan.hopeless(Duration::from_millis(100), Duration::from_millis(600)));
        assert!(!TimeManager::default().spent(Duration::MAX, 9, 0));
    }
}
