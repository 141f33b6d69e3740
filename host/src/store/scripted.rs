//! A store that does what a test says: for tests of hosts and of the engine.
//!
//! [`Scripted`] wraps any store. Its [`Script`] names points of a call ([`At`]: before or after an
//! operation, the nth from now, of one scope or of any) and what happens there:
//!
//! - [`Script::fail`]: the operation answers a failure, before it had its effect or after;
//! - [`Script::stall`]: the call stops there until the test releases its [`Gate`];
//! - [`Script::end_lease`]: the call loses its lease, as when its holder was taken for dead.
//!
//! So two calls can be interleaved at will, over memory as over SQLite. Each instruction happens
//! once. A script is shared by all threads; nothing of it is held while a call stands at a gate.
//!
//! ```
//! use planmark::core::capability::{CapabilityCode, Scope, ScopeKind};
//! use planmark::store::memory::MemoryStore;
//! use planmark::store::scripted::{At, Operation, Scripted};
//! use planmark::store::Store;
//!
//! let store = Scripted::new(MemoryStore::new());
//! store.script().fail(At::before(Operation::Get).nth(2), CapabilityCode::Unavailable);
//! let scope = Scope { kind: ScopeKind::Task, id: "a".to_owned() };
//! let mut call = store.begin();
//! assert!(call.get(&scope, "head").is_ok());
//! assert!(call.get(&scope, "head").is_err());
//! assert!(call.get(&scope, "head").is_ok());
//! ```

mod gate;
mod script;

use std::sync::Arc;

use planmark_core::capability::{
    Bodies, Body, BodyPage, Cell, Locking, Mutation, Outcome, Page, Scope, ScopeKind, ScopePage, Storage,
};

pub use gate::Gate;
pub use script::{At, Operation, Script};

use crate::store::{Call, Store};

/// A store with a script. Clones share both.
#[derive(Debug)]
pub struct Scripted<S> {
    inner: Arc<S>,
    script: Script,
}

impl<S> Clone for Scripted<S> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner), script: self.script.clone() }
    }
}

impl<S: Store> Scripted<S> {
    /// Wraps a store. Without instructions it behaves as the store does.
    pub fn new(inner: S) -> Self {
        Self { inner: Arc::new(inner), script: Script::default() }
    }

    /// The script: what has been ordered, and what was counted.
    #[must_use]
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The store inside.
    #[must_use]
    pub fn inner(&self) -> &S {
        &self.inner
    }
}

impl<S: Store> Store for Scripted<S> {
    fn begin(&self) -> Box<dyn Call> {
        Box::new(ScriptedCall { inner: self.inner.begin(), script: self.script.clone() })
    }
}

struct ScriptedCall {
    inner: Box<dyn Call>,
    script: Script,
}

impl ScriptedCall {
    /// Does one operation between its two points. A failure ordered before it keeps it from
    /// happening, one ordered after it takes the place of its answer.
    fn perform<T>(
        &mut self,
        operation: Operation,
        scope: Option<&Scope>,
        effect: impl FnOnce(&mut dyn Call) -> Outcome<T>,
    ) -> Outcome<T> {
        let before =
            self.script.arrive(&At::before(operation), scope, |scope| end_lease(&mut *self.inner, scope));
        if let Err(failure) = before {
            if let (Operation::Commit, Some(scope)) = (operation, scope) {
                end_lease(&mut *self.inner, scope);
            }
            return Err(failure);
        }
        let answer = effect(&mut *self.inner);
        self.script.arrive(&At::after(operation), scope, |scope| end_lease(&mut *self.inner, scope))?;
        answer
    }
}

/// Ends the lease of a call: a commit does that whatever it answers, and one without mutations is
/// refused by every store.
fn end_lease(call: &mut dyn Call, scope: &Scope) {
    let refused = call.commit(scope, &[]);
    debug_assert!(refused.is_err(), "a commit without mutations is invalid");
}

impl Locking for ScriptedCall {
    fn acquire(&mut self, scope: &Scope) -> Outcome<()> {
        self.perform(Operation::Acquire, Some(scope), |call| call.acquire(scope))
    }
}

impl Storage for ScriptedCall {
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        self.perform(Operation::Get, Some(scope), |call| call.get(scope, key))
    }

    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        self.perform(Operation::Scan, Some(scope), |call| call.scan(scope, prefix, from, limit))
    }

    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        self.perform(Operation::Scopes, None, |call| call.scopes(kind, from, limit))
    }

    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        self.perform(Operation::Commit, Some(scope), |call| call.commit(scope, mutations))
    }
}

impl Bodies for ScriptedCall {
    fn write(&mut self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>> {
        self.perform(Operation::WriteBody, None, |call| call.write(session, plan, text))
    }

    fn read(&mut self, session: &str, plan: &str) -> Outcome<Option<Body>> {
        self.perform(Operation::ReadBody, None, |call| call.read(session, plan))
    }

    fn list(&mut self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage> {
        self.perform(Operation::ListBodies, None, |call| call.list(session, from, limit))
    }

    fn remove(&mut self, session: &str, plan: &str) -> Outcome<()> {
        self.perform(Operation::RemoveBody, None, |call| call.remove(session, plan))
    }
}
