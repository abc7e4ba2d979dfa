//! NNUE features of Eximo: the men of both sides.
//! Not here: the net, and how it is evaluated.

use crate::eval::net::{Nnue, NnueFeatures};
use crate::rules::eximo::Eximo;
use crate::rules::{Rules, Side};

/// The NNUE evaluation; scores in hundredths of a man.
pub type Net = Nnue<Eximo>;

impl NnueFeatures for Eximo {
    type Bitboards = [u64; 2];

    const NET: &'static [u8] = include_bytes!("eximo.net");
    const PIECE_NAMES: &'static [&'static str] = &["man"];
    const MAX_PIECES: usize = 64;
    const OUTPUT_BUCKETS: usize = 8;

    #[inline]
    fn bitboards(&self) -> [u64; 2] {
        Side::ALL.map(|side| self.board().of(side))
    }

    /// By the number of men, of which there are 32 at the start and seldom more later.
    #[inline]
    fn output_bucket(&self) -> usize {
        (self.pieces() as usize * Self::OUTPUT_BUCKETS / 33).min(Self::OUTPUT_BUCKETS - 1)
    }
}
