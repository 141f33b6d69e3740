//! The mutations of a commit as statements: each checks its version and writes in one.

use planmark_core::capability::{Action, CapabilityCode, CapabilityFailure, Mutation, Outcome, Scope};
use rusqlite::{Connection, OptionalExtension, params};

const NEXT_VERSION: &str = "INSERT INTO scopes (kind, name, version) VALUES (?1, ?2, 1) \
    ON CONFLICT DO UPDATE SET version = version + 1 RETURNING id, version";
const SCOPE: &str = "SELECT id FROM scopes WHERE kind = ?1 AND name = ?2";
const INSERT: &str =
    "INSERT INTO cells (scope, key, version, value) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
const UPDATE: &str =
    "UPDATE cells SET version = ?3, value = ?4 WHERE scope = ?1 AND key = ?2 AND version = ?5";
const REMOVE: &str = "DELETE FROM cells WHERE scope = ?1 AND key = ?2 AND version = ?3";
const VERSION: &str = "SELECT version FROM cells WHERE scope = ?1 AND key = ?2";

/// Where no scope has its id: a scope without a row, in which every cell is absent.
const NO_SCOPE: i64 = 0;

/// What one call commits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request<'a> {
    /// The scope, which the call holds.
    pub(super) scope: &'a Scope,
    /// The mutations, whose form has been checked.
    pub(super) mutations: &'a [Mutation],
}

/// Applies the requests inside an open transaction. One that conflicts leaves no trace and doesn't
/// touch the others; an error of SQLite leaves the transaction to be rolled back.
pub(super) fn all(connection: &Connection, requests: &[Request<'_>]) -> rusqlite::Result<Vec<Outcome<()>>> {
    if let [alone] = requests {
        // The transaction is its savepoint: with nothing to commit the caller rolls it back.
        return Ok(vec![outcome(one(connection, *alone)?)]);
    }
    requests.iter().map(|request| in_savepoint(connection, *request)).collect()
}

fn in_savepoint(connection: &Connection, request: Request<'_>) -> rusqlite::Result<Outcome<()>> {
    run(connection, "SAVEPOINT request")?;
    let applied = one(connection, request)?;
    if !applied {
        run(connection, "ROLLBACK TO request")?;
    }
    run(connection, "RELEASE request")?;
    Ok(outcome(applied))
}

/// Applies one request and says whether every version was the expected one.
fn one(connection: &Connection, request: Request<'_>) -> rusqlite::Result<bool> {
    let puts = request.mutations.iter().any(|mutation| matches!(mutation.action, Action::Put(_)));
    let target =
        if puts { Target::next(connection, request.scope)? } else { Target::now(connection, request.scope)? };
    for mutation in request.mutations {
        if !apply(connection, target, mutation)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A scope's row, and the version for what is put.
#[derive(Debug, Clone, Copy)]
struct Target {
    scope: i64,
    version: i64,
}

impl Target {
    fn next(connection: &Connection, scope: &Scope) -> rusqlite::Result<Self> {
        let mut statement = connection.prepare_cached(NEXT_VERSION)?;
        statement.query_row(params![scope.kind.name(), scope.id], |row| {
            Ok(Self { scope: row.get(0)?, version: row.get(1)? })
        })
    }

    fn now(connection: &Connection, scope: &Scope) -> rusqlite::Result<Self> {
        let mut statement = connection.prepare_cached(SCOPE)?;
        let found = statement.query_row(params![scope.kind.name(), scope.id], |row| row.get(0)).optional()?;
        Ok(Self { scope: found.unwrap_or(NO_SCOPE), version: 0 })
    }
}

fn apply(connection: &Connection, target: Target, mutation: &Mutation) -> rusqlite::Result<bool> {
    let (Target { scope, version }, key) = (target, &mutation.key);
    // A version that SQLite can't hold is no cell's.
    let expected = match mutation.expected.map(i64::try_from) {
        Some(Ok(expected)) => Some(expected),
        Some(Err(_)) => return Ok(false),
        None => None,
    };
    let prepare = |statement| connection.prepare_cached(statement);
    let changed = match (&mutation.action, expected) {
        (Action::Put(value), None) => {
            prepare(INSERT)?.execute(params![scope, key, version, value.as_bytes()])?
        }
        (Action::Put(value), Some(expected)) => {
            prepare(UPDATE)?.execute(params![scope, key, version, value.as_bytes(), expected])?
        }
        (Action::Remove, expected) => prepare(REMOVE)?.execute(params![scope, key, expected])?,
        (Action::Check, expected) => {
            let found = prepare(VERSION)?.query_row(params![scope, key], |row| row.get(0)).optional()?;
            usize::from(found == expected)
        }
    };
    Ok(changed == 1)
}

fn outcome(applied: bool) -> Outcome<()> {
    if applied {
        return Ok(());
    }
    Err(CapabilityFailure::new(CapabilityCode::Conflict, "a cell has another version than expected"))
}

/// Runs a statement that takes and gives nothing.
pub(super) fn run(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}
