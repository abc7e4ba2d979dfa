//! Roll-count distributions of all one-sided bear-off positions, and their computation.
//! Not here: the value of a race between two positions (`mod`).
//!
//! For each position and each number of turns the database has two probabilities to be off by then:
//! that of the play with the least mean number of turns, and the greatest that any play has for this
//! number of turns alone. The first can always be achieved, and no play against any opponent does
//! better than the second. Usually they agree.

use super::position::{self, BearOffPosition, PositionIndexing};
use crate::rules::Chance;
use crate::rules::abak::Dice;

/// A probability of 1 in the units of a [`Cdf`].
pub(super) const ONE: u32 = 1 << 30;

/// Numbers of turns in a distribution, from 0. The probability to need more is far below a millionth.
const TURNS: usize = 24;

/// A cumulative distribution: the probability to be off within 0, 1, 2, ... turns.
pub(super) type Cdf = [u32; TURNS];

/// The roll-count distributions of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct RollCounts {
    /// Of the play with the least mean number of turns.
    pub(super) mean_play: Cdf,
    /// Of the best play for each number of turns by itself.
    pub(super) upper_bound: Cdf,
}

/// The database.
#[derive(Debug)]
pub(super) struct BearoffTable {
    indexing: PositionIndexing,
    roll_counts: Vec<RollCounts>,
}

impl BearoffTable {
    /// Computes the database, which takes a fraction of a second.
    pub(super) fn new() -> Self {
        let indexing = PositionIndexing::new();
        let mut positions = Vec::new();
        position::each(|position| {
            positions.push((position.pips(), indexing.index(&position), position));
        });
        positions.sort_unstable_by_key(|&(pips, index, _)| (pips, index));
        let steps = StepLists::of(&indexing, &positions);
        let unknown = RollCounts {
            mean_play: [0; TURNS],
            upper_bound: [0; TURNS],
        };
        let mut table = Self {
            roll_counts: vec![unknown; indexing.count()],
            indexing,
        };
        let mut turns = TurnGenerator::new(table.roll_counts.len());
        for &(pips, index, _) in &positions {
            table.roll_counts[index] = if pips == 0 {
                RollCounts {
                    mean_play: [ONE; TURNS],
                    upper_bound: [ONE; TURNS],
                }
            } else {
                table.compute(index, &steps, &mut turns)
            };
        }
        table
    }

    /// The roll-count distributions of a position.
    pub(super) fn roll_counts(&self, position: &BearOffPosition) -> &RollCounts {
        &self.roll_counts[self.indexing.index(position)]
    }

    #[cfg(test)]
    pub(super) fn index(&self, position: &BearOffPosition) -> usize {
        self.indexing.index(position)
    }

    /// A function that gives the indices of the positions after a turn; none for a pass.
    #[cfg(test)]
    pub(super) fn turns(
        &self,
    ) -> impl FnMut(&BearOffPosition, Dice) -> std::collections::BTreeSet<usize> {
        let mut positions = Vec::new();
        position::each(|position| {
            positions.push((position.pips(), self.index(&position), position));
        });
        let steps = StepLists::of(&self.indexing, &positions);
        let mut turns = TurnGenerator::new(self.roll_counts.len());
        move |position, roll| {
            let after = turns.after(self.index(position), roll, &steps);
            after.iter().map(|&index| index.into()).collect()
        }
    }

    /// Computes one position from those with fewer pips.
    fn compute(&self, index: usize, steps: &StepLists, turns: &mut TurnGenerator) -> RollCounts {
        let mut passes = 0;
        let [mut mean_play, mut upper_bound] = [[0_u64; TURNS]; 2];
        for &(roll, weight) in Dice::ROLLS {
            let after = turns.after(index, roll, steps);
            let after = after
                .iter()
                .map(|&next| &self.roll_counts[usize::from(next)]);
            let total = |roll_counts: &&RollCounts| -> u64 {
                roll_counts
                    .mean_play
                    .iter()
                    .map(|&chance| u64::from(chance))
                    .sum()
            };
            let Some(best_mean) = after.clone().max_by_key(total) else {
                passes += weight;
                continue;
            };
            let mut top = [0; TURNS];
            for roll_counts in after {
                for (top, &chance) in top.iter_mut().zip(&roll_counts.upper_bound) {
                    *top = chance.max(*top);
                }
            }
            for (sums, chances) in [
                (&mut mean_play, &best_mean.mean_play),
                (&mut upper_bound, &top),
            ] {
                for (sum, &chance) in sums.iter_mut().zip(chances) {
                    *sum += u64::from(weight) * u64::from(chance);
                }
            }
        }
        RollCounts {
            mean_play: with_passes(&mean_play, passes),
            upper_bound: with_passes(&upper_bound, passes),
        }
    }
}

/// The distribution of a position: `n` turns are one roll and `n - 1` turns. `sums` has the weighted
/// sums over the rolls that move, and `passes` of the 36 rolls leave the position as it is.
fn with_passes(sums: &[u64; TURNS], passes: u32) -> Cdf {
    let mut row = [0; TURNS];
    for turn in 1..TURNS {
        let same = u64::from(passes) * u64::from(row[turn - 1]);
        row[turn] = ((sums[turn - 1] + same + 18) / 36) as u32;
    }
    row
}

/// The positions after a move of one checker, by position and die.
struct StepLists {
    /// The start of the list of each position and die; it ends where the next one starts.
    starts: Vec<u32>,
    lists: Vec<u16>,
}

impl StepLists {
    fn of(indexing: &PositionIndexing, positions: &[(usize, usize, BearOffPosition)]) -> Self {
        let mut by_index = vec![None; indexing.count()];
        for (_, index, position) in positions {
            by_index[*index] = Some(position);
        }
        let mut steps = Self {
            starts: Vec::with_capacity(by_index.len() * 6 + 1),
            lists: Vec::new(),
        };
        for position in by_index {
            for die in 1..=6 {
                steps.starts.push(steps.lists.len() as u32);
                if let Some(position) = position {
                    position.each_step(die, |next| steps.lists.push(indexing.index(&next) as u16));
                }
            }
        }
        steps.starts.push(steps.lists.len() as u32);
        steps
    }

    fn list(&self, index: usize, die: u8) -> &[u16] {
        let at = index * 6 + usize::from(die) - 1;
        &self.lists[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// Generates the positions after whole turns.
struct TurnGenerator {
    now: Vec<u16>,
    next: Vec<u16>,
    /// The last collection in which each position was found, to drop duplicates.
    found: Vec<u32>,
    collection: u32,
}

impl TurnGenerator {
    fn new(positions: usize) -> Self {
        Self {
            now: Vec::new(),
            next: Vec::new(),
            found: vec![0; positions],
            collection: 0,
        }
    }

    /// The positions after a turn that plays as many dice as possible, the higher one if only one
    /// of two can be played; none for a pass.
    fn after(&mut self, index: usize, roll: Dice, steps: &StepLists) -> &[u16] {
        if roll.is_double() {
            self.now.clear();
            let mut from = vec![index as u16];
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
            for &at in steps.list(index, die) {
                self.collect(steps.list(at.into(), other));
            }
        }
        if self.next.is_empty() {
            let high = steps.list(index, roll.high());
            let low = steps.list(index, roll.low());
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
