//! Move filters as in GNU Backgammon: which moves are searched one turn deeper.
//! Not here: the search itself.

use crate::eval::{Score, Value};
use std::cmp::Reverse;

/// Keeps the moves whose value is close to the best so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The maximum number of moves kept; 0 counts as 1.
    pub max_moves: usize,
    /// Moves that are worse than the best by more than this are dropped, in units of
    /// [`Value::score`].
    pub margin: Score,
}

impl Filter {
    /// Keeps all moves.
    pub const NONE: Self = Self {
        max_moves: usize::MAX,
        margin: Score::MAX,
    };

    /// How many of these values, sorted best first, are kept.
    pub(super) fn count<V: Value>(self, best_first: impl Iterator<Item = V>) -> usize {
        let mut best = None;
        best_first
            .take(self.max_moves.max(1))
            .take_while(|value| {
                let score = value.score();
                i64::from(*best.get_or_insert(score)) - i64::from(score) <= i64::from(self.margin)
            })
            .count()
    }

    /// Removes the moves that are not kept and sorts the others.
    pub(super) fn apply<V: Value>(self, ranked: &mut Vec<RankedMove<V>>) {
        let best = ranked.iter().map(|one| one.value.score()).max();
        let least = i64::from(best.unwrap_or(0)) - i64::from(self.margin);
        ranked.retain(|one| i64::from(one.value.score()) >= least);
        sort(ranked);
        ranked.truncate(self.max_moves.max(1));
    }
}

/// The index of a move in its list, and its value so far to the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove<V> {
    pub(super) number: usize,
    pub(super) value: V,
}

/// Sorts best first; equal moves keep the order of the list.
pub(super) fn sort<V: Value>(ranked: &mut [RankedMove<V>]) {
    ranked.sort_unstable_by_key(|one| (Reverse(one.value.score()), one.number));
}

/// The move filters of a search by depth. The first filter of each list is for depth 2, the next for
/// depth 3, and so on; the last is for all greater depths too.
#[derive(Clone, Copy, Debug)]
pub struct Filters {
    /// Filters for the moves at the root.
    pub root: &'static [Filter],
    /// Filters for the moves after each roll inside the tree.
    pub inner: &'static [Filter],
}

impl Filters {
    /// No filters: every move is searched to full depth.
    pub const NONE: Self = Self {
        root: &[],
        inner: &[],
    };

    pub(super) fn root(&self, depth: u32) -> Filter {
        pick(self.root, depth)
    }

    pub(super) fn inner(&self, depth: u32) -> Filter {
        pick(self.inner, depth)
    }
}

fn pick(filters: &[Filter], depth: u32) -> Filter {
    let wanted = filters.get(depth.saturating_sub(2) as usize);
    wanted.or(filters.last()).copied().unwrap_or(Filter::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NARROW: Filter = Filter {
        max_moves: 3,
        margin: 10,
    };

    fn kept(filter: Filter, values: &[Score]) -> Vec<usize> {
        let ranked = values.iter().enumerate();
        let mut ranked = ranked
            .map(|(number, &value)| RankedMove { number, value })
            .collect();
        filter.apply(&mut ranked);
        assert_eq!(
            filter.count(ranked.iter().map(|one| one.value)),
            ranked.len()
        );
        ranked.iter().map(|one| one.number).collect()
    }

    #[test]
    fn the_best_within_the_margin_are_kept_in_order() {
        assert_eq!(kept(NARROW, &[0, 5, -6, 5, 4]), [1, 3, 4]);
        assert_eq!(kept(NARROW, &[-5, 5, -6]), [1, 0]);
        assert_eq!(kept(NARROW, &[7]), [0]);
        assert_eq!(
            kept(Filter::NONE, &[-1_000_000_000, 0, 1_000_000_000]),
            [2, 1, 0]
        );
        assert_eq!(
            kept(
                Filter {
                    max_moves: 0,
                    margin: 0
                },
                &[1, 2]
            ),
            [1]
        );
    }

    #[test]
    fn the_last_filter_is_for_all_greater_depths() {
        let filters = Filters {
            root: &[Filter::NONE, NARROW],
            inner: &[],
        };
        assert_eq!(filters.root(2), Filter::NONE);
        assert_eq!((filters.root(3), filters.root(9)), (NARROW, NARROW));
        assert_eq!(filters.inner(2), Filter::NONE);
    }
}
