//! A host in memory that checks the contract: what breaks a rule of it panics.

use std::collections::BTreeMap;

use planmark_core::author::Author;
use planmark_core::capability::{
    ANSWER_MAX_BYTES, Access, Action, Bodies, Body, BodyPage, CELL_MAX_BYTES, COMMIT_MAX_MUTATIONS,
    CapabilityCode, CapabilityFailure, Cell, Clock, KEY_MAX_BYTES, Locking, Mutation, Outcome,
    PAGE_MAX_ENTRIES, Page, Reach, Scope, ScopeKind, ScopePage, Storage,
};

/// Cells by scope and key, each with its version.
pub(crate) type Cells = BTreeMap<(Scope, String), (u64, String)>;

#[derive(Debug, Clone)]
pub(crate) struct Memory {
    pub(crate) now_ms: u64,
    pub(crate) cells: Cells,
    /// Most cells of one page, so that paging is seen with few cells.
    pub(crate) page_cells: usize,
    versions: u64,
    lease: Option<Scope>,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self { now_ms: 1_000_000, cells: Cells::new(), page_cells: usize::MAX, versions: 0, lease: None }
    }

    /// Starts a call: whatever the last one held is gone.
    pub(crate) fn begin(&mut self) -> &mut Self {
        self.lease = None;
        self
    }

    pub(crate) fn set(&mut self, scope: &Scope, key: &str, value: String) {
        self.versions += 1;
        self.cells.insert((scope.clone(), key.to_owned()), (self.versions, value));
    }
}

fn check_key(key: &str) {
    let sound = (1..=KEY_MAX_BYTES).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    assert!(sound, "no key: {key:?}");
}

impl Clock for Memory {
    fn now(&mut self) -> u64 {
        assert!(self.lease.is_some(), "time is read under the lease");
        self.now_ms
    }
}

impl Access for Memory {
    fn may_reach(&mut self, _: &Author, _: &str, _: Reach) -> Outcome<bool> {
        Ok(true)
    }
}

/// Documents have no bodies, and ask for none.
impl Bodies for Memory {
    fn write(&mut self, _: &str, plan: &str, _: &str) -> Outcome<Option<String>> {
        panic!("a document wrote the body {plan:?}")
    }

    fn read(&mut self, _: &str, plan: &str) -> Outcome<Option<Body>> {
        panic!("a document read the body {plan:?}")
    }

    fn list(&mut self, session: &str, _: &str, _: u32) -> Outcome<BodyPage> {
        panic!("a document listed the bodies of {session:?}")
    }

    fn remove(&mut self, _: &str, plan: &str) -> Outcome<()> {
        panic!("a document removed the body {plan:?}")
    }
}

impl Locking for Memory {
    fn acquire(&mut self, scope: &Scope) -> Outcome<()> {
        assert!(self.lease.is_none(), "a call holds at most one lease");
        self.lease = Some(scope.clone());
        Ok(())
    }
}

impl Storage for Memory {
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        check_key(key);
        let found = self.cells.get(&(scope.clone(), key.to_owned()));
        Ok(found.map(|(version, value)| Cell {
            key: key.to_owned(),
            value: value.clone(),
            version: *version,
        }))
    }

    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        check_key(from);
        assert!((1..=PAGE_MAX_ENTRIES).contains(&limit), "a page of {limit}");
        let most = self.page_cells.min(limit as usize);
        let mut page = Page::default();
        let mut bytes = 0;
        for ((owner, key), (version, value)) in self.cells.range((scope.clone(), from.to_owned())..) {
            if owner != scope || !key.starts_with(prefix) {
                break;
            }
            let size = key.len() + value.len();
            let full = page.cells.len() >= most;
            if full || (bytes + size > ANSWER_MAX_BYTES && !page.cells.is_empty()) {
                page.next = Some(key.clone());
                break;
            }
            bytes += size;
            page.cells.push(Cell { key: key.clone(), value: value.clone(), version: *version });
        }
        Ok(page)
    }

    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        let of_kind = self.cells.keys().filter(|(scope, _)| scope.kind == kind && scope.id.as_str() >= from);
        let mut ids: Vec<String> = of_kind.map(|(scope, _)| scope.id.clone()).collect();
        ids.dedup();
        let next = ids.get(limit as usize).cloned();
        ids.truncate(limit as usize);
        Ok(ScopePage { ids, next })
    }

    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        let lease = self.lease.take();
        assert_eq!(lease.as_ref(), Some(scope), "a commit needs the lease");
        assert!((1..=COMMIT_MAX_MUTATIONS).contains(&mutations.len()));
        assert!(mutations.iter().any(|mutation| mutation.key == "head"), "every commit writes the head");
        for (index, Mutation { key, expected, action }) in mutations.iter().enumerate() {
            check_key(key);
            assert!(mutations[..index].iter().all(|other| other.key != *key), "{key} twice");
            let current = self.cells.get(&(scope.clone(), key.clone())).map(|(version, _)| *version);
            if current != *expected {
                return Err(CapabilityFailure::new(CapabilityCode::Conflict, key.clone()));
            }
            assert!(*action != Action::Remove || expected.is_some(), "{key} is removed and was never there");
            if let Action::Put(value) = action {
                assert!(value.len() <= CELL_MAX_BYTES, "{key} has {} bytes", value.len());
            }
        }
        for Mutation { key, action, .. } in mutations {
            match action {
                Action::Put(value) => self.set(scope, key, value.clone()),
                Action::Remove => drop(self.cells.remove(&(scope.clone(), key.clone()))),
                Action::Check => {}
            }
        }
        Ok(())
    }
}
