//! The mutations of a commit as statements: each checks its version and writes in one.

use planmark_core::capability::{Action, CapabilityCode, CapabilityFailure, Mutation, Outcome, Scope};
use rusqlite::{Connection, OptionalExtension, params};

const NEXT_VERSION: &str = "INSERT INTO scopes (kind, id, version) VALUES (?1, ?2, 1) \
    ON CONFLICT DO UPDATE SET version = version + 1 RETURNING version";
const INSERT: &str = "INSERT INTO cells (kind, scope, key, version, value) VALUES (?1, ?2, ?3, ?4, ?5) \
    ON CONFLICT DO NOTHING";
const UPDATE: &str = "UPDATE cells SET version = ?4, value = ?5 \
    WHERE kind = ?1 AND scope = ?2 AND key = ?3 AND version = ?6";
const REMOVE: &str = "DELETE FROM cells WHERE kind = ?1 AND scope = ?2 AND key = ?3 AND version = ?4";
const VERSION: &str = "SELECT version FROM cells WHERE kind = ?1 AND scope = ?2 AND key = ?3";

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
    let Request { scope, mutations } = request;
    let puts = mutations.iter().any(|mutation| matches!(mutation.action, Action::Put(_)));
    let version = if puts { next_version(connection, scope)? } else { 0 };
    for mutation in mutations {
        if !apply(connection, scope, mutation, version)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn next_version(connection: &Connection, scope: &Scope) -> rusqlite::Result<i64> {
    connection.prepare_cached(NEXT_VERSION)?.query_row(params![scope.kind.name(), scope.id], |row| row.get(0))
}

fn apply(
    connection: &Connection,
    scope: &Scope,
    mutation: &Mutation,
    version: i64,
) -> rusqlite::Result<bool> {
    let (kind, id, key) = (scope.kind.name(), &scope.id, &mutation.key);
    // A version that SQLite can't hold is no cell's.
    let expected = match mutation.expected.map(i64::try_from) {
        Some(Ok(expected)) => Some(expected),
        Some(Err(_)) => return Ok(false),
        None => None,
    };
    let changed = match (&mutation.action, expected) {
        (Action::Put(value), None) => {
            connection.prepare_cached(INSERT)?.execute(params![kind, id, key, version, value.as_bytes()])?
        }
        (Action::Put(value), Some(expected)) => connection.prepare_cached(UPDATE)?.execute(params![
            kind,
            id,
            key,
            version,
            value.as_bytes(),
            expected
        ])?,
        (Action::Remove, expected) => {
            connection.prepare_cached(REMOVE)?.execute(params![kind, id, key, expected])?
        }
        (Action::Check, expected) => {
            let found: Option<i64> = connection
                .prepare_cached(VERSION)?
                .query_row(params![kind, id, key], |row| row.get(0))
                .optional()?;
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
