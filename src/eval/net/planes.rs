//! A net for boards of squares, kept up to date from position to position.
//! Not here: the net itself, and which pieces a game has.
//!
//! The rules know nothing of it: it remembers the board that it judged last, and what has changed
//! since is the difference of two sets. Search goes from a position to its neighbours, so that is
//! a handful of squares.

use super::{Expected, Net, NetError};
use crate::eval::{Evaluate, Part, Score};
use crate::rules::squares::{Square, each, name};
use crate::rules::{Rules, Side};
use std::fmt::Debug;
use std::sync::Arc;

/// The most inputs that change before it is cheaper to begin anew.
const FEW: usize = 24;

/// A board as sets of squares (bit 0 is `a1`, bit 63 `h8`), one for each kind of piece.
pub trait Planes: Rules {
    /// The sets, those of [`Side::First`] first, then as many of [`Side::Second`].
    type Sets: AsRef<[u64]> + AsMut<[u64]> + Copy + Default + Debug + PartialEq + Send + Sync;

    /// The file of the net within the program; `tools/trainer/README.md` tells how it came to be.
    const NET: &'static [u8];

    /// The kinds of pieces in words, in the order of a side's sets.
    const KINDS: &'static [&'static str];

    /// The most pieces that can be on the board.
    const MOST: usize;

    /// The number of outputs, of which a position uses one.
    const BUCKETS: usize;

    /// The sets of this position.
    fn sets(&self) -> Self::Sets;

    /// The output that judges a position, below [`BUCKETS`](Self::BUCKETS).
    fn bucket(&self) -> usize;

    /// What a counter of the position, which nets do not see, adds to a score.
    fn fading(&self, _score: Score) -> Score {
        0
    }

    /// What a net for this game must look like.
    #[must_use]
    fn expected() -> Expected {
        Expected {
            game: Self::NAME,
            inputs: Self::Sets::default().as_ref().len() * 64,
            active: Self::MOST,
            views: 2,
            outputs: Self::BUCKETS,
        }
    }
}

/// The input of a piece in the view of a side: own pieces come first, and the board is turned so
/// that the side moves up.
#[inline]
#[must_use]
pub const fn input(view: Side, kinds: usize, kind: usize, square: Square) -> u16 {
    match view {
        Side::First => (kind * 64) as u16 + square as u16,
        Side::Second => ((kind + kinds / 2) % kinds * 64) as u16 + (square ^ 56) as u16,
    }
}

/// A learned evaluation of a game without dice.
#[derive(Clone, Debug)]
pub struct Learned<G: Planes> {
    net: Arc<Net>,
    /// The board that `sums` belong to.
    seen: G::Sets,
    /// The hidden sums as each side sees the board.
    sums: [Vec<i16>; 2],
    /// What was taken out of the sums last, and what was put in.
    lists: [List; 2],
}

/// Numbers of inputs as each side sees them: those of the last change, in buffers to be used again.
#[derive(Clone, Debug, Default)]
struct List {
    inputs: [[u16; FEW]; 2],
    len: usize,
}

impl List {
    /// Sets it to the pieces that are in `sets` and not in `without`; false if they are more than
    /// a few.
    #[inline(always)]
    fn fill(&mut self, sets: &[u64], without: &[u64]) -> bool {
        let mut len = 0;
        for (kind, (set, without)) in sets.iter().zip(without).enumerate() {
            for square in each(set & !without) {
                if len == FEW {
                    return false;
                }
                for view in Side::ALL {
                    self.inputs[view.index()][len] = input(view, sets.len(), kind, square);
                }
                len += 1;
            }
        }
        self.len = len;
        true
    }

    #[inline]
    fn seen_by(&self, view: usize) -> &[u16] {
        &self.inputs[view][..self.len]
    }
}

impl<G: Planes> Learned<G> {
    /// An evaluation by this net.
    pub fn new(net: Arc<Net>) -> Self {
        let sums = [net.bias().to_vec(), net.bias().to_vec()];
        Self {
            net,
            seen: G::Sets::default(),
            sums,
            lists: Default::default(),
        }
    }

    /// Reads a net file.
    ///
    /// # Errors
    /// It is no sound net of this game.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        Ok(Self::new(Arc::new(Net::read(bytes, &G::expected())?)))
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// What the net says of a position, to the side to move, in the game's units.
    #[inline]
    pub fn score(&mut self, position: &G) -> Score {
        self.judge(position.sets(), position.turn(), position.bucket())
    }

    /// The same for a board that need not belong to a game.
    #[inline]
    pub fn judge(&mut self, sets: G::Sets, turn: Side, bucket: usize) -> Score {
        self.turn_to(sets);
        let own = turn.index();
        self.net
            .score(&[&self.sums[own], &self.sums[1 - own]], bucket)
    }

    /// Brings the sums up to date.
    #[inline]
    fn turn_to(&mut self, sets: G::Sets) {
        let [before, after] = [self.seen.as_ref(), sets.as_ref()];
        let [removed, added] = &mut self.lists;
        if !(removed.fill(before, after) && added.fill(after, before)) {
            return self.begin(sets);
        }
        self.seen = sets;
        for (view, sums) in self.sums.iter_mut().enumerate() {
            let [removed, added] = self.lists.each_ref().map(|list| list.seen_by(view));
            self.net.change(sums, removed, added);
        }
    }

    /// Makes the sums anew.
    #[cold]
    fn begin(&mut self, sets: G::Sets) {
        let mut inputs = Vec::with_capacity(G::MOST);
        for (side, sums) in Side::ALL.into_iter().zip(&mut self.sums) {
            active(side, sets.as_ref(), &mut inputs);
            self.net.fill(sums, &inputs);
        }
        self.seen = sets;
    }
}

impl<G: Planes> Default for Learned<G> {
    /// The evaluation by the net within the program.
    fn default() -> Self {
        Self::read(G::NET).expect("a test reads it")
    }
}

impl<G: Planes> Evaluate<G> for Learned<G> {
    type Value = Score;

    #[inline]
    fn value(&mut self, position: &G) -> Score {
        let score = self.score(position);
        score + position.fading(score)
    }

    /// What the net says, and for each piece how much of that would be missing without it. These
    /// explain the judgement, and do not add up to it.
    fn parts(&mut self, position: &G) -> Vec<Part> {
        let whole = self.score(position);
        let mut parts = vec![Part {
            name: "net".into(),
            score: whole,
        }];
        let kinds = G::Sets::default().as_ref().len();
        for (kind, set) in position.sets().as_ref().iter().enumerate() {
            for square in each(*set) {
                let mut sets = position.sets();
                sets.as_mut()[kind] &= !(1 << square);
                let without = self.judge(sets, position.turn(), position.bucket());
                let own = (kind < kinds / 2) == (position.turn() == Side::First);
                let piece = format!(
                    "(of it {} {} {})",
                    if own { "own" } else { "enemy" },
                    G::KINDS[kind % (kinds / 2)],
                    name(square),
                );
                parts.push(Part {
                    name: piece.into(),
                    score: whole - without,
                });
            }
        }
        let fading = position.fading(whole);
        if fading != 0 {
            parts.push(Part {
                name: "fading".into(),
                score: fading,
            });
        }
        parts
    }
}

/// Replaces the content of `out` by the inputs that are on in a side's view of a board.
pub fn active(view: Side, sets: &[u64], out: &mut Vec<u16>) {
    out.clear();
    for (kind, &set) in sets.iter().enumerate() {
        for square in each(set) {
            out.push(input(view, sets.len(), kind, square));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::some;
    use super::*;
    use crate::rules::dameo::Dameo;
    use crate::rules::eximo::Eximo;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// Plays at random and judges at some positions, as search does, by an evaluation that keeps
    /// its sums and by fresh ones.
    fn keeps_up<G: Planes<Roll = ()>>() {
        let net = Arc::new(Net::read(&some(&G::expected(), 32), &G::expected()).expect("sound"));
        let mut kept = Learned::<G>::new(Arc::clone(&net));
        let mut rng = Pcg64::seed_from_u64(11);
        let mut moves = Vec::new();
        let mut values = std::collections::HashSet::new();
        for _ in 0..20 {
            let mut position = G::start();
            for _ in 0..60 {
                position.moves((), &mut moves);
                if moves.is_empty() {
                    break;
                }
                position = position.play(&moves[rng.random_range(0..moves.len())]);
                if rng.random_bool(0.7) {
                    let fresh = Learned::<G>::new(Arc::clone(&net)).score(&position);
                    assert_eq!(kept.score(&position), fresh);
                    assert_eq!(kept.score(&position.mirrored()), fresh);
                    values.insert(fresh);
                }
            }
        }
        assert!(values.len() > 100, "a net that tells nothing apart");
    }

    /// Every game's own net.
    fn is_sound<G: Planes>() {
        let start = G::start();
        let read = Learned::<G>::read(G::NET).expect("sound").value(&start);
        assert_eq!(Learned::<G>::default().value(&start), read);
        assert!(read.abs() < 100, "{read}");
    }

    #[test]
    fn the_nets_within_the_program_are_sound() {
        is_sound::<Dameo>();
        is_sound::<Eximo>();
    }

    #[test]
    fn sums_are_kept_up_to_date() {
        keeps_up::<Dameo>();
        keeps_up::<Eximo>();
    }

    #[test]
    fn the_first_part_is_the_judgement() {
        let expected = Dameo::expected();
        let mut learned = Learned::<Dameo>::read(&some(&expected, 16)).expect("sound");
        let position = Dameo::start();
        let parts = learned.parts(&position);
        assert_eq!(parts[0].score, learned.score(&position));
        assert_eq!(parts.len(), 1 + position.pieces() as usize);
        assert!(parts.iter().any(|part| part.name == "(of it own man d3)"));
    }
}
