//! The picture of Eximo.
//! Not here: the board, which all games on 64 squares share (`squares`).

use super::svg::Canvas;
use super::{Arrows, Draw, Place, squares};
use crate::rules::eximo::Eximo;
use crate::rules::{Notation, Rules};

const KINDS: &[(char, &str)] = &[('M', "White men"), ('m', "Black men")];

impl Draw for Eximo {
    const SIZE: Place = squares::SIZE;

    fn draw(&self, _: Option<()>, before: Option<&Self>, canvas: &mut Canvas) {
        let before = before.map(|position| position.position_text(None));
        squares::draw(
            &self.position_text(None),
            before.as_deref(),
            |_| "man",
            canvas,
        );
    }

    fn arrows(&self, m: &Self::Move) -> Arrows {
        let after = self.play(m).position_text(None);
        let white = self.turn() == Self::WHITE;
        squares::arrows(&self.move_text(m), &self.position_text(None), &after, white)
    }

    fn described(&self) -> String {
        squares::described(&self.position_text(None), KINDS)
    }
}
