//! `endgame probe`: the value of a position and of each of its moves.
//! Not here: reading the file.

use crate::tables;
use anyhow::{Context, anyhow};
use std::path::Path;
use tricorn::eval::dameo::Endgames;
use tricorn::eval::dameo::endgame::dtm::{Dtm, best, distance, is_lost};
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
    let dtm = |position: &Dameo| {
        let dtm = endgames.dtm(Setup::of(position));
        dtm.with_context(|| {
            format!(
                "too many pieces: the tables hold positions of up to {} pieces",
                contents.pieces
            )
        })
    };
    print::line(value(dtm(&position)?))?;
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    let mut rows = Vec::new();
    for m in &moves {
        let dtm = best([dtm(&position.play(m))?].into_iter());
        rows.push((rank(dtm), position.move_text(m), value(dtm)));
    }
    rows.sort();
    for (_, text, value) in rows {
        print::line(format_args!("  {text:<12} {value}"))?;
    }
    Ok(())
}

fn value(dtm: Dtm) -> String {
    match distance(dtm) {
        None => "drawn".into(),
        Some(0) => "lost: no move left".into(),
        Some(distance) if is_lost(dtm) => format!("lost in {}", plies(distance.into())),
        Some(distance) => format!("won in {}", plies(distance.into())),
    }
}

/// The order of moves: wins first, the shortest in front; losses last, the longest in front.
fn rank(dtm: Dtm) -> i32 {
    match distance(dtm).map(i32::from) {
        None => 0,
        Some(plies) if is_lost(dtm) => 1_000 - plies,
        Some(plies) => plies - 1_000,
    }
}
