//! `tricorn picture`: a board as SVG on standard output.
//! Not here: the drawing (`picture`).

use crate::games::{self, Variant, Visitor};
use crate::picture::{self, Shown};
use crate::rules::Game;
use crate::session::GameSession;
use anyhow::{Context, anyhow};
use tricorn_protocol::{Start, Words};

/// Draw a board as SVG on standard output.
///
/// The picture has its own background, and a title and a description for screen readers.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tricorn picture > dameo.svg
  tricorn picture --variant eximo --moves c3c4 f6f5 > eximo.svg
  tricorn picture --position '8/8/3m4/8/3m4/3M4/8/8 w' --arrow d3d5d7 > capture.svg
  tricorn picture --variant abak --moves 31 --arrow 8/5,6/5 > abak.svg")]
pub struct Arguments {
    /// The position, in the words of `position fen`; the start position unless given
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,

    /// Moves to play from there; what the last one changed is marked. In Abak a roll may end them
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,

    /// Legal moves to draw as arrows
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    arrow: Vec<String>,

    /// The title; the game and the side to move unless given
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

struct Drawn(Arguments);

impl Visitor for Drawn {
    type Out = anyhow::Result<String>;

    fn visit<G: Variant>(self) -> Self::Out {
        let Self(arguments) = self;
        let start = match &arguments.position {
            None => Start::Startpos,
            Some(text) => Start::Fen(Words::from(text.as_str())),
        };
        let moves: Words = arguments.moves.iter().collect();
        let game = played::<G>(&start, &moves)?;
        // The last word that plays a turn: a roll that stands alone changes nothing.
        let lengths = (0..moves.iter().count()).rev();
        let before = lengths
            .map(|length| moves.iter().take(length).collect::<Words>())
            .find_map(|head| {
                let earlier = played::<G>(&start, &head).ok()?;
                (earlier.plies() < game.plies()).then(|| earlier.position().clone())
            });
        let shown = Shown {
            title: arguments.title,
            arrows: arguments.arrow,
        };
        picture::svg(&game, before.as_ref(), &shown).map_err(|error| anyhow!(error))
    }
}

fn played<G: Variant>(start: &Start, moves: &Words) -> anyhow::Result<Game<G>> {
    let mut session = GameSession::<G>::new();
    session.set_position(start, moves)?;
    Ok(session.game()?.clone())
}

/// The picture that the arguments ask for.
///
/// # Errors
/// The position, a move or an arrow is refused.
pub fn svg(variant: &str, arguments: Arguments) -> anyhow::Result<String> {
    let drawn = games::visit(variant, Drawn(arguments));
    drawn.context("no such game")?
}
