//! Verification of endgame tables by forward move generation, and their statistics.
//! Not here: the generator (`solve`), of which nothing is used here.

use super::Endgames;
use super::dtm::{DRAW, Dtm, best, distance, is_lost};
use super::setup::{Material, Setup};
use crate::rules::Rules;

/// A setup whose DTM does not follow from those after its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The setup.
    pub setup: Setup,
    /// The DTM in the table; `None` if it, or that after a move, is missing.
    pub found: Option<Dtm>,
    /// The DTM that follows from the moves, as far as the tables have them.
    pub expected: Dtm,
}

/// Verifies the DTM values of a material: each must follow from those after its legal moves.
/// Distances decrease by one per ply, so every win or loss ends at a side without a move; and a
/// setup from which both sides can avoid losing is a draw. So values that pass are right, provided
/// that the smaller materials are.
///
/// # Errors
/// The first setup that fails.
pub fn verify(material: Material, endgames: &Endgames) -> Result<(), Mismatch> {
    let mut moves = Vec::new();
    for index in 0..material.size() {
        let Some(setup) = material.setup(index) else {
            continue;
        };
        let position = setup.position();
        position.moves((), &mut moves);
        let mut known = true;
        let children = moves.iter().map(|m| {
            let dtm = endgames.dtm(Setup::of(&position.play(m)));
            known &= dtm.is_some();
            dtm.unwrap_or(DRAW)
        });
        let expected = best(children);
        let found = endgames.dtm(setup).filter(|_| known);
        if found != Some(expected) {
            return Err(Mismatch {
                setup,
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// The results of all positions of a material for the side to move, mirror images included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableStats {
    /// Positions won.
    pub won: u64,
    /// Positions drawn.
    pub drawn: u64,
    /// Positions lost.
    pub lost: u64,
    /// The greatest DTM, in plies.
    pub longest: u16,
}

impl TableStats {
    /// The statistics of a material.
    #[must_use]
    pub fn of(material: Material, dtms: &[Dtm]) -> Self {
        let mut stats = Self::default();
        for (index, &dtm) in dtms.iter().enumerate() {
            if material.setup(index).is_none() {
                continue;
            }
            let count = match dtm {
                DRAW => &mut stats.drawn,
                dtm if is_lost(dtm) => &mut stats.lost,
                _ => &mut stats.won,
            };
            *count += material.symmetries();
            stats.longest = stats.longest.max(distance(dtm).unwrap_or(0));
        }
        stats
    }

    /// All positions.
    #[must_use]
    pub fn all(self) -> u64 {
        self.won + self.drawn + self.lost
    }
}
