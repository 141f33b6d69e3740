//! The file of a configuration.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cli::figures::grouped;
use crate::cli::replace::{Readers, Staged, stage};
use crate::cli::report::{Code, Report, reason, shown};

/// Most bytes that are read: some clients keep their history beside their servers.
const CONFIG_MAX_BYTES: u64 = 64 << 20;
const BOM: &str = "\u{feff}";

/// A configuration as it was read.
#[derive(Debug)]
pub(crate) struct Config {
    /// The path that the client reads. It may be a link, which stays.
    pub(crate) path: PathBuf,
    /// The file behind it; the path itself when there is no link on the way.
    pub(crate) target: PathBuf,
    /// What is in it; nothing when there is none.
    bytes: Option<Vec<u8>>,
}

impl Config {
    /// Reads a configuration. One that does not exist is an empty one. A link on the way to it has to
    /// lead to something in `inside`, the folder whose configuration it is.
    ///
    /// # Errors
    ///
    /// `config-unreadable`.
    pub(crate) fn read(path: &Path, inside: &Path) -> Result<Self, Report> {
        let target = target(path, inside).map_err(|why| unreadable(path, &why))?;
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

    /// Makes sure that the file and its folder are not read-only. Who made them so doesn't want the file
    /// replaced, also where the system would allow it.
    ///
    /// # Errors
    ///
    /// `output-failed`.
    pub(crate) fn check_writable(&self) -> Result<(), Report> {
        let denied = |why| self.failed(&io::Error::new(io::ErrorKind::PermissionDenied, why));
        let is_read_only = |path: &Path| fs::metadata(path).ok().map(|found| found.permissions().readonly());
        if is_read_only(&self.target) == Some(true) {
            return Err(denied("it is read-only"));
        }
        let folder = self.target.ancestors().skip(1).find_map(is_read_only);
        if cfg!(unix) && folder == Some(true) {
            return Err(denied("its folder is read-only"));
        }
        Ok(())
    }

    /// Writes beside the file what will be in its place, with the same byte order mark and the same
    /// permissions. A new file is for `readers`; the folders on the way to it are made.
    ///
    /// # Errors
    ///
    /// `config-changed`, `output-failed`.
    pub(crate) fn stage(&self, text: &str, readers: Readers) -> Result<Staged, Report> {
        let metadata = self.bytes.as_ref().map(|_| fs::metadata(&self.target)).transpose();
        let metadata = metadata.map_err(|_| self.changed())?;
        if let Some(folder) = self.target.parent() {
            fs::create_dir_all(folder).map_err(|error| self.failed(&error))?;
        }
        let marked = self.bytes.as_deref().is_some_and(|bytes| bytes.starts_with(BOM.as_bytes()));
        let mark = if marked { BOM } else { "" };
        let readers = metadata.map_or(readers, |metadata| Readers::AsBefore(metadata.permissions()));
        let staged = stage(&self.target, format!("{mark}{text}").as_bytes(), readers);
        staged.map_err(|error| self.failed(&error))
    }

    /// Puts a text in the place of the one that was read, behind the same link.
    ///
    /// # Errors
    ///
    /// `config-changed` when somebody else changed the file since, `output-failed`.
    pub(crate) fn place(&self, staged: Staged) -> Result<(), Report> {
        self.check_unchanged()?;
        staged.place().map_err(|error| self.failed(&error))
    }

    /// Removes a file that holds nothing but what is ours. Behind a link it is the link that goes.
    ///
    /// # Errors
    ///
    /// As [`place`](Self::place).
    pub(crate) fn delete(&self) -> Result<(), Report> {
        self.check_unchanged()?;
        fs::remove_file(&self.path).map_err(|error| self.failed(&error))
    }

    fn check_unchanged(&self) -> Result<(), Report> {
        let now = read(&self.target).map_err(|error| self.failed(&error))?;
        if now == self.bytes { Ok(()) } else { Err(self.changed()) }
    }

    fn failed(&self, error: &io::Error) -> Report {
        Report::output(&shown(&self.path), error)
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

/// The file behind a path. Says why it can't be used: a link on the way leads to nothing, or out of the
/// folder. A path that a variable put elsewhere is in a folder of its own.
fn target(path: &Path, inside: &Path) -> Result<PathBuf, String> {
    let own = if path.starts_with(inside) { inside } else { path.parent().unwrap_or(path) };
    let on_the_way: Vec<_> = path.ancestors().take_while(|part| *part != own).collect();
    let Some(link) = on_the_way.iter().rev().find(|part| part.is_symlink()) else {
        return Ok(path.to_owned());
    };
    // The nearest that exists, be it a link to nothing.
    let there = on_the_way.iter().find(|part| part.symlink_metadata().is_ok()).unwrap_or(link);
    let real = there.canonicalize().map_err(|error| {
        let to = fs::read_link(there).unwrap_or_default();
        format!("{} is a link to {}: {}", shown(there), shown(&to), reason(&error))
    })?;
    let rest = path.strip_prefix(there).unwrap_or(Path::new(""));
    let target: PathBuf = real.components().chain(rest.components()).collect();
    let is_in = |folder: &Path| folder.canonicalize().is_ok_and(|folder| target.starts_with(folder));
    if is_in(inside) || is_in(own) {
        return Ok(target);
    }
    let (link, target) = (shown(link), shown(&target));
    Err(format!("{link} is a link that leads to {target}, outside of {}", shown(inside)))
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
