//! Leases across processes: one empty lock database for each scope.
//!
//! A holder has an open write transaction on it (`BEGIN IMMEDIATE`), in which nothing is written;
//! `ROLLBACK` ends it, and the kernel does when the process dies. Every language's SQLite can do
//! that. `BEGIN EXCLUSIVE` of another host excludes and is excluded alike; `IMMEDIATE` takes fewer
//! locks, and one who only asks never disturbs the holder. The journal is kept in memory, so that
//! no file appears beside the lock. Lock files are never deleted: two processes could otherwise
//! lock two files of one name.
//!
//! Opening a lock database costs ten times what locking it does, so a bounded number stays open.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use planmark_core::capability::{Outcome, Scope};
use rusqlite::{Connection, OpenFlags};
use sha2::{Digest, Sha256};

use crate::store::sqlite::{failure, patience, platform};

/// Most lock databases that stay open while nobody holds them.
const IDLE_MAX: usize = 64;

/// The lock databases of one home.
#[derive(Debug)]
pub(super) struct LockFiles {
    folder: PathBuf,
    idle: Mutex<VecDeque<(String, Connection)>>,
}

/// A lock held until this is dropped.
#[derive(Debug)]
pub(super) struct FileLock {
    files: Arc<LockFiles>,
    name: String,
    connection: Option<Connection>,
}

impl LockFiles {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, idle: Mutex::default() }
    }

    /// Waits for the scope's lock until the deadline; none when another process kept it.
    ///
    /// INVARIANT: the caller holds the scope among the threads of this process, so that no two of
    /// them compete here and a scope's idle connection is free.
    pub(super) fn acquire(self: &Arc<Self>, scope: &Scope, deadline: Instant) -> Outcome<Option<FileLock>> {
        self.acquire_named(name(scope), deadline).map_err(|error| failure::sql(&error))
    }

    /// As [`acquire`](Self::acquire), for a lock that is no scope's.
    pub(super) fn acquire_named(
        self: &Arc<Self>,
        name: String,
        deadline: Instant,
    ) -> rusqlite::Result<Option<FileLock>> {
        let mut connection = self.take_idle(&name);
        let locked = patience::until(deadline, || {
            // Opening reads the file, which an exclusive holder refuses as well.
            let connection = match &mut connection {
                Some(connection) => connection,
                none => none.insert(open(&self.folder.join(&name))?),
            };
            run(connection, "BEGIN IMMEDIATE")
        });
        match locked {
            Ok(()) => Ok(Some(FileLock { files: Arc::clone(self), name, connection })),
            Err(error) if failure::is_busy(&error) => {
                if let Some(connection) = connection {
                    self.give_back(name, connection);
                }
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn take_idle(&self, name: &str) -> Option<Connection> {
        let mut idle = self.idle();
        let place = idle.iter().rposition(|(other, _)| other == name)?;
        idle.remove(place).map(|(_, connection)| connection)
    }

    fn give_back(&self, name: String, connection: Connection) {
        let mut idle = self.idle();
        idle.push_back((name, connection));
        let surplus = if idle.len() > IDLE_MAX { idle.pop_front() } else { None };
        drop(idle);
        drop(surplus);
    }

    fn idle(&self) -> MutexGuard<'_, VecDeque<(String, Connection)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // A connection that can't roll back is closed, which releases the lock as well.
        if let Some(connection) = self.connection.take()
            && run(&connection, "ROLLBACK").is_ok()
        {
            self.files.give_back(std::mem::take(&mut self.name), connection);
        }
    }
}

fn run(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}

fn open(path: &Path) -> rusqlite::Result<Connection> {
    // When the file can't be made, SQLite says why in the next step.
    let _created = platform::create_private_file(path);
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::ZERO)?;
    connection.query_row("PRAGMA journal_mode=MEMORY", [], |_| Ok(()))?;
    Ok(connection)
}

/// The file name of a scope's lock: SHA-256 over kind, a slash and id, in hex, so that every id is
/// a name on every file system.
fn name(scope: &Scope) -> String {
    let mut digest = Sha256::new();
    digest.update(scope.kind.name());
    digest.update("/");
    digest.update(&scope.id);
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
