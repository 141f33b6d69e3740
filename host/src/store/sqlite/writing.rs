//! Writing: one connection, and one fsync for all commits that meet.
//!
//! The first commit to come leads. It takes along those that came meanwhile, applies each in a
//! savepoint of its own, commits them together, hands the lead to the first that waits now, and
//! answers. A conflict takes back its own savepoint alone. When the group can't be applied, each
//! commit is tried by itself, so that none fails for another's sake; when COMMIT fails, it is not
//! known whether the group is durable.

mod apply;
mod group;

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use planmark_core::capability::{CapabilityCode, CapabilityFailure, Mutation, Outcome, Scope};
use rusqlite::Connection;

use crate::store::sqlite::open::{self, SCHEMA_VERSION};
use crate::store::sqlite::{failure, patience, platform};
use apply::{Request, run};
use group::{Queue, Role};

/// Most commits that share one fsync.
const GROUP_MAX: usize = 128;
/// How often, in groups, the size of the write-ahead log is looked at.
const LOG_CHECK_GROUPS: u32 = 256;
/// Above this size the log is truncated even if readers must be waited for, in bytes. SQLite's own
/// checkpoints keep it at about 4 MB, unless calls always overlap.
const LOG_LARGE_BYTES: u64 = 32 << 20;
/// How long such a truncation waits for readers.
const LOG_WAIT: Duration = Duration::from_millis(100);

/// The one connection of a process that writes. It is opened for the first commit: most processes read.
#[derive(Debug)]
pub(super) struct Writer {
    connection: Mutex<Session>,
    queue: Queue,
    log: PathBuf,
    wait: Duration,
}

#[derive(Debug)]
struct Session {
    connection: Option<Connection>,
    place: Place,
    groups: u32,
}

/// Where the database is, and which file that was when the home was opened.
#[derive(Debug)]
struct Place {
    database: PathBuf,
    file: Option<(u64, u64)>,
}

impl Writer {
    pub(super) fn new(database: PathBuf, wait: Duration) -> Self {
        let mut log = database.clone().into_os_string();
        log.push("-wal");
        let file = platform::identity(&database);
        let session = Session { connection: None, place: Place { database, file }, groups: 0 };
        Self { connection: Mutex::new(session), queue: Queue::default(), log: log.into(), wait }
    }

    /// Commits the mutations of a call that holds the scope.
    pub(super) fn commit(&self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        match self.queue.enter(scope, mutations) {
            Role::Answered(outcome) => outcome,
            Role::Leader => {
                let group = self.queue.gather(GROUP_MAX);
                let mut requests = vec![Request { scope, mutations }];
                requests.extend(group.requests());
                let mut outcomes = self.write(&requests);
                let own = outcomes.remove(0);
                group.answer(outcomes);
                own
            }
        }
    }

    /// Refuses to write to a home that was moved, removed or replaced while it was open.
    pub(super) fn check_place(&self) -> Outcome<()> {
        self.session().place.check()
    }

    /// Truncates the log.
    pub(super) fn checkpoint(&self) -> Outcome<()> {
        self.session().truncate_log(self.wait).map_err(|error| failure::sql(&error))
    }

    /// Writes the requests and gives an outcome for each.
    fn write(&self, requests: &[Request<'_>]) -> Vec<Outcome<()>> {
        let mut session = self.session();
        let deadline = Instant::now() + self.wait;
        let outcomes = match session.transact(requests, deadline) {
            Ok(outcomes) => outcomes,
            Err(failure) if requests.len() == 1 => vec![Err(failure)],
            Err(_) => requests.iter().map(|request| session.transact_alone(*request, deadline)).collect(),
        };
        session.groups = session.groups.wrapping_add(1);
        if session.groups.is_multiple_of(LOG_CHECK_GROUPS) {
            self.bound_log(&mut session);
        }
        outcomes
    }

    /// Truncates a log that has outgrown SQLite's own checkpoints. Readers that don't end in time
    /// leave it for the next look.
    fn bound_log(&self, session: &mut Session) {
        if fs::metadata(&self.log).is_ok_and(|log| log.len() > LOG_LARGE_BYTES) {
            let _later = session.truncate_log(LOG_WAIT);
        }
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    fn transact_alone(&mut self, request: Request<'_>, deadline: Instant) -> Outcome<()> {
        let mut outcomes = self.transact(&[request], deadline)?;
        outcomes.pop().unwrap_or_else(|| Err(unknown("the commit was not answered")))
    }

    /// Writes the requests in one transaction. A failure means that nothing of it was written.
    fn transact(&mut self, requests: &[Request<'_>], deadline: Instant) -> Outcome<Vec<Outcome<()>>> {
        let Self { connection, place, .. } = self;
        let wait = deadline.saturating_duration_since(Instant::now());
        let connection = opened(connection, place, wait).map_err(|error| failure::sql(&error))?;
        patience::until(deadline, || run(connection, "BEGIN IMMEDIATE"))
            .map_err(|error| failure::begin(&error))?;
        let applied = place.check().and_then(|()| check_schema(connection)).and_then(|()| {
            let outcomes = apply::all(connection, requests).map_err(|error| failure::sql(&error))?;
            Ok(outcomes)
        });
        let outcomes = match applied {
            Ok(outcomes) if outcomes.iter().any(Result::is_ok) => outcomes,
            nothing_to_commit => {
                roll_back(connection);
                return nothing_to_commit;
            }
        };
        let Err(error) = run(connection, "COMMIT") else {
            return Ok(outcomes);
        };
        roll_back(connection);
        match failure::sql_code(&error) {
            // The log had no room for the frame that makes a commit: there is none.
            CapabilityCode::Full => Err(failure::sql(&error)),
            _ => Ok(outcomes
                .into_iter()
                .map(|outcome| outcome.and(Err(unknown(&error.to_string()))))
                .collect()),
        }
    }

    fn truncate_log(&mut self, wait: Duration) -> rusqlite::Result<()> {
        let Self { connection, place, .. } = self;
        let connection = opened(connection, place, wait)?;
        connection.busy_timeout(wait)?;
        let busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
        connection.busy_timeout(Duration::ZERO)?;
        if busy? {
            let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
            return Err(rusqlite::Error::SqliteFailure(code, Some("a reader holds the log".to_owned())));
        }
        Ok(())
    }
}

impl Place {
    /// Refuses to write to a database that was moved, removed or replaced while it was open: nobody
    /// else would ever see it.
    fn check(&self) -> Outcome<()> {
        if platform::identity(&self.database) == self.file {
            return Ok(());
        }
        let message = "the database was moved, removed or replaced while it was open";
        Err(CapabilityFailure::new(CapabilityCode::Unavailable, message))
    }
}

/// The connection, opened if this is its first use.
fn opened<'a>(
    kept: &'a mut Option<Connection>,
    place: &Place,
    wait: Duration,
) -> rusqlite::Result<&'a Connection> {
    let connection = match kept.take() {
        Some(connection) => connection,
        None => open::for_writing(&place.database, wait)?,
    };
    Ok(kept.insert(connection))
}

/// Refuses to write when a newer program has changed the schema since this one opened it.
fn check_schema(connection: &Connection) -> Outcome<()> {
    let mut statement =
        connection.prepare_cached("PRAGMA user_version").map_err(|error| failure::sql(&error))?;
    let version: u32 = statement.query_row([], |row| row.get(0)).map_err(|error| failure::sql(&error))?;
    if version == SCHEMA_VERSION {
        return Ok(());
    }
    Err(CapabilityFailure::new(CapabilityCode::NewerFormat, format!("the schema is now {version}")))
}

fn roll_back(connection: &Connection) {
    if !connection.is_autocommit() {
        // A rollback that fails leaves a transaction that never commits: the next BEGIN says so.
        let _rolled_back = run(connection, "ROLLBACK");
    }
}

fn unknown(message: &str) -> CapabilityFailure {
    CapabilityFailure::new(CapabilityCode::OutcomeUnknown, message)
}

#[cfg(test)]
mod tests {
    use planmark_core::capability::{Action, ScopeKind};

    use super::*;

    fn writer(connection: Connection) -> Writer {
        connection.execute_batch(include_str!("schema-1.sql")).expect("the schema is good");
        let writer = Writer::new(PathBuf::from("none"), Duration::from_millis(50));
        writer.session().connection = Some(connection);
        writer
    }

    fn run_sql(writer: &Writer, statements: &str) {
        let session = writer.session();
        session.connection.as_ref().expect("a connection").execute_batch(statements).expect("statements");
    }

    fn scope(id: &str) -> Scope {
        Scope { kind: ScopeKind::Task, id: id.to_owned() }
    }

    fn put(bytes: usize) -> Vec<Mutation> {
        vec![Mutation { key: "k".to_owned(), expected: None, action: Action::Put("v".repeat(bytes)) }]
    }

    /// Commits of these sizes as one group, each to a scope of its own; gives their codes.
    fn write(writer: &Writer, name: &str, sizes: &[usize]) -> Vec<Result<(), CapabilityCode>> {
        let parts: Vec<_> =
            sizes.iter().enumerate().map(|(n, size)| (scope(&format!("{name}{n}")), put(*size))).collect();
        let requests: Vec<_> = parts.iter().map(|(scope, mutations)| Request { scope, mutations }).collect();
        writer.write(&requests).into_iter().map(|outcome| outcome.map_err(|failure| failure.code)).collect()
    }

    fn cells(writer: &Writer) -> i64 {
        let count = "SELECT count(*) FROM cells";
        let session = writer.session();
        let connection = session.connection.as_ref().expect("a connection");
        connection.query_row(count, [], |row| row.get(0)).expect("a count")
    }

    #[test]
    fn one_that_finds_no_room_keeps_no_other_from_being_written() {
        let writer = writer(Connection::open_in_memory().expect("a database"));
        run_sql(&writer, "PRAGMA max_page_count = 40");
        let codes = write(&writer, "a", &[10, 500_000, 10]);
        assert_eq!(codes, [Ok(()), Err(CapabilityCode::Full), Ok(())]);
        assert_eq!(write(&writer, "b", &[500_000]), [Err(CapabilityCode::Full)]);
        assert_eq!(cells(&writer), 2);
    }

    #[test]
    fn when_the_commit_itself_fails_nobody_knows_and_the_writer_goes_on() {
        let writer = writer(Connection::open_in_memory().expect("a database"));
        let break_commit = "PRAGMA foreign_keys = ON;
            CREATE TABLE parents (id INTEGER PRIMARY KEY);
            CREATE TABLE children (parent REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER broken AFTER INSERT ON cells BEGIN INSERT INTO children VALUES (7); END;";
        run_sql(&writer, break_commit);
        assert_eq!(write(&writer, "a", &[1, 1]), [Err(CapabilityCode::OutcomeUnknown); 2]);
        run_sql(&writer, "DROP TRIGGER broken");
        assert_eq!(write(&writer, "b", &[1, 1]), [Ok(()); 2]);
        assert_eq!(cells(&writer), 2);
    }
}
