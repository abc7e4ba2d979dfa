//! Roll-count distributions of bear-off positions: the table and how it is made.
//! Not here: what that means for a game (`mod`).
//!
//! For each position and each number of turns the table has two chances to be off by then: the one of a
//! side that plays for the least mean number of turns, and the greatest that any play could give
//! for this number of turns alone. No play against any opponent does better than the second, and
//! the first can always be had; most often they agree.

use super::position::{self, BearOffPosition, Numbers};
use crate::rules::Chance;
use crate::rules::abak::Dice;

/// Certainty, in the units of a [`Row`].
pub(super) const ONE: u32 = 1 << 30;

/// Numbers of turns in a row, from 0. Nobody needs so many, but for chances far below a millionth.
const TURNS: usize = 24;

/// The chance to be off within 0, 1, 2, ... turns.
pub(super) type Row = [u32; TURNS];

/// The roll-count distribution of a position: how soon it is off.
#[derive(Clone, Copy, Debug)]
pub(super) struct RollCounts {
    /// By the play with the least mean number of turns.
    pub(super) soon: Row,
    /// By the best play for each number of turns.
    pub(super) bound: Row,
}

/// What is known of all small positions.
#[derive(Debug)]
pub(super) struct BearoffTable {
    numbers: Numbers,
    roll_counts: Vec<RollCounts>,
}

impl BearoffTable {
    /// Makes it: a fraction of a second.
    pub(super) fn new() -> Self {
        let numbers = Numbers::new();
        let mut positions = Vec::new();
        position::each(|position| {
            positions.push((position.pips(), numbers.number(&position), position));
        });
        positions.sort_unstable_by_key(|&(pips, number, _)| (pips, number));
        let steps = Steps::of(&numbers, &positions);
        let unknown = RollCounts {
            soon: [0; TURNS],
            bound: [0; TURNS],
        };
        let mut table = Self {
            roll_counts: vec![unknown; numbers.count()],
            numbers,
        };
        let mut turns = Turns::new(table.roll_counts.len());
        for &(pips, number, _) in &positions {
            table.roll_counts[number] = if pips == 0 {
                RollCounts {
                    soon: [ONE; TURNS],
                    bound: [ONE; TURNS],
                }
            } else {
                table.compute(number, &steps, &mut turns)
            };
        }
        table
    }

    /// The roll-count distribution of a position.
    pub(super) fn roll_counts(&self, position: &BearOffPosition) -> &RollCounts {
        &self.roll_counts[self.numbers.number(position)]
    }

    #[cfg(test)]
    pub(super) fn number(&self, position: &BearOffPosition) -> usize {
        self.numbers.number(position)
    }

    /// Tells the numbers of the positions after a turn; none for a pass.
    #[cfg(test)]
    pub(super) fn turns(
        &self,
    ) -> impl FnMut(&BearOffPosition, Dice) -> std::collections::BTreeSet<usize> {
        let mut positions = Vec::new();
        position::each(|position| {
            positions.push((position.pips(), self.number(&position), position));
        });
        let steps = Steps::of(&self.numbers, &positions);
        let mut turns = Turns::new(self.roll_counts.len());
        move |position, roll| {
            let after = turns.after(self.number(position), roll, &steps);
            after.iter().map(|&number| number.into()).collect()
        }
    }

    /// Works out one position, those with fewer pips being known.
    fn compute(&self, number: usize, steps: &Steps, turns: &mut Turns) -> RollCounts {
        let mut passes = 0;
        let [mut soon, mut bound] = [[0_u64; TURNS]; 2];
        for &(roll, weight) in Dice::ROLLS {
            let after = turns.after(number, roll, steps);
            let after = after
                .iter()
                .map(|&next| &self.roll_counts[usize::from(next)]);
            let early = |roll_counts: &&RollCounts| -> u64 {
                roll_counts
                    .soon
                    .iter()
                    .map(|&chance| u64::from(chance))
                    .sum()
            };
            let Some(soonest) = after.clone().max_by_key(early) else {
                passes += weight;
                continue;
            };
            let mut top = [0; TURNS];
            for roll_counts in after {
                for (top, &chance) in top.iter_mut().zip(&roll_counts.bound) {
                    *top = chance.max(*top);
                }
            }
            for (sums, chances) in [(&mut soon, &soonest.soon), (&mut bound, &top)] {
                for (sum, &chance) in sums.iter_mut().zip(chances) {
                    *sum += u64::from(weight) * u64::from(chance);
                }
            }
        }
        RollCounts {
            soon: spread(&soon, passes),
            bound: spread(&bound, passes),
        }
    }
}

/// The row of a position: each number of turns is one throw and a number less, and `passes` of the 36
/// throws leave all as it is.
fn spread(sums: &[u64; TURNS], passes: u32) -> Row {
    let mut row = [0; TURNS];
    for turn in 1..TURNS {
        let same = u64::from(passes) * u64::from(row[turn - 1]);
        row[turn] = ((sums[turn - 1] + same + 18) / 36) as u32;
    }
    row
}

/// What each die makes of each position.
struct Steps {
    /// Where the list of a position and a die begins; it ends where the next one begins.
    starts: Vec<u32>,
    lists: Vec<u16>,
}

impl Steps {
    fn of(numbers: &Numbers, positions: &[(usize, usize, BearOffPosition)]) -> Self {
        let mut by_number = vec![None; numbers.count()];
        for (_, number, position) in positions {
            by_number[*number] = Some(position);
        }
        let mut steps = Self {
            starts: Vec::with_capacity(by_number.len() * 6 + 1),
            lists: Vec::new(),
        };
        for position in by_number {
            for die in 1..=6 {
                steps.starts.push(steps.lists.len() as u32);
                if let Some(position) = position {
                    position.each_step(die, |next| steps.lists.push(numbers.number(&next) as u16));
                }
            }
        }
        steps.starts.push(steps.lists.len() as u32);
        steps
    }

    fn list(&self, number: usize, die: u8) -> &[u16] {
        let at = number * 6 + usize::from(die) - 1;
        &self.lists[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// Finds the positions after whole turns.
struct Turns {
    now: Vec<u16>,
    next: Vec<u16>,
    /// The last collection in which each position was found.
    found: Vec<u32>,
    collection: u32,
}

impl Turns {
    fn new(positions: usize) -> Self {
        Self {
            now: Vec::new(),
            next: Vec::new(),
            found: vec![0; positions],
            collection: 0,
        }
    }

    /// The positions after a turn that plays as many dice as can be, the higher where it is one of
    /// two; none for a pass.
    fn after(&mut self, number: usize, roll: Dice, steps: &Steps) -> &[u16] {
        if roll.is_double() {
            self.now.clear();
            let mut from = vec![number as u16];
            for _ in 0..4 {
                self.begin();
                for &at in &from {
                    self.collect(steps.list(at.into(), roll.high()));
                }
                if self.next.is_empty() {
                    break;
                }
                std::mem::swap(&mut self.now, &mut self.next);
                from.clone_from(&self.now);
            }
            return &self.now;
        }
        self.begin();
        for (die, other) in [(roll.high(), roll.low()), (roll.low(), roll.high())] {
            for &at in steps.list(number, die) {
                self.collect(steps.list(at.into(), other));
            }
        }
        if self.next.is_empty() {
            let high = steps.list(number, roll.high());
            let low = steps.list(number, roll.low());
            self.collect(if high.is_empty() { low } else { high });
        }
        &self.next
    }

    fn begin(&mut self) {
        self.next.clear();
        self.collection += 1;
    }

    fn collect(&mut self, positions: &[u16]) {
        for &position in positions {
            let found = &mut self.found[usize::from(position)];
            if *found != self.collection {
                *found = self.collection;
                self.next.push(position);
            }
        }
    }
}
