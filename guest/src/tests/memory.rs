//! A host in memory, stricter than real ones: it checks every rule of the contract, counts what is
//! asked of it, and fails when told to.

use std::collections::BTreeMap;

use crate::author::Author;
use crate::capability::{
    ANSWER_MAX_BYTES, Access, Action, BODY_MAX_BYTES, Bodies, Body, BodyEntry, BodyPage, CELL_MAX_BYTES,
    COMMIT_MAX_MUTATIONS, CapabilityCode, CapabilityFailure, Cell, Clock, KEY_MAX_BYTES, Locking, Mutation,
    Outcome, PAGE_MAX_ENTRIES, Page, Reach, Scope, ScopeKind, ScopePage, Storage,
};

/// What may be told to fail: a call by name, and the start of the key it concerns.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) call: &'static str,
    pub(crate) key: &'static str,
    pub(crate) code: CapabilityCode,
}

#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) now_ms: u64,
    pub(crate) reach: Outcome<bool>,
    pub(crate) faults: Vec<Fault>,
    /// Every call since the last [`begin`](Self::begin): its name, and the key or prefix.
    pub(crate) calls: Vec<String>,
    /// Bytes of keys and values answered and committed since then.
    pub(crate) bytes_read: usize,
    pub(crate) bytes_written: usize,
    /// Most cells of one page, so that paging is seen with few cells.
    pub(crate) page_cells: usize,
    pub(crate) cells: BTreeMap<(String, String), (u64, String)>,
    /// Bodies by session and plan: the text, and when it was written.
    pub(crate) bodies: BTreeMap<(String, String), (String, u64)>,
    kind: ScopeKind,
    versions: u64,
    lease: Option<String>,
}

impl Memory {
    /// A host of tasks.
    pub(crate) fn new() -> Self {
        Self::of(ScopeKind::Task)
    }

    /// A host of sessions.
    pub(crate) fn of_sessions() -> Self {
        Self::of(ScopeKind::Session)
    }

    fn of(kind: ScopeKind) -> Self {
        Self {
            now_ms: 1_000_000,
            reach: Ok(true),
            faults: Vec::new(),
            calls: Vec::new(),
            bytes_read: 0,
            bytes_written: 0,
            page_cells: usize::MAX,
            cells: BTreeMap::new(),
            bodies: BTreeMap::new(),
            kind,
            versions: 0,
            lease: None,
        }
    }

    /// Starts a call: whatever the last one held is gone.
    pub(crate) fn begin(&mut self) -> &mut Self {
        self.calls.clear();
        self.lease = None;
        (self.bytes_read, self.bytes_written) = (0, 0);
        self
    }

    /// Bytes of all keys and values.
    pub(crate) fn stored_bytes(&self) -> usize {
        self.cells.iter().map(|((_, key), (_, value))| key.len() + value.len()).sum()
    }

    /// The keys of a scope.
    pub(crate) fn keys(&self, task: &str) -> Vec<&str> {
        self.cells.keys().filter(|(scope, _)| scope == task).map(|(_, key)| key.as_str()).collect()
    }

    pub(crate) fn value(&self, task: &str, key: &str) -> &str {
        &self.cells[&(task.to_owned(), key.to_owned())].1
    }

    pub(crate) fn set(&mut self, task: &str, key: &str, value: &str) {
        self.versions += 1;
        let cell = (self.versions, value.to_owned());
        self.cells.insert((task.to_owned(), key.to_owned()), cell);
    }

    pub(crate) fn remove(&mut self, task: &str, key: &str) {
        self.cells.remove(&(task.to_owned(), key.to_owned())).expect("a cell to remove");
    }

    fn called(&mut self, call: &'static str, key: &str) -> Outcome<()> {
        self.calls.push(format!("{call} {key}"));
        let fault = self.faults.iter().find(|fault| fault.call == call && key.starts_with(fault.key));
        match fault {
            Some(fault) => Err(CapabilityFailure::new(fault.code, "disk /secret/path table cells")),
            None => Ok(()),
        }
    }
}

fn invalid(what: &str) -> CapabilityFailure {
    CapabilityFailure::new(CapabilityCode::Invalid, what)
}

fn check_key(key: &str) -> Outcome<()> {
    let sound = (1..=KEY_MAX_BYTES).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if sound { Ok(()) } else { Err(invalid(key)) }
}

impl Clock for Memory {
    fn now(&mut self) -> u64 {
        assert!(self.lease.is_some(), "time is read under the lease");
        self.calls.push("now".to_owned());
        self.now_ms
    }
}

impl Access for Memory {
    fn may_reach(&mut self, _: &Author, task: &str, reach: Reach) -> Outcome<bool> {
        self.calls.push(format!("reach {task} {reach:?}"));
        self.reach.clone()
    }
}

impl Locking for Memory {
    fn acquire(&mut self, scope: &Scope) -> Outcome<()> {
        self.called("acquire", &scope.id)?;
        assert!(self.lease.is_none(), "a call holds at most one lease");
        self.lease = Some(scope.id.clone());
        Ok(())
    }
}

impl Storage for Memory {
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        self.called("get", key)?;
        check_key(key)?;
        assert_eq!(scope.kind, self.kind);
        let found = self.cells.get(&(scope.id.clone(), key.to_owned()));
        self.bytes_read += found.map_or(0, |(_, value)| key.len() + value.len());
        Ok(found.map(|(version, value)| Cell {
            key: key.to_owned(),
            value: value.clone(),
            version: *version,
        }))
    }

    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        self.called("scan", from)?;
        assert!((1..=PAGE_MAX_ENTRIES).contains(&limit), "{limit}");
        let mut page = Page::default();
        let mut bytes = 0;
        for ((id, key), (version, value)) in self.cells.range((scope.id.clone(), from.to_owned())..) {
            if *id != scope.id || !key.starts_with(prefix) {
                break;
            }
            let size = key.len() + value.len();
            let full = page.cells.len() >= self.page_cells.min(limit as usize);
            if full || (bytes + size > ANSWER_MAX_BYTES && !page.cells.is_empty()) {
                page.next = Some(key.clone());
                break;
            }
            bytes += size;
            page.cells.push(Cell { key: key.clone(), value: value.clone(), version: *version });
        }
        self.bytes_read += bytes;
        Ok(page)
    }

    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        self.called("scopes", from)?;
        assert_eq!(kind, self.kind);
        let mut ids: Vec<String> = self.cells.keys().map(|(id, _)| id.clone()).collect();
        ids.dedup();
        ids.retain(|id| id.as_str() >= from);
        let next = ids.get(limit as usize).cloned();
        ids.truncate(limit as usize);
        Ok(ScopePage { ids, next })
    }

    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        let lease = self.lease.take();
        self.called("commit", "")?;
        assert_eq!(lease.as_deref(), Some(scope.id.as_str()), "a commit needs the lease");
        assert!((1..=COMMIT_MAX_MUTATIONS).contains(&mutations.len()));
        assert!(mutations.iter().any(|mutation| mutation.key == "head"), "every commit writes the head");
        for (index, Mutation { key, expected, action }) in mutations.iter().enumerate() {
            check_key(key)?;
            assert!(mutations.iter().skip(index + 1).all(|other| other.key != *key), "{key} twice");
            let current = self.cells.get(&(scope.id.clone(), key.clone())).map(|(version, _)| *version);
            if current != *expected {
                return Err(CapabilityFailure::new(CapabilityCode::Conflict, key.clone()));
            }
            let Action::Put(value) = action else { panic!("the core only puts") };
            if value.len() > CELL_MAX_BYTES {
                return Err(invalid("cell"));
            }
        }
        for Mutation { key, action, .. } in mutations {
            if let Action::Put(value) = action {
                self.bytes_written += key.len() + value.len();
                self.set(&scope.id, key, value);
            }
        }
        Ok(())
    }
}

impl Memory {
    fn body(&self, session: &str, plan: &str) -> Option<&(String, u64)> {
        assert_eq!(self.kind, ScopeKind::Session);
        assert!([session, plan].into_iter().all(crate::file_id::is_file_id), "{session}/{plan}");
        self.bodies.get(&(session.to_owned(), plan.to_owned()))
    }
}

/// The path of a body.
pub(crate) fn path(session: &str, plan: &str) -> String {
    format!("/plans/{session}/{plan}.md")
}

impl Bodies for Memory {
    fn write(&mut self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>> {
        self.called("write", plan)?;
        assert!((1..=BODY_MAX_BYTES).contains(&text.len()));
        match self.body(session, plan) {
            Some((other, _)) if other != text => {
                return Err(CapabilityFailure::new(CapabilityCode::Exists, "/secret"));
            }
            Some(_) => {}
            None => {
                let body = (text.to_owned(), self.now_ms);
                self.bodies.insert((session.to_owned(), plan.to_owned()), body);
            }
        }
        Ok(Some(path(session, plan)))
    }

    fn read(&mut self, session: &str, plan: &str) -> Outcome<Option<Body>> {
        self.called("read", plan)?;
        let found = self.body(session, plan);
        Ok(found.map(|(text, _)| Body { text: text.clone(), path: Some(path(session, plan)) }))
    }

    fn list(&mut self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage> {
        self.called("list", from)?;
        let mut page = BodyPage::default();
        for ((id, plan), (text, at_ms)) in self.bodies.range((session.to_owned(), from.to_owned())..) {
            if id != session {
                break;
            }
            if page.entries.len() >= self.page_cells.min(limit as usize) {
                page.next = Some(plan.clone());
                break;
            }
            let age_ms = self.now_ms.saturating_sub(*at_ms);
            page.entries.push(BodyEntry { plan: plan.clone(), bytes: text.len() as u64, age_ms });
        }
        Ok(page)
    }

    fn remove(&mut self, session: &str, plan: &str) -> Outcome<()> {
        self.called("remove", plan)?;
        self.body(session, plan);
        self.bodies.remove(&(session.to_owned(), plan.to_owned()));
        Ok(())
    }
}
