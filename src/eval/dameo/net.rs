//! The learned evaluation of Dameo: what a net sees of it, and quiet plies fading the score.
//! Not here: nets in general.

use super::fading::{FADING, fading};
use crate::eval::net::{Learned, NetError, Planes};
use crate::eval::{Evaluate, Part, Score};
use crate::rules::dameo::Dameo;
use crate::rules::{Rules, Side};
use std::sync::LazyLock;

/// The net within the program; `tools/trainer/README.md` tells how it came to be.
static BUILT_IN: LazyLock<Learned<Dameo>> =
    LazyLock::new(|| Learned::read(include_bytes!("dameo.net")).expect("a test reads it"));

/// The evaluation by a net; scores in hundredths of a man.
#[derive(Clone, Debug)]
pub struct Net(Learned<Dameo>);

impl Net {
    /// Reads a net file.
    ///
    /// # Errors
    /// It is no sound net for Dameo.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        Learned::read(bytes).map(Self)
    }
}

impl Default for Net {
    fn default() -> Self {
        Self(BUILT_IN.clone())
    }
}

impl Evaluate<Dameo> for Net {
    type Value = Score;

    #[inline]
    fn value(&mut self, position: &Dameo) -> Score {
        let score = self.0.score(position);
        score + fading(score, position)
    }

    fn parts(&mut self, position: &Dameo) -> Vec<Part> {
        let mut parts = self.0.parts(position);
        parts.push(Part {
            name: FADING.into(),
            score: fading(self.0.score(position), position),
        });
        parts
    }
}

impl Planes for Dameo {
    type Sets = [u64; 4];

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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_within_the_program_is_sound() {
        let mut net = Net::read(include_bytes!("dameo.net")).expect("sound");
        let start = Dameo::start();
        assert_eq!(Net::default().value(&start), net.value(&start));
        assert!(net.value(&start).abs() < 100);
    }
}
