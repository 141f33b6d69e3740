//! What `planmark doctor` learns about a home, also about one that can't be opened.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::store::sqlite::bodies::BodyFiles;
use crate::store::sqlite::open::{self, Identity};
use crate::store::sqlite::{DATABASE, LOCKS, OpenError, PLANS, SCHEMA_VERSION};

/// How long an examination waits for a database that is locked.
const WAIT: Duration = Duration::from_secs(1);
/// How a database of SQLite begins.
const HEADER: &[u8] = b"SQLite format 3\0";
/// Most findings of SQLite's check that are kept.
const FINDINGS_MAX: usize = 20;

/// What was found in a home. What could not be learned is none.
#[derive(Debug, Default)]
pub struct Examination {
    /// The version of SQLite inside this program.
    pub sqlite_version: String,
    /// The newest schema that this program understands.
    pub known_schema: u32,
    /// The database's schema.
    pub schema: Option<u32>,
    /// The database's journal mode; `wal` in a sound home.
    pub journal_mode: Option<String>,
    /// What SQLite's quick check of the whole database found; empty when it is sound.
    pub findings: Option<Vec<String>>,
    /// Scopes that hold a cell.
    pub scopes: Option<i64>,
    /// Cells of all scopes.
    pub cells: Option<i64>,
    /// The ids of the tasks that hold a cell, in byte order.
    pub tasks: Vec<String>,
    /// Size of the database in bytes.
    pub database_bytes: Option<u64>,
    /// Size of the write-ahead log in bytes; 0 when there is none.
    pub log_bytes: u64,
    /// Scopes that were ever locked.
    pub locks: Option<usize>,
    /// What stands among the locks and is none. A task whose lock it took can't be written.
    pub strange_locks: Vec<PathBuf>,
    /// Unfinished bodies that a killed process left. They can be deleted while no body is being
    /// saved.
    pub leftovers: Vec<PathBuf>,
    /// Why the home can't be opened.
    pub problem: Option<OpenError>,
}

/// Looks at a home without opening it for use: reads all of its database, writes nothing to it.
#[must_use]
pub fn examine(home: &Path) -> Examination {
    let size = |name: String| fs::metadata(home.join(name)).map(|file| file.len());
    let mut found = Examination {
        sqlite_version: rusqlite::version().to_owned(),
        known_schema: SCHEMA_VERSION,
        database_bytes: size(DATABASE.to_owned()).ok(),
        log_bytes: size(format!("{DATABASE}-wal")).unwrap_or(0),
        locks: count_locks(home).ok(),
        strange_locks: strange_locks(home).unwrap_or_default(),
        leftovers: BodyFiles::new(home, PLANS).leftovers().unwrap_or_default(),
        ..Examination::default()
    };
    found.problem = look_inside(home, &mut found).err();
    found
}

fn count_locks(home: &Path) -> io::Result<usize> {
    let entries = fs::read_dir(home.join(LOCKS))?.collect::<io::Result<Vec<_>>>()?;
    Ok(entries.iter().filter(|entry| entry.file_name() != open::OPENING).count())
}

fn strange_locks(home: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(home.join(LOCKS))?.collect::<io::Result<Vec<_>>>()?;
    let mut strange: Vec<_> =
        entries.iter().map(fs::DirEntry::path).filter(|path| !is_lock(path).unwrap_or(false)).collect();
    strange.sort();
    Ok(strange)
}

/// Whether a path is that of a lock: an empty file, or a database, under the name of a digest.
fn is_lock(path: &Path) -> io::Result<bool> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let named =
        name == open::OPENING || (name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if !named || !fs::symlink_metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    fs::File::open(path)?.take(HEADER.len() as u64).read_to_end(&mut start)?;
    Ok(start.is_empty() || start == HEADER)
}

/// Fills in what the database tells, as far as it can be read.
fn look_inside(home: &Path, found: &mut Examination) -> Result<(), OpenError> {
    let root = home.canonicalize().map_err(|error| OpenError::from_file(home, error))?;
    if !root.is_dir() {
        return Err(OpenError::NotADirectory { home: home.to_owned() });
    }
    let sql = |error| OpenError::from_sql(home, error);
    let connection = connect(&root.join(DATABASE)).map_err(sql)?;
    found.schema = match open::identify(&connection).map_err(sql)? {
        Identity::Ours(version) if version > SCHEMA_VERSION => {
            found.schema = Some(version);
            return Err(OpenError::NewerSchema {
                home: home.to_owned(),
                found: version,
                known: SCHEMA_VERSION,
            });
        }
        Identity::Ours(version) => Some(version),
        Identity::Empty => return Err(OpenError::Damaged { home: home.to_owned() }),
        Identity::Foreign => return Err(OpenError::Foreign { home: home.to_owned() }),
    };
    let mode = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0));
    found.journal_mode = Some(mode.map_err(sql)?);
    let findings = check(&connection).map_err(sql)?;
    let sound = findings.is_empty();
    found.findings = Some(findings);
    if !sound {
        return Err(OpenError::Damaged { home: home.to_owned() });
    }
    let count = |query| connection.query_row(query, [], |row| row.get::<_, i64>(0));
    found.cells = Some(count("SELECT count(*) FROM cells").map_err(sql)?);
    found.scopes = Some(count("SELECT count(DISTINCT scope) FROM cells").map_err(sql)?);
    found.tasks = tasks(&connection).map_err(sql)?;
    Ok(())
}

fn tasks(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(
        "SELECT name FROM scopes WHERE kind = 'task' \
         AND EXISTS (SELECT 1 FROM cells WHERE cells.scope = scopes.id) ORDER BY name",
    )?;
    statement.query_map([], |row| row.get(0))?.collect()
}

/// Connects for reading; a log that another process left is read too, which may recover it.
fn connect(database: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(database, flags)?;
    connection.busy_timeout(WAIT)?;
    Ok(connection)
}

fn check(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(&format!("PRAGMA quick_check({FINDINGS_MAX})"))?;
    let lines = statement.query_map([], |row| row.get(0))?;
    let mut findings = lines.collect::<rusqlite::Result<Vec<String>>>()?;
    findings.retain(|line| line != "ok");
    Ok(findings)
}
