//! Windows. Folders inherit their access rights; a home below the user's profile is private.

use std::fs::{File, Metadata, OpenOptions, create_dir_all};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;

/// Opens a link itself instead of what it points to.
const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;

/// Creates a folder, and those above it. One that exists stays as it is.
pub(in super::super) fn create_private_dir(path: &Path) -> io::Result<()> {
    create_dir_all(path)
}

/// Opens a regular file for reading. Links, and whatever else is no file, are refused as
/// `PermissionDenied`.
pub(in super::super) fn open_no_follow(path: &Path) -> io::Result<(File, Metadata)> {
    let file = OpenOptions::new().read(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path)?;
    let opened = file.metadata()?;
    if !opened.is_file() || opened.file_type().is_symlink() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the name is not a regular file's"));
    }
    Ok((file, opened))
}

/// Which file has that name now: always the one that is open, since the system keeps an open
/// database from being moved or removed.
pub(in super::super) fn identity(_path: &Path) -> Option<(u64, u64)> {
    None
}

/// Names in a folder are durable with the file system's own journal; a folder can't be flushed.
pub(in super::super) fn sync_dir(_path: &Path) -> io::Result<()> {
    Ok(())
}
