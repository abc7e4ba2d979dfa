//! Files whose names come from outside, opened so that nothing waits: a name may stand for a pipe,
//! a device, or a file of the system whose read blocks.
//! Not here: what the files say.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
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
    regular(OpenOptions::new().append(true).create(true), path).map(|(file, _)| file)
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
    if !about.is_file() || is_of_kernel(&file)? {
        return Err(not_regular());
    }
    Ok((file, about.len()))
}

/// Whether what looks like a regular file is an interface of the kernel: reading it may wait for
/// ever, and writing to it does something else than keeping bytes.
#[cfg(target_os = "linux")]
fn is_of_kernel(file: &File) -> io::Result<bool> {
    use nix::sys::statfs::{
        CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, DEBUGFS_MAGIC, PROC_SUPER_MAGIC, SECURITYFS_MAGIC,
        SYSFS_MAGIC, TRACEFS_MAGIC, fstatfs,
    };
    let of_kernel = [
        CGROUP_SUPER_MAGIC,
        CGROUP2_SUPER_MAGIC,
        DEBUGFS_MAGIC,
        PROC_SUPER_MAGIC,
        SECURITYFS_MAGIC,
        SYSFS_MAGIC,
        TRACEFS_MAGIC,
    ];
    Ok(of_kernel.contains(&fstatfs(file)?.filesystem_type()))
}

/// Other systems show no such files, or are not known to.
#[cfg(not(target_os = "linux"))]
fn is_of_kernel(_: &File) -> io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

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
        let special = [
            "/dev/zero",
            "/dev/full",
            "/proc/self/mem",
            "/proc/self/comm",
        ];
        for path in special.map(Path::new).into_iter().chain([&*pipe]) {
            for error in [open(path).err(), append(path).err()] {
                let text = error.map(|error| error.to_string());
                assert_eq!(text.as_deref(), Some("not a regular file"), "{path:?}");
            }
        }
        // Its read waits for a message of the kernel, if this process may open it at all.
        let messages = Path::new("/proc/kmsg");
        assert!(open(messages).is_err() && append(messages).is_err());
    }
}
