//! A store that stops before and after every operation until it is told to go on.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use planmark::store::{Call, Store};
use planmark_core::capability::{
    Bodies, Body, BodyPage, Cell, Locking, Mutation, Outcome, Page, Scope, ScopeKind, ScopePage, Storage,
};
use serde::{Deserialize, Serialize};

/// Where a call stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Point {
    /// About to ask for the lease.
    BeforeAcquire,
    /// It has the lease, or was refused it.
    AfterAcquire,
    /// About to read.
    BeforeRead,
    /// It has read.
    AfterRead,
    /// About to commit.
    BeforeCommit,
    /// It has committed, or was refused; its lease has ended.
    AfterCommit,
}

impl Point {
    /// Every point, in the order in which a write comes to them.
    pub const ALL: [Self; 6] = [
        Self::BeforeAcquire,
        Self::AfterAcquire,
        Self::BeforeRead,
        Self::AfterRead,
        Self::BeforeCommit,
        Self::AfterCommit,
    ];

    /// Whether a write that stands here holds its lease.
    #[must_use]
    pub fn is_leased(self) -> bool {
        !matches!(self, Self::BeforeAcquire | Self::AfterCommit)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BeforeAcquire => "before acquire",
            Self::AfterAcquire => "after acquire",
            Self::BeforeRead => "before read",
            Self::AfterRead => "after read",
            Self::BeforeCommit => "before commit",
            Self::AfterCommit => "after commit",
        })
    }
}

/// What a call does at a point: it returns when the call may go on.
pub type Turnstile = Arc<dyn Fn(Point) + Send + Sync>;

/// A store whose calls stop at every point. Clones are one store.
#[derive(Clone)]
pub struct Stepped {
    now: Arc<Mutex<(Arc<dyn Store>, Turnstile)>>,
}

impl Stepped {
    /// Wraps a store.
    #[must_use]
    pub fn new(inner: Arc<dyn Store>, turnstile: Turnstile) -> Self {
        Self { now: Arc::new(Mutex::new((inner, turnstile))) }
    }

    /// Takes another store and turnstile from the next call on.
    pub fn exchange(&self, inner: Arc<dyn Store>, turnstile: Turnstile) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = (inner, turnstile);
    }
}

impl Store for Stepped {
    fn begin(&self) -> Box<dyn Call> {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        Box::new(SteppedCall { inner: now.0.begin(), turnstile: Arc::clone(&now.1) })
    }
}

/// A store that several engines use.
#[derive(Clone)]
pub struct Shared(pub Arc<dyn Store>);

impl Store for Shared {
    fn begin(&self) -> Box<dyn Call> {
        self.0.begin()
    }
}

struct SteppedCall {
    inner: Box<dyn Call>,
    turnstile: Turnstile,
}

impl SteppedCall {
    fn between<T>(&mut self, before: Point, after: Point, does: impl FnOnce(&mut dyn Call) -> T) -> T {
        (self.turnstile)(before);
        let answer = does(self.inner.as_mut());
        (self.turnstile)(after);
        answer
    }
}

impl Locking for SteppedCall {
    fn acquire(&mut self, scope: &Scope) -> Outcome<()> {
        self.between(Point::BeforeAcquire, Point::AfterAcquire, |call| call.acquire(scope))
    }
}

impl Storage for SteppedCall {
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        self.between(Point::BeforeRead, Point::AfterRead, |call| call.get(scope, key))
    }

    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        self.between(Point::BeforeRead, Point::AfterRead, |call| call.scan(scope, prefix, from, limit))
    }

    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        self.between(Point::BeforeRead, Point::AfterRead, |call| call.scopes(kind, from, limit))
    }

    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        self.between(Point::BeforeCommit, Point::AfterCommit, |call| call.commit(scope, mutations))
    }
}

impl Bodies for SteppedCall {
    fn write(&mut self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>> {
        self.inner.write(session, plan, text)
    }

    fn read(&mut self, session: &str, plan: &str) -> Outcome<Option<Body>> {
        Bodies::read(self.inner.as_mut(), session, plan)
    }

    fn list(&mut self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage> {
        self.inner.list(session, from, limit)
    }

    fn remove(&mut self, session: &str, plan: &str) -> Outcome<()> {
        Bodies::remove(self.inner.as_mut(), session, plan)
    }
}
