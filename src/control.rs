//! What is said to a running search from outside: stop, ponderhit, end of input.
//! Not here: when a search ends by itself (`search`).

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

const STOP: u8 = 1;
const HIT: u8 = 2;
const ENDED: u8 = 4;

/// One search's line to the outside, shared by the thread that searches and the one that reads.
/// Each signal may be given before the search begins, and more than once; none is taken back.
#[derive(Debug, Default)]
pub struct Control {
    signals: AtomicU8,
    hit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Control {
    /// A line on which nothing has been said.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The search is to answer now.
    pub fn stop(&self) {
        self.signal(STOP);
    }

    /// The move pondered on was played: limits count from now. Only the first call counts.
    pub fn ponderhit(&self) {
        self.signal(HIT);
    }

    /// No more commands will come: a search that waits for one is to answer after depth 1.
    pub fn end_of_input(&self) {
        self.signal(ENDED);
    }

    /// Whether [`stop`](Control::stop) was said.
    pub fn stopped(&self) -> bool {
        self.has(STOP)
    }

    /// Whether [`end_of_input`](Control::end_of_input) was said.
    pub fn input_ended(&self) -> bool {
        self.has(ENDED)
    }

    /// When [`ponderhit`](Control::ponderhit) was said first.
    pub fn hit_at(&self) -> Option<Instant> {
        if !self.has(HIT) {
            return None;
        }
        *self.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until the answer of a search that ended by itself may be given: at once unless the
    /// search was unlimited or pondering; else on stop, end of input or, where only pondering
    /// held it, ponderhit.
    pub fn hold(&self, unlimited: bool, pondering: bool) {
        let mut wakers = STOP | ENDED;
        if !unlimited {
            wakers |= HIT;
        }
        if !unlimited && !pondering {
            return;
        }
        let mut guard = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        while self.signals.load(Ordering::Acquire) & wakers == 0 {
            guard = self
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn has(&self, signal: u8) -> bool {
        self.signals.load(Ordering::Acquire) & signal != 0
    }

    /// Sets the signal under the lock, so that no sleeper misses it between its look and its nap.
    fn signal(&self, signal: u8) {
        let mut hit = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        if signal == HIT && hit.is_none() {
            *hit = Some(Instant::now());
        }
        self.signals.fetch_or(signal, Ordering::AcqRel);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread;

    #[test]
    fn a_limited_search_is_not_held() {
        Control::new().hold(false, false);
    }

    #[test]
    fn every_signal_wakes_a_ponder() {
        for say in [Control::stop, Control::ponderhit, Control::end_of_input] {
            let control = Arc::new(Control::new());
            let held = Arc::clone(&control);
            let sleeper = thread::spawn(move || held.hold(false, true));
            say(&control);
            assert!(sleeper.join().is_ok());
        }
    }

    #[test]
    fn a_ponderhit_does_not_release_an_unlimited_search() {
        let control = Arc::new(Control::new());
        let held = Arc::clone(&control);
        control.ponderhit();
        let sleeper = thread::spawn(move || held.hold(true, true));
        assert!(!sleeper.is_finished());
        control.stop();
        assert!(sleeper.join().is_ok());
    }

    #[test]
    fn the_first_ponderhit_counts() {
        let control = Control::new();
        assert_eq!(control.hit_at(), None);
        control.ponderhit();
        let first = control.hit_at();
        control.ponderhit();
        assert!(first.is_some());
        assert_eq!(control.hit_at(), first);
    }
}
