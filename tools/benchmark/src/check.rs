//! Validation of a benchmark: its positions and moves are legal.
//! Not here: the file format (`file`), and whether the rollouts are right.

use crate::file::{self, Case, Head};
use anyhow::{Context, bail, ensure};
use std::collections::HashSet;
use tricorn::games::Variant;

/// Checks the positions of a benchmark.
///
/// # Errors
/// One has no roll, or its moves are not as [`Case`] says; the number of its line stands before the
/// reason.
pub fn all<G: Variant>(head: &Head, cases: &[Case]) -> anyhow::Result<()> {
    for (at, case) in cases.iter().enumerate() {
        one::<G>(head, case).with_context(|| format!("line {}", file::line(at)))?;
    }
    Ok(())
}

fn one<G: Variant>(head: &Head, case: &Case) -> anyhow::Result<()> {
    let placed = G::parse_position(&case.position).with_context(|| case.position.clone())?;
    let Some(roll) = placed.roll else {
        bail!("{}: no roll", case.position);
    };
    let mut legal = Vec::new();
    placed.position.moves(roll, &mut legal);
    let texts = legal.iter().map(|m| placed.position.move_text(m));
    let mut open: HashSet<String> = texts.collect();
    ensure!(
        case.legal == open.len(),
        "legal: {}, expected {}",
        case.legal,
        open.len()
    );
    let (found, most) = (case.moves.len(), head.moves);
    ensure!(
        found > 0 && found <= most as usize,
        "{found} moves, expected 1 to {most}"
    );
    for (rank, rolled) in case.moves.iter().enumerate() {
        let (text, behind) = (&rolled.text, rolled.behind);
        ensure!(
            open.remove(text),
            "{text}: no legal move in canonical form, or listed twice"
        );
        ensure!(
            rank > 0 || behind == 0.0,
            "{text}: the first move, but {behind} behind the best"
        );
    }
    Ok(())
}
