//! One-sided bear-off positions: their index in the database, and the moves of one checker.
//! Not here: roll probabilities, and how many rolls a position takes (`table`).
//!
//! At home and without contact, General, Druid and Guard move like Soldiers: nothing is left to hit
//! or to trap, and the General may not move back. Only the two Wounded differ, and their place in a
//! column matters. So a position is the number of checkers on each point and the places of the
//! Wounded.

use crate::rules::Side;
use crate::rules::abak::board::{Board, Class, HEIGHT};

/// The points of the home board.
const POINTS: usize = 6;

/// The greatest number of checkers of a position in the database.
pub(super) const MAX_CHECKERS: usize = 6;

/// Bit patterns of `n` ones (checkers) and `POINTS - 1` zeros (separators between points).
const PATTERNS: usize = 1 << (MAX_CHECKERS + POINTS - 1);

/// The checkers of one side, all at home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BearOffPosition {
    /// The number of checkers on points 1 to 6.
    counts: [usize; POINTS],
    /// The place of each Wounded, the Even first, among all checkers, counted from the bottom of
    /// point 1 to the top of point 6; `None` if it is borne off.
    wounded: [Option<usize>; 2],
}

const WOUNDED: [Class; 2] = [Class::Even, Class::Odd];

impl BearOffPosition {
    /// The position with all checkers borne off.
    pub(super) const NONE: Self = Self {
        counts: [0; POINTS],
        wounded: [None; 2],
    };

    /// The position of a side; `None` if it has more than [`MAX_CHECKERS`] on its home board or a
    /// checker of the other side is there. Whether all its checkers are at home is not checked.
    pub(super) fn of(board: &Board, side: Side) -> Option<Self> {
        let mut position = Self::NONE;
        let mut before = 0;
        for (point, count) in (1..).zip(&mut position.counts) {
            let column = board.column(side, point);
            *count = column.height();
            if column.holds(side.other()) || before + *count > MAX_CHECKERS {
                return None;
            }
            for (above, checker) in column.checkers().enumerate() {
                for (place, class) in position.wounded.iter_mut().zip(WOUNDED) {
                    if checker.class() == class {
                        *place = Some(before + *count - 1 - above);
                    }
                }
            }
            before += *count;
        }
        Some(position)
    }

    /// The number of checkers.
    fn size(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The pip count.
    pub(super) fn pips(&self) -> usize {
        (1..)
            .zip(&self.counts)
            .map(|(point, count)| point * count)
            .sum()
    }

    /// Calls `f` with every position after a move of one checker by one die.
    pub(super) fn each_step(&self, die: usize, mut f: impl FnMut(Self)) {
        let mut end = self.size();
        let highest = self.counts.iter().rposition(|&count| count > 0);
        for from in (0..POINTS).rev() {
            if self.counts[from] == 0 {
                continue;
            }
            let top = end - 1;
            end -= self.counts[from];
            let point = from + 1;
            if point > die {
                let to = from - die;
                let halts = self
                    .wounded
                    .iter()
                    .zip(WOUNDED)
                    .any(|(&place, class)| place == Some(top) && !class.steps_by(die as u8));
                if !halts && self.counts[to] < HEIGHT {
                    f(self.stepped(from, top, Some(to)));
                }
            } else if point == die || highest == Some(from) {
                f(self.stepped(from, top, None));
            }
        }
    }

    /// The position after the checker at place `top`, on top of point `from`, moves to `to` or off.
    fn stepped(&self, from: usize, top: usize, to: Option<usize>) -> Self {
        let mut next = *self;
        next.counts[from] -= 1;
        // Its new place among all checkers.
        let landed = to.map(|to| {
            next.counts[to] += 1;
            next.counts[..=to].iter().sum::<usize>() - 1
        });
        for place in &mut next.wounded {
            *place = match *place {
                Some(own) if own == top => landed,
                Some(own) => {
                    let down = usize::from(own > top);
                    let up = usize::from(landed.is_some_and(|landed| own - down >= landed));
                    Some(own - down + up)
                }
                None => None,
            };
        }
        next
    }
}

/// Maps positions to indices of the database; index 0 has no checkers.
#[derive(Debug)]
pub(super) struct PositionIndexing {
    /// For each bit pattern its rank among those with as many checkers.
    ranks: Vec<usize>,
    /// The first index of each number of checkers, and the end.
    first: [usize; MAX_CHECKERS + 2],
}

impl PositionIndexing {
    pub(super) fn new() -> Self {
        let mut sizes = [0; MAX_CHECKERS + 1];
        let ranks = (0..PATTERNS).map(|pattern| {
            let size = pattern.count_ones() as usize;
            match sizes.get_mut(size) {
                Some(count) => {
                    *count += 1;
                    *count - 1
                }
                None => 0,
            }
        });
        let ranks = ranks.collect();
        let mut first = [0; MAX_CHECKERS + 2];
        for (size, patterns) in sizes.iter().enumerate() {
            first[size + 1] = first[size] + patterns * (size + 1) * (size + 1);
        }
        Self { ranks, first }
    }

    /// The number of indices.
    pub(super) fn count(&self) -> usize {
        self.first[MAX_CHECKERS + 1]
    }

    /// The index of a position of at most [`MAX_CHECKERS`] checkers.
    pub(super) fn index(&self, position: &BearOffPosition) -> usize {
        let size = position.size();
        let pattern = position.counts.iter().fold(0, |pattern, &count| {
            ((pattern << count) | ((1 << count) - 1)) << 1
        });
        let [even, odd] = position.wounded.map(|place| place.unwrap_or(size));
        let rank = self.ranks[pattern >> 1];
        self.first[size] + (rank * (size + 1) + even) * (size + 1) + odd
    }
}

/// Calls `f` with every position of at most [`MAX_CHECKERS`] checkers.
pub(super) fn each(mut f: impl FnMut(BearOffPosition)) {
    let mut position = BearOffPosition::NONE;
    fill(&mut position, 0, MAX_CHECKERS, &mut f);
}

/// Places up to `left` checkers on the points from `point` on in every way.
fn fill(
    position: &mut BearOffPosition,
    point: usize,
    left: usize,
    f: &mut impl FnMut(BearOffPosition),
) {
    if point == POINTS {
        let size = position.size();
        let places = || (0..size).map(Some).chain([None]);
        for even in places() {
            for odd in places().filter(|&odd| odd.is_none() || odd != even) {
                f(BearOffPosition {
                    wounded: [even, odd],
                    ..*position
                });
            }
        }
        return;
    }
    for count in 0..=left.min(HEIGHT) {
        position.counts[point] = count;
        fill(position, point + 1, left - count, f);
    }
    position.counts[point] = 0;
}
