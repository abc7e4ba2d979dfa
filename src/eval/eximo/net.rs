//! The learned evaluation of Eximo: what a net sees of it.
//! Not here: nets in general.

use crate::eval::net::{Learned, NetError, Planes};
use crate::eval::{Evaluate, Part, Score};
use crate::rules::eximo::Eximo;
use crate::rules::{Rules, Side};
use std::sync::LazyLock;

/// The net within the program; `tools/trainer/README.md` tells how it came to be.
static BUILT_IN: LazyLock<Learned<Eximo>> =
    LazyLock::new(|| Learned::read(include_bytes!("eximo.net")).expect("a test reads it"));

/// The evaluation by a net; scores in hundredths of a man.
#[derive(Clone, Debug)]
pub struct Net(Learned<Eximo>);

impl Net {
    /// Reads a net file.
    ///
    /// # Errors
    /// It is no sound net for Eximo.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        Learned::read(bytes).map(Self)
    }
}

impl Default for Net {
    fn default() -> Self {
        Self(BUILT_IN.clone())
    }
}

impl Evaluate<Eximo> for Net {
    type Value = Score;

    #[inline]
    fn value(&mut self, position: &Eximo) -> Score {
        self.0.score(position)
    }

    fn parts(&mut self, position: &Eximo) -> Vec<Part> {
        self.0.parts(position)
    }
}

impl Planes for Eximo {
    type Sets = [u64; 2];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_within_the_program_is_sound() {
        let mut net = Net::read(include_bytes!("eximo.net")).expect("sound");
        let start = Eximo::start();
        assert_eq!(Net::default().value(&start), net.value(&start));
        assert!(net.value(&start).abs() < 100);
    }
}
