//! What reference players need from Dameo and Eximo beyond the rules: material, a fixed move order.
//! Not here: how they play.

use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;
use tricorn::rules::{Notation, Side, Tactics};

/// The value of a man.
pub const MAN: i32 = 100;

/// The value of a king, in hundredths of a man.
pub const KING: i32 = 300;

/// A game without dice, with men and possibly kings.
pub trait Draughts: Notation + Tactics {
    /// A number that identifies a move among the others of its position. Players order moves by
    /// it, so that they do not depend on the order of the move generator. (Two captures may have
    /// the same number, about once in 10^9 cases.)
    fn number(m: &Self::Move) -> u32;

    /// The material of a side, in hundredths of a man.
    fn material(&self, side: Side) -> i32;

    /// The number of plies since the last irreversible move.
    fn reversible(&self) -> usize;
}

/// Hashes the sets of captured and dropped men into 32 bits; 0 if both are empty.
#[inline(always)]
const fn folded(captured: u64, drops: u64) -> u32 {
    let captured = captured.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (captured.wrapping_add(drops.wrapping_mul(0xD1B5_4A32_D192_ED03)) >> 32) as u32
}

impl Draughts for Dameo {
    #[inline(always)]
    fn number(m: &Self::Move) -> u32 {
        (u32::from(m.from()) << 6 | u32::from(m.to())) ^ folded(m.captured(), 0)
    }

    #[inline]
    fn material(&self, side: Side) -> i32 {
        let [men, kings] = [self.men(side), self.kings(side)].map(u64::count_ones);
        MAN * men as i32 + KING * kings as i32
    }

    #[inline]
    fn reversible(&self) -> usize {
        self.quiet().into()
    }
}

impl Draughts for Eximo {
    #[inline(always)]
    fn number(m: &Self::Move) -> u32 {
        let ends = u32::from(m.from()) << 6 | u32::from(m.to());
        ends ^ folded(m.captured(), m.drops())
    }

    #[inline]
    fn material(&self, side: Side) -> i32 {
        MAN * self.board().of(side).count_ones() as i32
    }

    /// 0, since men never move back. A position can only repeat after a long series of captures and
    /// drops, beyond the depth of these players.
    fn reversible(&self) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use tricorn::rules::Rules;

    fn numbers_tell_moves_apart<G: Draughts>() {
        let mut random = Random::new(1);
        let mut moves = Vec::new();
        for _ in 0..50 {
            let mut position = G::start();
            loop {
                position.moves((), &mut moves);
                let mut numbers: Vec<u32> = moves.iter().map(G::number).collect();
                numbers.sort_unstable();
                numbers.dedup();
                assert_eq!(
                    numbers.len(),
                    moves.len(),
                    "{}",
                    position.position_text(None)
                );
                if moves.is_empty() || position.draw_by_counter() {
                    break;
                }
                position = position.play(&moves[random.next() as usize % moves.len()]);
            }
        }
    }

    #[test]
    fn moves_have_different_numbers() {
        numbers_tell_moves_apart::<Dameo>();
        numbers_tell_moves_apart::<Eximo>();
    }

    #[test]
    fn material_counts_men_and_kings() {
        let placed = Dameo::parse_position("W:Wa1,b2,Kc5:Ba8,Kd4,Ke4").map(|p| p.position);
        let [white, black] = Side::ALL.map(|side| placed.as_ref().map(|p| p.material(side)));
        assert_eq!((white, black), (Ok(500), Ok(700)));
        assert_eq!(Eximo::start().material(Side::First), 1_600);
    }
}
