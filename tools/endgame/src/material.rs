//! Materials as the tool prints and counts them: `KM-K`, and how many positions there are.
//! Not here: what a material is, which the engine's library knows.

use tricorn::eval::dameo::endgame::file::forms;
use tricorn::eval::dameo::endgame::setup::Material;

/// How many positions a material has together with its passed form.
pub fn setups(material: Material) -> u64 {
    let sizes = forms(material).map(Material::size);
    sizes.sum::<usize>() as u64
}

/// The material as text, the side to move first: `KM-K`.
pub fn name(material: Material) -> String {
    let [men, kings, other_men, other_kings] = material.0.map(usize::from);
    let side = |men, kings| "K".repeat(kings) + &"M".repeat(men);
    format!("{}-{}", side(men, kings), side(other_men, other_kings))
}
