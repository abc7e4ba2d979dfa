//! Files of positions: parts of some games each, written whole or not at all.
//! Not here: playing, and learning.

use super::record::Record;
use crate::files;
use anyhow::{Context, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use tricorn::eval::net::NnueFeatures;

/// What every part begins with, before the name of the game.
const MAGIC: &[u8; 8] = b"TRIPOS1\n";

/// The room for the name.
const NAME: usize = 16;

/// The path of a part.
pub fn path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("part-{number:05}.bin"))
}

/// Writes a part.
pub fn write<G: NnueFeatures>(path: &Path, records: &[Record<G::Bitboards>]) -> anyhow::Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(G::NAME.bytes());
    bytes.resize(MAGIC.len() + NAME, 0);
    for record in records {
        record.write(&mut bytes);
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    files::replace(path, &bytes)
}

/// Reads a part; also returns its checksum.
pub fn read<G: NnueFeatures>(path: &Path) -> anyhow::Result<(Vec<Record<G::Bitboards>>, u32)> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    parse::<G>(&bytes).with_context(|| path.display().to_string())
}

fn parse<G: NnueFeatures>(bytes: &[u8]) -> anyhow::Result<(Vec<Record<G::Bitboards>>, u32)> {
    let head = MAGIC.len() + NAME;
    ensure!(
        bytes.len() >= head + 4 && bytes.starts_with(MAGIC),
        "no file of positions"
    );
    let (guarded, crc) = bytes.split_at(bytes.len() - 4);
    let sum = crc32fast::hash(guarded);
    ensure!(
        sum.to_le_bytes() == crc,
        "damaged: its checksum does not fit"
    );
    let name = &bytes[MAGIC.len()..head];
    let name = String::from_utf8_lossy(name);
    let name = name.trim_end_matches('\0');
    ensure!(name == G::NAME, "positions of {name}, expected {}", G::NAME);
    let size = Record::<G::Bitboards>::size();
    let mut records = Vec::new();
    let chunks = guarded[head..].chunks_exact(size);
    ensure!(chunks.remainder().is_empty(), "half a position at its end");
    for chunk in chunks {
        match Record::read(chunk) {
            Some(record) if record.bucket < G::OUTPUT_BUCKETS => records.push(record),
            _ => bail!("position {} cannot be read", records.len() + 1),
        }
    }
    Ok((records, sum))
}

/// The parts of a folder in their order; there may be none.
pub fn parts(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let listed = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = Vec::new();
    for entry in listed {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "bin") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
