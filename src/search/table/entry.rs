//! Entries of the transposition table: what a search found out about a position, packed into 64 bits;
//! mate scores relative to the node.
//! Not here: where entries are kept and which give way (`table`).

use crate::eval::{MATE_BOUND, Score};
use crate::search::counter::CounterRange;
use crate::search::kernel::Bound;

// A packed entry, from its low end: score 16 bits, best move 12, lowest and highest counter 6 each,
// bound 2, age 6, depth 8, generation 8. No entry has generation 0, so zero is an empty place.
const BEST: u32 = 16;
const COUNTERS: u32 = 28;
const BOUND: u32 = 40;
const AGE: u32 = 42;
const DEPTH: u32 = 48;
const GENERATION: u32 = 56;

/// How many ages there are before they begin again.
const AGES: u64 = 1 << (DEPTH - AGE);

/// How many generations there are, the number 0 among them.
const GENERATIONS: u64 = 1 << (64 - GENERATION);

/// The width of a best move; those farther down the list are not stored.
const NO_MOVE: u16 = (1 << (COUNTERS - BEST)) - 1;

/// A search result, to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score; wins and losses count their distance from this position, not from a root.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How deep the search was, in plies; 0 to 255.
    pub depth: u8,
    /// The best move's place in the list of legal moves. Whoever reads it must check that the
    /// list is that long: a key can belong to two positions.
    pub best: Option<u16>,
    /// The draw counters at which the score holds; the best move is a suggestion at any other.
    pub counters: CounterRange,
}

impl Entry {
    /// The entry as a word of the table.
    #[inline]
    pub(super) fn pack(&self, stamp: Stamp) -> PackedEntry {
        let score = self.score.clamp(i16::MIN.into(), i16::MAX.into()) as u16;
        let best = self.best.unwrap_or(NO_MOVE).min(NO_MOVE);
        PackedEntry(
            u64::from(score)
                | u64::from(best) << BEST
                | self.counters.pack() << COUNTERS
                | bound_bits(self.bound) << BOUND
                | u64::from(self.depth) << DEPTH
                | stamp.0,
        )
    }
}

/// A search result as the table holds it. Each part is unpacked only when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedEntry(pub(super) u64);

impl PackedEntry {
    /// How deep the search was, in plies.
    #[inline]
    #[must_use]
    pub fn depth(self) -> u8 {
        (self.0 >> DEPTH) as u8
    }

    /// The best move's place in the list of legal moves: see [`Entry::best`].
    #[inline]
    #[must_use]
    pub fn best(self) -> Option<u16> {
        let best = (self.0 >> BEST) as u16 & NO_MOVE;
        (best != NO_MOVE).then_some(best)
    }

    /// The draw counters at which the score holds.
    #[inline]
    #[must_use]
    pub fn counters(self) -> CounterRange {
        CounterRange::unpack(self.0 >> COUNTERS)
    }

    /// The score, `ply` plies below the root, if it settles what a search in this window asks: an
    /// exact one does, a bound if it lies on its side of the window. `counter` is the position's
    /// draw counter; `None` in a game without.
    #[inline]
    #[must_use]
    pub fn decides(
        self,
        (alpha, beta): (Score, Score),
        ply: usize,
        counter: Option<u16>,
    ) -> Option<Score> {
        if counter.is_some_and(|counter| !self.counters().contains(counter)) {
            return None;
        }
        let score = from_table(self.score(), ply);
        let bound = (self.0 >> BOUND) & EXACT;
        // An exact score is both bounds at once.
        let decides = bound == EXACT
            || (bound == LOWER && score >= beta)
            || (bound == UPPER && score <= alpha);
        decides.then_some(score)
    }

    /// All parts.
    #[must_use]
    pub fn unpack(self) -> Entry {
        Entry {
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

    /// Whether a new entry about the same position must not take this one's place: it is a bound
    /// from a much shallower search. An entry that holds at some counters alone gives way.
    #[inline]
    pub(super) fn outweighs(self, new: &Entry) -> bool {
        let deeper = i32::from(self.depth()) > i32::from(new.depth) + 3;
        let counted = self.counters().from > 0 || new.counters.from > 0;
        deeper && !counted && new.bound != Bound::Exact
    }

    /// The same with another's best move.
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

/// The age and the generation that new entries get, in the places that they have there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp(pub u64);

impl Stamp {
    /// That of an empty table.
    pub const FIRST: Self = Self(1 << GENERATION);

    /// That of the next search.
    pub fn older(self) -> Self {
        let age = (self.0 >> AGE) + 1;
        Self(self.0 >> GENERATION << GENERATION | (age % AGES) << AGE)
    }

    /// That of the next generation; `None` if all numbers are in use.
    pub fn next_generation(self) -> Option<Self> {
        let generation = (self.0 >> GENERATION) + 1;
        (generation < GENERATIONS).then_some(Self(generation << GENERATION))
    }

    /// Whether a word was stored in this generation.
    #[inline]
    pub fn is_current(self, word: u64) -> bool {
        (word ^ self.0) >> GENERATION == 0
    }

    /// How many searches ago a word was stored, modulo [`AGES`].
    #[inline]
    pub fn searches_since(self, word: u64) -> u64 {
        // Nothing is borrowed from the ages: all bits below them are set.
        (self.0 | ((1 << AGE) - 1)).wrapping_sub(word) >> AGE & (AGES - 1)
    }

    /// What a current word is worth keeping for: its depth, less 8 for each search since, and a
    /// constant.
    #[inline]
    pub fn worth(self, word: u64) -> u32 {
        let depth = u32::from(PackedEntry(word).depth());
        depth + 8 * (AGES - self.searches_since(word)) as u32
    }
}

/// A score found `ply` plies below the root, as the table keeps it.
#[inline]
#[must_use]
pub fn to_table(score: Score, ply: usize) -> Score {
    if score >= MATE_BOUND {
        score + ply as Score
    } else if score <= -MATE_BOUND {
        score - ply as Score
    } else {
        score
    }
}

/// A score as the table keeps it, seen `ply` plies below the root.
#[inline]
#[must_use]
pub fn from_table(score: Score, ply: usize) -> Score {
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
    fn distances_count_from_the_position() {
        for score in [MATE - 9, mated_in(9), 0, 120] {
            assert_eq!(from_table(to_table(score, 4), 4), score);
        }
        assert_eq!(from_table(to_table(MATE - 9, 4), 2), MATE - 7);
        assert_eq!(from_table(to_table(mated_in(9), 4), 2), mated_in(7));
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            score in -32_000..=32_000,
            bound in prop::sample::select(vec![Bound::Exact, Bound::Lower, Bound::Upper]),
            depth: u8,
            best in prop::option::of(0..NO_MOVE),
            (from, to) in (0..64u8, 0..64u8),
            searches in 0..70,
        ) {
            let counters = CounterRange { from, to };
            let entry = Entry { score, bound, depth, best, counters };
            let stamp = (0..searches).fold(Stamp::FIRST, |stamp, _| stamp.older());
            let packed = entry.pack(stamp);
            prop_assert_eq!(packed.unpack(), entry);
            prop_assert!(stamp.is_current(packed.0));
            prop_assert_eq!(stamp.searches_since(packed.0), 0);
            prop_assert_eq!(stamp.older().searches_since(packed.0), 1);
            // It is worth less with every search.
            prop_assert_eq!(stamp.worth(packed.0), stamp.older().worth(packed.0) + 8);
            let next = stamp.next_generation();
            prop_assert!(next.is_some_and(|next| !next.is_current(packed.0)));
        }

        /// A score decides as its bound says, and only at the counters at which it holds.
        #[test]
        fn a_score_decides_on_its_side_of_the_window(
            score in -300..300,
            alpha in -300..300,
            width in 1..100,
            counter in 0..60u16,
            from in 0..60u8,
            to in 0..60u8,
        ) {
            let window = (alpha, alpha + width);
            for (bound, decides) in [
                (Bound::Exact, true),
                (Bound::Lower, score >= alpha + width),
                (Bound::Upper, score <= alpha),
            ] {
                let counters = CounterRange { from, to };
                let entry = Entry { score, bound, depth: 1, best: None, counters };
                let packed = entry.pack(Stamp::FIRST);
                prop_assert_eq!(packed.decides(window, 3, None), decides.then_some(score));
                let holds = decides && counters.contains(counter);
                prop_assert_eq!(packed.decides(window, 3, Some(counter)), holds.then_some(score));
            }
        }
    }
}
