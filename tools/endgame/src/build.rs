//! `endgame build`: solves what a file lacks, and adds each material as soon as it is solved.
//! Not here: how a material is solved.

use crate::crew::{name, progress, say, setups, tell, work};
use anyhow::{Context, bail};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Instant;
use tricorn::eval::dameo::endgame::file::{self, Contents, FileError};
use tricorn::eval::dameo::endgame::solve::solve;
use tricorn::eval::dameo::endgame::verify::Census;
use tricorn::eval::dameo::{Endgames, Tables};
use tricorn::eval::plies;

/// Builds `output`, or goes on where it ends.
pub fn run(pieces: u32, output: &Path, threads: usize) -> anyhow::Result<()> {
    let begin = Instant::now();
    let (mut out, mut tables) =
        open(pieces, output).with_context(|| output.display().to_string())?;
    let mut stages = file::stages(pieces);
    for stage in &mut stages {
        stage.retain(|&m| !(tables.knows(m) && tables.knows(m.passed())));
        // The greatest first, so that the threads end together.
        stage.sort_by_key(|&m| std::cmp::Reverse(setups(m)));
    }
    let bar = progress(stages.iter().flatten().copied().map(setups).sum());
    for stage in stages {
        let endgames = Endgames::with(tables.clone(), pieces);
        let task = |material| {
            let begin = Instant::now();
            let solved = solve(material, &|setup| {
                let code = endgames.code(setup);
                code.expect("an earlier stage leads to all that this one does")
            });
            (material, solved, begin.elapsed())
        };
        work(&stage, threads, task, |(material, solved, took)| {
            let mut longest = 0;
            for (material, codes) in solved {
                longest = longest.max(Census::of(material, &codes).longest);
                tables.insert(material, codes);
            }
            out.write_all(&file::section(material, &tables))?;
            out.sync_data()?;
            let seconds = took.as_secs_f64();
            let line = format!(
                "{:<10} {:>9} setups, longest {:>8}, {seconds:>6.1} s",
                name(material),
                setups(material),
                plies(longest.into())
            );
            tell(&bar, &line)?;
            bar.inc(setups(material));
            Ok(())
        })
        .with_context(|| output.display().to_string())?;
    }
    bar.finish_and_clear();
    say(&format!(
        "{}: finished, {} bytes, {:.1} s",
        output.display(),
        out.stream_position()?,
        begin.elapsed().as_secs_f64()
    ))?;
    Ok(())
}

/// The file, open behind its last sound section, and what it holds.
fn open(pieces: u32, output: &Path) -> anyhow::Result<(File, Tables)> {
    // Read first, so that nothing but a file of tables, or none yet, is opened for writing.
    let bytes = match file::fetch(output) {
        Err(FileError::Io(error)) if error.kind() == ErrorKind::NotFound => Vec::new(),
        fetched => fetched?,
    };
    let mut options = OpenOptions::new();
    let mut out = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(output)?;
    let head = file::head(pieces);
    // A head that was cut off as it was written is written again.
    if head.starts_with(&bytes) {
        out.write_all(&head)?;
        return Ok((out, Tables::default()));
    }
    let Contents {
        pieces: found,
        tables,
        sound,
    } = file::read(&bytes)?;
    if found != pieces {
        bail!("the file is for {found} pieces, not for {pieces}");
    }
    out.set_len(sound as u64)?;
    out.seek(SeekFrom::Start(sound as u64))?;
    Ok((out, tables))
}
