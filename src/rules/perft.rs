//! Perft: counting the leaves of the tree of legal moves, for any game.
//! Not here: the counting of a single position's moves, which games may do faster than by listing.

use super::{Chance, Rules};

/// How the last ply is counted. All three give the same number; they exercise different code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// By [`Rules::count`], the fastest way that the game has.
    Counted,
    /// Bulk counting: by the length of the move list.
    Listed,
    /// By playing every move of the list.
    Applied,
}

/// The greatest depth that is counted, in plies: a bound for the stack, far beyond what can be
/// finished unless all games end before.
pub const DEEPEST: u32 = 1_000;

/// Counts the leaves `depth` plies below `position`. Draws do not cut the tree. Without a roll,
/// every roll counts once, unweighted. `None` when `stop` said so; it is asked often enough to
/// end the count within milliseconds. The depth is that of the recursion: keep it below
/// [`DEEPEST`].
pub fn perft<G: Rules>(
    position: &G,
    roll: Option<G::Roll>,
    depth: u32,
    leaves: Leaves,
    stop: &dyn Fn() -> bool,
) -> Option<u64> {
    Counter {
        leaves,
        stop,
        lists: Vec::new(),
    }
    .below(position, roll.or(G::Roll::ONLY), depth)
}

struct Counter<'a, G: Rules> {
    leaves: Leaves,
    stop: &'a dyn Fn() -> bool,
    /// Move lists that wait to be used again.
    lists: Vec<Vec<G::Move>>,
}

impl<G: Rules> Counter<'_, G> {
    fn below(&mut self, position: &G, roll: Option<G::Roll>, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        match roll {
            Some(roll) => self.under(position, roll, depth),
            None => {
                let mut total = 0;
                for &(roll, _) in G::Roll::ROLLS {
                    total += self.under(position, roll, depth)?;
                }
                Some(total)
            }
        }
    }

    fn under(&mut self, position: &G, roll: G::Roll, depth: u32) -> Option<u64> {
        if depth == 1 && self.leaves == Leaves::Counted {
            return Some(position.count(roll));
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        position.moves(roll, &mut moves);
        let total = self.sum(position, &moves, depth);
        self.lists.push(moves);
        total
    }

    fn sum(&mut self, position: &G, moves: &[G::Move], depth: u32) -> Option<u64> {
        if depth == 1 {
            if self.leaves == Leaves::Applied {
                for m in moves {
                    // By reference: handing over the value would copy it, and time the copy.
                    std::hint::black_box(&position.play(m));
                }
            }
            return Some(moves.len() as u64);
        }
        let mut total = 0;
        for m in moves {
            // Asked above the last ply too: counting one position's moves can take milliseconds.
            if (self.stop)() {
                return None;
            }
            total += self.below(&position.play(m), G::Roll::ONLY, depth - 1)?;
        }
        Some(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::dameo::Dameo;
    use std::cell::Cell;

    #[test]
    fn stop_is_asked_before_every_count() {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 3
        };
        let start = Dameo::start();
        assert_eq!(perft(&start, None, 2, Leaves::Counted, &stop), None);
        assert_eq!(asked.get(), 4);
        let listed = perft(&start, None, 2, Leaves::Listed, &|| false);
        assert!(listed.is_some());
        assert_eq!(perft(&start, None, 2, Leaves::Counted, &|| false), listed);
    }
}
