//! Opening table files: complete ones to read, and one to build or resume.
//! Not here: the file format, which is in the engine's library.

use anyhow::{Context, Error, anyhow, bail};
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use tricorn::eval::dameo::EndgameTables;
use tricorn::eval::dameo::endgame::file::{self, Contents, FileError};
use tricorn_common::lock;

/// Reads a complete file.
///
/// # Errors
/// It cannot be read, is not a table file, is damaged, or is not complete.
pub fn load(path: &Path) -> anyhow::Result<Contents> {
    file::load(path).map_err(|error| explain(path, error))
}

/// What is wrong with a file, and what to do about it.
fn explain(path: &Path, error: FileError) -> Error {
    let name = path.display();
    match error {
        FileError::Io(error) if error.kind() == ErrorKind::NotFound => anyhow!(
            "{name}: no such file; `endgame build --output {name}` builds the tables, which takes a few minutes"
        ),
        error => anyhow!("{name}: {error}"),
    }
}

/// Opens a file to build or resume, and locks it; returns it with the tables in it. Anything after its
/// last valid section is cut off.
///
/// # Errors
/// It cannot be opened, another process is building it, it is not a table file, or it is for another
/// number of pieces.
pub fn open(pieces: u32, path: &Path) -> anyhow::Result<(File, EndgameTables)> {
    // Rejects a file of another kind before it is opened for writing.
    match file::read_bytes(path) {
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
    let head = file::header(pieces);
    // A truncated header is written again.
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
    out.set_len(found.valid_bytes as u64)?;
    Ok(found.tables)
}
