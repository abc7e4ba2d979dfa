//! The tables in memory: codes by material and number.
//! Not here: how they are made (`solve`) and stored (`file`).

use super::code::{Code, LOST, farther};
use super::setup::{MOST, Material, Setup};

/// A number for each material of at most four pieces, not all on one side.
const SLOTS: usize = 256;

/// The codes of whole materials.
#[derive(Clone, Debug)]
pub struct EndgameTables {
    /// The codes of a material by its slot, empty where it is not known.
    codes: Vec<Box<[Code]>>,
}

impl Default for EndgameTables {
    fn default() -> Self {
        Self {
            codes: vec![Box::default(); SLOTS],
        }
    }
}

impl EndgameTables {
    /// The code of a setup; `None` if its material is not known.
    #[inline]
    #[must_use]
    pub fn code(&self, setup: Setup) -> Option<Code> {
        let material = setup.material();
        let [men, kings, other_men, other_kings] = material.0;
        if men + kings == 0 {
            return Some(LOST);
        }
        // The mover moves somehow, and the other side has nothing to answer with.
        if other_men + other_kings == 0 {
            return (material.pieces() <= MOST).then_some(farther(LOST));
        }
        let codes = self.codes.get(slot(material)?)?;
        codes.get(material.number(setup)).copied()
    }

    /// Whether a material is known.
    #[must_use]
    pub fn knows(&self, material: Material) -> bool {
        slot(material).is_some_and(|slot| !self.codes[slot].is_empty())
    }

    /// The codes of a material by number; empty if it is not known.
    #[must_use]
    pub fn of(&self, material: Material) -> &[Code] {
        slot(material).map_or(&[], |slot| &self.codes[slot])
    }

    /// Adds the codes of a material, as many as its [`size`](Material::size).
    pub fn insert(&mut self, material: Material, codes: Vec<Code>) {
        if let Some(slot) = slot(material)
            && codes.len() == material.size()
        {
            self.codes[slot] = codes.into_boxed_slice();
        }
    }
}

#[inline]
fn slot(material: Material) -> Option<usize> {
    let mut slot = 0;
    for count in material.0 {
        if count >= MOST as u8 {
            return None;
        }
        slot = slot * MOST as usize + usize::from(count);
    }
    Some(slot)
}
