//! What differs from one operating system to the next (D54).

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

#[cfg(unix)]
pub(super) use unix::{create_private_dir, identity, open_no_follow, sync_dir};
#[cfg(windows)]
pub(super) use windows::{create_private_dir, identity, open_no_follow, sync_dir};

/// Whether file systems here usually take `A` and `a` for one name.
pub(super) const FOLDS_CASE: bool = cfg!(any(target_os = "macos", target_os = "ios", windows));

/// One at a time in the whole process. A POSIX system drops every lock of a process on a file when
/// the process closes any descriptor of it; so a file is created and closed before, never while,
/// another thread may have it open through SQLite.
static CREATING: Mutex<()> = Mutex::new(());

/// Creates an empty file for its owner alone, and says whether it did; a file that exists is not
/// touched, not even opened.
pub(super) fn create_private_file(path: &Path) -> io::Result<bool> {
    let _creating = CREATING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    unix::make_private(&mut options);
    match options.open(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}
