//! Names of material signatures (`KM-K`), and their numbers of indices.
//! Not here: the indexing, which is in the engine's library.

use tricorn::eval::dameo::endgame::file::both_sides;
use tricorn::eval::dameo::endgame::setup::Material;

/// The number of indices of a material and its swapped form.
pub fn setups(material: Material) -> u64 {
    let sizes = both_sides(material).map(Material::size);
    sizes.sum::<usize>() as u64
}

/// The material as text, with the side to move first: `KM-K`.
pub fn name(material: Material) -> String {
    let [men, kings, other_men, other_kings] = material.0.map(usize::from);
    let side = |men, kings| "K".repeat(kings) + &"M".repeat(men);
    format!("{}-{}", side(men, kings), side(other_men, other_kings))
}
