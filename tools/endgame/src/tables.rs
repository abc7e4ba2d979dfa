//! Opening a file of tables: finished ones to read, and one at a time to build.
//! Not here: the file format, which the engine's library knows.

use anyhow::{Context, Error, anyhow, bail};
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use tricorn::eval::dameo::EndgameTables;
use tricorn::eval::dameo::endgame::file::{self, Contents, FileError};
use tricorn_common::lock;

/// A finished file.
///
/// # Errors
/// It cannot be read, is not a file of tables, is damaged, or is not finished.
pub fn load(path: &Path) -> anyhow::Result<Contents> {
    file::load(path).map_err(|error| explain(path, error))
}

/// What is wrong with a file that is to be read, and what to do about it.
fn explain(path: &Path, error: FileError) -> Error {
    let name = path.display();
    match error {
        FileError::Io(error) if error.kind() == ErrorKind::NotFound => anyhow!(
            "{name}: no such file; `endgame build --output {name}` builds the tables, which takes a few minutes"
        ),
        error => anyhow!("{name}: {error}"),
    }
}

/// Opens a file to build or to resume, for this process alone; also gives the tables in it. What
/// follows its last sound section is cut off.
///
/// # Errors
/// It cannot be opened, another process is building it, it is not a file of tables, or it is one for
/// another number of pieces.
pub fn open(pieces: u32, path: &Path) -> anyhow::Result<(File, EndgameTables)> {
    // Refuses a file of another kind, however long it is, before it is opened for writing.
    match file::fetch(path) {
        Err(FileError::Io(error)) if error.kind() == ErrorKind::NotFound => {}
        fetched => drop(fetched.map_err(|error| explain(path, error))?),
    }
    let mut file = lock::growing(path)?;
    let tables = resume(pieces, &mut file).with_context(|| path.display().to_string())?;
    Ok((file, tables))
}

fn resume(pieces: u32, out: &mut File) -> anyhow::Result<EndgameTables> {
    let mut bytes = Vec::new();
    out.read_to_end(&mut bytes)?;
    let head = file::head(pieces);
    // A head that was cut off is written again.
    if head.starts_with(&bytes) {
        out.set_len(0)?;
        out.write_all(&head)?;
        return Ok(EndgameTables::default());
    }
    let found = file::read(&bytes)?;
    if found.pieces != pieces {
        bail!(
            "tables for {} pieces, expected {pieces} (see --pieces)",
            found.pieces
        );
    }
    out.set_len(found.sound as u64)?;
    Ok(found.tables)
}
