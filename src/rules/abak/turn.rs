//! Move generation: every position that a roll can lead to, without duplicates.
//! Not here: single steps (`step`), and the texts of moves.
//!
//! The generator keeps one set of states for each number of dice played, and drops duplicates at each
//! die. So a double costs time in proportion to the distinct positions, not to the far more numerous
//! orders in which its steps can be played.

use super::step::{GeneralState, TurnState, View};
use super::{Abak, Dice};
use std::cell::RefCell;

/// The greatest number of dice that a turn plays.
pub(super) const MAX_DICE: usize = 4;

/// A hash set of the distinct states after some number of dice.
#[derive(Default)]
struct StateSet {
    states: Vec<TurnState>,
    /// Open addressing by key: the stamp of the turn that made the entry, and the index of the
    /// state.
    table: Vec<(u32, u32)>,
    stamp: u32,
}

impl StateSet {
    fn clear(&mut self) {
        self.states.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 || self.table.is_empty() {
            self.table.clear();
            self.table.resize(1 << 10, (0, 0));
            self.stamp = 1;
        }
    }

    fn insert(&mut self, state: TurnState) {
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

/// The first slot to probe for a state.
fn home(state: &TurnState) -> usize {
    (state.at.key as usize).wrapping_add(state.general as usize)
}

thread_local! {
    /// Reusable sets for the current turn.
    static SETS: RefCell<[StateSet; MAX_DICE + 1]> = RefCell::default();
}

/// Calls `sink` with every position after a turn, once each and with the opponent to move, in an order
/// that depends only on the position and the roll. Returns how many dice a turn must play; a turn of
/// no dice is a pass. A finished game has no turns.
pub(super) fn each(at: &Abak, roll: Dice, mut sink: impl FnMut(Abak)) -> usize {
    if at.is_over() {
        return 0;
    }
    let root = TurnState {
        at: *at,
        general: GeneralState::Free,
    };
    SETS.with_borrow_mut(|sets| {
        for set in sets.iter_mut() {
            set.clear();
        }
        let used = if roll.is_double() {
            double(sets, root, roll.high())
        } else {
            pair(sets, root, roll)
        };
        for state in &sets[used].states {
            sink(state.at.handed_over());
        }
        used
    })
}

/// Fills the last set that a double reaches, and returns its index.
fn double(sets: &mut [StateSet; MAX_DICE + 1], root: TurnState, die: u8) -> usize {
    sets[0].insert(root);
    for played in 0..MAX_DICE {
        let (done, open) = sets.split_at_mut(played + 1);
        for state in &done[played].states {
            let view = View::new(&state.at);
            view.each_step(state, die, |_, after| insert(open, played, 1, after));
            if played + 2 <= MAX_DICE {
                view.each_jane(state, die, die, |_, after| insert(open, played, 2, after));
            }
        }
    }
    let used = (0..=MAX_DICE)
        .rev()
        .find(|&played| !sets[played].states.is_empty())
        .unwrap_or(0);
    if used > 0 && used < MAX_DICE {
        // At the end of the turn, states that differ only in the General's moves are equal.
        let states = std::mem::take(&mut sets[used].states);
        sets[used].clear();
        for &state in &states {
            sets[used].insert(ended(state));
        }
    }
    used
}

/// Inserts a state into the set of `played + dice` dice; `open` starts with that of `played + 1`.
fn insert(open: &mut [StateSet], played: usize, dice: usize, after: TurnState) {
    let after = if played + dice == MAX_DICE {
        ended(after)
    } else {
        after
    };
    open[dice - 1].insert(after);
}

/// The state at the end of a turn, where the General's moves no longer matter.
fn ended(state: TurnState) -> TurnState {
    TurnState {
        general: GeneralState::Free,
        ..state
    }
}

/// Fills the last set that two different dice reach, and returns its index.
fn pair(sets: &mut [StateSet; MAX_DICE + 1], root: TurnState, roll: Dice) -> usize {
    let [start, first, second, ..] = sets;
    let view = View::new(&root.at);
    // The lower die first, so that `first` ends up with the moves of the higher one.
    for (die, next) in [(roll.low(), roll.high()), (roll.high(), roll.low())] {
        let lower = std::mem::take(&mut first.states);
        first.clear();
        // No two steps of one die lead to the same position, so there are no duplicates.
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
