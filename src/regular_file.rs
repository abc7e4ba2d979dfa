//! Files whose names come from outside, opened so that nothing waits: a name may stand for a pipe,
//! a device, or a file of the system whose read blocks.
//! Not here: what the files say.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// Opens a regular file for reading. Returns its length in bytes, too: no more than that is there
/// to be read, and reading beyond it may wait.
///
/// # Errors
/// There is none, it cannot be read, or it is not a regular file.
pub fn open(path: &Path) -> io::Result<(File, u64)> {
    regular(OpenOptions::new().read(true), path)
}

/// Reads a regular file, `most` bytes of it at most.
///
/// # Errors
/// As [`open`], and when reading fails.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (file, length) = open(path)?;
    let mut bytes = Vec::new();
    file.take(length.min(most)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a regular file of text.
///
/// # Errors
/// As [`open`], and when reading fails or the text is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    let (file, length) = open(path)?;
    io::read_to_string(file.take(length))
}

/// Opens a regular file to write at its end; makes one where there is none.
///
/// # Errors
/// It cannot be written, or it is not a regular file.
pub fn append(path: &Path) -> io::Result<File> {
    let (mut file, _) = regular(OpenOptions::new().append(true).create(true), path)?;
    // Some files of the system can be opened for writing and then refuse to be written.
    let _ = file.write(&[])?;
    Ok(file)
}

/// Opens without waiting, then looks at what was opened: asked before, a name could stand for
/// something else by the time it is opened.
fn regular(options: &mut OpenOptions, path: &Path) -> io::Result<(File, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(nix::libc::O_NONBLOCK);
    }
    let not_regular = || io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
    let file = options.open(path).map_err(|error| {
        // A pipe that nobody reads, or a folder, cannot even be opened for writing.
        match path.metadata() {
            Ok(about) if !about.is_file() => not_regular(),
            _ => error,
        }
    })?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(not_regular());
    }
    Ok((file, about.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_file_is_read_and_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        append(&path)
            .expect("a file")
            .write_all(b"abc")
            .expect("room");
        append(&path)
            .expect("a file")
            .write_all(b"de")
            .expect("room");
        assert_eq!(read(&path, 100).expect("a file"), b"abcde");
        assert_eq!(read(&path, 2).expect("a file"), b"ab");
        assert_eq!(open(&path).expect("a file").1, 5);
        for other in [folder.path(), &folder.path().join("none/file")] {
            assert!(open(other).is_err() && append(other).is_err(), "{other:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_could_wait_for_ever_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        for path in [&pipe, Path::new("/dev/zero"), Path::new("/dev/full")] {
            for error in [open(path).err(), append(path).err()] {
                let text = error.map(|error| error.to_string());
                assert_eq!(text.as_deref(), Some("not a regular file"), "{path:?}");
            }
        }
        // The system calls this a regular file without content, and its read waits for news.
        let messages = Path::new("/proc/kmsg");
        assert!(read(messages, 100).is_ok_and(|bytes| bytes.is_empty()) || open(messages).is_err());
        assert!(append(messages).is_err());
    }
}
