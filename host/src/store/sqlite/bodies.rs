//! Saved plan bodies as files: `plans/<session>/<plan>.md`.
//!
//! A body is written to a temporary file beside its place, flushed, and renamed to a name that must
//! be free; then the folder is flushed. So a name holds a whole body or nothing, whatever is killed
//! when. Links are not followed: neither a folder nor a file that is one is used (D20).

use std::fs::{self, DirEntry, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use planmark_core::capability::{
    BODY_MAX_BYTES, Body, BodyEntry, BodyPage, CapabilityCode, CapabilityFailure, Outcome,
};
use planmark_core::file_id::is_file_id;

use crate::store::paging;
use crate::store::sqlite::{failure, platform};

/// What every body's file name ends with.
const EXTENSION: &str = ".md";
/// What the name of an unfinished body begins with: no id begins so.
const TEMPORARY_PREFIX: &str = ".unfinished-";

/// The bodies of one home.
pub(super) struct BodyFiles<'a> {
    root: &'a Path,
    plans: PathBuf,
}

impl<'a> BodyFiles<'a> {
    pub(super) fn new(root: &'a Path, folder: &str) -> Self {
        Self { root, plans: root.join(folder) }
    }

    pub(super) fn write(&self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>> {
        let folder = self.make_folder(session)?;
        let path = folder.join(file_name(plan));
        if !place(&folder, &path, text).map_err(|error| failure::file(&error))? {
            confirm_same(&folder, &path, plan, text)?;
        }
        platform::sync_dir(&folder).map_err(|error| failure::file(&error))?;
        Ok(path.to_str().map(str::to_owned))
    }

    pub(super) fn read(&self, session: &str, plan: &str) -> Outcome<Option<Body>> {
        let Some(folder) = self.folder(session)? else { return Ok(None) };
        let path = folder.join(file_name(plan));
        if platform::FOLDS_CASE && !has_exact_name(&folder, plan)? {
            return Ok(None);
        }
        let Some((file, metadata)) = absent(platform::open_no_follow(&path))? else { return Ok(None) };
        let bytes = read_bounded(file, &metadata)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| CapabilityFailure::new(CapabilityCode::NotText, "the body is not UTF-8"))?;
        Ok(Some(Body { text, path: path.to_str().map(str::to_owned) }))
    }

    pub(super) fn list(&self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage> {
        let mut entries = match self.folder(session)? {
            Some(folder) => entries(&folder).map_err(|error| failure::file(&error))?,
            None => Vec::new(),
        };
        entries.retain(|entry| entry.plan.as_str() >= from);
        entries.sort_by(|left, right| left.plan.cmp(&right.plan));
        Ok(paging::bodies(entries.into_iter(), limit))
    }

    pub(super) fn remove(&self, session: &str, plan: &str) -> Outcome<()> {
        let Some(folder) = self.folder(session)? else { return Ok(()) };
        let path = folder.join(file_name(plan));
        if platform::FOLDS_CASE && !has_exact_name(&folder, plan)? {
            return Ok(());
        }
        let Some(metadata) = absent(fs::symlink_metadata(&path))? else { return Ok(()) };
        if !metadata.is_file() {
            return Err(denied("the name is not a regular file's"));
        }
        absent(fs::remove_file(&path))?;
        platform::sync_dir(&folder).map_err(|error| failure::file(&error))
    }

    /// The files that killed writers left, in every session.
    pub(super) fn leftovers(&self) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for session in listing(&self.plans)? {
            if session.file_type()?.is_dir() {
                let left = listing(&session.path())?.into_iter().filter(is_unfinished);
                found.extend(left.map(|entry| entry.path()));
            }
        }
        found.sort();
        Ok(found)
    }

    /// The session's folder, when there is one.
    fn folder(&self, session: &str) -> Outcome<Option<PathBuf>> {
        let folder = self.plans.join(session);
        for path in [&self.plans, &folder] {
            match absent(fs::symlink_metadata(path))? {
                Some(metadata) if metadata.is_dir() => {}
                Some(_) => return Err(denied("a link or a file stands where a folder of plans belongs")),
                None => return Ok(None),
            }
        }
        Ok(Some(folder))
    }

    /// The session's folder, made durable when it is new.
    fn make_folder(&self, session: &str) -> Outcome<PathBuf> {
        if let Some(folder) = self.folder(session)? {
            return Ok(folder);
        }
        let make = || {
            platform::create_private_dir(&self.plans.join(session))?;
            platform::sync_dir(self.root)?;
            platform::sync_dir(&self.plans)
        };
        make().map_err(|error| failure::file(&error))?;
        self.folder(session)?.ok_or_else(|| denied("the folder of plans is gone"))
    }
}

/// Puts a body at a free name, and says whether the name was free.
fn place(folder: &Path, path: &Path, text: &str) -> io::Result<bool> {
    if fs::symlink_metadata(path).is_ok() {
        return Ok(false);
    }
    let mut file = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(other) => Err(other.error),
    }
}

/// Accepts a body that is there already when it has this very name and these very bytes.
fn confirm_same(folder: &Path, path: &Path, plan: &str, text: &str) -> Outcome<()> {
    let (file, metadata) = platform::open_no_follow(path).map_err(|error| failure::file(&error))?;
    let same = metadata.len() == text.len() as u64
        && has_exact_name(folder, plan)?
        && read_bounded(file, &metadata)? == text.as_bytes();
    if same {
        return Ok(());
    }
    Err(CapabilityFailure::new(CapabilityCode::Exists, "another body has that name"))
}

/// Reads a body of at most [`BODY_MAX_BYTES`], also when it grows meanwhile.
fn read_bounded(file: File, metadata: &Metadata) -> Outcome<Vec<u8>> {
    let too_large = || CapabilityFailure::new(CapabilityCode::TooLarge, "the body has over 262,144 bytes");
    let limit = BODY_MAX_BYTES as u64;
    if metadata.len() > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| failure::file(&error))?;
    if bytes.len() > BODY_MAX_BYTES { Err(too_large()) } else { Ok(bytes) }
}

/// Whether the folder lists the plan's file in this letter case. A file system that folds case
/// opens a file under other names too.
fn has_exact_name(folder: &Path, plan: &str) -> Outcome<bool> {
    let name = file_name(plan);
    let entries = listing(folder).map_err(|error| failure::file(&error))?;
    Ok(entries.iter().any(|entry| entry.file_name() == name.as_str()))
}

fn entries(folder: &Path) -> io::Result<Vec<BodyEntry>> {
    let mut found = Vec::new();
    for entry in listing(folder)? {
        let name = entry.file_name();
        let plan = name.to_str().and_then(|name| name.strip_suffix(EXTENSION));
        let Some(plan) = plan.filter(|plan| is_file_id(plan)) else { continue };
        // A body that is removed while the folder is listed is left out.
        let Ok(metadata) = fs::symlink_metadata(entry.path()) else { continue };
        if metadata.is_file() {
            found.push(BodyEntry { plan: plan.to_owned(), bytes: metadata.len(), age_ms: age_ms(&metadata) });
        }
    }
    Ok(found)
}

/// What a folder holds; nothing when it is missing.
fn listing(folder: &Path) -> io::Result<Vec<DirEntry>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn is_unfinished(entry: &DirEntry) -> bool {
    entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY_PREFIX))
}

fn age_ms(metadata: &Metadata) -> u64 {
    let modified = metadata.modified().unwrap_or_else(|_| SystemTime::now());
    let age = modified.elapsed().unwrap_or_default();
    u64::try_from(age.as_millis()).unwrap_or(u64::MAX)
}

fn file_name(plan: &str) -> String {
    format!("{plan}{EXTENSION}")
}

/// Takes an error that says that nothing is there as none.
fn absent<T>(outcome: io::Result<T>) -> Outcome<Option<T>> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failure::file(&error)),
    }
}

fn denied(message: &str) -> CapabilityFailure {
    CapabilityFailure::new(CapabilityCode::Denied, message)
}
