//! `endgame build`: solves the materials that a file lacks, and appends each to the file.
//! Not here: the generator, which is in the engine's library.

use crate::material::{name, setups};
use crate::{pool, tables};
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use tricorn::eval::dameo::Endgames;
use tricorn::eval::dameo::endgame::file;
use tricorn::eval::dameo::endgame::solve::solve;
use tricorn::eval::dameo::endgame::verify::TableStats;
use tricorn::eval::plies;
use tricorn_common::print::Log;
use tricorn_common::progress::Progress;

/// Builds `output` or resumes its build.
///
/// # Errors
/// The file is in use, is not a table file, or cannot be written.
pub fn run(pieces: u32, output: &Path, threads: usize) -> anyhow::Result<()> {
    let begin = Instant::now();
    let (mut out, mut tables) = tables::open(pieces, output)?;
    let mut stages = file::stages(pieces);
    for stage in &mut stages {
        stage.retain(|&m| !(tables.contains(m) && tables.contains(m.swapped())));
        // The largest first, so that the threads end together.
        stage.sort_by_key(|&m| std::cmp::Reverse(setups(m)));
    }
    let log = Log::new();
    let all = stages.iter().flatten().copied().map(setups).sum();
    let bar = Progress::new("positions", 0, all);
    for stage in stages {
        let endgames = Endgames::with(tables.clone(), pieces);
        let task = |material| {
            let begin = Instant::now();
            let solved = solve(material, &|setup| {
                let dtm = endgames.dtm(setup);
                dtm.expect("all captures and promotions lead to earlier stages")
            });
            (material, solved, begin.elapsed())
        };
        pool::work(&stage, threads, task, |(material, solved, took)| {
            let mut longest = 0;
            for (material, dtms) in solved {
                longest = longest.max(TableStats::of(material, &dtms).longest);
                tables.insert(material, dtms);
            }
            out.write_all(&file::section(material, &tables))?;
            out.sync_data()?;
            let seconds = took.as_secs_f64();
            bar.suspend(|| {
                log.line(format_args!(
                    "{:<10} {:>9} positions, longest {:>8}, {seconds:>6.1} s",
                    name(material),
                    setups(material),
                    plies(longest.into())
                ));
            });
            bar.add(setups(material));
            Ok(())
        })
        .with_context(|| output.display().to_string())?;
    }
    bar.clear();
    log.line(format_args!(
        "{}: finished, {} bytes, {:.1} s",
        output.display(),
        out.metadata()?.len(),
        begin.elapsed().as_secs_f64()
    ));
    Ok(log.finish()?)
}
