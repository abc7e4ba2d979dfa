//! Tables held against the rules, and what they say in figures.
//! Not here: how they were made; nothing of that is used here.

use super::Endgames;
use super::code::{Code, DRAW, best, distance, is_lost};
use super::setup::{Material, Setup};
use crate::rules::Rules;

/// A setup whose code does not follow from those of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub setup: Setup,
    /// What the table says; `None` if it, or the table of a move, is missing.
    pub found: Option<Code>,
    /// What the moves say, as far as they are known.
    pub expected: Code,
}

/// Proves the codes of a material: each has to follow from the codes that its legal moves lead
/// to. Distances fall by one a ply, so a win or a loss rests at last on a side without a move;
/// and where each side can avoid losing, neither can win. Hence codes that pass are right if the
/// smaller materials are.
///
/// # Errors
/// The first setup that fails.
pub fn prove(material: Material, endgames: &Endgames) -> Result<(), Fault> {
    let mut moves = Vec::new();
    for number in 0..material.size() {
        let Some(setup) = material.setup(number) else {
            continue;
        };
        let position = setup.position();
        position.moves((), &mut moves);
        let mut known = true;
        let children = moves.iter().map(|m| {
            let code = endgames.code(Setup::of(&position.play(m)));
            known &= code.is_some();
            code.unwrap_or(DRAW)
        });
        let expected = best(children);
        let found = endgames.code(setup).filter(|_| known);
        if found != Some(expected) {
            return Err(Fault {
                setup,
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// The results of a material's setups for the side to move, mirror images counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Those won.
    pub won: u64,
    /// Those that nobody can win.
    pub drawn: u64,
    /// Those lost.
    pub lost: u64,
    /// The longest way to the end with best play, in plies.
    pub longest: u16,
}

impl Census {
    /// Counts a material.
    #[must_use]
    pub fn of(material: Material, codes: &[Code]) -> Self {
        let mut census = Self::default();
        for (number, &code) in codes.iter().enumerate() {
            if material.setup(number).is_none() {
                continue;
            }
            let count = match code {
                DRAW => &mut census.drawn,
                code if is_lost(code) => &mut census.lost,
                _ => &mut census.won,
            };
            *count += material.images();
            census.longest = census.longest.max(distance(code).unwrap_or(0));
        }
        census
    }

    /// All setups.
    #[must_use]
    pub fn all(self) -> u64 {
        self.won + self.drawn + self.lost
    }
}
