//! What a net sees of Dameo: men and kings; and quiet plies fading its score.
//! Not here: nets in general.

use super::fading::fading;
use crate::eval::Score;
use crate::eval::net::{Learned, Planes};
use crate::rules::dameo::Dameo;
use crate::rules::{Rules, Side};

/// The evaluation by a net; scores in hundredths of a man.
pub type Net = Learned<Dameo>;

impl Planes for Dameo {
    type Sets = [u64; 4];

    const NET: &'static [u8] = include_bytes!("dameo.net");
    const KINDS: &'static [&'static str] = &["man", "king"];
    const MOST: usize = 64;
    const BUCKETS: usize = 8;

    #[inline]
    fn sets(&self) -> [u64; 4] {
        let [white, black] = Side::ALL.map(|side| [self.men(side), self.kings(side)]);
        [white[0], white[1], black[0], black[1]]
    }

    /// By the number of pieces, of which there are 36 at the start and never more in play.
    #[inline]
    fn bucket(&self) -> usize {
        (self.pieces() as usize * Self::BUCKETS / 37).min(Self::BUCKETS - 1)
    }

    #[inline]
    fn fading(&self, score: Score) -> Score {
        fading(score, self)
    }
}
