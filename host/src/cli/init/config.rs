//! The file of a configuration.

use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cli::figures::grouped;
use crate::cli::replace::{Readers, replace};
use crate::cli::report::{Code, Report, reason, shown};

/// Most bytes that are read: some clients keep their history beside their servers.
const CONFIG_MAX_BYTES: u64 = 64 << 20;
/// Most links that are followed one after another.
const LINKS_MAX: usize = 32;
const BOM: &str = "\u{feff}";

/// A configuration as it was read.
#[derive(Debug)]
pub(crate) struct Config {
    /// The path that the client reads. It may be a link, which stays.
    pub(crate) path: PathBuf,
    /// The file behind it.
    target: PathBuf,
    /// What is in it; nothing when there is none.
    bytes: Option<Vec<u8>>,
}

impl Config {
    /// Reads a configuration. One that does not exist is an empty one.
    ///
    /// # Errors
    ///
    /// `config-unreadable`.
    pub(crate) fn read(path: &Path) -> Result<Self, Report> {
        let target = target(path).map_err(|error| unreadable(path, &reason(&error)))?;
        let bytes = read(&target).map_err(|error| unreadable(path, &reason(&error)))?;
        Ok(Self { path: path.to_owned(), target, bytes })
    }

    /// The text without its byte order mark.
    ///
    /// # Errors
    ///
    /// `config-unreadable` when it is not UTF-8.
    pub(crate) fn text(&self) -> Result<&str, Report> {
        let bytes = self.bytes.as_deref().unwrap_or_default();
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let offset = grouped(error.valid_up_to() as u64);
            unreadable(&self.path, &format!("it is not UTF-8: byte {offset} is wrong"))
        })?;
        Ok(text.strip_prefix(BOM).unwrap_or(text))
    }

    /// Puts a text in the place of the one that was read, with the same byte order mark, the same
    /// permissions, and behind the same link. A new file is for `readers`; it and its folders are made.
    ///
    /// # Errors
    ///
    /// `config-changed` when somebody else changed the file since, `output-failed`.
    pub(crate) fn write(&self, text: &str, readers: Readers) -> Result<(), Report> {
        let failed = |error: io::Error| Report::output(&shown(&self.path), &error);
        let metadata = self.bytes.as_ref().map(|_| fs::metadata(&self.target)).transpose();
        let metadata = metadata.map_err(|_| self.changed())?;
        if let Some(folder) = self.target.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        refuse_read_only(&self.target, metadata.as_ref()).map_err(failed)?;
        let mark = if self.bytes.as_deref().is_some_and(|bytes| bytes.starts_with(BOM.as_bytes())) {
            BOM
        } else {
            ""
        };
        let mut same = true;
        let still = || {
            same = read(&self.target)? == self.bytes;
            if same { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
        };
        let readers = metadata.map_or(readers, |metadata| Readers::AsBefore(metadata.permissions()));
        let replaced = replace(&self.target, format!("{mark}{text}").as_bytes(), readers, still);
        if same { replaced.map_err(failed) } else { Err(self.changed()) }
    }

    /// Removes a file that holds nothing but what is ours. Behind a link it is the link that goes.
    ///
    /// # Errors
    ///
    /// `output-failed`.
    pub(crate) fn delete(&self) -> Result<(), Report> {
        let failed = |error: io::Error| Report::output(&shown(&self.path), &error);
        refuse_read_only(&self.path, None).and_then(|()| fs::remove_file(&self.path)).map_err(failed)
    }

    fn changed(&self) -> Report {
        Report::new(
            Code::ConfigChanged,
            format!("{} was changed by another program after it was read", shown(&self.path)),
            "Run the same command again: it shows the change anew.",
        )
    }
}

/// The report of a configuration that can't be read.
pub(crate) fn unreadable(path: &Path, why: &str) -> Report {
    Report::new(
        Code::ConfigUnreadable,
        format!("can't change {}: {why}", shown(path)),
        "Mend the file, or add by hand the entry that --print prints.",
    )
}

/// The file behind a path. The last link may lead to a file that does not exist yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        match fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links follow one another"))
}

fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let metadata = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        metadata => metadata?,
    };
    if !metadata.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(CONFIG_MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > CONFIG_MAX_BYTES {
        return Err(io::Error::other(format!("it has more than {} bytes", grouped(CONFIG_MAX_BYTES))));
    }
    Ok(Some(bytes))
}

/// Who made a file read-only doesn't want it replaced, though the folder would allow that.
fn refuse_read_only(path: &Path, metadata: Option<&Metadata>) -> io::Result<()> {
    if metadata.is_some_and(|metadata| metadata.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let folder = path.parent().map(fs::metadata).transpose()?;
    if cfg!(unix) && folder.is_some_and(|folder| folder.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "its folder is read-only"));
    }
    Ok(())
}
