//! Training data on disk: the parts of a folder, each with some games and a checksum.
//! Not here: self-play, and training.

use super::record::Record;
use anyhow::{Context, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use tricorn::eval::net::NnueFeatures;
use tricorn::regular_file;
use tricorn_common::files;

/// What each part begins with, before the name of the game.
const MAGIC: &[u8; 8] = b"TRIPOS1\n";

/// Bytes for the name of the game.
const NAME: usize = 16;

/// The path of a part.
pub fn path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("part-{number:05}.bin"))
}

/// Writes a part.
///
/// # Errors
/// It cannot be written.
pub fn write<G: NnueFeatures>(path: &Path, records: &[Record<G::Bitboards>]) -> anyhow::Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(G::NAME.bytes());
    bytes.resize(MAGIC.len() + NAME, 0);
    for record in records {
        record.write(&mut bytes);
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    files::replace_bytes(path, &bytes).with_context(|| path.display().to_string())
}

/// Reads a part; also returns its checksum.
///
/// # Errors
/// It cannot be read, is damaged, or is one of another game.
pub fn read<G: NnueFeatures>(path: &Path) -> anyhow::Result<(Vec<Record<G::Bitboards>>, u32)> {
    let bytes = regular_file::read(path, u64::MAX).with_context(|| path.display().to_string())?;
    parse::<G>(&bytes).with_context(|| path.display().to_string())
}

fn parse<G: NnueFeatures>(bytes: &[u8]) -> anyhow::Result<(Vec<Record<G::Bitboards>>, u32)> {
    let head = MAGIC.len() + NAME;
    ensure!(
        bytes.len() >= head + 4 && bytes.starts_with(MAGIC),
        "this is no file of positions"
    );
    let (guarded, crc) = bytes.split_at(bytes.len() - 4);
    let sum = crc32fast::hash(guarded);
    ensure!(
        sum.to_le_bytes() == crc,
        "damaged or edited: its checksum does not match"
    );
    let name = &bytes[MAGIC.len()..head];
    let name = String::from_utf8_lossy(name);
    let name = name.trim_end_matches('\0');
    ensure!(name == G::NAME, "positions of {name}, expected {}", G::NAME);
    let size = Record::<G::Bitboards>::size();
    let mut records = Vec::new();
    let chunks = guarded[head..].chunks_exact(size);
    ensure!(chunks.remainder().is_empty(), "it ends within a position");
    for chunk in chunks {
        match Record::read(chunk) {
            Some(record) if record.bucket < G::OUTPUT_BUCKETS => records.push(record),
            _ => bail!("position {} cannot be read", records.len() + 1),
        }
    }
    Ok((records, sum))
}

/// The numbers of the parts of a folder, in order; there may be none.
///
/// # Errors
/// The folder cannot be read, or has a `.bin` file that is named otherwise than a part.
pub fn parts(folder: &Path) -> anyhow::Result<Vec<u64>> {
    let listed = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut numbers = Vec::new();
    for entry in listed {
        let found = entry?.path();
        if found.extension().is_none_or(|end| end != "bin") {
            continue;
        }
        let name = found.file_stem().and_then(|name| name.to_str());
        let number = name.and_then(|name| name.strip_prefix("part-")?.parse().ok());
        let number = number.filter(|&number| path(folder, number) == found);
        let number = number
            .with_context(|| format!("{}: expected a name like part-00000.bin", found.display()))?;
        numbers.push(number);
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// How many games some records of a part belong to.
pub fn games<S>(records: &[Record<S>]) -> u64 {
    records.iter().filter(|record| record.first).count() as u64
}
