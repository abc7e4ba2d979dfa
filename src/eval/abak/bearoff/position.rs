//! Bear-off positions of one side, all its checkers at home: their numbers, and their steps.
//! Not here: how likely each roll is, and how many rolls a position takes (`table`).
//!
//! At home and out of contact, General, Druid and Guard are Soldiers: nothing is left to hit or to
//! trap, and the General may not go back. Only the Wounded differ, and they stand where they stand
//! in a column, so a position is the number of checkers on each point with the places of the two.

use crate::rules::Side;
use crate::rules::abak::board::{Board, Class, HEIGHT};

/// The points of the home.
const POINTS: usize = 6;

/// The most checkers of a position that is numbered.
pub(super) const MOST: usize = 6;

/// Counts of checkers on the points, written as `n` ones and `POINTS - 1` zeros.
const PATTERNS: usize = 1 << (MOST + POINTS - 1);

/// All checkers of one side, at home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BearOffPosition {
    /// How many stand on the points 1 to 6.
    counts: [usize; POINTS],
    /// The place of each Wounded, the Even first, among all checkers, counted from the bottom of
    /// point 1 to the top of point 6; `None` once it is off.
    wounded: [Option<usize>; 2],
}

const WOUNDED: [Class; 2] = [Class::Even, Class::Odd];

impl BearOffPosition {
    /// The position that is off the board.
    pub(super) const NONE: Self = Self {
        counts: [0; POINTS],
        wounded: [None; 2],
    };

    /// The checkers of a side; `None` unless all are at home, nobody else is there, and there are
    /// at most [`MOST`].
    pub(super) fn of(board: &Board, side: Side) -> Option<Self> {
        let mut position = Self::NONE;
        let mut before = 0;
        for (point, count) in (1..).zip(&mut position.counts) {
            let column = board.column(side, point);
            *count = column.height();
            if column.holds(side.other()) || before + *count > MOST {
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

    /// How many checkers there are.
    fn size(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Pips to go.
    pub(super) fn pips(&self) -> usize {
        (1..)
            .zip(&self.counts)
            .map(|(point, count)| point * count)
            .sum()
    }

    /// Every position that one die can make of it.
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

    /// The position after the checker in place `top`, on top of `from`, has gone to `to` or off.
    fn stepped(&self, from: usize, top: usize, to: Option<usize>) -> Self {
        let mut next = *self;
        next.counts[from] -= 1;
        // The place that it takes among the others.
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

/// The numbers of positions, from 0 for none, without great gaps.
#[derive(Debug)]
pub(super) struct Numbers {
    /// Of each pattern of counts, its place among those of as many checkers.
    ranks: Vec<usize>,
    /// The first number of each size, and the end.
    first: [usize; MOST + 2],
}

impl Numbers {
    pub(super) fn new() -> Self {
        let mut sizes = [0; MOST + 1];
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
        let mut first = [0; MOST + 2];
        for (size, patterns) in sizes.iter().enumerate() {
            first[size + 1] = first[size] + patterns * (size + 1) * (size + 1);
        }
        Self { ranks, first }
    }

    /// One more than the greatest number.
    pub(super) fn count(&self) -> usize {
        self.first[MOST + 1]
    }

    /// The number of a position of at most [`MOST`] checkers.
    pub(super) fn number(&self, position: &BearOffPosition) -> usize {
        let size = position.size();
        let pattern = position.counts.iter().fold(0, |pattern, &count| {
            ((pattern << count) | ((1 << count) - 1)) << 1
        });
        let [even, odd] = position.wounded.map(|place| place.unwrap_or(size));
        let rank = self.ranks[pattern >> 1];
        self.first[size] + (rank * (size + 1) + even) * (size + 1) + odd
    }
}

/// Every position of at most [`MOST`] checkers.
pub(super) fn each(mut f: impl FnMut(BearOffPosition)) {
    let mut position = BearOffPosition::NONE;
    fill(&mut position, 0, MOST, &mut f);
}

/// Fills the points from `point` on with up to `left` checkers in every way.
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
