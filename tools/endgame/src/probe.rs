//! `endgame probe`: the value of a position and of each of its moves.
//! Not here: reading the file.

use crate::tables;
use anyhow::{Context, anyhow};
use std::path::Path;
use tricorn::eval::dameo::Endgames;
use tricorn::eval::dameo::endgame::code::{Code, best, distance, is_lost};
use tricorn::eval::dameo::endgame::setup::Setup;
use tricorn::eval::plies;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::{Notation, Rules};
use tricorn_common::print;

/// Prints the value of a position, then its moves, best first.
///
/// # Errors
/// The file cannot be used, or the position cannot be read or is not in the tables.
pub fn run(path: &Path, position: &str) -> anyhow::Result<()> {
    let contents = tables::load(path)?;
    let endgames = Endgames::with(contents.tables, contents.pieces);
    let position: Dameo = Dameo::parse_position(position)
        .map_err(|error| anyhow!("{error}"))?
        .position;
    let code = |position: &Dameo| {
        let code = endgames.code(Setup::of(position));
        code.with_context(|| {
            format!(
                "too many pieces: the tables hold positions of up to {} pieces",
                contents.pieces
            )
        })
    };
    print::line(value(code(&position)?))?;
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    let mut rows = Vec::new();
    for m in &moves {
        let code = best([code(&position.play(m))?].into_iter());
        rows.push((rank(code), position.move_text(m), value(code)));
    }
    rows.sort();
    for (_, text, value) in rows {
        print::line(format_args!("  {text:<12} {value}"))?;
    }
    Ok(())
}

fn value(code: Code) -> String {
    match distance(code) {
        None => "drawn".into(),
        Some(0) => "lost: no move left".into(),
        Some(distance) if is_lost(code) => format!("lost in {}", plies(distance.into())),
        Some(distance) => format!("won in {}", plies(distance.into())),
    }
}

/// The order of moves: wins first, the shortest in front; losses last, the longest in front.
fn rank(code: Code) -> i32 {
    match distance(code).map(i32::from) {
        None => 0,
        Some(plies) if is_lost(code) => 1_000 - plies,
        Some(plies) => plies - 1_000,
    }
}
