//! The imports, as the capabilities that the core asks for.

use super::bindings::planmark::engine::{access, bodies, clock, locking, storage};
use super::convert::all;
use crate::author::Author;
use crate::capability::{
    Access, Action, Bodies, Body, BodyEntry, BodyPage, Cell, Clock, Locking, Mutation, Outcome, Page, Reach,
    Scope, ScopeKind, ScopePage, Storage,
};

/// The host of this component. It holds nothing: the host knows which call is running.
pub(super) struct Ports;

impl Clock for Ports {
    fn now(&mut self) -> u64 {
        clock::now()
    }
}

impl Locking for Ports {
    fn acquire(&mut self, scope: &Scope) -> Outcome<()> {
        locking::acquire(&scope.into()).map_err(Into::into)
    }
}

impl Storage for Ports {
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        let storage::Lookup { cell } = storage::get(&scope.into(), key)?;
        Ok(cell.map(Into::into))
    }

    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        let storage::Page { cells, next } = storage::scan(&scope.into(), prefix, from, limit)?;
        Ok(Page { cells: all(cells), next })
    }

    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        let storage::ScopePage { ids, next } = storage::scopes(kind.into(), from, limit)?;
        Ok(ScopePage { ids, next })
    }

    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        let mutations: Vec<_> = mutations.iter().map(Into::into).collect();
        storage::commit(&scope.into(), &mutations).map_err(Into::into)
    }
}

impl Bodies for Ports {
    fn write(&mut self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>> {
        let bodies::Place { path } = bodies::write(session, plan, text)?;
        Ok(path)
    }

    fn read(&mut self, session: &str, plan: &str) -> Outcome<Option<Body>> {
        let bodies::BodyLookup { body } = bodies::read(session, plan)?;
        Ok(body.map(|bodies::Body { text, path }| Body { text, path }))
    }

    fn list(&mut self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage> {
        let bodies::BodyPage { entries, next } = bodies::list(session, from, limit)?;
        Ok(BodyPage { entries: all(entries), next })
    }

    fn remove(&mut self, session: &str, plan: &str) -> Outcome<()> {
        bodies::remove(session, plan).map_err(Into::into)
    }
}

impl Access for Ports {
    fn may_reach(&mut self, caller: &Author, task: &str, reach: Reach) -> Outcome<bool> {
        let reach = match reach {
            Reach::Read => access::Reach::Read,
            Reach::Write => access::Reach::Write,
        };
        access::may_reach(&caller.clone().into(), task, reach).map_err(Into::into)
    }
}

impl From<storage::Cell> for Cell {
    fn from(cell: storage::Cell) -> Self {
        let storage::Cell { key, value, version } = cell;
        Self { key, value, version }
    }
}

impl From<&Mutation> for storage::Mutation {
    fn from(mutation: &Mutation) -> Self {
        let Mutation { key, expected, action } = mutation;
        let action = match action {
            Action::Put(value) => storage::Action::Put(value.clone()),
            Action::Remove => storage::Action::Remove,
            Action::Check => storage::Action::Check,
        };
        Self { key: key.clone(), expected: *expected, action }
    }
}

impl From<bodies::BodyEntry> for BodyEntry {
    fn from(entry: bodies::BodyEntry) -> Self {
        let bodies::BodyEntry { plan, bytes, age_ms } = entry;
        Self { plan, bytes, age_ms }
    }
}
