//! Linux, macOS and other Unix systems.

use std::fs::{DirBuilder, File, Metadata, OpenOptions, symlink_metadata};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Creates a folder, and those above it, for the owner alone. One that exists stays as it is.
pub(in super::super) fn create_private_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Lets only the owner read and write what these options create.
pub(super) fn make_private(options: &mut OpenOptions) {
    options.mode(0o600);
}

/// Opens a regular file for reading. Links, and whatever else is no file, are refused as
/// `PermissionDenied`, also when they come to be while it opens.
pub(in super::super) fn open_no_follow(path: &Path) -> io::Result<(File, Metadata)> {
    let named = symlink_metadata(path)?;
    if !named.is_file() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the name is not a regular file's"));
    }
    let file = File::open(path)?;
    let opened = file.metadata()?;
    if (named.dev(), named.ino()) != (opened.dev(), opened.ino()) {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file was exchanged while it was opened",
        ));
    }
    Ok((file, opened))
}

/// Which file has that name now, where there is one.
pub(in super::super) fn identity(path: &Path) -> Option<(u64, u64)> {
    symlink_metadata(path).ok().map(|named| (named.dev(), named.ino()))
}

/// Makes the names in a folder durable.
pub(in super::super) fn sync_dir(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
