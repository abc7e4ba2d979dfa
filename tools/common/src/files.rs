//! Atomic writes: a file has either its old or its complete new contents.
//! Not here: the contents, and concurrent writers (see `lock`).

use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file as a whole: `write` fills a draft beside it, which then takes its name. The
/// content is on the disk when this returns, so that neither a crash of the program nor one of the
/// machine leaves half a file.
///
/// # Errors
/// `write` fails, or the folder cannot be written. The old file is then still there.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut draft = tempfile::Builder::new();
    draft.prefix(&prefix).suffix(".new");
    // Those of an ordinary new file; the system takes away what the user's mask says.
    #[cfg(unix)]
    draft.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let draft = draft.tempfile_in(folder)?;
    let mut out = BufWriter::new(draft);
    write(&mut out)?;
    let draft = out.into_inner()?;
    draft.as_file().sync_all()?;
    draft.persist(path)?;
    sync_folder(folder)
}

/// Writes a file as a whole from bytes.
///
/// # Errors
/// Those of [`replace`].
pub fn replace_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, |out| out.write_all(bytes))
}

/// Makes a new name in a folder survive a crash of the machine.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    std::fs::File::open(folder)?.sync_all()
}

/// Elsewhere a folder cannot be opened.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_replaced_as_a_whole_or_stays() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("file");
        fs::write(&path, "old")?;
        let failed = replace(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path)?, "old");
        replace_bytes(&path, b"new")?;
        assert_eq!(fs::read_to_string(&path)?, "new");
        let names = fs::read_dir(folder.path())?.count();
        assert_eq!(names, 1, "no draft is left behind");
        Ok(())
    }

    #[test]
    #[cfg(unix)]
    fn a_replaced_file_can_be_read_by_those_who_can_read_a_new_one() -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir()?;
        let [plain, replaced] = ["plain", "replaced"].map(|name| folder.path().join(name));
        fs::write(&plain, "")?;
        replace_bytes(&replaced, b"")?;
        let mode = |path| fs::metadata(path).map(|data| data.permissions().mode());
        assert_eq!(mode(&plain)?, mode(&replaced)?);
        Ok(())
    }
}
