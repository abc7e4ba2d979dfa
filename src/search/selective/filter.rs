//! Move filters as in backgammon programs: which moves are searched one ply deeper.
//! Not here: the search itself.

use crate::eval::{Score, Value};
use std::cmp::Reverse;

/// Keeps the moves close to the best by what is known of them so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// At most so many are kept, at least 1.
    pub most: usize,
    /// None is kept that is worse than the best by more than this, in units of
    /// [`Value::score`].
    pub margin: Score,
}

impl Filter {
    /// Keeps everything.
    pub const OPEN: Self = Self {
        most: usize::MAX,
        margin: Score::MAX,
    };

    /// How many of these values, the best first, are kept.
    pub(super) fn count<V: Value>(self, best_first: impl Iterator<Item = V>) -> usize {
        let mut best = None;
        best_first
            .take(self.most.max(1))
            .take_while(|value| {
                let score = value.score();
                i64::from(*best.get_or_insert(score)) - i64::from(score) <= i64::from(self.margin)
            })
            .count()
    }

    /// Leaves only what is kept, the best first, equals in the order of their numbers.
    pub(super) fn apply<V: Value>(self, ranked: &mut Vec<Ranked<V>>) {
        let best = ranked.iter().map(|one| one.value.score()).max();
        let least = i64::from(best.unwrap_or(0)) - i64::from(self.margin);
        ranked.retain(|one| i64::from(one.value.score()) >= least);
        sort(ranked);
        ranked.truncate(self.most.max(1));
    }
}

/// A move's number in its list, and what is known of its worth to the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<V> {
    pub(super) number: usize,
    pub(super) value: V,
}

/// The best first, equals in the order of their numbers.
pub(super) fn sort<V: Value>(ranked: &mut [Ranked<V>]) {
    ranked.sort_unstable_by_key(|one| (Reverse(one.value.score()), one.number));
}

/// The filters of a search by depth. The first of each list is for looks of two turns, the next
/// for three, and so on; the last also for all deeper ones.
#[derive(Clone, Copy, Debug)]
pub struct Filters {
    /// For the moves to choose from.
    pub root: &'static [Filter],
    /// For the moves after a throw that the search imagines.
    pub inner: &'static [Filter],
}

impl Filters {
    /// No filters: every move is looked at as deeply as the best.
    pub const OPEN: Self = Self {
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
    wanted.or(filters.last()).copied().unwrap_or(Filter::OPEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NARROW: Filter = Filter {
        most: 3,
        margin: 10,
    };

    fn kept(filter: Filter, values: &[Score]) -> Vec<usize> {
        let ranked = values.iter().enumerate();
        let mut ranked = ranked
            .map(|(number, &value)| Ranked { number, value })
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
            kept(Filter::OPEN, &[-1_000_000_000, 0, 1_000_000_000]),
            [2, 1, 0]
        );
        assert_eq!(kept(Filter { most: 0, margin: 0 }, &[1, 2]), [1]);
    }

    #[test]
    fn the_last_filter_holds_for_what_is_deeper() {
        let filters = Filters {
            root: &[Filter::OPEN, NARROW],
            inner: &[],
        };
        assert_eq!(filters.root(2), Filter::OPEN);
        assert_eq!((filters.root(3), filters.root(9)), (NARROW, NARROW));
        assert_eq!(filters.inner(2), Filter::OPEN);
    }
}
