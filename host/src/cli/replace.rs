//! Puts a whole file in the place of another, or none.

use std::fs::{self, DirEntry, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// What the name of an unfinished file begins with. It says whose it is, because it stands in folders
/// of others.
const TEMPORARY_PREFIX: &str = ".unfinished-planmark-";

/// Who may read a file.
#[derive(Debug, Clone)]
pub(crate) enum Readers {
    /// Those that the file before it had.
    AsBefore(fs::Permissions),
    /// Its user alone.
    Owner,
    /// Everybody.
    All,
}

/// A file that stands whole and durable beside its place, and goes away when it is not put there.
#[derive(Debug)]
pub(crate) struct Staged {
    file: NamedTempFile,
    path: PathBuf,
}

/// Writes a file beside its place. What killed writers left there is removed.
///
/// # Errors
///
/// What the system answers; the old file is there then.
pub(crate) fn stage(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<Staged> {
    let folder = folder(path);
    sweep(folder);
    let mut file = locked(folder)?;
    file.write_all(bytes)?;
    let permissions = match readers {
        Readers::AsBefore(permissions) => Some(permissions),
        // A temporary file is so already.
        Readers::Owner => None,
        Readers::All => readable_by_all(),
    };
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    Ok(Staged { file, path: path.to_owned() })
}

impl Staged {
    /// Puts the file in its place: readers see the old file or the new one.
    ///
    /// # Errors
    ///
    /// What the system answers; the old file is there then.
    pub(crate) fn place(self) -> io::Result<()> {
        self.file.persist(&self.path)?;
        // The file is there. That its folder can't be made durable is nothing to act on.
        let _ = sync_folder(folder(&self.path));
        Ok(())
    }
}

/// As [`stage`], and puts the file in its place at once.
///
/// # Errors
///
/// As [`stage`].
pub(crate) fn replace(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    stage(path, bytes, readers)?.place()
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a temporary file and locks it, which says that its writer lives. One that was swept before it
/// was locked is made anew. A file system without locks has no sweep either.
fn locked(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let file = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempfile_in(folder)?;
        if file.as_file().lock().is_err() || file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes what killed writers left in a folder: the files that nobody has locked.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(is_unfinished) {
        let path = entry.path();
        if let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            // The next run tries again.
            let _ = fs::remove_file(&path);
        }
    }
}

fn is_unfinished(entry: &DirEntry) -> bool {
    entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY_PREFIX))
        && entry.file_type().is_ok_and(|kind| kind.is_file())
}

#[cfg(unix)]
fn readable_by_all() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all() -> Option<fs::Permissions> {
    None
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_killed_writers_left_is_swept_and_what_living_ones_write_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let left = folder.path().join(".unfinished-planmark-dead");
        let other = folder.path().join(".unfinished-other");
        for file in [&left, &other] {
            fs::write(file, "x").expect("a file");
        }
        let living = stage(&folder.path().join("a"), b"a", Readers::Owner).expect("staged");
        assert!(!left.exists() && other.exists());
        replace(&folder.path().join("b"), b"b", Readers::All).expect("replaced");
        living.place().expect("it is still there");
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).expect("it").flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        assert_eq!(names, [".unfinished-other", "a", "b"]);
    }
}
