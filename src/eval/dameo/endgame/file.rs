//! Tables as a file: a head, then a section for each two materials that are solved together,
//! packed and guarded by a checksum. Sections stand in any order, each once, so that a file can
//! grow.
//! Not here: writing to the disk.
//!
//! Numbers are little-endian. The head is [`MAGIC`] and a byte, the greatest number of pieces.
//! A section is the four counts of a [`Material`], a byte each; the length of the packed codes
//! and their CRC-32, counts included, four bytes each; then the codes, one a byte by number, of
//! the material and, unless it is the same, of its passed form behind them, packed by zlib.

use super::setup::{MOST, Material};
use super::tables::EndgameTables;
use crate::regular_file;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::fmt;
use std::io::Read;
use std::path::Path;

/// What a file of tables begins with; the digit is the version of the format.
pub const MAGIC: &[u8; 25] = b"Tricorn endgames Dameo 1\n";

/// How many pieces the tables within the program reach to. Files for more leave these out.
pub const SHIPPED: u32 = 3;

const HEAD: usize = MAGIC.len() + 1;
const SECTION_HEAD: usize = 12;

/// How hard the packer tries, 0 to 10.
const EFFORT: u8 = 9;

/// What a file holds, finished or not.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The greatest number of pieces that the file is meant for.
    pub pieces: u32,
    /// The sections.
    pub tables: EndgameTables,
    /// The length of the head and all sound sections, in bytes. What follows is a section that
    /// was cut off or damaged, and whatever stands behind it.
    pub sound: usize,
}

/// Why a file cannot be used.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be read, or is not a regular file.
    Io(std::io::Error),
    /// It does not begin as a file of tables does.
    Foreign,
    /// It holds tables for a number of pieces that this program does not know.
    Pieces(u32),
    /// It is longer than all its tables together can be; the most bytes that those take.
    Long(u64),
    /// A section is cut off or damaged; where it begins, in bytes.
    Damaged(usize),
    /// It was not built to its end; how many materials are there, and how many should be.
    Unfinished(usize, usize),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Foreign => write!(f, "this is no file of Dameo endgames of version 1"),
            Self::Pieces(pieces) => {
                write!(
                    f,
                    "endgames of {pieces} pieces, {SHIPPED} to {MOST} are known"
                )
            }
            Self::Long(most) => write!(f, "longer than the {most} bytes that its tables may take"),
            Self::Damaged(at) => write!(f, "damaged or cut off at byte {at}"),
            Self::Unfinished(found, all) => {
                write!(
                    f,
                    "unfinished, {found} of {all} materials; build it again to go on"
                )
            }
        }
    }
}

impl std::error::Error for FileError {}

/// The materials that a file for `pieces` pieces holds when it is finished, in stages: those of
/// a stage depend on earlier stages alone. Of a material and its
/// [`passed`](Material::passed) form, which are solved together, the first is named.
#[must_use]
pub fn stages(pieces: u32) -> Vec<Vec<Material>> {
    let mut stages: Vec<Vec<Material>> = Vec::new();
    for pieces in least(pieces)..=pieces {
        let mut all = Material::all(pieces);
        all.retain(|m| *m <= m.passed());
        stages.extend(all.chunk_by(|a, b| a.men() == b.men()).map(<[_]>::to_vec));
    }
    stages
}

/// Every material that a finished file for `pieces` pieces holds.
#[must_use]
pub fn materials(pieces: u32) -> Vec<Material> {
    (least(pieces)..=pieces).flat_map(Material::all).collect()
}

fn least(pieces: u32) -> u32 {
    if pieces > SHIPPED { SHIPPED + 1 } else { 2 }
}

/// The head of a file for `pieces` pieces.
#[must_use]
pub fn head(pieces: u32) -> Vec<u8> {
    [&MAGIC[..], &[pieces as u8]].concat()
}

/// The section of a material, one of [`stages`], and its passed form, unless that is the same.
#[must_use]
pub fn section(material: Material, tables: &EndgameTables) -> Vec<u8> {
    let codes = forms(material).map(|form| tables.of(form));
    let packed = compress_to_vec_zlib(&codes.collect::<Vec<_>>().concat(), EFFORT);
    let mut section = material.0.to_vec();
    section.extend_from_slice(&(packed.len() as u32).to_le_bytes());
    section.extend_from_slice(&checksum(material.0, &packed).to_le_bytes());
    section.extend_from_slice(&packed);
    section
}

/// A material and its passed form, unless that is the same.
pub fn forms(material: Material) -> impl Iterator<Item = Material> {
    let passed = Some(material.passed()).filter(|&passed| passed != material);
    std::iter::once(material).chain(passed)
}

fn checksum(counts: [u8; 4], packed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&counts);
    hasher.update(packed);
    hasher.finalize()
}

/// Reads the bytes of a file as far as they are sound.
///
/// # Errors
/// The head is not that of such a file.
pub fn read(bytes: &[u8]) -> Result<Contents, FileError> {
    let (pieces, mut rest) = read_head(bytes)?;
    let mut contents = Contents {
        pieces,
        tables: EndgameTables::default(),
        sound: HEAD,
    };
    while let Some(length) = read_section(rest, pieces, &mut contents.tables) {
        contents.sound += length;
        rest = &rest[length..];
    }
    Ok(contents)
}

/// The number of pieces in the head, and what follows the head.
fn read_head(bytes: &[u8]) -> Result<(u32, &[u8]), FileError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(FileError::Foreign)?;
    let (&pieces, rest) = rest.split_first().ok_or(FileError::Foreign)?;
    let pieces = u32::from(pieces);
    if !(SHIPPED..=MOST).contains(&pieces) {
        return Err(FileError::Pieces(pieces));
    }
    Ok((pieces, rest))
}

/// Adds the section at the head of `bytes` to `tables` and returns its length; `None` if it is
/// not sound.
fn read_section(bytes: &[u8], pieces: u32, tables: &mut EndgameTables) -> Option<usize> {
    let (&counts, rest) = bytes.split_first_chunk::<4>()?;
    let (&length, rest) = rest.split_first_chunk::<4>()?;
    let (&sum, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
    let packed = rest.get(..length)?;
    let material = Material(counts);
    let sound = checksum(counts, packed) == u32::from_le_bytes(sum);
    let expected = stages(pieces).iter().flatten().any(|&m| m == material);
    if !sound || !expected || tables.knows(material) {
        return None;
    }
    let size = forms(material).map(Material::size).sum();
    let codes = decompress_to_vec_zlib_with_limit(packed, size).ok()?;
    let mut rest = (codes.len() == size).then_some(&codes[..])?;
    for form in forms(material) {
        let (codes, behind) = rest.split_at(form.size());
        tables.insert(form, codes.to_vec());
        rest = behind;
    }
    Some(SECTION_HEAD + length)
}

/// The bytes of a file on the disk. Of whatever else a name may stand for, an endless device or a
/// great file of another kind, the head is read at most. A file that ends within its head is
/// returned as it is.
///
/// # Errors
/// It cannot be read, is not a regular file, has another head, or is longer than its tables can be.
pub fn fetch(path: &Path) -> Result<Vec<u8>, FileError> {
    let (file, length) = regular_file::open(path).map_err(FileError::Io)?;
    // Should it grow meanwhile, what is more than that is not read.
    let mut file = file.take(length);
    let mut bytes = Vec::new();
    let mut read = |most: u64, bytes: &mut Vec<u8>| {
        let part = file.by_ref().take(most).read_to_end(bytes);
        part.map_err(FileError::Io)
    };
    if read(HEAD as u64, &mut bytes)? < HEAD {
        return Ok(bytes);
    }
    let (pieces, _) = read_head(&bytes)?;
    let most = longest(pieces);
    if length > most {
        return Err(FileError::Long(most));
    }
    read(most - HEAD as u64, &mut bytes)?;
    Ok(bytes)
}

/// No file for `pieces` pieces is longer, in bytes. What cannot be packed grows by a few bytes in
/// ten thousand; an eighth is allowed for it.
fn longest(pieces: u32) -> u64 {
    let sections = stages(pieces).into_iter().flatten().map(|material| {
        let codes: usize = forms(material).map(Material::size).sum();
        SECTION_HEAD + codes + codes / 8 + 128
    });
    (HEAD + sections.sum::<usize>()) as u64
}

/// Reads a file that must be whole.
///
/// # Errors
/// It cannot be read, is not such a file (see [`fetch`]), is damaged, or is not finished.
pub fn load(path: &Path) -> Result<Contents, FileError> {
    let bytes = fetch(path)?;
    let contents = read(&bytes)?;
    if contents.sound < bytes.len() {
        return Err(FileError::Damaged(contents.sound));
    }
    let all = materials(contents.pieces);
    let found = all.iter().filter(|&&m| contents.tables.knows(m)).count();
    if found < all.len() {
        return Err(FileError::Unfinished(found, all.len()));
    }
    Ok(contents)
}
