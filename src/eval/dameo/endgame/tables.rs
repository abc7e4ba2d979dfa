//! Endgame tables in memory: DTM values by material and index.
//! Not here: how they are generated (`solve`) and stored (`file`).

use super::dtm::{Dtm, LOST, one_ply_longer};
use super::setup::{MAX_PIECES, Material, Setup};

/// Slots for every material of at most four pieces, not all of one kind.
const SLOTS: usize = 256;

/// The DTM values of some materials.
#[derive(Clone, Debug)]
pub struct EndgameTables {
    /// The DTM values of each material by its slot; empty if the material is missing.
    dtms: Vec<Box<[Dtm]>>,
}

impl Default for EndgameTables {
    fn default() -> Self {
        Self {
            dtms: vec![Box::default(); SLOTS],
        }
    }
}

impl EndgameTables {
    /// The DTM of a setup; `None` if its material is missing.
    #[inline]
    #[must_use]
    pub fn dtm(&self, setup: Setup) -> Option<Dtm> {
        let material = setup.material();
        let [men, kings, other_men, other_kings] = material.0;
        if men + kings == 0 {
            return Some(LOST);
        }
        // After any move the other side has no piece left to move.
        if other_men + other_kings == 0 {
            return (material.pieces() <= MAX_PIECES).then_some(one_ply_longer(LOST));
        }
        let dtms = self.dtms.get(slot(material)?)?;
        dtms.get(material.index(setup)).copied()
    }

    /// Whether the tables contain a material.
    #[must_use]
    pub fn contains(&self, material: Material) -> bool {
        slot(material).is_some_and(|slot| !self.dtms[slot].is_empty())
    }

    /// The DTM values of a material by index; empty if it is missing.
    #[must_use]
    pub fn of(&self, material: Material) -> &[Dtm] {
        slot(material).map_or(&[], |slot| &self.dtms[slot])
    }

    /// Adds the DTM values of a material, as many as its [`size`](Material::size).
    pub fn insert(&mut self, material: Material, dtms: Vec<Dtm>) {
        if let Some(slot) = slot(material)
            && dtms.len() == material.size()
        {
            self.dtms[slot] = dtms.into_boxed_slice();
        }
    }
}

#[inline]
fn slot(material: Material) -> Option<usize> {
    let mut slot = 0;
    for count in material.0 {
        if count >= MAX_PIECES as u8 {
            return None;
        }
        slot = slot * MAX_PIECES as usize + usize::from(count);
    }
    Some(slot)
}
