//! Pictures: boards of all games as SVG, with arrows for moves and marks for what the last one changed.
//! Not here: what a single game's board looks like (its own file), and the command (`cli`).

mod abak;
mod dameo;
mod eximo;
mod squares;
mod svg;

use crate::rules::{Game, Notation};
use svg::Canvas;

/// A place on a picture, in its units.
pub type Place = (i32, i32);

/// A move drawn over the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrows {
    /// The ways of the pieces that move, each from place to place.
    pub ways: Vec<Vec<Place>>,
    /// The places of the pieces that are captured.
    pub captured: Vec<Place>,
    /// The places on which pieces are put.
    pub dropped: Vec<Place>,
}

/// A game whose board can be drawn.
pub trait Draw: Notation {
    /// Width and height of the board.
    const SIZE: Place;

    /// Draws the board, and what stands on it. What differs from `before` is marked.
    fn draw(&self, roll: Option<Self::Roll>, before: Option<&Self>, canvas: &mut Canvas);

    /// What is drawn for a legal move.
    fn arrows(&self, m: &Self::Move) -> Arrows;

    /// What stands where, for those who do not see the picture.
    fn described(&self) -> String;
}

/// What a picture shows besides the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The title; the game and the side to move unless given.
    pub title: Option<String>,
    /// Legal moves to draw as arrows, in any form that the notation reads.
    pub arrows: Vec<String>,
}

/// The picture of a game: its present position, with what the last move changed since `before`.
///
/// # Errors
/// A move to be drawn is not legal.
pub fn svg<G: Draw>(game: &Game<G>, before: Option<&G>, shown: &Shown) -> Result<String, String> {
    let position = game.position();
    let mut canvas = Canvas::new(G::SIZE);
    position.draw(game.roll(), before, &mut canvas);
    for word in &shown.arrows {
        let read = position.parse_token(game.roll(), word);
        let token =
            read.map_err(|error| format!("arrow {}: {error}", tricorn_protocol::quote(word)))?;
        let crate::rules::Token::Move(m) = token else {
            return Err(format!(
                "arrow {}: a roll, expected a move",
                tricorn_protocol::quote(word)
            ));
        };
        canvas.arrows(&position.arrows(&m));
    }
    let colour = crate::rules::colour::<G>(position.turn());
    let title = match &shown.title {
        Some(title) => title.clone(),
        None => format!("{}, {colour} to move", G::NAME),
    };
    let mut description = format!("{} {colour} to move.", position.described());
    if let Some(roll) = game
        .roll()
        .map(G::roll_text)
        .filter(|text| !text.is_empty())
    {
        description += &format!(" The roll is {roll}.");
    }
    if !shown.arrows.is_empty() {
        description += &format!(" Arrows: {}.", shown.arrows.join(", "));
    }
    Ok(canvas.finish(&title, &description))
}
