//! Whole turns: every position that a roll can lead to, each once.
//! Not here: single steps, and the step lists of texts.
//!
//! Positions are collected level by level, one level for each number of dice played, and equal
//! ones are dropped on the way. A double then costs as much as the positions it passes, not as
//! the far more numerous orders in which its steps can be played.

use super::step::{General, State, View};
use super::{Abak, Dice};
use std::cell::RefCell;

/// The most dice that a turn plays.
pub(super) const MOST: usize = 4;

/// The distinct states after some number of dice.
#[derive(Default)]
struct Level {
    states: Vec<State>,
    /// Open addressing by key: the stamp of the turn that made the entry, the state's index.
    table: Vec<(u32, u32)>,
    stamp: u32,
}

impl Level {
    fn clear(&mut self) {
        self.states.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 || self.table.is_empty() {
            self.table.clear();
            self.table.resize(1 << 10, (0, 0));
            self.stamp = 1;
        }
    }

    fn insert(&mut self, state: State) {
        if self.states.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut slot = home(&state) & mask;
        loop {
            let (stamp, index) = self.table[slot];
            if stamp != self.stamp {
                break;
            }
            if self.states[index as usize] == state {
                return;
            }
            slot = (slot + 1) & mask;
        }
        self.table[slot] = (self.stamp, self.states.len() as u32);
        self.states.push(state);
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        let mask = size - 1;
        self.table.clear();
        self.table.resize(size, (0, 0));
        self.stamp = 1;
        for (index, state) in self.states.iter().enumerate() {
            let mut slot = home(state) & mask;
            while self.table[slot].0 == self.stamp {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = (self.stamp, index as u32);
        }
    }
}

/// Where a table begins to look for a state.
fn home(state: &State) -> usize {
    (state.at.key as usize).wrapping_add(state.general as usize)
}

thread_local! {
    /// Lists and tables that one turn after the other fills.
    static LEVELS: RefCell<[Level; MOST + 1]> = RefCell::default();
}

/// Hands every position after a turn to `sink`, the opponent to move, each once, in an order that
/// depends on the position and the roll alone; returns how many dice a turn must play. A turn of
/// no dice is the pass. A finished game has no turns.
pub(super) fn each(at: &Abak, roll: Dice, mut sink: impl FnMut(Abak)) -> usize {
    if at.is_over() {
        return 0;
    }
    let root = State {
        at: *at,
        general: General::Free,
    };
    LEVELS.with_borrow_mut(|levels| {
        for level in levels.iter_mut() {
            level.clear();
        }
        let used = if roll.is_double() {
            double(levels, root, roll.high())
        } else {
            pair(levels, root, roll)
        };
        for state in &levels[used].states {
            sink(state.at.handed_over());
        }
        used
    })
}

/// Fills the last level that four dice of one number reach, and says which it is.
fn double(levels: &mut [Level; MOST + 1], root: State, die: u8) -> usize {
    levels[0].insert(root);
    for played in 0..MOST {
        let (done, open) = levels.split_at_mut(played + 1);
        for state in &done[played].states {
            let view = View::new(&state.at);
            view.each_step(state, die, |_, after| insert(open, played, 1, after));
            if played + 2 <= MOST {
                view.each_jane(state, die, die, |_, after| insert(open, played, 2, after));
            }
        }
    }
    let used = (0..=MOST)
        .rev()
        .find(|&played| !levels[played].states.is_empty())
        .unwrap_or(0);
    if used > 0 && used < MOST {
        // What the General did parts equal positions no longer.
        let states = std::mem::take(&mut levels[used].states);
        levels[used].clear();
        for &state in &states {
            levels[used].insert(ended(state));
        }
    }
    used
}

/// Enters a state `dice` levels above that of `played` dice; `open` begins one above it.
fn insert(open: &mut [Level], played: usize, dice: usize, after: State) {
    let after = if played + dice == MOST {
        ended(after)
    } else {
        after
    };
    open[dice - 1].insert(after);
}

/// The same with the General's doings forgotten, as at the end of a turn.
fn ended(state: State) -> State {
    State {
        general: General::Free,
        ..state
    }
}

/// Fills the last level that two different dice reach, and says which it is.
fn pair(levels: &mut [Level; MOST + 1], root: State, roll: Dice) -> usize {
    let [start, first, second, ..] = levels;
    let view = View::new(&root.at);
    // The lower die first, so that what the higher one can do is in `first` at the end.
    for (die, next) in [(roll.low(), roll.high()), (roll.high(), roll.low())] {
        let lower = std::mem::take(&mut first.states);
        first.clear();
        // No two steps of one die lead to the same position: nothing to drop.
        view.each_step(&root, die, |_, after| first.states.push(after));
        view.each_jane(&root, die, next, |_, after| second.insert(ended(after)));
        for state in &first.states {
            View::new(&state.at).each_step(state, next, |_, after| second.insert(ended(after)));
        }
        if first.states.is_empty() {
            first.states = lower;
        }
    }
    if !second.states.is_empty() {
        2
    } else if !first.states.is_empty() {
        1
    } else {
        start.insert(root);
        0
    }
}
