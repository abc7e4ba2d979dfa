//! NNUE evaluation: piece-square features, and two accumulators with incremental updates.
//! Not here: the network (`mod`), and which pieces a game has.
//!
//! Moves do not carry feature changes. The evaluation keeps the bitboards of the last position that
//! it evaluated and takes the difference to the next one. Search evaluates related positions, so
//! that is a handful of squares.

use super::{Architecture, Net, NetError};
use crate::eval::{EvalTerm, Evaluate, Score};
use crate::rules::squares::{Square, each, name};
use crate::rules::{Rules, Side};
use std::fmt::Debug;
use std::sync::Arc;

/// The name of the evaluation term that [`NnueFeatures::rule50`] adds.
pub const RULE50: &str = "rule 50";

/// The most features that an update adds or removes; beyond it a refresh is cheaper.
const MAX_CHANGES: usize = 24;

/// The input features of a game: its board as bitboards (bit 0 is `a1`, bit 63 `h8`), one for each
/// kind of piece.
pub trait NnueFeatures: Rules {
    /// The bitboards of [`Side::First`], then as many of [`Side::Second`].
    type Bitboards: AsRef<[u64]> + AsMut<[u64]> + Copy + Default + Debug + PartialEq + Send + Sync;

    /// The embedded net file; `tools/trainer/README.md` tells how it was trained.
    const NET: &'static [u8];

    /// The names of the pieces, in the order of a side's bitboards.
    const PIECE_NAMES: &'static [&'static str];

    /// The maximum number of pieces on the board.
    const MAX_PIECES: usize;

    /// The number of output buckets.
    const OUTPUT_BUCKETS: usize;

    /// The bitboards of this position.
    fn bitboards(&self) -> Self::Bitboards;

    /// The output bucket of this position, below [`OUTPUT_BUCKETS`](Self::OUTPUT_BUCKETS).
    fn output_bucket(&self) -> usize;

    /// Rule-50 scaling: what the draw counter, which is no input of the net, adds to a score.
    fn rule50(&self, _score: Score) -> Score {
        0
    }

    /// The architecture of the game's nets.
    #[must_use]
    fn expected() -> Architecture {
        Architecture {
            game: Self::NAME,
            inputs: Self::Bitboards::default().as_ref().len() * 64,
            max_active: Self::MAX_PIECES,
            perspectives: 2,
            outputs: Self::OUTPUT_BUCKETS,
        }
    }
}

/// The feature index of a piece from a perspective: own pieces come first, and the board is flipped
/// so that the side moves up. `kind` is the index of the piece's bitboard of `kinds` in all.
#[inline]
#[must_use]
pub const fn feature_index(perspective: Side, kinds: usize, kind: usize, square: Square) -> u16 {
    match perspective {
        Side::First => (kind * 64) as u16 + square as u16,
        Side::Second => ((kind + kinds / 2) % kinds * 64) as u16 + (square ^ 56) as u16,
    }
}

/// The NNUE evaluation of a game without dice.
#[derive(Clone, Debug)]
pub struct Nnue<G: NnueFeatures> {
    net: Arc<Net>,
    /// The board that the accumulators are computed for.
    board: G::Bitboards,
    /// One accumulator for each perspective, by [`Side::index`].
    accumulators: [Vec<i16>; 2],
    /// Reusable buffers for removed and added features.
    changes: [FeatureList; 2],
}

/// A short list of features from both perspectives.
#[derive(Clone, Debug, Default)]
struct FeatureList {
    features: [[u16; MAX_CHANGES]; 2],
    len: usize,
}

impl FeatureList {
    /// Fills the list with the pieces that are in `board` and not in `other`; false if there are
    /// more than [`MAX_CHANGES`].
    #[inline(always)]
    fn fill(&mut self, board: &[u64], other: &[u64]) -> bool {
        let mut len = 0;
        for (kind, (set, other)) in board.iter().zip(other).enumerate() {
            for square in each(set & !other) {
                if len == MAX_CHANGES {
                    return false;
                }
                for side in Side::ALL {
                    self.features[side.index()][len] =
                        feature_index(side, board.len(), kind, square);
                }
                len += 1;
            }
        }
        self.len = len;
        true
    }

    #[inline]
    fn seen_by(&self, side: usize) -> &[u16] {
        &self.features[side][..self.len]
    }
}

impl<G: NnueFeatures> Nnue<G> {
    /// An evaluation with this net.
    pub fn new(net: Arc<Net>) -> Self {
        let accumulators = [net.biases().to_vec(), net.biases().to_vec()];
        Self {
            net,
            board: G::Bitboards::default(),
            accumulators,
            changes: Default::default(),
        }
    }

    /// Reads a net file.
    ///
    /// # Errors
    /// It is not a valid net file of this game.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        Ok(Self::new(Arc::new(Net::read(bytes, &G::expected())?)))
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// The output of the net for the side to move, in the units of the game's scores.
    #[inline]
    pub fn score(&mut self, position: &G) -> Score {
        let board = position.bitboards();
        self.score_board(board, position.turn(), position.output_bucket())
    }

    /// The same for any board.
    #[inline]
    pub fn score_board(&mut self, board: G::Bitboards, turn: Side, bucket: usize) -> Score {
        self.sync(board);
        let [own, other] = [turn, turn.other()].map(|side| &*self.accumulators[side.index()]);
        self.net.score(&[own, other], bucket)
    }

    /// Brings the accumulators up to date: by an update if few features changed, else a refresh.
    #[inline]
    fn sync(&mut self, board: G::Bitboards) {
        let [before, after] = [self.board.as_ref(), board.as_ref()];
        let [removed, added] = &mut self.changes;
        if !(removed.fill(before, after) && added.fill(after, before)) {
            return self.refresh(board);
        }
        self.board = board;
        for (side, accumulator) in self.accumulators.iter_mut().enumerate() {
            let [removed, added] = self.changes.each_ref().map(|list| list.seen_by(side));
            self.net.update(accumulator, removed, added);
        }
    }

    /// Refreshes both accumulators.
    #[cold]
    fn refresh(&mut self, board: G::Bitboards) {
        let mut active = Vec::with_capacity(G::MAX_PIECES);
        for (side, accumulator) in Side::ALL.into_iter().zip(&mut self.accumulators) {
            active_features(side, board.as_ref(), &mut active);
            self.net.refresh(accumulator, &active);
        }
        self.board = board;
    }
}

impl<G: NnueFeatures> Default for Nnue<G> {
    /// The evaluation with the embedded net.
    fn default() -> Self {
        Self::read(G::NET).expect("a test reads it")
    }
}

impl<G: NnueFeatures> Evaluate<G> for Nnue<G> {
    type Value = Score;

    #[inline]
    fn value(&mut self, position: &G) -> Score {
        let score = self.score(position);
        score + position.rule50(score)
    }

    /// The output of the net, and for each piece the difference that removing it makes. These
    /// differences explain the score but do not add up to it.
    fn terms(&mut self, position: &G) -> Vec<EvalTerm> {
        let whole = self.score(position);
        let mut terms = vec![EvalTerm {
            name: "net".into(),
            score: whole,
        }];
        let kinds = G::Bitboards::default().as_ref().len();
        for (kind, set) in position.bitboards().as_ref().iter().enumerate() {
            for square in each(*set) {
                let mut board = position.bitboards();
                board.as_mut()[kind] &= !(1 << square);
                let bucket = position.output_bucket();
                let without = self.score_board(board, position.turn(), bucket);
                let own = (kind < kinds / 2) == (position.turn() == Side::First);
                let piece = format!(
                    "({} {} {})",
                    if own { "own" } else { "enemy" },
                    G::PIECE_NAMES[kind % (kinds / 2)],
                    name(square),
                );
                terms.push(EvalTerm {
                    name: piece.into(),
                    score: whole - without,
                });
            }
        }
        let rule50 = position.rule50(whole);
        if rule50 != 0 {
            terms.push(EvalTerm {
                name: RULE50.into(),
                score: rule50,
            });
        }
        terms
    }
}

/// Fills `out` with the active features of a board from a perspective.
pub fn active_features(perspective: Side, board: &[u64], out: &mut Vec<u16>) {
    out.clear();
    for (kind, &set) in board.iter().enumerate() {
        for square in each(set) {
            out.push(feature_index(perspective, board.len(), kind, square));
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

    /// Plays random games and compares incremental updates with refreshes.
    fn updates_equal_refreshes<G: NnueFeatures<Roll = ()>>() {
        let net = Arc::new(Net::read(&some(&G::expected(), 32), &G::expected()).expect("sound"));
        let mut kept = Nnue::<G>::new(Arc::clone(&net));
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
                    let fresh = Nnue::<G>::new(Arc::clone(&net)).score(&position);
                    assert_eq!(kept.score(&position), fresh);
                    assert_eq!(kept.score(&position.mirrored()), fresh);
                    values.insert(fresh);
                }
            }
        }
        assert!(values.len() > 100, "the net gives few different values");
    }

    /// Reads and evaluates with the embedded net of a game.
    fn embedded_net_is_valid<G: NnueFeatures>() {
        let start = G::start();
        let read = Nnue::<G>::read(G::NET).expect("sound").value(&start);
        assert_eq!(Nnue::<G>::default().value(&start), read);
        assert!(read.abs() < 100, "{read}");
    }

    #[test]
    fn the_embedded_nets_are_valid() {
        embedded_net_is_valid::<Dameo>();
        embedded_net_is_valid::<Eximo>();
    }

    #[test]
    fn an_updated_accumulator_equals_a_refreshed_one() {
        updates_equal_refreshes::<Dameo>();
        updates_equal_refreshes::<Eximo>();
    }

    #[test]
    fn the_first_term_is_the_score() {
        let expected = Dameo::expected();
        let mut nnue = Nnue::<Dameo>::read(&some(&expected, 16)).expect("sound");
        let position = Dameo::start();
        let terms = nnue.terms(&position);
        assert_eq!(terms[0].score, nnue.score(&position));
        assert_eq!(terms.len(), 1 + position.pieces() as usize);
        assert!(terms.iter().any(|term| term.name == "(own man d3)"));
    }
}
