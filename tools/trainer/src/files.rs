//! Files that are there whole or not at all, and notes of how a folder came to be.
//! Not here: what is in them.

use anyhow::{Context, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

/// Writes a file. Whenever the program ends, there is the old one or the new one.
pub fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let new = path.with_added_extension("new");
    fs::write(&new, bytes).with_context(|| new.display().to_string())?;
    fs::rename(&new, path).with_context(|| path.display().to_string())
}

/// Takes a file for this process alone, until what is returned is dropped. The file is made where
/// there is none, and stays: taking it away would let two processes lock two files of one name.
pub fn lock(path: &Path) -> anyhow::Result<File> {
    let context = || path.display().to_string();
    let opened = OpenOptions::new().create(true).append(true).open(path);
    let file = opened.with_context(context)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("{}: in use by another run", path.display()),
        Err(TryLockError::Error(error)) => Err(error).with_context(context),
    }
}

/// The content of a file of text.
pub fn text(path: &Path) -> anyhow::Result<String> {
    // A device or a pipe could have no end.
    ensure!(fs::metadata(path)?.is_file(), "it is no regular file");
    Ok(fs::read_to_string(path)?)
}

/// The content of a JSON file, if there is one.
pub fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Option<T>> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.with_context(|| path.display().to_string())?,
    };
    let content = serde_json::from_slice(&bytes);
    content
        .with_context(|| path.display().to_string())
        .map(Some)
}

/// Writes down in `folder` what is asked for there, or finds that it is the same as before.
///
/// # Errors
/// It is not the same; or there is no note, but the folder is `filled` with what it would tell of.
pub fn agree<T>(folder: &Path, asked: &T, filled: bool) -> anyhow::Result<()>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join("plan.json");
    match read::<T>(&path)? {
        Some(before) if before != *asked => bail!(
            "{} tells of something else: {before:?}, now {asked:?}; take another folder",
            path.display()
        ),
        Some(_) => Ok(()),
        None if filled => bail!(
            "{} is missing, which would tell what is in the folder; take another folder",
            path.display()
        ),
        None => replace(&path, &serde_json::to_vec_pretty(asked)?),
    }
}
