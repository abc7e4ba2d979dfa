//! Lock files: only one process at a time writes a file or folder.
//! Not here: writing.
//!
//! The system gives a lock up when its process ends, however it ends. The lock file stays: if it
//! were deleted, two processes could lock two files of one name.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A lock that is held until it is dropped.
#[derive(Debug)]
#[must_use = "a lock is given up when it is dropped"]
pub struct Lock {
    _file: File,
}

/// Why a lock cannot be had.
#[derive(Debug)]
pub enum LockError {
    /// Another process has it; the path that it locks.
    InUse(PathBuf),
    /// The system refuses; the path of the lock file.
    Io(PathBuf, io::Error),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse(path) => write!(f, "{}: in use by another run", path.display()),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for LockError {}

/// Locks a folder, which is made if it is not there, by a file `lock` in it.
///
/// # Errors
/// Another process has it, or the folder cannot be written.
pub fn folder(path: &Path) -> Result<Lock, LockError> {
    fs::create_dir_all(path).map_err(|error| LockError::Io(path.into(), error))?;
    take(path, &path.join("lock"))
}

/// Locks a file, which need not exist, by a file beside it with `.lock` added to its name. That
/// file is another one, so the lock holds while the file itself is replaced.
///
/// # Errors
/// Another process has it, or the folder cannot be written.
pub fn file(path: &Path) -> Result<Lock, LockError> {
    take(path, &path.with_added_extension("lock"))
}

/// Opens a file that grows at its end and is never replaced, and locks the file itself. The file is
/// made if it is not there; it can be read, and what is written goes to its end.
///
/// # Errors
/// Another process has it, it is a folder, a device or a pipe, or it cannot be opened.
pub fn growing(path: &Path) -> Result<File, LockError> {
    let failed = |error| LockError::Io(path.into(), error);
    // Looked at before it is opened, since opening a pipe may wait for its other end.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(failed(io::Error::other("not a regular file")));
    }
    let mut options = OpenOptions::new();
    let options = options.create(true).read(true).append(true);
    let file = options.open(path).map_err(failed)?;
    lock(&file, path)?;
    Ok(file)
}

/// Waits for a lock file, for work that is short. The file is made if it is not there.
///
/// # Errors
/// The file cannot be opened or locked.
pub fn wait(lock: &Path) -> Result<Lock, LockError> {
    let locked = open(lock).and_then(|file| file.lock().map(|()| Lock { _file: file }));
    locked.map_err(|error| LockError::Io(lock.into(), error))
}

fn take(locked: &Path, lock: &Path) -> Result<Lock, LockError> {
    let file = open(lock).map_err(|error| LockError::Io(lock.into(), error))?;
    self::lock(&file, locked)?;
    Ok(Lock { _file: file })
}

/// Locks an open file, unless another process has it; `path` is what the lock stands for.
fn lock(file: &File, path: &Path) -> Result<(), LockError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => LockError::InUse(path.into()),
        TryLockError::Error(error) => LockError::Io(path.into(), error),
    })
}

fn open(lock: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(lock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_has_a_lock() -> Result<(), LockError> {
        let folder = tempfile::tempdir().expect("a folder");
        let run = folder.path().join("run");
        let lock = super::folder(&run)?;
        let second = super::folder(&run);
        assert!(matches!(&second, Err(LockError::InUse(path)) if *path == run));
        drop(lock);
        let _lock = super::folder(&run)?;

        let table = run.join("table.txt");
        let lock = file(&table)?;
        assert!(matches!(file(&table), Err(LockError::InUse(_))));
        assert!(!table.exists());
        drop(lock);
        let _lock = wait(&run.join("table.txt.lock"))?;
        assert!(matches!(file(&table), Err(LockError::InUse(_))));

        let lines = run.join("lines.txt");
        let held = growing(&lines)?;
        assert!(matches!(growing(&lines), Err(LockError::InUse(_))));
        drop(held);
        let _held = growing(&lines)?;
        assert!(matches!(growing(&run), Err(LockError::Io(..))), "a folder");
        Ok(())
    }
}
