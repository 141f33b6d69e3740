//! The memory store: nothing outlives it.
//!
//! It keeps the whole contract and is stricter than the stores of real life: ids of bodies that
//! differ only in case collide, as on a file system that folds it. [`Scripted`] around it fails,
//! stalls and conflicts on command.
//!
//! [`Scripted`]: crate::store::scripted::Scripted

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use planmark_core::capability::{
    Action, Bodies, Body, BodyEntry, BodyPage, CapabilityCode, CapabilityFailure, Cell, LEASE_WAIT_MS,
    Locking, Mutation, Outcome, Page, Scope, ScopeKind, ScopePage, Storage,
};

use crate::store::lease::{Lease, Leases};
use crate::store::paging::{self, Filling};
use crate::store::{Call, Store, form};

/// A store in memory. Clones share one content.
#[derive(Debug, Clone)]
pub struct MemoryStore {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    leases: Arc<Leases>,
    wait: Duration,
}

/// The content. A snapshot is a counted reference to `scopes`: a commit copies what it changes
/// only while somebody still looks at it.
#[derive(Debug, Default)]
struct State {
    scopes: Arc<Scopes>,
    last_version: u64,
    bodies: BTreeMap<(String, String), StoredBody>,
}

type Scopes = BTreeMap<Scope, Arc<Cells>>;
type Cells = BTreeMap<String, StoredCell>;

#[derive(Debug, Clone)]
struct StoredCell {
    value: Arc<str>,
    version: u64,
}

#[derive(Debug)]
struct StoredBody {
    text: String,
    written: SystemTime,
}

struct MemoryCall {
    shared: Arc<Shared>,
    snapshot: Option<Arc<Scopes>>,
    lease: Option<Lease>,
    leased: bool,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryStore {
    /// An empty store. `acquire` waits [`LEASE_WAIT_MS`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_wait(Duration::from_millis(LEASE_WAIT_MS))
    }

    /// An empty store whose `acquire` waits this long, for tests of `busy`.
    #[must_use]
    pub fn with_wait(wait: Duration) -> Self {
        Self { shared: Arc::new(Shared { state: Mutex::default(), leases: Arc::default(), wait }) }
    }
}

impl Store for MemoryStore {
    fn begin(&self) -> Box<dyn Call> {
        Box::new(MemoryCall { shared: Arc::clone(&self.shared), snapshot: None, lease: None, leased: false })
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryCall {
    fn snapshot(&mut self) -> &Scopes {
        self.snapshot.get_or_insert_with(|| Arc::clone(&self.shared.state().scopes))
    }
}

impl Locking for MemoryCall {
    fn acquire(&mut self, scope: &Scope) -> Outcome<()> {
        form::scope(scope)?;
        form::first_lease(self.leased)?;
        self.snapshot = None;
        let deadline = Instant::now() + self.shared.wait;
        self.lease = self.shared.leases.acquire(scope, deadline);
        self.leased = self.lease.is_some();
        if self.leased { Ok(()) } else { Err(failure(CapabilityCode::Busy, "the scope stayed held")) }
    }
}

impl Storage for MemoryCall {
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        form::scope(scope)?;
        form::key(key)?;
        let stored = self.snapshot().get(scope).and_then(|cells| cells.get_key_value(key));
        Ok(stored.map(|(key, stored)| stored.cell(key)))
    }

    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        form::scope(scope)?;
        form::scan(prefix, from, limit)?;
        let mut filling = Filling::new(limit);
        if let Some(cells) = self.snapshot().get(scope) {
            let start = Bound::Included(prefix.max(from));
            for (key, stored) in cells.range::<str, _>((start, Bound::Unbounded)) {
                if !key.starts_with(prefix) || !filling.push(stored.cell(key)) {
                    break;
                }
            }
        }
        Ok(filling.finish())
    }

    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        form::listing(from, limit)?;
        let start = Scope { kind, id: from.to_owned() };
        let ids = self.snapshot().range(start..).map(|(scope, _)| scope);
        Ok(paging::scopes(ids.take_while(|scope| scope.kind == kind).map(|scope| scope.id.clone()), limit))
    }

    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        self.snapshot = None;
        let lease = self.lease.take();
        form::scope(scope)?;
        form::mutations(mutations)?;
        if lease.as_ref().map(Lease::scope) != Some(scope) {
            return Err(failure(CapabilityCode::LeaseEnded, "the call does not hold the scope"));
        }
        self.shared.state().commit(scope, mutations)
    }
}

impl State {
    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        let found = self.scopes.get(scope);
        let version_of = |key: &str| found.and_then(|cells| cells.get(key)).map(|stored| stored.version);
        if mutations.iter().any(|mutation| version_of(&mutation.key) != mutation.expected) {
            return Err(failure(CapabilityCode::Conflict, "a cell has another version than expected"));
        }
        self.last_version += 1;
        let scopes = Arc::make_mut(&mut self.scopes);
        let cells = Arc::make_mut(scopes.entry(scope.clone()).or_default());
        for Mutation { key, action, .. } in mutations {
            match action {
                Action::Put(value) => {
                    let stored = StoredCell { value: value.as_str().into(), version: self.last_version };
                    cells.insert(key.clone(), stored);
                }
                Action::Remove => {
                    cells.remove(key);
                }
                Action::Check => {}
            }
        }
        if cells.is_empty() {
            scopes.remove(scope);
        }
        Ok(())
    }
}

impl StoredCell {
    fn cell(&self, key: &str) -> Cell {
        Cell { key: key.to_owned(), value: self.value.as_ref().to_owned(), version: self.version }
    }
}

impl Bodies for MemoryCall {
    fn write(&mut self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>> {
        form::body_name(session, plan)?;
        form::body_text(text)?;
        let mut state = self.shared.state();
        let collides = state.bodies.keys().any(|(other_session, other_plan)| {
            let same = other_session == session && other_plan == plan;
            let folded = other_session.eq_ignore_ascii_case(session) && other_plan.eq_ignore_ascii_case(plan);
            folded && !same
        });
        if collides {
            return Err(failure(CapabilityCode::Exists, "a body's name differs only in case"));
        }
        match state.bodies.entry((session.to_owned(), plan.to_owned())) {
            Entry::Occupied(stored) if stored.get().text != text => {
                Err(failure(CapabilityCode::Exists, "another body has that name"))
            }
            Entry::Occupied(_) => Ok(None),
            Entry::Vacant(place) => {
                place.insert(StoredBody { text: text.to_owned(), written: SystemTime::now() });
                Ok(None)
            }
        }
    }

    fn read(&mut self, session: &str, plan: &str) -> Outcome<Option<Body>> {
        form::body_name(session, plan)?;
        let state = self.shared.state();
        let stored = state.bodies.get(&(session.to_owned(), plan.to_owned()));
        Ok(stored.map(|stored| Body { text: stored.text.clone(), path: None }))
    }

    fn list(&mut self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage> {
        form::body_session(session)?;
        form::listing(from, limit)?;
        let state = self.shared.state();
        let entries = state.bodies.range((session.to_owned(), from.to_owned())..);
        let of_session = entries.take_while(|((other, _), _)| other == session);
        Ok(paging::bodies(of_session.map(|((_, plan), stored)| stored.entry(plan)), limit))
    }

    fn remove(&mut self, session: &str, plan: &str) -> Outcome<()> {
        form::body_name(session, plan)?;
        self.shared.state().bodies.remove(&(session.to_owned(), plan.to_owned()));
        Ok(())
    }
}

impl StoredBody {
    fn entry(&self, plan: &str) -> BodyEntry {
        let age = self.written.elapsed().unwrap_or_default();
        let age_ms = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        BodyEntry { plan: plan.to_owned(), bytes: self.text.len() as u64, age_ms }
    }
}

fn failure(code: CapabilityCode, message: &str) -> CapabilityFailure {
    CapabilityFailure::new(code, message)
}
