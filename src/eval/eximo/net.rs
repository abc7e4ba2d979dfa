//! What a net sees of Eximo: the men of both sides.
//! Not here: nets in general.

use crate::eval::net::{Learned, Planes};
use crate::rules::eximo::Eximo;
use crate::rules::{Rules, Side};

/// The evaluation by a net; scores in hundredths of a man.
pub type Net = Learned<Eximo>;

impl Planes for Eximo {
    type Sets = [u64; 2];

    const NET: &'static [u8] = include_bytes!("eximo.net");
    const KINDS: &'static [&'static str] = &["man"];
    const MOST: usize = 64;
    const BUCKETS: usize = 8;

    #[inline]
    fn sets(&self) -> [u64; 2] {
        Side::ALL.map(|side| self.board().of(side))
    }

    /// By the number of men, of which there are 32 at the start and seldom more later.
    #[inline]
    fn bucket(&self) -> usize {
        (self.pieces() as usize * Self::BUCKETS / 33).min(Self::BUCKETS - 1)
    }
}
