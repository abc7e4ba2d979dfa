//! The tablebase generator: retrograde analysis of one material.
//! Not here: where tables are kept (`tables`), and how they are verified (`verify`).
//!
//! A material is solved together with the one that has the sides swapped. Captures and promotions
//! lead to other materials, which are solved already and are probed by forward move generation. All
//! other moves are quiet and are unmade: a setup is won as soon as one of its moves is known to win,
//! and lost as soon as all are known to lose (K. Thompson, "Retrograde Analysis of Certain Endgames",
//! 1986).

use super::dtm::{DRAW, Dtm, LOST, is_lost, one_ply_longer, shorter_win};
use super::file::both_sides;
use super::setup::{Material, Setup};
use crate::rules::Rules;
use crate::rules::dameo::{Dameo, Move};
use crate::rules::squares::{bit, each, shift, star};

/// The promotion rank of the side to move.
const FAR_RANK: u64 = 0xFF << 56;

/// Solves `material` and its [`swapped`](Material::swapped) form, unless that is the same, and
/// returns their DTM values by index. `probe` gives the DTM after captures and promotions.
pub fn solve(material: Material, probe: &impl Fn(Setup) -> Dtm) -> Vec<(Material, Vec<Dtm>)> {
    let init = |form| Unsolved::init(form, probe);
    let mut unsolved: Vec<_> = both_sides(material).map(init).collect();
    let mut dtm = LOST;
    while unsolved
        .iter()
        .any(|material_table| material_table.highest >= dtm)
    {
        for from in 0..unsolved.len() {
            let into = unsolved.len() - 1 - from;
            let mut index = 0;
            while let Some(found) = unsolved[from].next_with(dtm, index) {
                let swapped = unsolved[from].setup(found).swapped();
                let material_table = &mut unsolved[into];
                predecessors(swapped, |setup| material_table.propagate(setup, dtm));
                index = found + 1;
            }
        }
        dtm += 1;
    }
    unsolved
        .into_iter()
        .map(|material_table| (material_table.material, material_table.dtms))
        .collect()
}

/// A material while it is being solved.
struct Unsolved {
    material: Material,
    /// DTM values so far: wins may still get shorter, losses are final, and `DRAW` means unknown.
    dtms: Vec<Dtm>,
    /// The number of moves not known to lose; 0 if the value is final.
    unresolved_moves: Vec<u8>,
    /// The DTM of the longest loss by a promotion.
    longest_loss: Vec<Dtm>,
    /// The greatest DTM so far.
    highest: Dtm,
}

impl Unsolved {
    /// Initialises every setup by its captures and promotions.
    fn init(material: Material, probe: &impl Fn(Setup) -> Dtm) -> Self {
        let size = material.size();
        let mut material_table = Self {
            material,
            dtms: vec![DRAW; size],
            unresolved_moves: vec![0; size],
            longest_loss: vec![DRAW; size],
            highest: DRAW,
        };
        let mut moves = Vec::new();
        for index in 0..size {
            if let Some(setup) = material.setup(index) {
                material_table.init_setup(index, &setup.position(), &mut moves, probe);
            }
        }
        material_table
    }

    fn init_setup(
        &mut self,
        index: usize,
        position: &Dameo,
        moves: &mut Vec<Move>,
        probe: &impl Fn(Setup) -> Dtm,
    ) {
        position.moves((), moves);
        let men = position.men(position.turn());
        let leaves =
            |m: &Move| m.captured() != 0 || men & bit(m.from()) != 0 && FAR_RANK & bit(m.to()) != 0;
        let (mut won, mut lost, mut open) = (DRAW, DRAW, 0);
        for m in moves.iter() {
            let dtm = if leaves(m) {
                probe(Setup::of(&position.play(m)))
            } else {
                DRAW
            };
            match () {
                () if dtm == DRAW => open += 1,
                () if is_lost(dtm) => {
                    // This move never loses, so the setup is never lost.
                    open += 1;
                    won = shorter_win(won, one_ply_longer(dtm));
                }
                () => lost = lost.max(dtm),
            }
        }
        let captures = moves.first().is_some_and(|m| m.captured() != 0);
        let dtm = match () {
            () if moves.is_empty() => LOST,
            () if won != DRAW => won,
            () if open == 0 => one_ply_longer(lost),
            () => DRAW,
        };
        if !captures {
            self.unresolved_moves[index] = open;
            self.longest_loss[index] = lost;
        }
        self.set(index, dtm);
    }

    fn set(&mut self, index: usize, dtm: Dtm) {
        self.dtms[index] = dtm;
        self.highest = self.highest.max(dtm);
    }

    /// The next index from `from` on whose value is `dtm`.
    fn next_with(&self, dtm: Dtm, from: usize) -> Option<usize> {
        let at = self.dtms[from..].iter().position(|&each| each == dtm)?;
        Some(from + at)
    }

    fn setup(&self, index: usize) -> Setup {
        let setup = self.material.setup(index);
        setup.expect("only setups that exist are given a dtm")
    }

    /// Updates `setup`, from which a move leads to a setup with this DTM.
    fn propagate(&mut self, setup: Setup, dtm: Dtm) {
        let index = self.material.index(setup);
        if self.unresolved_moves[index] == 0 {
            return;
        }
        if is_lost(dtm) {
            let won = shorter_win(self.dtms[index], one_ply_longer(dtm));
            self.set(index, won);
        } else {
            self.unresolved_moves[index] -= 1;
            if self.unresolved_moves[index] == 0 {
                let lost = dtm.max(self.longest_loss[index]);
                self.set(index, one_ply_longer(lost));
            }
        }
    }
}

/// Unmakes quiet moves without promotion: calls `found` with every setup from which one leads to
/// `after`. All setups are seen by the side that made the move.
fn predecessors(after: Setup, mut found: impl FnMut(Setup)) {
    let [men, kings, other_men, other_kings] = after.0;
    let empty = !after.pieces();
    for king in each(kings) {
        let set = bit(king);
        for from in each(star(set, empty)) {
            found(Setup([
                men,
                kings ^ set | bit(from),
                other_men,
                other_kings,
            ]));
        }
    }
    for man in each(men) {
        let set = bit(man);
        for back in [-8, -7, -9] {
            // A step, or a linear move over the own men behind.
            let mut from = shift(set, back);
            while from & men != 0 {
                from = shift(from, back);
            }
            if from & empty != 0 {
                found(Setup([men ^ set | from, kings, other_men, other_kings]));
            }
        }
    }
}
