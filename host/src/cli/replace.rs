//! Puts a whole file in the place of another, or none.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes a file beside its place, makes it durable, and puts it there if `still` says so: readers see
/// the old file or the new one. `permissions` are the file's; without them it is readable by all.
///
/// # Errors
///
/// What the system or `still` answers; the old file is there then.
pub(crate) fn replace(
    path: &Path,
    bytes: &[u8],
    permissions: Option<Permissions>,
    still: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions.or_else(readable_by_all) {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    still()?;
    file.persist(path)?;
    sync_folder(folder)
}

/// A temporary file belongs to its user alone; what is handed over should be as any new file.
#[cfg(unix)]
fn readable_by_all() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all() -> Option<Permissions> {
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
