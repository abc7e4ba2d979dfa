//! `endgame verify`: proves every code of a file by the rules, and prints what there is.
//! Not here: what a proof consists of.

use crate::crew::{name, progress, say, tell, work};
use anyhow::{Context, bail};
use std::path::Path;
use tricorn::eval::dameo::Endgames;
use tricorn::eval::dameo::endgame::file;
use tricorn::eval::dameo::endgame::setup::Material;
use tricorn::eval::dameo::endgame::verify::{Census, prove};
use tricorn::rules::Notation;

/// Proves the file.
pub fn run(path: &Path, threads: usize) -> anyhow::Result<()> {
    let contents = file::load(path).with_context(|| path.display().to_string())?;
    let materials = file::materials(contents.pieces);
    let endgames = Endgames::with(contents.tables.clone(), contents.pieces);
    let bar = progress(materials.iter().map(|m| m.size() as u64).sum());
    tell(
        &bar,
        "mover-other        setups        won      drawn       lost  longest",
    )?;
    let task = |material: Material| {
        let census = Census::of(material, contents.tables.of(material));
        (material, census, prove(material, &endgames))
    };
    let mut all = Census::default();
    let mut faults = 0;
    work(&materials, threads, task, |(material, census, proved)| {
        tell(&bar, &row(&name(material), census))?;
        if let Err(fault) = proved {
            faults += 1;
            let position = fault.setup.position().position_text(None);
            let line = format!(
                "FAULT: {position}: code {:?}, by its moves {}",
                fault.found, fault.expected
            );
            tell(&bar, &line)?;
        }
        all.won += census.won;
        all.drawn += census.drawn;
        all.lost += census.lost;
        all.longest = all.longest.max(census.longest);
        bar.inc(material.size() as u64);
        Ok(())
    })?;
    bar.finish_and_clear();
    say(&row("all", all))?;
    if faults > 0 {
        bail!("{faults} materials are wrong");
    }
    say("proved: every code follows from the moves")?;
    Ok(())
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
