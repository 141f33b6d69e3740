//! Where calls are recorded.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{FILE_MAX_BYTES, LINE_MAX_BYTES, Line};

/// Whether this process has said that a trace can't be written.
static REPORTED: AtomicBool = AtomicBool::new(false);

/// What every trace begins with: no other file is written to.
const BEGINNING: &[u8] = b"{\"trace\":";

/// A file that calls are appended to, by any number of threads and processes.
pub(crate) struct TraceFile {
    path: PathBuf,
}

impl TraceFile {
    /// Names the file. It is opened for each call, so that it can be moved away at any time.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Appends a call. That it can't be done changes nothing of the call; standard error is told once
    /// in a process.
    pub(crate) fn append(&self, line: &Line) {
        let text = serde_json::to_string(line).map_err(io::Error::other);
        if let Err(error) = text.and_then(|text| append(&self.path, &text)) {
            self.failed(&error.to_string());
        }
    }

    /// Notes that a call can't be recorded.
    pub(crate) fn failed(&self, cause: &str) {
        if !REPORTED.swap(true, Ordering::Relaxed) {
            let shown = self.path.display();
            // Nobody is left to tell where standard error can't be written either.
            let _ = writeln!(io::stderr(), "planmark: the trace {shown} can't be written: {cause}");
        }
    }
}

/// Appends a line in one write. After a half line of a killed process it begins a new one (D53).
fn append(path: &Path, line: &str) -> io::Result<()> {
    let refused = |what: String| Err(io::Error::new(io::ErrorKind::InvalidData, what));
    if line.len() > LINE_MAX_BYTES {
        return refused(format!("a call has more than {LINE_MAX_BYTES} bytes"));
    }
    let mut file = open(path)?;
    if !begins_as_a_trace(&file)? {
        return refused("what the file holds is no trace".to_owned());
    }
    let size = file.metadata()?.len();
    let start = if ends_within_a_line(&mut file, size)? { "\n" } else { "" };
    let bytes = format!("{start}{line}\n").into_bytes();
    if size + bytes.len() as u64 > FILE_MAX_BYTES {
        return refused(format!("the file would have more than {FILE_MAX_BYTES} bytes"));
    }
    let written = file.write(&bytes)?;
    if written < bytes.len() {
        return Err(io::Error::new(io::ErrorKind::WriteZero, "there is no room for the whole line"));
    }
    Ok(())
}

/// Whether a file is empty, or begins as a trace does.
fn begins_as_a_trace(file: &File) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(BEGINNING.len() as u64).read_to_end(&mut found)?;
    Ok(found.is_empty() || found == BEGINNING)
}

fn ends_within_a_line(file: &mut File, size: u64) -> io::Result<bool> {
    let mut last = [b'\n'];
    if size > 0 {
        file.seek(SeekFrom::Start(size - 1))?;
        file.read_exact(&mut last)?;
    }
    Ok(last != *b"\n")
}

/// Opens it to append; makes it, for its owner alone, where there is none. A link is refused, and so is
/// whatever else is no regular file.
fn open(path: &Path) -> io::Result<File> {
    let refused = || io::Error::new(io::ErrorKind::PermissionDenied, "the name is not a regular file's");
    if path.symlink_metadata().is_ok_and(|named| !named.is_file()) {
        return Err(refused());
    }
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    platform::private(&mut options);
    let file = options.open(path)?;
    // A link that came to be meanwhile leads elsewhere, or to what is no file.
    let same = platform::is_named(&file, path)?;
    if same { Ok(file) } else { Err(refused()) }
}

/// What differs from one operating system to the next (D54).
#[cfg(unix)]
mod platform {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
    use std::path::Path;

    pub(super) fn private(options: &mut OpenOptions) {
        options.mode(0o600);
    }

    /// Whether the name is that of the file itself, a regular one.
    pub(super) fn is_named(file: &File, path: &Path) -> io::Result<bool> {
        let (opened, named) = (file.metadata()?, path.symlink_metadata()?);
        Ok(opened.is_file() && (opened.dev(), opened.ino()) == (named.dev(), named.ino()))
    }
}

/// What differs from one operating system to the next (D54).
#[cfg(windows)]
mod platform {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::windows::fs::OpenOptionsExt as _;
    use std::path::Path;

    /// Opens a link itself instead of what it points to.
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;

    pub(super) fn private(options: &mut OpenOptions) {
        options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    }

    /// Whether the file is a regular one.
    pub(super) fn is_named(file: &File, _path: &Path) -> io::Result<bool> {
        let opened = file.metadata()?;
        Ok(opened.is_file() && !opened.file_type().is_symlink())
    }
}
