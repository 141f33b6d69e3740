//! Puts a whole file in the place of another, or none.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

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

/// Writes a file beside its place, makes it durable, and puts it there if `still` says so: readers see
/// the old file or the new one.
///
/// # Errors
///
/// What the system or `still` answers; the old file is there then.
pub(crate) fn replace(
    path: &Path,
    bytes: &[u8],
    readers: Readers,
    still: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder)?;
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
    still()?;
    file.persist(path)?;
    sync_folder(folder)
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
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
