//! One call on the SQLite store: its snapshot, its lease, its commit.

use std::sync::Arc;
use std::time::Instant;

use planmark_core::capability::{
    Bodies, Body, BodyPage, CapabilityCode, CapabilityFailure, Cell, Locking, Mutation, Outcome, Page, Scope,
    ScopeKind, ScopePage, Storage,
};

use crate::store::form;
use crate::store::lease::Lease;
use crate::store::sqlite::bodies::BodyFiles;
use crate::store::sqlite::locks::FileLock;
use crate::store::sqlite::reading::Snapshot;
use crate::store::sqlite::{Home, PLANS};

pub(super) struct SqliteCall {
    home: Arc<Home>,
    snapshot: Option<Snapshot>,
    held: Option<Held>,
    leased: bool,
}

/// A scope that is held. The fields end in this order: the next thread finds the lock file free.
struct Held {
    _file: FileLock,
    lease: Lease,
}

impl SqliteCall {
    pub(super) fn new(home: Arc<Home>) -> Self {
        Self { home, snapshot: None, held: None, leased: false }
    }

    fn snapshot(&mut self) -> Outcome<&Snapshot> {
        let snapshot = match self.snapshot.take() {
            Some(snapshot) => snapshot,
            None => self.home.readers.snapshot()?,
        };
        Ok(self.snapshot.insert(snapshot))
    }

    fn bodies(&self) -> BodyFiles<'_> {
        BodyFiles::new(&self.home.root, PLANS)
    }
}

impl Locking for SqliteCall {
    fn acquire(&mut self, scope: &Scope) -> Outcome<()> {
        form::scope(scope)?;
        form::first_lease(self.leased)?;
        self.snapshot = None;
        let deadline = Instant::now() + self.home.wait;
        let busy = || CapabilityFailure::new(CapabilityCode::Busy, "the scope stayed held");
        let lease = self.home.leases.acquire(scope, deadline).ok_or_else(busy)?;
        let file = self.home.locks.acquire(scope, deadline)?.ok_or_else(busy)?;
        self.held = Some(Held { _file: file, lease });
        self.leased = true;
        Ok(())
    }
}

impl Storage for SqliteCall {
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        form::scope(scope)?;
        form::key(key)?;
        self.snapshot()?.get(scope, key)
    }

    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        form::scope(scope)?;
        form::scan(prefix, from, limit)?;
        self.snapshot()?.scan(scope, prefix, from, limit)
    }

    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        form::listing(from, limit)?;
        self.snapshot()?.scopes(kind, from, limit)
    }

    /// The snapshot ends first: a reader that stays at an old state would keep the log from being
    /// checkpointed by the commits of its own call.
    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        self.snapshot = None;
        let held = self.held.take();
        form::scope(scope)?;
        form::mutations(mutations)?;
        if held.as_ref().map(|held| held.lease.scope()) != Some(scope) {
            return Err(CapabilityFailure::new(
                CapabilityCode::LeaseEnded,
                "the call does not hold the scope",
            ));
        }
        self.home.writer.commit(scope, mutations)
    }
}

impl Bodies for SqliteCall {
    fn write(&mut self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>> {
        form::body_name(session, plan)?;
        form::body_text(text)?;
        self.home.writer.check_place()?;
        self.bodies().write(session, plan, text)
    }

    fn read(&mut self, session: &str, plan: &str) -> Outcome<Option<Body>> {
        form::body_name(session, plan)?;
        self.bodies().read(session, plan)
    }

    fn list(&mut self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage> {
        form::body_session(session)?;
        form::listing(from, limit)?;
        self.bodies().list(session, from, limit)
    }

    fn remove(&mut self, session: &str, plan: &str) -> Outcome<()> {
        form::body_name(session, plan)?;
        self.bodies().remove(session, plan)
    }
}
