//! Opening a home: its folders, its database, its schema.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, MAIN_DB, OpenFlags};

use crate::store::sqlite::locks::{FileLock, LockFiles};
use crate::store::sqlite::{DATABASE, LOCKS, OpenError, platform};

/// The newest schema this program understands.
pub const SCHEMA_VERSION: u32 = MIGRATIONS.len() as u32;

/// What brings a database from each schema version to the next.
const MIGRATIONS: [&str; 1] = [include_str!("schema-1.sql")];
/// What marks a database as ours: `PlMk`.
pub(super) const APPLICATION_ID: i32 = 0x506C_4D6B;
/// Size of the database's pages: half of SQLite's default, which halves what a commit writes.
const PAGE_BYTES: u32 = 2_048;
/// Pages in the write-ahead log after which SQLite moves them into the database: about 4 MB.
const LOG_PAGES: u32 = 2_000;
/// The lock that is held while a database is made or migrated. No scope's lock has such a name.
pub(super) const OPENING: &str = "opening";

/// A home that is ready for use.
pub(super) struct Opened {
    /// The folder, links resolved.
    pub(super) root: PathBuf,
    /// A connection to read with.
    pub(super) connection: Connection,
    /// The lock databases.
    pub(super) locks: Arc<LockFiles>,
}

/// What a database says it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// Nothing is in it yet.
    Empty,
    /// Ours, of this schema version.
    Ours(u32),
    /// Another program's.
    Foreign,
}

/// Opens a home, waiting at most `wait` for others.
pub(super) fn open(home: &Path, wait: Duration) -> Result<Opened, OpenError> {
    let deadline = Instant::now() + wait;
    let root = make_folders(home).map_err(|error| OpenError::from_file(home, error))?;
    let used = was_used(&root).map_err(|error| OpenError::from_file(home, error))?;
    let locks = Arc::new(LockFiles::new(root.join(LOCKS)));
    let connection = connect(home, &root.join(DATABASE), used, wait)?;
    let sql = |error| OpenError::from_sql(home, error);
    if !is_ready(&connection).map_err(sql)? {
        let _opening = lock(home, &locks, deadline)?;
        prepare(home, &connection, used)?;
    }
    if connection.is_readonly(MAIN_DB).map_err(sql)? {
        return Err(OpenError::Denied { home: home.to_owned() });
    }
    make_reader(&connection).map_err(sql)?;
    Ok(Opened { root, connection, locks })
}

/// Connects to the database of an open home to read from it, waiting at most `wait` for others.
pub(super) fn for_reading(database: &Path, wait: Duration) -> rusqlite::Result<Connection> {
    let connection = connected(database, wait)?;
    make_reader(&connection)?;
    Ok(connection)
}

/// Connects to the database of an open home to write to it, waiting at most `wait` for others. Later
/// its busy wait is the writer's own.
pub(super) fn for_writing(database: &Path, wait: Duration) -> rusqlite::Result<Connection> {
    let connection = connected(database, wait)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    connection.busy_timeout(Duration::ZERO)?;
    Ok(connection)
}

fn connected(database: &Path, wait: Duration) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(database, flags)?;
    connection.busy_timeout(wait)?;
    Ok(connection)
}

fn make_reader(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "query_only", true)
}

/// Creates the home and its folder of locks, and resolves links above them.
fn make_folders(home: &Path) -> std::io::Result<PathBuf> {
    if !home.is_dir() {
        platform::create_private_dir(home)?;
    }
    let root = home.canonicalize()?;
    let locks = root.join(LOCKS);
    platform::create_private_dir(&locks)?;
    if !fs::symlink_metadata(&locks)?.is_dir() {
        return Err(std::io::Error::new(
            std::io::ErrorKind::PermissionDenied,
            "the folder of locks is a link",
        ));
    }
    Ok(root)
}

/// Whether a scope of this home was ever locked: then its database had its schema before.
pub(super) fn was_used(root: &Path) -> std::io::Result<bool> {
    for entry in fs::read_dir(root.join(LOCKS))? {
        if entry?.file_name() != OPENING {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Connects to the database, creating an empty file in a home that has none yet.
fn connect(home: &Path, database: &Path, used: bool, wait: Duration) -> Result<Connection, OpenError> {
    match fs::symlink_metadata(database) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(metadata) if metadata.is_dir() => return Err(OpenError::NotADatabase { home: home.to_owned() }),
        Ok(_) => return Err(OpenError::Denied { home: home.to_owned() }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && used => {
            return Err(OpenError::Damaged { home: home.to_owned() });
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            platform::create_private_file(database).map_err(|error| OpenError::from_file(home, error))?;
        }
        Err(error) => return Err(OpenError::from_file(home, error)),
    }
    connected(database, wait).map_err(|error| OpenError::from_sql(home, error))
}

/// Whether there is nothing to prepare: the usual case, which takes no lock.
fn is_ready(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(identify(connection)? == Identity::Ours(SCHEMA_VERSION) && is_wal(connection)?)
}

fn is_wal(connection: &Connection) -> rusqlite::Result<bool> {
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
    Ok(mode == "wal")
}

/// Reads what a database says it is.
pub(super) fn identify(connection: &Connection) -> rusqlite::Result<Identity> {
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if application == APPLICATION_ID && version > 0 {
        return Ok(Identity::Ours(version));
    }
    let things: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let empty = (application, version, things) == (0, 0, 0);
    Ok(if empty { Identity::Empty } else { Identity::Foreign })
}

/// Waits for the lock under which one process at a time prepares the database.
fn lock(home: &Path, locks: &Arc<LockFiles>, deadline: Instant) -> Result<FileLock, OpenError> {
    let lock = locks.acquire_named(OPENING.to_owned(), deadline);
    let lock = lock.map_err(|error| OpenError::from_sql(home, error))?;
    lock.ok_or_else(|| OpenError::Held { home: home.to_owned() })
}

/// Brings the database to the newest schema. Another process may have done so meanwhile.
fn prepare(home: &Path, connection: &Connection, used: bool) -> Result<(), OpenError> {
    let sql = |error| OpenError::from_sql(home, error);
    let version = match identify(connection).map_err(sql)? {
        Identity::Ours(found) if found > SCHEMA_VERSION => {
            return Err(OpenError::NewerSchema { home: home.to_owned(), found, known: SCHEMA_VERSION });
        }
        Identity::Ours(version) => version,
        Identity::Empty if used => return Err(OpenError::Damaged { home: home.to_owned() }),
        Identity::Empty => 0,
        Identity::Foreign => return Err(OpenError::Foreign { home: home.to_owned() }),
    };
    if !is_wal(connection).map_err(sql)? {
        connection.pragma_update(None, "page_size", PAGE_BYTES).map_err(sql)?;
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).map_err(sql)?;
    }
    for migration in MIGRATIONS.iter().skip(version as usize) {
        connection.execute_batch(&format!("BEGIN IMMEDIATE;\n{migration}\nCOMMIT;")).map_err(sql)?;
    }
    if version == 0
        && let Some(root) = connection.path().and_then(|path| Path::new(path).parent())
    {
        platform::sync_dir(root).map_err(|error| OpenError::from_file(home, error))?;
    }
    Ok(())
}
