//! `endgame verify`: proves every code of a file by the rules, and prints what the tables hold.
//! Not here: what a proof consists of.

use crate::{material, pool, tables};
use anyhow::bail;
use std::path::Path;
use tricorn::eval::dameo::Endgames;
use tricorn::eval::dameo::endgame::file;
use tricorn::eval::dameo::endgame::setup::Material;
use tricorn::eval::dameo::endgame::verify::{Census, prove};
use tricorn::rules::Notation;
use tricorn_common::print::Log;
use tricorn_common::progress::Progress;

/// Proves the file.
///
/// # Errors
/// It cannot be used, or one of its codes is wrong.
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
        let census = Census::of(material, contents.tables.of(material));
        (material, census, prove(material, &endgames))
    };
    let mut total = Census::default();
    let mut faults = 0;
    pool::work(&materials, threads, task, |(material, census, proved)| {
        tell(&row(&material::name(material), census));
        if let Err(fault) = proved {
            faults += 1;
            let position = fault.setup.position().position_text(None);
            tell(&format!(
                "FAULT: {position}: code {:?}, expected {} by its moves",
                fault.found, fault.expected
            ));
        }
        total.won += census.won;
        total.drawn += census.drawn;
        total.lost += census.lost;
        total.longest = total.longest.max(census.longest);
        bar.add(material.size() as u64);
        Ok(())
    })?;
    bar.clear();
    log.line(row("all", total));
    if faults > 0 {
        bail!("{faults} materials have wrong codes");
    }
    log.line("proved: every code follows from the moves");
    Ok(log.finish()?)
}

fn row(name: &str, census: Census) -> String {
    let Census {
        won,
        drawn,
        lost,
        longest,
    } = census;
    let all = census.all();
    format!("{name:<12} {all:>12} {won:>10} {drawn:>10} {lost:>10}  {longest:>7}")
}
