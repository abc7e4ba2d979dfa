//! Search limits and time management of the reference players.
//! Not here: searching.

use std::time::{Duration, Instant};
use tricorn::control::Control;
use tricorn::limits::Limits;

/// Time reserved on each move for the communication with the client.
const OVERHEAD: Duration = Duration::from_millis(10);

/// The number of moves that the remaining time is divided by if the clock gives no `movestogo`.
const DEFAULT_MOVES_TO_GO: u64 = 30;

/// The limits of one search.
#[derive(Debug)]
pub struct Budget<'a> {
    control: &'a Control,
    infinite: bool,
    ponder: bool,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The time limit, from the start or from `ponderhit`.
    time: Option<Duration>,
    begun: Instant,
}

impl<'a> Budget<'a> {
    /// The budget of a search that starts now.
    pub fn new(limits: &Limits, control: &'a Control) -> Self {
        let clock = limits.clock;
        let own = clock.map(|clock| share(clock.left_ms, clock.increment_ms, clock.moves_to_go));
        let given = limits.movetime.map(|time| time - OVERHEAD.min(time / 2));
        // A win in n own turns is seen at depth 2n-1.
        let mate = limits
            .mate
            .map(|turns| turns.saturating_mul(2).saturating_sub(1));
        Self {
            control,
            infinite: limits.infinite,
            ponder: limits.ponder,
            nodes: limits.nodes,
            depth: [limits.depth, mate].into_iter().flatten().min(),
            time: [own, given].into_iter().flatten().min(),
            begun: Instant::now(),
        }
    }

    /// Whether the answer waits for a signal, so that no time limit applies yet.
    fn held(&self) -> bool {
        self.infinite || self.ponder && self.control.hit_at().is_none()
    }

    /// Whether the search must end after `nodes` nodes.
    pub fn spent(&self, nodes: u64) -> bool {
        if self.control.stopped() || self.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        if self.held() {
            return self.control.input_ended();
        }
        let from = self.control.hit_at().unwrap_or(self.begun);
        self.time.is_some_and(|time| from.elapsed() >= time)
    }

    /// Whether time is the only limit; a forced move is then played at once.
    pub fn timed(&self) -> bool {
        self.time.is_some() && self.nodes.is_none() && self.depth.is_none() && !self.held()
    }

    /// The depth, if nothing else limits the search.
    pub fn only_depth(&self) -> Option<u32> {
        let other = self.time.is_some() || self.nodes.is_some();
        self.depth.filter(|_| !other)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

/// The time for one move: an equal share of the remaining time plus three quarters of the increment,
/// never more than half of the clock.
fn share(left: i64, increment: u64, moves_to_go: Option<u32>) -> Duration {
    let left = u64::try_from(left).unwrap_or(0);
    let usable = left.saturating_sub(OVERHEAD.as_millis() as u64);
    let moves = moves_to_go
        .map_or(DEFAULT_MOVES_TO_GO, u64::from)
        .min(DEFAULT_MOVES_TO_GO);
    let part = usable.checked_div(moves).unwrap_or(0);
    let most = if moves == 0 { 0 } else { usable / 2 };
    Duration::from_millis(part.saturating_add(increment / 4 * 3).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_divided_and_never_runs_out() {
        let millis = |left, increment, moves| share(left, increment, moves).as_millis();
        assert_eq!(millis(60_010, 1_000, None), 2_750);
        assert_eq!(millis(60_010, 0, Some(40)), 2_000);
        assert_eq!(millis(1_010, 1_000, Some(1)), 500);
        for (left, moves) in [(0, None), (-5, None), (i64::MIN, None), (60_000, Some(0))] {
            assert_eq!(millis(left, u64::MAX, moves), 0);
        }
        assert!(millis(i64::MAX, u64::MAX, None) > 0);
    }
}
