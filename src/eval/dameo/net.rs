//! NNUE features of Dameo: men and kings. Rule-50 scaling comes on top of the net's output.
//! Not here: the net, and how it is evaluated.

use super::rule50::rule50;
use crate::eval::Score;
use crate::eval::net::{Nnue, NnueFeatures};
use crate::rules::dameo::Dameo;
use crate::rules::{Rules, Side};

/// The NNUE evaluation; scores in hundredths of a man.
pub type Net = Nnue<Dameo>;

impl NnueFeatures for Dameo {
    type Bitboards = [u64; 4];

    const NET: &'static [u8] = include_bytes!("dameo.net");
    const PIECE_NAMES: &'static [&'static str] = &["man", "king"];
    const MAX_PIECES: usize = 64;
    const OUTPUT_BUCKETS: usize = 8;

    #[inline]
    fn bitboards(&self) -> [u64; 4] {
        let [white, black] = Side::ALL.map(|side| [self.men(side), self.kings(side)]);
        [white[0], white[1], black[0], black[1]]
    }

    /// By the number of pieces, of which there are 36 at the start and never more in play.
    #[inline]
    fn output_bucket(&self) -> usize {
        (self.pieces() as usize * Self::OUTPUT_BUCKETS / 37).min(Self::OUTPUT_BUCKETS - 1)
    }

    #[inline]
    fn rule50(&self, score: Score) -> Score {
        rule50(score, self)
    }
}
