//! `endgame probe`: what a position and its moves are worth.
//! Not here: reading the file.

use crate::crew::say;
use anyhow::{Context, anyhow};
use std::path::Path;
use tricorn::eval::dameo::Endgames;
use tricorn::eval::dameo::endgame::code::{Code, best, distance, is_lost};
use tricorn::eval::dameo::endgame::setup::Setup;
use tricorn::eval::plies;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::{Notation, Rules};

/// Prints the position's worth, then its moves, the best first.
pub fn run(path: &Path, position: &str) -> anyhow::Result<()> {
    let endgames = Endgames::load(path).with_context(|| path.display().to_string())?;
    let position: Dameo = Dameo::parse_position(position)
        .map_err(|error| anyhow!("{error}"))?
        .position;
    let code = |position: &Dameo| {
        let code = endgames.code(Setup::of(position));
        code.context("too many pieces: the tables do not know the position")
    };
    say(&worth(code(&position)?))?;
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    let mut rows = Vec::new();
    for m in &moves {
        let code = best([code(&position.play(m))?].into_iter());
        rows.push((rank(code), position.move_text(m), worth(code)));
    }
    rows.sort();
    for (_, text, worth) in rows {
        say(&format!("  {text:<12} {worth}"))?;
    }
    Ok(())
}

fn worth(code: Code) -> String {
    match distance(code) {
        None => "drawn".into(),
        Some(0) => "lost: no move left".into(),
        Some(distance) if is_lost(code) => format!("lost in {}", plies(distance.into())),
        Some(distance) => format!("won in {}", plies(distance.into())),
    }
}

/// Wins first, the nearest before others; losses last, the farthest before others.
fn rank(code: Code) -> i32 {
    match distance(code).map(i32::from) {
        None => 0,
        Some(plies) if is_lost(code) => 1_000 - plies,
        Some(plies) => plies - 1_000,
    }
}
