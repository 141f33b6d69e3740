//! SQLite's files, watched: what is written and synced, on a disk as slow as the test says, and what
//! a power cut would leave of it.
//!
//! [`watch`] puts itself between SQLite and the operating system, for every database that this
//! process opens afterwards.

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use rusqlite::ffi::{
    SQLITE_ERROR, SQLITE_OK, sqlite3_file, sqlite3_io_methods, sqlite3_vfs, sqlite3_vfs_find,
    sqlite3_vfs_register,
};

/// What SQLite did since the process began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Bytes handed to the operating system.
    pub written_bytes: u64,
    /// Syncs asked for.
    pub syncs: u64,
}

/// One change of a file that has not been synced yet.
#[derive(Debug, Clone)]
enum Change {
    Write { at: u64, bytes: Vec<u8> },
    Truncate { bytes: u64 },
}

#[derive(Debug, Clone, Default)]
struct FileState {
    durable: Vec<u8>,
    pending: Vec<Change>,
}

type Files = BTreeMap<PathBuf, FileState>;

/// What stands on the disk at a moment: what was synced, and what was only written.
#[derive(Debug, Clone)]
pub struct Image(Files);

/// What becomes of a write that was not synced when the power went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It reached the disk.
    Kept,
    /// It did not.
    Lost,
    /// Its first sectors did.
    Torn,
}

#[derive(Default)]
struct Recorder {
    names: BTreeMap<usize, PathBuf>,
    files: Option<Files>,
    images: Vec<Image>,
}

static WRITTEN_BYTES: AtomicU64 = AtomicU64::new(0);
static SYNCS: AtomicU64 = AtomicU64::new(0);
static DELAY_MICROS: AtomicU64 = AtomicU64::new(0);
static LIES: AtomicBool = AtomicBool::new(false);
static RECORDER: Mutex<Recorder> =
    Mutex::new(Recorder { names: BTreeMap::new(), files: None, images: Vec::new() });
static BELOW: OnceLock<Below> = OnceLock::new();
/// Our tables, by the address of the one below: SQLite has several, for files with and without locks.
static METHODS: Mutex<BTreeMap<usize, &'static Methods>> = Mutex::new(BTreeMap::new());

/// The operating system's own functions.
struct Below {
    vfs: *mut sqlite3_vfs,
}

/// A table of file functions with ours in it, and the one below. A file that we opened points to the
/// first field, so its address is the address of the whole.
#[repr(C)]
struct Methods {
    ours: sqlite3_io_methods,
    below: sqlite3_io_methods,
}

// SAFETY: SQLite's function tables are constant once they are registered, and may be used from any
// thread.
unsafe impl Send for Below {}
// SAFETY: as above.
unsafe impl Sync for Below {}

/// Begins to watch, once for the process.
///
/// # Panics
///
/// When SQLite has no default file system.
pub fn watch() {
    BELOW.get_or_init(|| {
        // SAFETY: SQLite gives a table that lives as long as the process, or null.
        let vfs = unsafe { sqlite3_vfs_find(std::ptr::null()) };
        assert!(!vfs.is_null(), "SQLite has a default file system");
        // SAFETY: the table is plain data; the copy keeps everything but its name and two functions.
        let mut ours = Box::new(unsafe { std::ptr::read(vfs) });
        ours.zName = c"planmark-watched".as_ptr();
        ours.pNext = std::ptr::null_mut();
        ours.xOpen = Some(open);
        ours.xDelete = Some(delete);
        // SAFETY: the table is leaked, so that it lives as long as SQLite may use it.
        let code = unsafe { sqlite3_vfs_register(Box::leak(ours), 1) };
        assert_eq!(code, SQLITE_OK, "the watched file system is registered");
        Below { vfs }
    });
}

/// What was done so far.
#[must_use]
pub fn counts() -> Counts {
    Counts { written_bytes: WRITTEN_BYTES.load(Ordering::Relaxed), syncs: SYNCS.load(Ordering::Relaxed) }
}

/// Makes every sync from now on take this much longer, as on a slower disk.
pub fn delay_syncs(by: Duration) {
    DELAY_MICROS.store(u64::try_from(by.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Whether the disk of the images forgets what it was told to sync, as some do: what a test of power
/// cuts must notice.
pub fn lie(lies: bool) {
    LIES.store(lies, Ordering::Relaxed);
}

/// Begins to take an image before every write, sync, truncation and removal. Everything that the
/// files hold now counts as synced.
pub fn record() {
    let mut recorder = recorder();
    recorder.images.clear();
    let names: Vec<PathBuf> = recorder.names.values().cloned().collect();
    recorder.files = Some(names.into_iter().map(|name| (name.clone(), durable(&name))).collect());
}

/// How many images have been taken since [`record`].
#[must_use]
pub fn recorded() -> usize {
    recorder().images.len()
}

/// Stops recording and gives the images, oldest first, and one of the end.
#[must_use]
pub fn stop() -> Vec<Image> {
    let mut recorder = recorder();
    let mut images = std::mem::take(&mut recorder.images);
    images.extend(recorder.files.take().map(Image));
    images
}

impl Image {
    /// Writes what a power cut leaves of the files below `home` into `to`. `fate` decides for each
    /// write that was not synced.
    ///
    /// # Errors
    ///
    /// When a file can't be written.
    pub fn restore(&self, home: &Path, to: &Path, mut fate: impl FnMut() -> Fate) -> io::Result<()> {
        for (name, file) in &self.0 {
            let Ok(name) = name.strip_prefix(home) else { continue };
            let path = to.join(name);
            fs::create_dir_all(path.parent().unwrap_or(to))?;
            let mut bytes = file.durable.clone();
            for change in &file.pending {
                apply(&mut bytes, change, fate());
            }
            fs::write(path, bytes)?;
        }
        Ok(())
    }
}

const SECTOR_BYTES: usize = 512;

fn apply(to: &mut Vec<u8>, change: &Change, fate: Fate) {
    match (change, fate) {
        (_, Fate::Lost) => {}
        (Change::Truncate { bytes }, _) => to.truncate(usize::try_from(*bytes).unwrap_or(usize::MAX)),
        (Change::Write { at, bytes }, fate) => {
            let kept = match fate {
                Fate::Torn => bytes.len().div_ceil(SECTOR_BYTES) / 2 * SECTOR_BYTES,
                _ => bytes.len(),
            };
            let bytes = &bytes[..kept.min(bytes.len())];
            let at = usize::try_from(*at).expect("small files");
            if to.len() < at + bytes.len() {
                to.resize(at + bytes.len(), 0);
            }
            to[at..at + bytes.len()].copy_from_slice(bytes);
        }
    }
}

fn recorder() -> MutexGuard<'static, Recorder> {
    RECORDER.lock().unwrap_or_else(PoisonError::into_inner)
}

fn durable(name: &Path) -> FileState {
    FileState { durable: fs::read(name).unwrap_or_default(), pending: Vec::new() }
}

impl Recorder {
    /// Takes an image, and gives the state of the file, when recording.
    fn before(&mut self, file: *mut sqlite3_file) -> Option<&mut FileState> {
        let name = self.names.get(&(file as usize))?;
        let files = self.files.as_mut()?;
        self.images.push(Image(files.clone()));
        Some(files.entry(name.clone()).or_default())
    }
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    let Some(below) = BELOW.get() else { return SQLITE_ERROR };
    // SAFETY: SQLite calls with the arguments that the function below expects; only the table that
    // they came through differs.
    let code = unsafe {
        let Some(open) = (*below.vfs).xOpen else { return SQLITE_ERROR };
        open(below.vfs, name, file, flags, out_flags)
    };
    if code != SQLITE_OK {
        return code;
    }
    // SAFETY: a file that was opened has a table, which is constant; the file is open and ours until
    // it is closed.
    unsafe { (*file).pMethods = std::ptr::from_ref(methods_over((*file).pMethods)).cast() };
    if !name.is_null() {
        // SAFETY: SQLite's file names end with a NUL.
        let name = PathBuf::from(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned());
        let mut recorder = recorder();
        if let Some(files) = &mut recorder.files {
            files.entry(name.clone()).or_insert_with(|| durable(&name));
        }
        recorder.names.insert(file as usize, name);
    }
    code
}

/// Our table over that one, made when it is first seen.
///
/// # Safety
///
/// `table` is a table of SQLite's.
unsafe fn methods_over(table: *const sqlite3_io_methods) -> &'static Methods {
    let mut all = METHODS.lock().unwrap_or_else(PoisonError::into_inner);
    all.entry(table as usize).or_insert_with(|| {
        // SAFETY: the table is plain data.
        let below = unsafe { std::ptr::read(table) };
        let mut ours = below;
        ours.xClose = Some(close);
        ours.xWrite = Some(write);
        ours.xTruncate = Some(truncate);
        ours.xSync = Some(sync);
        Box::leak(Box::new(Methods { ours, below }))
    })
}

/// The functions below those of a file.
///
/// # Safety
///
/// `file` was opened by `open`, and not closed since.
unsafe fn below(file: *mut sqlite3_file) -> &'static sqlite3_io_methods {
    // SAFETY: `open` made the file's table the first field of a `Methods` that is never freed.
    unsafe { &(*(*file).pMethods.cast::<Methods>()).below }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync_folder: c_int) -> c_int {
    {
        // SAFETY: SQLite's file names end with a NUL.
        let name = PathBuf::from(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned());
        let mut recorder = recorder();
        let image = recorder.files.clone().map(Image);
        recorder.images.extend(image);
        if let Some(files) = &mut recorder.files {
            files.remove(&name);
        }
    }
    let Some(below) = BELOW.get() else { return SQLITE_ERROR };
    // SAFETY: as in `open`.
    unsafe { (*below.vfs).xDelete.map_or(SQLITE_ERROR, |delete| delete(below.vfs, name, sync_folder)) }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    recorder().names.remove(&(file as usize));
    // SAFETY: SQLite calls with an open file, which `open` has opened.
    unsafe { below(file).xClose.map_or(SQLITE_ERROR, |close| close(file)) }
}

unsafe extern "C" fn write(file: *mut sqlite3_file, from: *const c_void, count: c_int, at: i64) -> c_int {
    let length = usize::try_from(count).unwrap_or_default();
    WRITTEN_BYTES.fetch_add(length as u64, Ordering::Relaxed);
    if let Some(state) = recorder().before(file) {
        // SAFETY: SQLite gives `count` bytes.
        let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), length) }.to_vec();
        state.pending.push(Change::Write { at: u64::try_from(at).unwrap_or_default(), bytes });
    }
    // SAFETY: as in `close`.
    unsafe { below(file).xWrite.map_or(SQLITE_ERROR, |write| write(file, from, count, at)) }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: i64) -> c_int {
    if let Some(state) = recorder().before(file) {
        state.pending.push(Change::Truncate { bytes: u64::try_from(size).unwrap_or_default() });
    }
    // SAFETY: as in `close`.
    unsafe { below(file).xTruncate.map_or(SQLITE_ERROR, |truncate| truncate(file, size)) }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    SYNCS.fetch_add(1, Ordering::Relaxed);
    let delay = DELAY_MICROS.load(Ordering::Relaxed);
    if delay > 0 {
        thread::sleep(Duration::from_micros(delay));
    }
    // SAFETY: as in `close`.
    let code = unsafe { below(file).xSync.map_or(SQLITE_ERROR, |sync| sync(file, flags)) };
    if code == SQLITE_OK
        && let Some(state) = recorder().before(file)
        && !LIES.load(Ordering::Relaxed)
    {
        for change in std::mem::take(&mut state.pending) {
            apply(&mut state.durable, &change, Fate::Kept);
        }
    }
    code
}
