//! Rule-50 counters in the transposition table (graph history interaction): where a score is valid.
//! Not here: the counter itself, which is part of a position.
//!
//! The key of a position leaves its counter out, so that transpositions share an entry. A score is
//! valid at every counter at which the search would have seen the same tree: not so high that a line
//! reaches the draw, and not so low that a draw which the search saw is out of reach. Each node
//! computes this range exactly: it is the intersection of its children's ranges, except after a move
//! that resets the counter.

/// Bits of a counter in a table entry.
const BITS: u32 = 6;

/// Above every limit; as an upper end it means "and all above".
const HIGHEST: u8 = (1 << BITS) - 1;

/// A range of draw counters, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterRange {
    /// The lowest counter.
    pub from: u8,
    /// The highest counter.
    pub to: u8,
}

impl CounterRange {
    /// Every counter: the score does not depend on it.
    pub const ALL: Self = Self {
        from: 0,
        to: HIGHEST,
    };

    /// The counters at which a game that is drawn at `limit` is not drawn yet.
    #[inline]
    #[must_use]
    pub fn below(limit: u16) -> Self {
        Self {
            from: 0,
            to: narrow(limit.saturating_sub(1)),
        }
    }

    /// The counters from `counter` on.
    #[inline]
    #[must_use]
    pub fn from(counter: u16) -> Self {
        Self {
            from: narrow(counter),
            to: HIGHEST,
        }
    }

    /// The counters at which a game that ends in `plies` quiet plies ends before the draw at `limit`.
    #[inline]
    #[must_use]
    pub fn within(plies: u32, limit: u16) -> Self {
        Self {
            from: 0,
            to: narrow(u32::from(limit).saturating_sub(plies)),
        }
    }

    /// The intersection of two ranges.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            from: self.from.max(other.from),
            to: self.to.min(other.to),
        }
    }

    /// The same range for the position one quiet ply earlier.
    #[inline]
    #[must_use]
    pub fn a_ply_before(self) -> Self {
        Self {
            from: self.from.saturating_sub(1),
            to: self.to.saturating_sub(1),
        }
    }

    /// Whether the range contains a counter.
    #[inline]
    #[must_use]
    pub fn contains(self, counter: u16) -> bool {
        u16::from(self.from) <= counter && counter <= u16::from(self.to)
    }

    /// The range as twelve bits.
    #[inline]
    #[must_use]
    pub fn pack(self) -> u64 {
        u64::from(self.from) | u64::from(self.to) << BITS
    }

    /// The range in the lowest twelve bits of a number.
    #[inline]
    #[must_use]
    pub fn unpack(packed: u64) -> Self {
        Self {
            from: packed as u8 & HIGHEST,
            to: (packed >> BITS) as u8 & HIGHEST,
        }
    }
}

/// A counter as the table stores it, saturated; limits are far lower.
#[inline]
fn narrow(counter: impl TryInto<u8>) -> u8 {
    counter.try_into().unwrap_or(HIGHEST).min(HIGHEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_in_the_tree_fixes_the_counter() {
        let (limit, counter) = (50, 48);
        let parent = CounterRange::below(limit).and(CounterRange::from(limit).a_ply_before());
        assert_eq!((parent.from, parent.to), (49, 49));
        let above = CounterRange::below(limit).and(parent.a_ply_before());
        assert!(above.contains(counter) && !above.contains(47) && !above.contains(49));
    }

    #[test]
    fn without_a_draw_in_the_tree_all_lower_counters_are_valid() {
        let leaf = CounterRange::below(50);
        let root = CounterRange::below(50).and(leaf.a_ply_before());
        assert!(root.contains(0) && root.contains(48) && !root.contains(49));
    }

    #[test]
    fn a_known_end_must_come_before_the_draw() {
        let range = CounterRange::within(7, 50);
        assert!(range.contains(43) && !range.contains(44));
        assert!(CounterRange::ALL.contains(HIGHEST.into()));
        assert_eq!(CounterRange::unpack(range.pack() | 7 << 12), range);
    }
}
