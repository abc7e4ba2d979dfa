//! The binary format of a training sample: a position with its score and game result.
//! Not here: files (`data`).

use tricorn::eval::Score;
use tricorn::eval::net::NnueFeatures;
use tricorn::rules::Side;

/// How a game ended, seen by a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// That side lost.
    Loss = 0,
    /// Nobody won.
    Draw = 1,
    /// That side won.
    Win = 2,
}

impl Ending {
    /// For `side`, of a game with this winner.
    #[must_use]
    pub fn of(winner: Option<Side>, side: Side) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == side => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// What it is worth: 1, 1/2 or 0.
    #[must_use]
    pub fn points(self) -> f32 {
        self as u8 as f32 / 2.0
    }
}

/// A position seen by its side to move, with its score and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record<S> {
    /// The sets of pieces, own ones first, the board turned so that the mover moves up.
    pub sets: S,
    /// The search score, in the game's units.
    pub score: Score,
    /// How the game ended for the mover.
    pub ending: Ending,
    /// Its output bucket.
    pub bucket: usize,
    /// Whether it is the first of its game.
    pub first: bool,
}

/// Set in the byte of the ending where a game begins.
const FIRST: u8 = 4;

/// Scores beyond what two bytes hold are cut.
const SCORE_MOST: Score = 30_000;

impl<S: AsRef<[u64]> + AsMut<[u64]> + Copy + Default> Record<S> {
    /// A position of a game as a record; the ending is not known yet.
    pub fn new<G: NnueFeatures<Bitboards = S>>(position: &G, score: Score, first: bool) -> Self {
        let mut sets = position.bitboards();
        if position.turn() == Side::Second {
            let half = sets.as_ref().len() / 2;
            sets.as_mut().rotate_left(half);
            // Ranks are bytes.
            for set in sets.as_mut() {
                *set = set.swap_bytes();
            }
        }
        Self {
            sets,
            score,
            ending: Ending::Draw,
            bucket: position.output_bucket(),
            first,
        }
    }

    /// The size in a file, in bytes.
    #[must_use]
    pub fn size() -> usize {
        8 * S::default().as_ref().len() + 4
    }

    /// Appends the record to a file's bytes, little-endian.
    pub fn write(&self, out: &mut Vec<u8>) {
        for set in self.sets.as_ref() {
            out.extend(set.to_le_bytes());
        }
        let score = self.score.clamp(-SCORE_MOST, SCORE_MOST) as i16;
        out.extend(score.to_le_bytes());
        let first = if self.first { FIRST } else { 0 };
        out.push(self.ending as u8 | first);
        out.push(self.bucket as u8);
    }

    /// The record of which [`write`](Self::write) made these bytes, [`size`](Self::size) many;
    /// `None` for others.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut sets = S::default();
        let kinds = sets.as_ref().len();
        for (set, bytes) in sets.as_mut().iter_mut().zip(bytes.chunks_exact(8)) {
            *set = u64::from_le_bytes(bytes.try_into().ok()?);
        }
        let [low, high, ending, bucket] = *bytes.get(8 * kinds..)?.first_chunk()?;
        Some(Self {
            sets,
            score: i16::from_le_bytes([low, high]).into(),
            ending: match ending & !FIRST {
                0 => Ending::Loss,
                1 => Ending::Draw,
                2 => Ending::Win,
                _ => return None,
            },
            bucket: bucket.into(),
            first: ending & FIRST != 0,
        })
    }
}

/// The board with left and right exchanged.
#[must_use]
pub fn reflected(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}
