//! Retrograde analysis: the codes of all setups of one material, from the end backwards.
//! Not here: where the values are kept, and how they are proved (`verify`).
//!
//! A material is solved together with the one that it becomes when the other side is to move.
//! Captures and promotions lead to other materials, solved before; they are looked at forwards.
//! The rest are quiet moves, which can be taken back: a setup is lost as soon as its last move
//! is seen to lose, and won as soon as one is seen to win (K. Thompson, "Retrograde Analysis of
//! Certain Endgames", 1986).

use super::code::{Code, DRAW, LOST, farther, is_lost, nearer};
use super::file::forms;
use super::setup::{Material, Setup};
use crate::rules::Rules;
use crate::rules::dameo::{Dameo, Move};
use crate::rules::squares::{bit, each, shift, star};

/// The rank on which the men of the side to move become kings.
const FAR_RANK: u64 = 0xFF << 56;

/// The codes of `material` by number, and of its [`passed`](Material::passed) form, unless that
/// is the same. `known` gives the codes of what captures and promotions lead to.
pub fn solve(material: Material, known: &impl Fn(Setup) -> Code) -> Vec<(Material, Vec<Code>)> {
    let begin = |form| Half::begin(form, known);
    let mut halves: Vec<_> = forms(material).map(begin).collect();
    let mut code = LOST;
    while halves.iter().any(|half| half.highest >= code) {
        for from in 0..halves.len() {
            let into = halves.len() - 1 - from;
            let mut number = 0;
            while let Some(found) = halves[from].next(code, number) {
                let passed = halves[from].setup(found).passed();
                let half = &mut halves[into];
                before(passed, |setup| half.learn(setup, code));
                number = found + 1;
            }
        }
        code += 1;
    }
    halves
        .into_iter()
        .map(|half| (half.material, half.codes))
        .collect()
}

/// The setups of one material while they are being solved.
struct Half {
    material: Material,
    /// What is known so far: wins may still come nearer, all else stays. `DRAW` while nothing is.
    codes: Vec<Code>,
    /// How many moves are not known to lose; 0 where the value is settled.
    left: Vec<u8>,
    /// The longest way in which a promotion loses.
    longest: Vec<Code>,
    /// The highest code so far.
    highest: Code,
}

impl Half {
    /// What moves to other materials tell about every setup.
    fn begin(material: Material, known: &impl Fn(Setup) -> Code) -> Self {
        let size = material.size();
        let mut half = Self {
            material,
            codes: vec![DRAW; size],
            left: vec![0; size],
            longest: vec![DRAW; size],
            highest: DRAW,
        };
        let mut moves = Vec::new();
        for number in 0..size {
            if let Some(setup) = material.setup(number) {
                half.look(number, &setup.position(), &mut moves, known);
            }
        }
        half
    }

    fn look(
        &mut self,
        number: usize,
        position: &Dameo,
        moves: &mut Vec<Move>,
        known: &impl Fn(Setup) -> Code,
    ) {
        position.moves((), moves);
        let men = position.men(position.turn());
        let leaves =
            |m: &Move| m.captured() != 0 || men & bit(m.from()) != 0 && FAR_RANK & bit(m.to()) != 0;
        let (mut won, mut lost, mut open) = (DRAW, DRAW, 0);
        for m in moves.iter() {
            let code = if leaves(m) {
                known(Setup::of(&position.play(m)))
            } else {
                DRAW
            };
            match () {
                () if code == DRAW => open += 1,
                () if is_lost(code) => {
                    // This move never turns out to lose.
                    open += 1;
                    won = nearer(won, farther(code));
                }
                () => lost = lost.max(code),
            }
        }
        let captures = moves.first().is_some_and(|m| m.captured() != 0);
        let code = match () {
            () if moves.is_empty() => LOST,
            () if won != DRAW => won,
            () if open == 0 => farther(lost),
            () => DRAW,
        };
        if !captures {
            self.left[number] = open;
            self.longest[number] = lost;
        }
        self.settle(number, code);
    }

    fn settle(&mut self, number: usize, code: Code) {
        self.codes[number] = code;
        self.highest = self.highest.max(code);
    }

    /// The next number from `from` on whose code is `code`.
    fn next(&self, code: Code, from: usize) -> Option<usize> {
        let at = self.codes[from..].iter().position(|&each| each == code)?;
        Some(from + at)
    }

    fn setup(&self, number: usize) -> Setup {
        let setup = self.material.setup(number);
        setup.expect("only setups that exist are given a code")
    }

    /// Notes that a move from `setup` leads to a setup with this code.
    fn learn(&mut self, setup: Setup, code: Code) {
        let number = self.material.number(setup);
        if self.left[number] == 0 {
            return;
        }
        if is_lost(code) {
            let won = nearer(self.codes[number], farther(code));
            self.settle(number, won);
        } else {
            self.left[number] -= 1;
            if self.left[number] == 0 {
                let lost = code.max(self.longest[number]);
                self.settle(number, farther(lost));
            }
        }
    }
}

/// Calls `found` with every setup from which a quiet move that changes no piece leads to `after`,
/// seen here by the side that has moved.
fn before(after: Setup, mut found: impl FnMut(Setup)) {
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
            // A step, or a jump over the line of men that stands behind.
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
