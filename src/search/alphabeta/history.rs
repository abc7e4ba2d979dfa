//! Move ordering: captures by the number of pieces taken, then the history heuristic (a butterfly
//! table with bonus, malus and gravity), and the lazy move picker.
//! Not here: the table move, which is tried first (`node`).

use crate::rules::{Side, Tactics};
use std::hint::select_unpredictable;
use std::marker::PhantomData;

/// No history score lies beyond this, either way.
const LIMIT: i32 = 1 << 14;

/// What a captured piece counts in the order: beyond what history can reach.
const CAPTURE: i32 = 1 << 16;

/// The history table.
#[derive(Clone, Debug)]
pub struct History<G> {
    /// By side and butterfly index: how well quiet moves and captures have done, within [`LIMIT`].
    scores: Vec<i16>,
    game: PhantomData<fn(G)>,
}

impl<G: Tactics> History<G> {
    /// Nothing learned yet.
    pub fn new() -> Self {
        Self {
            scores: vec![0; 2 * G::BUTTERFLY_SIZE],
            game: PhantomData,
        }
    }

    /// Lets what was learned count half.
    pub fn age(&mut self) {
        for score in &mut self.scores {
            *score /= 2;
        }
    }

    /// Fills `out` with the moves' places in the list, each packed with its score so that the
    /// greatest is to be tried first; equal ones in the order of the list.
    pub fn rank(&self, side: Side, moves: &[G::Move], out: &mut Vec<i64>) {
        out.clear();
        out.extend(moves.iter().enumerate().map(|(place, m)| {
            let history = self.scores[Self::index(side, G::butterfly_index(m))];
            let score = i32::from(history) + CAPTURE * G::captured(m) as i32;
            pack(score, place)
        }));
    }

    /// Rewards a move that caused a cutoff.
    pub fn bonus(&mut self, side: Side, good: usize, depth: i32) {
        let bonus = (depth * depth).min(LIMIT / 8);
        self.adjust(side, good, bonus);
    }

    /// Punishes a move that was tried before the one that caused a cutoff.
    pub fn malus(&mut self, side: Side, failed: usize, depth: i32) {
        let bonus = (depth * depth).min(LIMIT / 8);
        self.adjust(side, failed, -bonus);
    }

    /// Moves a score by `bonus`, the less the nearer it is to its limit.
    fn adjust(&mut self, side: Side, butterfly: usize, bonus: i32) {
        let score = &mut self.scores[Self::index(side, butterfly)];
        let before = i32::from(*score);
        *score = (before + bonus - before * bonus.abs() / LIMIT) as i16;
    }

    #[inline]
    fn index(side: Side, butterfly: usize) -> usize {
        side.index() * G::BUTTERFLY_SIZE + butterfly.min(G::BUTTERFLY_SIZE - 1)
    }
}

#[inline]
fn pack(score: i32, place: usize) -> i64 {
    (i64::from(score) << 16) | (0xFFFF - place as i64)
}

/// The place in the list of moves that a packed number stands for.
#[inline]
pub fn place(packed: i64) -> usize {
    0xFFFF - (packed & 0xFFFF) as usize
}

/// So many moves are chosen one by one: mostly one of them cuts. Where none does, all are needed,
/// and it is faster to sort them.
pub const CHOSEN: usize = 3;

/// Brings the greatest of `ranked[from..]` to `from` and returns its place in the list. To be
/// called for one `from` after the other, the first at most 3.
#[inline]
pub fn pick(ranked: &mut [i64], from: usize) -> usize {
    if from < CHOSEN {
        let (mut best, mut most) = (from, ranked[from]);
        for (other, &packed) in ranked.iter().enumerate().skip(from + 1) {
            // No branch: which is the greatest cannot be foreseen.
            best = select_unpredictable(packed > most, other, best);
            most = most.max(packed);
        }
        ranked.swap(from, best);
    } else if from == CHOSEN {
        ranked[from..].sort_unstable_by(|a, b| b.cmp(a));
    }
    place(ranked[from])
}

/// The place of the move that [`pick`] will return for `from`, where the order is settled by now.
#[inline]
pub fn known(ranked: &[i64], from: usize) -> Option<usize> {
    (from > CHOSEN).then(|| ranked.get(from).map(|&packed| place(packed)))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Equal scores among them, which go in the order of the list.
        #[test]
        fn the_best_is_picked_first(scores in prop::collection::vec(-3..3, 1..80)) {
            let packed = |(place, &score)| pack(score, place);
            let mut ranked: Vec<i64> = scores.iter().enumerate().map(packed).collect();
            let mut expected: Vec<usize> = (0..scores.len()).collect();
            expected.sort_by_key(|&place| -scores[place]);
            for (from, place) in expected.into_iter().enumerate() {
                prop_assert!(known(&ranked, from).is_none_or(|known| known == place));
                prop_assert_eq!(pick(&mut ranked, from), place);
            }
        }
    }
}
