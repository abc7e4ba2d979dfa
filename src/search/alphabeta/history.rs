//! Move ordering: captures by pieces taken, history heuristic (butterfly table), lazy move picker.
//! Not here: the table move, which is tried first (`node`).

use crate::rules::{Side, Tactics};
use std::hint::select_unpredictable;
use std::marker::PhantomData;

/// The greatest absolute value of a history score.
const LIMIT: i32 = 1 << 14;

/// The ordering score of each captured piece: above every history score.
const CAPTURE: i32 = 1 << 16;

/// The history table.
#[derive(Clone, Debug)]
pub struct History<G> {
    /// Scores by side and butterfly index, within ±[`LIMIT`].
    scores: Vec<i16>,
    game: PhantomData<fn(G)>,
}

impl<G: Tactics> History<G> {
    /// An empty history.
    pub fn new() -> Self {
        Self {
            scores: vec![0; 2 * G::BUTTERFLY_SIZE],
            game: PhantomData,
        }
    }

    /// Halves all scores, at the start of a new search.
    pub fn age(&mut self) {
        for score in &mut self.scores {
            *score /= 2;
        }
    }

    /// Fills `out` with the indices of the moves, each packed with its score so that the greatest
    /// number is the move to try first. Moves with equal scores keep the order of the list.
    pub fn rank(&self, side: Side, moves: &[G::Move], out: &mut Vec<i64>) {
        out.clear();
        out.extend(moves.iter().enumerate().map(|(index, m)| {
            let history = self.scores[Self::slot(side, G::butterfly_index(m))];
            let score = i32::from(history) + CAPTURE * G::captured(m) as i32;
            pack(score, index)
        }));
    }

    /// Raises the score of a move that caused a beta cutoff.
    pub fn bonus(&mut self, side: Side, good: usize, depth: i32) {
        let bonus = (depth * depth).min(LIMIT / 8);
        self.adjust(side, good, bonus);
    }

    /// Lowers the score of a move that was searched before the one that caused the cutoff.
    pub fn malus(&mut self, side: Side, failed: usize, depth: i32) {
        let bonus = (depth * depth).min(LIMIT / 8);
        self.adjust(side, failed, -bonus);
    }

    /// Adds `bonus` to a score, less the nearer the score is to its limit (gravity).
    fn adjust(&mut self, side: Side, butterfly: usize, bonus: i32) {
        let score = &mut self.scores[Self::slot(side, butterfly)];
        let before = i32::from(*score);
        *score = (before + bonus - before * bonus.abs() / LIMIT) as i16;
    }

    #[inline]
    fn slot(side: Side, butterfly: usize) -> usize {
        side.index() * G::BUTTERFLY_SIZE + butterfly.min(G::BUTTERFLY_SIZE - 1)
    }
}

#[inline]
fn pack(score: i32, index: usize) -> i64 {
    (i64::from(score) << 16) | (0xFFFF - index as i64)
}

/// The index in the list of moves that a packed number contains.
#[inline]
pub fn index(packed: i64) -> usize {
    0xFFFF - (packed & 0xFFFF) as usize
}

/// How many moves the picker selects one by one, since mostly one of them gives a cutoff. After
/// that, all moves will probably be searched, and it sorts the rest.
pub const SELECTION_PICKS: usize = 3;

/// The move picker: moves the greatest of `ranked[from..]` to `from` and returns its index in the
/// list of moves. Call it with rising `from`, starting at 3 or less.
#[inline]
pub fn pick(ranked: &mut [i64], from: usize) -> usize {
    if from < SELECTION_PICKS {
        let (mut best, mut most) = (from, ranked[from]);
        for (other, &packed) in ranked.iter().enumerate().skip(from + 1) {
            // Branchless: the comparison is unpredictable.
            best = select_unpredictable(packed > most, other, best);
            most = most.max(packed);
        }
        ranked.swap(from, best);
    } else if from == SELECTION_PICKS {
        ranked[from..].sort_unstable_by(|a, b| b.cmp(a));
    }
    index(ranked[from])
}

/// The move that [`pick`] will return for `from`, if the rest is sorted already.
#[inline]
pub fn settled(ranked: &[i64], from: usize) -> Option<usize> {
    (from > SELECTION_PICKS).then(|| ranked.get(from).map(|&packed| index(packed)))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Equal scores keep the order of the list.
        #[test]
        fn the_best_is_picked_first(scores in prop::collection::vec(-3..3, 1..80)) {
            let packed = |(index, &score)| pack(score, index);
            let mut ranked: Vec<i64> = scores.iter().enumerate().map(packed).collect();
            let mut expected: Vec<usize> = (0..scores.len()).collect();
            expected.sort_by_key(|&index| -scores[index]);
            for (from, index) in expected.into_iter().enumerate() {
                prop_assert!(settled(&ranked, from).is_none_or(|known| known == index));
                prop_assert_eq!(pick(&mut ranked, from), index);
            }
        }
    }
}
