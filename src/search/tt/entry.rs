//! Transposition table entries: a search result packed into 64 bits, mate scores relative to the node.
//! Not here: buckets and replacement (`tt`).

use crate::eval::{MATE_BOUND, Score};
use crate::search::counter::CounterRange;
use crate::search::kernel::Bound;

// A packed entry, from its low end: score 16 bits, best move 12, lowest and highest counter 6 each,
// bound 2, age 6, depth 8, generation 8. No entry has generation 0, so zero is an empty entry.
const BEST: u32 = 16;
const COUNTERS: u32 = 28;
const BOUND: u32 = 40;
const AGE: u32 = 42;
const DEPTH: u32 = 48;
const GENERATION: u32 = 56;

/// The number of ages before they wrap around.
const AGES: u64 = 1 << (DEPTH - AGE);

/// The number of generations before they wrap around, including 0.
const GENERATIONS: u64 = 1 << (64 - GENERATION);

/// The code for no best move. Moves with this index or a higher one are not stored.
const NO_MOVE: u16 = (1 << (COUNTERS - BEST)) - 1;

/// A search result, to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The score; mate scores count plies from this position, not from the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The depth of the search in plies, 0 to 255.
    pub depth: u8,
    /// The index of the best move in the list of legal moves. Check it against the length of the
    /// list: two positions can have the same key.
    pub best: Option<u16>,
    /// The draw counters at which the score is valid. At other counters only the best move is of
    /// use, for move ordering.
    pub counters: CounterRange,
}

impl TtEntry {
    /// Packs the entry into a word of the table.
    #[inline]
    pub(super) fn pack(&self, stamp: Stamp) -> PackedTtEntry {
        let score = self.score.clamp(i16::MIN.into(), i16::MAX.into()) as u16;
        let best = self.best.unwrap_or(NO_MOVE).min(NO_MOVE);
        PackedTtEntry(
            u64::from(score)
                | u64::from(best) << BEST
                | self.counters.pack() << COUNTERS
                | bound_bits(self.bound) << BOUND
                | u64::from(self.depth) << DEPTH
                | stamp.0,
        )
    }
}

/// A search result as the table stores it. Each field is unpacked on access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedTtEntry(pub(super) u64);

impl PackedTtEntry {
    /// The depth of the search in plies.
    #[inline]
    #[must_use]
    pub fn depth(self) -> u8 {
        (self.0 >> DEPTH) as u8
    }

    /// The index of the best move in the list of legal moves: see [`TtEntry::best`].
    #[inline]
    #[must_use]
    pub fn best(self) -> Option<u16> {
        let best = (self.0 >> BEST) as u16 & NO_MOVE;
        (best != NO_MOVE).then_some(best)
    }

    /// The draw counters at which the score is valid.
    #[inline]
    #[must_use]
    pub fn counters(self) -> CounterRange {
        CounterRange::unpack(self.0 >> COUNTERS)
    }

    /// The score, seen `ply` plies below the root, if it gives a cutoff in this window: exact
    /// scores always do, a bound does if it lies on its side of the window. `counter` is the draw
    /// counter of the position, `None` in a game without one.
    #[inline]
    #[must_use]
    pub fn cutoff_score(
        self,
        (alpha, beta): (Score, Score),
        ply: usize,
        counter: Option<u16>,
    ) -> Option<Score> {
        if counter.is_some_and(|counter| !self.counters().contains(counter)) {
            return None;
        }
        let score = score_from_tt(self.score(), ply);
        let bound = (self.0 >> BOUND) & EXACT;
        // An exact score is a lower and an upper bound.
        let decides = bound == EXACT
            || (bound == LOWER && score >= beta)
            || (bound == UPPER && score <= alpha);
        decides.then_some(score)
    }

    /// Unpacks all fields.
    #[must_use]
    pub fn unpack(self) -> TtEntry {
        TtEntry {
            score: self.score(),
            bound: match (self.0 >> BOUND) & EXACT {
                LOWER => Bound::Lower,
                UPPER => Bound::Upper,
                _ => Bound::Exact,
            },
            depth: self.depth(),
            best: self.best(),
            counters: self.counters(),
        }
    }

    #[inline]
    fn score(self) -> Score {
        Score::from(self.0 as u16 as i16)
    }

    /// Whether this entry must stay although `new` is about the same position: `new` is a bound
    /// from a much shallower search. Entries that are valid only above some draw counter are always
    /// replaced.
    #[inline]
    pub(super) fn outweighs(self, new: &TtEntry) -> bool {
        let deeper = i32::from(self.depth()) > i32::from(new.depth) + 3;
        let counted = self.counters().from > 0 || new.counters.from > 0;
        deeper && !counted && new.bound != Bound::Exact
    }

    /// The same entry with the best move of another.
    #[inline]
    pub(super) fn with_best_of(self, other: Self) -> Self {
        const MASK: u64 = (NO_MOVE as u64) << BEST;
        Self(self.0 & !MASK | other.0 & MASK)
    }
}

const LOWER: u64 = 1;
const UPPER: u64 = 2;
const EXACT: u64 = LOWER | UPPER;

#[inline]
fn bound_bits(bound: Bound) -> u64 {
    match bound {
        Bound::Exact => EXACT,
        Bound::Lower => LOWER,
        Bound::Upper => UPPER,
    }
}

/// Age and generation of new entries, at their bit positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp(pub u64);

impl Stamp {
    /// The stamp of a new table.
    pub const FIRST: Self = Self(1 << GENERATION);

    /// The stamp of the next search.
    pub fn next_age(self) -> Self {
        let age = (self.0 >> AGE) + 1;
        Self(self.0 >> GENERATION << GENERATION | (age % AGES) << AGE)
    }

    /// The stamp of the next generation; `None` if all numbers are used up.
    pub fn next_generation(self) -> Option<Self> {
        let generation = (self.0 >> GENERATION) + 1;
        (generation < GENERATIONS).then_some(Self(generation << GENERATION))
    }

    /// Whether a word is of this generation.
    #[inline]
    pub fn is_current(self, word: u64) -> bool {
        (word ^ self.0) >> GENERATION == 0
    }

    /// How many searches ago a word was stored, modulo [`AGES`].
    #[inline]
    pub fn searches_since(self, word: u64) -> u64 {
        // All bits below the age are set, so that the subtraction borrows nothing from it.
        (self.0 | ((1 << AGE) - 1)).wrapping_sub(word) >> AGE & (AGES - 1)
    }

    /// The replacement value of an entry: its depth minus 8 for each search of age, plus a constant.
    /// The entry with the lowest value is replaced.
    #[inline]
    pub fn replacement_value(self, word: u64) -> u32 {
        let depth = u32::from(PackedTtEntry(word).depth());
        depth + 8 * (AGES - self.searches_since(word)) as u32
    }
}

/// Converts a score found `ply` plies below the root for the table: mate scores from distance to
/// the root into distance to the node.
#[inline]
#[must_use]
pub fn score_to_tt(score: Score, ply: usize) -> Score {
    if score >= MATE_BOUND {
        score + ply as Score
    } else if score <= -MATE_BOUND {
        score - ply as Score
    } else {
        score
    }
}

/// The inverse of [`score_to_tt`].
#[inline]
#[must_use]
pub fn score_from_tt(score: Score, ply: usize) -> Score {
    if score >= MATE_BOUND {
        score - ply as Score
    } else if score <= -MATE_BOUND {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{MATE, mated_in};
    use proptest::prelude::*;

    #[test]
    fn mate_scores_count_from_the_node() {
        for score in [MATE - 9, mated_in(9), 0, 120] {
            assert_eq!(score_from_tt(score_to_tt(score, 4), 4), score);
        }
        assert_eq!(score_from_tt(score_to_tt(MATE - 9, 4), 2), MATE - 7);
        assert_eq!(score_from_tt(score_to_tt(mated_in(9), 4), 2), mated_in(7));
    }

    proptest! {
        #[test]
        fn unpacking_inverts_packing(
            score in -32_000..=32_000,
            bound in prop::sample::select(vec![Bound::Exact, Bound::Lower, Bound::Upper]),
            depth: u8,
            best in prop::option::of(0..NO_MOVE),
            (from, to) in (0..64u8, 0..64u8),
            searches in 0..70,
        ) {
            let counters = CounterRange { from, to };
            let entry = TtEntry { score, bound, depth, best, counters };
            let stamp = (0..searches).fold(Stamp::FIRST, |stamp, _| stamp.next_age());
            let packed = entry.pack(stamp);
            prop_assert_eq!(packed.unpack(), entry);
            prop_assert!(stamp.is_current(packed.0));
            prop_assert_eq!(stamp.searches_since(packed.0), 0);
            prop_assert_eq!(stamp.next_age().searches_since(packed.0), 1);
            // It loses value with every search.
            prop_assert_eq!(stamp.replacement_value(packed.0), stamp.next_age().replacement_value(packed.0) + 8);
            let next = stamp.next_generation();
            prop_assert!(next.is_some_and(|next| !next.is_current(packed.0)));
        }

        /// A score gives a cutoff as its bound says, and only at the counters at which it is valid.
        #[test]
        fn a_bound_gives_a_cutoff_on_its_side_of_the_window(
            score in -300..300,
            alpha in -300..300,
            width in 1..100,
            counter in 0..60u16,
            from in 0..60u8,
            to in 0..60u8,
        ) {
            let window = (alpha, alpha + width);
            for (bound, cutoff) in [
                (Bound::Exact, true),
                (Bound::Lower, score >= alpha + width),
                (Bound::Upper, score <= alpha),
            ] {
                let counters = CounterRange { from, to };
                let entry = TtEntry { score, bound, depth: 1, best: None, counters };
                let packed = entry.pack(Stamp::FIRST);
                prop_assert_eq!(packed.cutoff_score(window, 3, None), cutoff.then_some(score));
                let holds = cutoff && counters.contains(counter);
                prop_assert_eq!(packed.cutoff_score(window, 3, Some(counter)), holds.then_some(score));
            }
        }
    }
}
