//! The file format of endgame tables: a header, and compressed sections with checksums.
//! Not here: writing to the disk.
//!
//! Numbers are little-endian. The header is [`MAGIC`] and one byte, the greatest number of pieces.
//! A section is the four counts of a [`Material`], one byte each; the length of the compressed data
//! and its CRC-32, counts included, four bytes each; then the data: the DTM values of the material by
//! index, one byte each, followed by those of its swapped form, unless that is the same, compressed
//! with zlib. Each section occurs once and in any order, so that a build can append to the file.

use super::setup::{MAX_PIECES, Material};
use super::tables::EndgameTables;
use crate::regular_file;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::fmt;
use std::io::Read;
use std::path::Path;

/// The first bytes of a table file; the digit is the version of the format.
pub const MAGIC: &[u8; 25] = b"Tricorn endgames Dameo 1\n";

/// The greatest number of pieces in the embedded tables. Files for more pieces do not repeat these.
pub const EMBEDDED_PIECES: u32 = 3;

const HEADER: usize = MAGIC.len() + 1;
const SECTION_HEADER: usize = 12;

/// The compression level, 0 to 10.
const EFFORT: u8 = 9;

/// The contents of a file, complete or not.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The greatest number of pieces in the complete file.
    pub pieces: u32,
    /// The tables of all valid sections.
    pub tables: EndgameTables,
    /// The length of the header and all valid sections, in bytes. Anything after that begins with
    /// a section that is truncated or damaged.
    pub valid_bytes: usize,
}

/// Why a file cannot be used.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be read, or is not a regular file.
    Io(std::io::Error),
    /// It is not a table file, or of another version.
    NotATableFile,
    /// It is for a number of pieces that this program does not support.
    UnsupportedPieces(u32),
    /// It is longer than a complete file can be; the maximum in bytes.
    TooLong(u64),
    /// A section is truncated or damaged; its offset in bytes.
    Damaged(usize),
    /// Its build was interrupted: the number of materials, and of those in the complete file.
    Incomplete(usize, usize),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotATableFile => write!(f, "not a Dameo endgame table file of version 1"),
            Self::UnsupportedPieces(pieces) => {
                write!(
                    f,
                    "tables of {pieces} pieces, expected {EMBEDDED_PIECES} to {MAX_PIECES}"
                )
            }
            Self::TooLong(most) => {
                write!(f, "longer than {most} bytes, the maximum for its tables")
            }
            Self::Damaged(at) => write!(f, "damaged or truncated at byte {at}"),
            Self::Incomplete(found, all) => {
                write!(
                    f,
                    "incomplete: {found} of {all} materials; run `endgame build` again to resume"
                )
            }
        }
    }
}

impl std::error::Error for FileError {}

/// The materials of a complete file for `pieces` pieces, in build stages: each stage depends only on
/// earlier ones. Of a material and its [`swapped`](Material::swapped) form, which are solved together,
/// only the first is listed.
#[must_use]
pub fn stages(pieces: u32) -> Vec<Vec<Material>> {
    let mut stages: Vec<Vec<Material>> = Vec::new();
    for pieces in min_pieces(pieces)..=pieces {
        let mut all = Material::all(pieces);
        all.retain(|m| *m <= m.swapped());
        stages.extend(all.chunk_by(|a, b| a.men() == b.men()).map(<[_]>::to_vec));
    }
    stages
}

/// Every material of a complete file for `pieces` pieces.
#[must_use]
pub fn materials(pieces: u32) -> Vec<Material> {
    (min_pieces(pieces)..=pieces)
        .flat_map(Material::all)
        .collect()
}

fn min_pieces(pieces: u32) -> u32 {
    if pieces > EMBEDDED_PIECES {
        EMBEDDED_PIECES + 1
    } else {
        2
    }
}

/// The header of a file for `pieces` pieces.
#[must_use]
pub fn header(pieces: u32) -> Vec<u8> {
    [&MAGIC[..], &[pieces as u8]].concat()
}

/// The section of a material, one of [`stages`], and its swapped form, unless that is the same.
#[must_use]
pub fn section(material: Material, tables: &EndgameTables) -> Vec<u8> {
    let dtms = both_sides(material).map(|form| tables.of(form));
    let packed = compress_to_vec_zlib(&dtms.collect::<Vec<_>>().concat(), EFFORT);
    let mut section = material.0.to_vec();
    section.extend_from_slice(&(packed.len() as u32).to_le_bytes());
    section.extend_from_slice(&checksum(material.0, &packed).to_le_bytes());
    section.extend_from_slice(&packed);
    section
}

/// A material and its swapped form, unless that is the same.
pub fn both_sides(material: Material) -> impl Iterator<Item = Material> {
    let swapped = Some(material.swapped()).filter(|&swapped| swapped != material);
    std::iter::once(material).chain(swapped)
}

fn checksum(counts: [u8; 4], packed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&counts);
    hasher.update(packed);
    hasher.finalize()
}

/// Reads the valid part of a file.
///
/// # Errors
/// The header is not that of a table file.
pub fn read(bytes: &[u8]) -> Result<Contents, FileError> {
    let (pieces, mut rest) = read_header(bytes)?;
    let mut contents = Contents {
        pieces,
        tables: EndgameTables::default(),
        valid_bytes: HEADER,
    };
    while let Some(length) = read_section(rest, pieces, &mut contents.tables) {
        contents.valid_bytes += length;
        rest = &rest[length..];
    }
    Ok(contents)
}

/// Reads the header: the number of pieces, and the bytes after the header.
fn read_header(bytes: &[u8]) -> Result<(u32, &[u8]), FileError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(FileError::NotATableFile)?;
    let (&pieces, rest) = rest.split_first().ok_or(FileError::NotATableFile)?;
    let pieces = u32::from(pieces);
    if !(EMBEDDED_PIECES..=MAX_PIECES).contains(&pieces) {
        return Err(FileError::UnsupportedPieces(pieces));
    }
    Ok((pieces, rest))
}

/// Adds the first section of `bytes` to `tables` and returns its length; `None` if it is not valid.
fn read_section(bytes: &[u8], pieces: u32, tables: &mut EndgameTables) -> Option<usize> {
    let (&counts, rest) = bytes.split_first_chunk::<4>()?;
    let (&length, rest) = rest.split_first_chunk::<4>()?;
    let (&sum, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
    let packed = rest.get(..length)?;
    let material = Material(counts);
    let sound = checksum(counts, packed) == u32::from_le_bytes(sum);
    let expected = stages(pieces).iter().flatten().any(|&m| m == material);
    if !sound || !expected || tables.contains(material) {
        return None;
    }
    let size = both_sides(material).map(Material::size).sum();
    let dtms = decompress_to_vec_zlib_with_limit(packed, size).ok()?;
    let mut rest = (dtms.len() == size).then_some(&dtms[..])?;
    for form in both_sides(material) {
        let (dtms, behind) = rest.split_at(form.size());
        tables.insert(form, dtms.to_vec());
        rest = behind;
    }
    Some(SECTION_HEADER + length)
}

/// Reads the bytes of a table file. Of a large file of another kind only the header is read. A file
/// that ends within its header is returned as it is.
///
/// # Errors
/// It cannot be read, is not a regular file, has another header, or is longer than a complete file
/// can be.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    let (file, length) = regular_file::open(path).map_err(FileError::Io)?;
    // If the file grows meanwhile, the rest is not read.
    let mut file = file.take(length);
    let mut bytes = Vec::new();
    let mut read = |most: u64, bytes: &mut Vec<u8>| {
        let part = file.by_ref().take(most).read_to_end(bytes);
        part.map_err(FileError::Io)
    };
    if read(HEADER as u64, &mut bytes)? < HEADER {
        return Ok(bytes);
    }
    let (pieces, _) = read_header(&bytes)?;
    let most = max_size(pieces);
    if length > most {
        return Err(FileError::TooLong(most));
    }
    read(most - HEADER as u64, &mut bytes)?;
    Ok(bytes)
}

/// The maximum length of a file for `pieces` pieces, in bytes. Incompressible data grows by a few
/// bytes in ten thousand; this allows an eighth.
fn max_size(pieces: u32) -> u64 {
    let sections = stages(pieces).into_iter().flatten().map(|material| {
        let dtms: usize = both_sides(material).map(Material::size).sum();
        SECTION_HEADER + dtms + dtms / 8 + 128
    });
    (HEADER + sections.sum::<usize>()) as u64
}

/// Reads a complete file.
///
/// # Errors
/// It cannot be read, is not a table file (see [`read_bytes`]), is damaged, or is not complete.
pub fn load(path: &Path) -> Result<Contents, FileError> {
    let bytes = read_bytes(path)?;
    let contents = read(&bytes)?;
    if contents.valid_bytes < bytes.len() {
        return Err(FileError::Damaged(contents.valid_bytes));
    }
    let all = materials(contents.pieces);
    let found = all.iter().filter(|&&m| contents.tables.contains(m)).count();
    if found < all.len() {
        return Err(FileError::Incomplete(found, all.len()));
    }
    Ok(contents)
}
