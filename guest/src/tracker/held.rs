//! A session under its lease: what a change is decided on, and how it is committed.

use super::entry::{Entry, Event, Seed};
use super::fold::Ledger;
use super::log;
use super::place::{Place, qualified};
use super::record::{self, HEAD, Head, Header, LOG, Line, Recorded, damaged};
use super::replay::{Asked, Replay};
use super::request::Context;
use crate::capability::{Action, CELL_MAX_BYTES, Capabilities, Mutation, Scope, Storage};
use crate::file_id::SessionId;
use crate::key;
use crate::refusal::Refusal;

/// A session whose lease the call holds.
pub(crate) struct Held<'a> {
    context: &'a Context,
    session: SessionId,
    scope: Scope,
    now_ms: u64,
    found: Option<Found>,
}

struct Found {
    head: Head,
    cell_version: u64,
}

/// Reads the head of a session, or none where there is no session.
///
/// # Errors
///
/// `newer-format`, `session-damaged`, and the storage codes.
pub(crate) fn head(c: &mut impl Storage, session: &SessionId) -> Result<Option<Head>, Refusal> {
    Ok(find_head(c, session)?.map(|found| found.head))
}

fn find_head(c: &mut impl Storage, session: &SessionId) -> Result<Option<Found>, Refusal> {
    let cell = c.get(&session.scope(), HEAD);
    let Some(cell) = cell.map_err(|failure| Refusal::of_session(failure.code, session.as_str()))? else {
        return Ok(None);
    };
    Ok(Some(Found { head: Head::parse(&cell.value, session.as_str())?, cell_version: cell.version }))
}

impl<'a> Held<'a> {
    /// Takes the lease of a session, then reads the clock, then the head.
    pub(crate) fn take(
        c: &mut impl Capabilities,
        context: &'a Context,
        session: SessionId,
    ) -> Result<Self, Refusal> {
        let scope = session.scope();
        c.acquire(&scope).map_err(|failure| Refusal::of_session(failure.code, session.as_str()))?;
        let now_ms = c.now();
        let found = find_head(c, &session)?;
        Ok(Self { context, session, scope, now_ms, found })
    }

    /// The session.
    pub(crate) fn session(&self) -> &SessionId {
        &self.session
    }

    /// When this call decides, in milliseconds since the Unix epoch.
    pub(crate) fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Its head, where there is a session.
    pub(crate) fn head(&self) -> Option<&Head> {
        self.found.as_ref().map(|found| &found.head)
    }

    /// Its head.
    ///
    /// # Errors
    ///
    /// `session-not-found`.
    pub(crate) fn existing(&self) -> Result<&Head, Refusal> {
        self.head().ok_or_else(|| Refusal::SessionNotFound { session: self.session.as_str().to_owned() })
    }

    /// Refuses where there is a session already.
    pub(crate) fn check_new(&self) -> Result<(), Refusal> {
        match self.found {
            Some(_) => Err(Refusal::SessionExists { session: self.session.as_str().to_owned() }),
            None => Ok(()),
        }
    }

    /// Refuses where another program keeps the session's log (D34).
    pub(crate) fn check_owner(&self) -> Result<(), Refusal> {
        match self.head().and_then(|head| head.owner.as_ref()) {
            Some(owner) => Err(Refusal::OwnerUnavailable {
                session: self.session.as_str().to_owned(),
                owner: owner.clone(),
            }),
            None => Ok(()),
        }
    }

    /// The answer that the request got before, where it was made before.
    ///
    /// # Errors
    ///
    /// `request-reused`, `session-damaged`, and the storage codes.
    pub(crate) fn replayed<A: Replay>(
        &self,
        c: &mut impl Storage,
        asked: Option<&Asked>,
    ) -> Result<Option<A>, Refusal> {
        let Some(asked) = asked else { return Ok(None) };
        let cell = c.get(&self.scope, &asked.key);
        let cell = cell.map_err(|failure| Refusal::of_session(failure.code, self.session.as_str()))?;
        cell.map(|cell| asked.answer(&cell.value, self.session.as_str())).transpose()
    }

    /// The end of the branch.
    ///
    /// # Errors
    ///
    /// `session-damaged`, and the storage codes.
    pub(crate) fn leaf(&self, c: &mut impl Storage) -> Result<Place, Refusal> {
        match self.head() {
            Some(head) => Place::leaf(c, &self.session, head),
            None => Ok(Place { entry: 0, cell: None, ledger: Ledger::default() }),
        }
    }

    /// Starts a change that goes on from a place.
    pub(crate) fn draft(&self, place: &Place) -> Result<Draft<'_>, Refusal> {
        let head = self.head().cloned().unwrap_or_else(|| Head::new(self.now_ms));
        let last =
            place.cell.as_ref().filter(|cell| cell.last() == place.entry && place.entry == head.entries);
        let extended = last.and_then(|cell| Some((cell.first, cell.version, cell.extensible()?)));
        let (first, expected, value) = match extended {
            Some((first, version, value)) => (first, Some(version), value),
            None => {
                let cell = place.cell.as_ref().map_or(0, |cell| cell.first);
                let header = Header { parent: place.entry, cell, ledger: place.ledger.clone() };
                (head.entries.saturating_add(1), None, log::begin(&header)?)
            }
        };
        Ok(Draft { held: self, head, first, expected, value, others: Vec::new(), changed: false })
    }

    /// Commits a head and other cells, which ends the lease.
    pub(crate) fn commit(
        &self,
        c: &mut impl Storage,
        head: &Head,
        others: Vec<Mutation>,
    ) -> Result<(), Refusal> {
        let expected = self.found.as_ref().map(|found| found.cell_version);
        let mut mutations = vec![put(HEAD.to_owned(), expected, record::encode(head)?)];
        mutations.extend(others);
        let committed = c.commit(&self.scope, &mutations);
        committed.map_err(|failure| Refusal::of_session_commit(failure.code, self.session.as_str()))
    }
}

/// A change that is being written down.
pub(crate) struct Draft<'a> {
    held: &'a Held<'a>,
    head: Head,
    first: u32,
    expected: Option<u64>,
    value: String,
    others: Vec<Mutation>,
    changed: bool,
}

impl Draft<'_> {
    /// Adds an entry to the branch, and to what it amounts to.
    ///
    /// # Errors
    ///
    /// `session-damaged` where the session has no number left.
    pub(crate) fn record(&mut self, ledger: &mut Ledger, event: Event) -> Result<(), Refusal> {
        let Held { session, now_ms, context, .. } = self.held;
        let number = self.head.entries.saturating_add(1);
        if number == u32::MAX {
            return Err(damaged(session.as_str()));
        }
        let (at_ms, by) = (*now_ms, Some(context.caller.clone()));
        let line = Line { id: number, at_ms, by: by.clone(), event: Recorded::of(&event) };
        log::push(&mut self.value, &line)?;
        if let Event::Set(Seed { plan, tasks, .. }) = &event {
            self.others.push(put(record::seed_key(plan, number), None, record::encode_tasks(tasks)));
        }
        ledger.apply(&Entry { id: qualified(session, number), parent: None, at_ms, by, event });
        self.head.entries = number;
        self.head.leaf = number;
        self.head.cell = self.first;
        self.head.updated_at_ms = at_ms;
        self.changed = true;
        Ok(())
    }

    /// Commits what was added, and the answer of a request that may be sent again. Commits nothing
    /// where there is neither.
    pub(crate) fn commit<A: Replay>(
        mut self,
        c: &mut impl Storage,
        asked: Option<&Asked>,
        answer: &A,
    ) -> Result<(), Refusal> {
        if self.changed {
            if self.value.len() > CELL_MAX_BYTES {
                return Err(Refusal::TooManyPlans);
            }
            self.others.push(put(key::numbered(LOG, self.first), self.expected, self.value));
        } else if asked.is_none() {
            return Ok(());
        }
        if let Some(asked) = asked {
            self.others.push(put(asked.key.clone(), None, asked.encode(answer)?));
        }
        self.held.commit(c, &self.head, self.others)
    }
}

/// A cell to be stored.
pub(crate) fn put(key: String, expected: Option<u64>, value: String) -> Mutation {
    Mutation { key, expected, action: Action::Put(value) }
}
