//! `endgame verify`: verifies every value of a file by the rules, and prints its statistics.
//! Not here: the verification, which is in the engine's library.

use crate::{material, pool, tables};
use anyhow::bail;
use std::path::Path;
use tricorn::eval::dameo::Endgames;
use tricorn::eval::dameo::endgame::file;
use tricorn::eval::dameo::endgame::setup::Material;
use tricorn::eval::dameo::endgame::verify::{TableStats, verify};
use tricorn::rules::Notation;
use tricorn_common::print::Log;
use tricorn_common::progress::Progress;

/// Verifies the file.
///
/// # Errors
/// It cannot be used, or one of its values is wrong.
pub fn run(path: &Path, threads: usize) -> anyhow::Result<()> {
    let contents = tables::load(path)?;
    let materials = file::materials(contents.pieces);
    let endgames = Endgames::with(contents.tables.clone(), contents.pieces);
    let log = Log::new();
    let all = materials.iter().map(|m| m.size() as u64).sum();
    let bar = Progress::new("positions", 0, all);
    let tell = |line: &str| bar.suspend(|| log.line(line));
    tell("mover-other     positions        won      drawn       lost  longest");
    let task = |material: Material| {
        let stats = TableStats::of(material, contents.tables.of(material));
        (material, stats, verify(material, &endgames))
    };
    let mut total = TableStats::default();
    let mut wrong = 0;
    pool::work(&materials, threads, task, |(material, stats, result)| {
        tell(&row(&material::name(material), stats));
        if let Err(mismatch) = result {
            wrong += 1;
            let position = mismatch.setup.position().position_text(None);
            tell(&format!(
                "WRONG: {position}: value {:?}, expected {} from its moves",
                mismatch.found, mismatch.expected
            ));
        }
        total.won += stats.won;
        total.drawn += stats.drawn;
        total.lost += stats.lost;
        total.longest = total.longest.max(stats.longest);
        bar.add(material.size() as u64);
        Ok(())
    })?;
    bar.clear();
    log.line(row("all", total));
    if wrong > 0 {
        bail!("{wrong} materials have wrong values");
    }
    log.line("verified: every value follows from the moves");
    Ok(log.finish()?)
}

fn row(name: &str, stats: TableStats) -> String {
    let TableStats {
        won,
        drawn,
        lost,
        longest,
    } = stats;
    let all = stats.all();
    format!("{name:<12} {all:>12} {won:>10} {drawn:>10} {lost:>10}  {longest:>7}")
}
