//! Time management: the soft and hard limit of one move, from clock, increment and moves to go.
//! Not here: measuring time. Elapsed time is an argument, so that tests need no clock.

use crate::limits::Limits;
use std::time::Duration;

/// The number of moves that the remaining time is divided by if the clock gives no `movestogo`.
const DEFAULT_MOVES_TO_GO: u64 = 30;

/// For how many later moves the overhead is reserved, up to half of the clock: a busy machine may
/// pause the process for a tenth of a second at any time.
const OVERHEAD_RESERVE: u64 = 10;

/// The hard limit as a multiple of the soft one.
const MAX_STRETCH: u64 = 4;

/// Best move stability: percent of the soft limit, by the number of iterations for which the best
/// move has not changed.
const BY_STABILITY: [u64; 6] = [150, 120, 100, 85, 70, 60];

/// The drop of the best score since the last iteration that doubles the soft limit, in hundredths
/// of a man. Smaller drops extend it in proportion, larger ones no further.
const SCORE_DROP: i32 = 50;

/// The time limits of one move, counted from the start of its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeManager {
    /// No new iteration starts after this, scaled by best move stability and score drop.
    pub soft: Option<Duration>,
    /// The search stops at this time.
    pub hard: Option<Duration>,
}

impl TimeManager {
    /// The limits for one move. `overhead` is lost on each move between the GUI's clock and the
    /// search. With `pondering` a move may take more time, since many are found on the opponent's.
    ///
    /// The hard limit always leaves the overhead on the clock. If the clock holds less than that,
    /// the limit is zero and the engine moves at once.
    #[must_use]
    pub fn new(limits: &Limits, overhead: Duration, pondering: bool) -> Self {
        let overhead = u64::try_from(overhead.as_millis()).unwrap_or(u64::MAX);
        let mut plan = Self::default();
        if let Some(clock) = limits.clock {
            let left = u64::try_from(clock.left_ms).unwrap_or(0);
            let usable = left.saturating_sub(overhead);
            let moves = clock
                .moves_to_go
                .map_or(DEFAULT_MOVES_TO_GO, u64::from)
                .min(DEFAULT_MOVES_TO_GO);
            // Later moves have their overhead too, so that time is not divided.
            let reserve = overhead.saturating_mul(moves.saturating_sub(1).min(OVERHEAD_RESERVE));
            let shared = usable - reserve.min(usable / 2);
            let gain = (clock.increment_ms.saturating_sub(overhead) / 4).saturating_mul(3);
            let mut share = (shared.checked_div(moves)).map_or(0, |part| part.saturating_add(gain));
            if pondering {
                share = share.saturating_add(share / 4);
            }
            // The last move of a period may use nearly all of the clock, any other at most half.
            let most = match clock.moves_to_go {
                Some(0) => 0,
                Some(1) => usable - usable / 8,
                _ => usable / 2,
            };
            plan.soft = Some(Duration::from_millis(share.min(most)));
            plan.hard = Some(Duration::from_millis(
                share.saturating_mul(MAX_STRETCH).min(most),
            ));
        }
        if let Some(movetime) = limits.movetime {
            let given = movetime - Duration::from_millis(overhead).min(movetime / 2);
            plan.hard = Some(plan.hard.map_or(given, |hard| hard.min(given)));
        }
        plan
    }

    /// Whether no further iteration may start. `stability` is the number of iterations for which the
    /// best move has not changed. `score_drop` is how much lower its score is than in the last iteration,
    /// in hundredths of a man: after a drop a better move may still be found.
    #[must_use]
    pub fn soft_limit_reached(&self, elapsed: Duration, stability: usize, score_drop: i32) -> bool {
        let percent = BY_STABILITY[stability.min(BY_STABILITY.len() - 1)];
        let more = score_drop.clamp(0, SCORE_DROP).unsigned_abs();
        let whole = 100 * u128::from(SCORE_DROP.unsigned_abs());
        let part = u128::from(percent) * u128::from(SCORE_DROP.unsigned_abs() + more);
        self.soft
            .is_some_and(|soft| elapsed.as_nanos() >= soft.as_nanos() * part / whole)
    }

    /// Whether an iteration that is expected to take `needed` would not even get half done.
    #[must_use]
    pub fn too_long_to_finish(&self, elapsed: Duration, needed: Duration) -> bool {
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
    fn without_a_clock_there_is_no_time_limit() {
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
    fn an_empty_clock_moves_at_once() {
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
    fn extreme_clocks_do_not_overflow() {
        let plan = TimeManager::new(&clock(i64::MAX, u64::MAX, Some(u32::MAX)), OVERHEAD, true);
        assert!(plan.soft <= plan.hard);
        assert!(
            TimeManager::new(&clock(1, 1, None), Duration::MAX, true).hard == Some(Duration::ZERO)
        );
    }

    /// Plays a game in which every move uses its hard limit and loses the overhead on top.
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
            // An immediate move costs less than the overhead.
            let used = if hard == 0 { 0 } else { hard + lost };
            if used > left {
                return false;
            }
            left = left - used + increment;
        }
        true
    }

    #[test]
    fn no_clock_runs_out() {
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
    fn movetime_is_a_hard_limit_minus_overhead() {
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
    fn a_stable_best_move_saves_time_and_a_score_drop_takes_more() {
        let plan = TimeManager {
            soft: Some(Duration::from_millis(100)),
            hard: Some(Duration::from_millis(400)),
        };
        let spent = |millis, stability, score_drop| {
            plan.soft_limit_reached(Duration::from_millis(millis), stability, score_drop)
        };
        assert!(!spent(149, 0, 0) && spent(150, 0, 0));
        assert!(!spent(59, 50, 0) && spent(60, 50, -300));
        assert!(!spent(89, 50, SCORE_DROP / 2) && spent(90, 50, SCORE_DROP / 2));
        assert!(!spent(119, 50, i32::MAX) && spent(120, 50, i32::MAX));
        assert!(plan.too_long_to_finish(Duration::from_millis(100), Duration::from_millis(601)));
        assert!(!plan.too_long_to_finish(Duration::from_millis(100), Duration::from_millis(600)));
        assert!(!TimeManager::default().soft_limit_reached(Duration::MAX, 9, 0));
    }
}
