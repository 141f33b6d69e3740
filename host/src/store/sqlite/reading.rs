//! Reading: pooled connections, and a snapshot for each call.

use std::path::PathBuf;
use std::str;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use planmark_core::capability::{
    CELL_MAX_BYTES, CapabilityCode, CapabilityFailure, Cell, Outcome, Page, Scope, ScopeKind, ScopePage,
};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::store::paging::{self, Filling};
use crate::store::sqlite::{failure, open};

/// Most connections that stay open while nobody reads.
const IDLE_MAX: usize = 32;

const GET: &str = "SELECT key, version, value FROM cells \
    WHERE scope = (SELECT id FROM scopes WHERE kind = ?1 AND name = ?2) AND key = ?3";
const SCAN: &str = "SELECT key, version, value FROM cells \
    WHERE scope = (SELECT id FROM scopes WHERE kind = ?1 AND name = ?2) AND key >= ?3 AND key < ?4 \
    ORDER BY key LIMIT ?5";
const SCOPES: &str = "SELECT name FROM scopes WHERE kind = ?1 AND name >= ?2 \
    AND EXISTS (SELECT 1 FROM cells WHERE cells.scope = scopes.id) ORDER BY name LIMIT ?3";

/// After every character that a key may hold.
const AFTER_KEYS: &str = "\u{7f}";

/// The connections that read one database.
#[derive(Debug)]
pub(super) struct Readers {
    database: PathBuf,
    wait: Duration,
    idle: Mutex<Vec<Connection>>,
}

/// The state of the store at one moment. Dropping it ends the read transaction.
#[derive(Debug)]
pub(super) struct Snapshot {
    readers: Arc<Readers>,
    connection: Option<Connection>,
}

impl Readers {
    /// `first` is a connection that reads already.
    pub(super) fn new(first: Connection, database: PathBuf, wait: Duration) -> Self {
        Self { database, wait, idle: Mutex::new(vec![first]) }
    }

    /// Begins a snapshot. SQLite takes it with the first read.
    pub(super) fn snapshot(self: &Arc<Self>) -> Outcome<Snapshot> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => open::for_reading(&self.database, self.wait).map_err(|error| failure::sql(&error))?,
        };
        run(&connection, "BEGIN").map_err(|error| failure::sql(&error))?;
        Ok(Snapshot { readers: Arc::clone(self), connection: Some(connection) })
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        // A connection that can't end its transaction is closed, which ends it as well.
        if let Some(connection) = self.connection.take()
            && run(&connection, "COMMIT").is_ok()
        {
            let mut idle = self.readers.idle.lock().unwrap_or_else(PoisonError::into_inner);
            if idle.len() < IDLE_MAX {
                idle.push(connection);
            }
        }
    }
}

impl Snapshot {
    pub(super) fn get(&self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        let read = |connection: &Connection| {
            let mut statement = connection.prepare_cached(GET)?;
            statement.query_row(params![scope.kind.name(), scope.id, key], |row| Ok(cell(row))).optional()
        };
        self.with(read)?.transpose()
    }

    pub(super) fn scan(&self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        let (start, end) = (prefix.max(from), format!("{prefix}{AFTER_KEYS}"));
        let read = |connection: &Connection| {
            let mut statement = connection.prepare_cached(SCAN)?;
            let mut rows = statement.query(params![scope.kind.name(), scope.id, start, end, limit + 1])?;
            let mut filling = Filling::new(limit);
            while let Some(row) = rows.next()? {
                match cell(row).map(|cell| filling.push(cell)) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(failure) => return Ok(Err(failure)),
                }
            }
            Ok(Ok(filling.finish()))
        };
        self.with(read)?
    }

    pub(super) fn scopes(&self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        let read = |connection: &Connection| {
            let mut statement = connection.prepare_cached(SCOPES)?;
            let ids = statement.query_map(params![kind.name(), from, limit + 1], |row| row.get(0))?;
            ids.collect::<rusqlite::Result<Vec<String>>>()
        };
        Ok(paging::scopes(self.with(read)?.into_iter(), limit))
    }

    fn with<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Outcome<T> {
        match &self.connection {
            Some(connection) => read(connection).map_err(|error| failure::sql(&error)),
            None => Err(CapabilityFailure::new(CapabilityCode::Other, "the snapshot has ended")),
        }
    }
}

/// Makes a cell of key, version and value. What another program may have stored is checked.
fn cell(row: &Row<'_>) -> Outcome<Cell> {
    let key = row.get(0).map_err(|error| failure::sql(&error))?;
    let version: i64 = row.get(1).map_err(|error| failure::sql(&error))?;
    let version =
        u64::try_from(version).map_err(|_| stored(CapabilityCode::Corrupt, "a version is negative"))?;
    let value = row.get_ref(2).map_err(|error| failure::sql(&error))?;
    let bytes = value.as_blob().map_err(|_| stored(CapabilityCode::Corrupt, "a value is not a blob"))?;
    if bytes.len() > CELL_MAX_BYTES {
        return Err(stored(CapabilityCode::TooLarge, "a stored value has over 1,048,576 bytes"));
    }
    let value =
        str::from_utf8(bytes).map_err(|_| stored(CapabilityCode::NotText, "a stored value is not UTF-8"))?;
    Ok(Cell { key, value: value.to_owned(), version })
}

fn stored(code: CapabilityCode, message: &str) -> CapabilityFailure {
    CapabilityFailure::new(code, message)
}

fn run(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}
