//! Sessions: making them, listing them, moving along their branches.

use super::OWNER_MAX_CHARS;
use super::entry::Entry;
use super::held::{self, Held};
use super::log;
use super::place::{self, Place};
use super::record::{Head, Header, LOG, damaged};
use super::reply::{EntryPage, Origin, Session, SessionPage};
use super::request::Context;
use crate::capability::{ANSWER_MAX_BYTES, Capabilities, ScopeKind, ScopePage, Storage};
use crate::document::PAGE_MAX_ENTRIES;
use crate::failure::Failure;
use crate::file_id::SessionId;
use crate::key;
use crate::refusal::Refusal;

/// A page of sessions with so many plans takes no more of them.
const PAGE_MAX_LINES: usize = 2_000;
/// Most sessions that a listing of a branch goes through without finding an entry.
const EMPTY_FORKS_MAX: u32 = 1_000;

/// Makes an empty session. `owner` names who else keeps its log; such a session takes no change here
/// (D34).
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-author`, `invalid-argument` (the owner's name),
/// `busy`, `session-exists`, `write-conflict`, and the storage codes.
pub fn create<C: Capabilities>(
    c: &mut C,
    context: &Context,
    owner: Option<&str>,
) -> Result<Session, Failure> {
    let session = SessionId::parse(&context.session)?;
    context.caller.check()?;
    check_owner(owner)?;
    let held = Held::take(c, context, session)?;
    held.check_new()?;
    let head = Head { owner: owner.map(str::to_owned), ..Head::new(held.now_ms()) };
    held.commit(c, &head, Vec::new())?;
    let place = Place::at(c, held.session(), 0, 0)?;
    Ok(describe_at(held.session(), head, &place))
}

fn check_owner(owner: Option<&str>) -> Result<(), Refusal> {
    let Some(owner) = owner else { return Ok(()) };
    let chars = owner.chars().take(OWNER_MAX_CHARS.saturating_add(1)).count();
    let sound = (1..=OWNER_MAX_CHARS).contains(&chars) && !owner.chars().any(char::is_control);
    if sound { Ok(()) } else { Err(Refusal::InvalidOwner) }
}

/// Describes a session.
///
/// # Errors
///
/// `invalid-session-id`, `session-not-found`, `session-damaged`, and the storage codes.
pub fn describe<C: Capabilities>(c: &mut C, session: &str) -> Result<Session, Failure> {
    let session = SessionId::parse(session)?;
    Ok(read(c, &session)?)
}

fn read(c: &mut impl Storage, session: &SessionId) -> Result<Session, Refusal> {
    let head = existing(c, session)?;
    let place = Place::leaf(c, session, &head)?;
    Ok(describe_at(session, head, &place))
}

fn existing(c: &mut impl Storage, session: &SessionId) -> Result<Head, Refusal> {
    let head = held::head(c, session)?;
    head.ok_or_else(|| Refusal::SessionNotFound { session: session.as_str().to_owned() })
}

pub(crate) fn describe_at(session: &SessionId, head: Head, place: &Place) -> Session {
    let Head { format: _, created_at_ms, updated_at_ms, entries, leaf, cell: _, origin, owner } = head;
    Session {
        session: session.as_str().to_owned(),
        created_at_ms,
        updated_at_ms,
        entries,
        leaf,
        origin,
        owner,
        mode: place.ledger.mode(),
        plans: place.ledger.plans(),
        notes: place.ledger.notes(),
    }
}

/// Lists the sessions from session id `from` on, looking at `limit` (1 to
/// [`PAGE_MAX_ENTRIES`]).
///
/// # Errors
///
/// `invalid-argument`, and the storage codes. A session that can't be read is listed as such, and
/// hides no other.
pub fn sessions<C: Capabilities>(c: &mut C, from: &str, limit: u32) -> Result<SessionPage, Failure> {
    check_limit(limit)?;
    if !from.is_empty() && SessionId::parse(from).is_err() {
        return Err(Refusal::InvalidSessionFrom { from: from.to_owned() }.into());
    }
    let page = c.scopes(ScopeKind::Session, from, limit);
    let ScopePage { ids, mut next } = page.map_err(|failure| Refusal::of_session(failure.code, from))?;
    let (mut sessions, mut unreadable, mut lines) = (Vec::new(), Vec::new(), 0_usize);
    for id in ids {
        if lines >= PAGE_MAX_LINES {
            next = Some(id);
            break;
        }
        match read(c, &SessionId::parse(&id)?) {
            Ok(session) => {
                lines = lines.saturating_add(session.plans.len());
                sessions.push(session);
            }
            Err(Refusal::SessionDamaged { .. } | Refusal::NewerFormat | Refusal::SessionNotFound { .. }) => {
                unreadable.push(id);
            }
            Err(refusal) => return Err(refusal.into()),
        }
    }
    Ok(SessionPage { sessions, unreadable, next })
}

fn check_limit(limit: u32) -> Result<(), Refusal> {
    if (1..=PAGE_MAX_ENTRIES).contains(&limit) { Ok(()) } else { Err(Refusal::InvalidLimit { asked: limit }) }
}

/// Reads a branch backwards: from `at` (none: the leaf) towards the root, at most `limit` (1 to
/// [`PAGE_MAX_ENTRIES`]) entries, and about a mebibyte. A page has entries of one session; its
/// `next` goes on into the session that this one was forked from.
///
/// # Errors
///
/// `invalid-session-id`, `invalid-argument`, `session-not-found`, `entry-not-found`,
/// `session-damaged`, and the storage codes.
pub fn branch<C: Capabilities>(
    c: &mut C,
    session: &str,
    at: Option<u32>,
    limit: u32,
) -> Result<EntryPage, Failure> {
    let session = SessionId::parse(session)?;
    check_limit(limit)?;
    let head = existing(c, &session)?;
    let mut entry = checked_entry(&session, &head, at)?;
    let mut cell = place::cell_of(c, &session, &head, entry)?;
    let (mut entries, mut bytes) = (Vec::new(), 0_usize);
    while entry > 0 {
        let found = place::read_cell(c, &session, cell)?;
        if !(found.first..=found.last()).contains(&entry) {
            return Err(damaged(session.as_str()).into());
        }
        for (number, line) in found.up_to(entry).rev() {
            if entries.len() >= limit as usize || bytes >= ANSWER_MAX_BYTES {
                return Ok(EntryPage { entries, next: Some(origin(&session, number)) });
            }
            let parent = if number == found.first { found.header.parent } else { number.saturating_sub(1) };
            let mut listed = place::entry_of(c, &session, number, line)?;
            listed.parent = (parent > 0).then(|| parent.to_string());
            bytes = bytes.saturating_add(weight(&listed));
            entries.push(listed);
        }
        (entry, cell) = (found.header.parent, found.header.cell);
    }
    let next = beyond(c, &session, head.origin)?;
    Ok(EntryPage { entries, next })
}

/// About how many bytes an entry has where it is large.
fn weight(entry: &Entry) -> usize {
    match &entry.event {
        super::entry::Event::Set(seed) => {
            let task = |task: &super::entry::SeedTask| task.id.len().saturating_add(task.title.len());
            seed.tasks.iter().map(task).fold(512, usize::saturating_add)
        }
        _ => 512,
    }
}

fn origin(session: &SessionId, entry: u32) -> Origin {
    Origin { session: session.as_str().to_owned(), entry }
}

/// Where a listing goes on that has come to the beginning of a session: none at the root. A fork of
/// the beginning of a fork goes on where that one does.
fn beyond(
    c: &mut impl Storage,
    session: &SessionId,
    mut origin: Option<Origin>,
) -> Result<Option<Origin>, Refusal> {
    for _ in 0..EMPTY_FORKS_MAX {
        match origin {
            Some(Origin { session, entry: 0 }) => {
                origin = existing(c, &SessionId::parse(&session)?)?.origin;
            }
            other => return Ok(other),
        }
    }
    Err(damaged(session.as_str()))
}

/// The entry that is meant: none is the leaf, 0 is where the session begins.
fn checked_entry(session: &SessionId, head: &Head, at: Option<u32>) -> Result<u32, Refusal> {
    let entry = at.unwrap_or(head.leaf);
    if entry <= head.entries {
        return Ok(entry);
    }
    Err(Refusal::EntryNotFound { session: session.as_str().to_owned(), entry, entries: head.entries })
}

/// Makes the session of `context` as a fork of another one at one of its entries (none: its leaf).
/// It inherits that branch, and nothing beside it.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-author`, `busy`, `session-exists`,
/// `session-not-found`, `entry-not-found`, `session-damaged`, `write-conflict`, and the storage
/// codes.
pub fn fork<C: Capabilities>(
    c: &mut C,
    context: &Context,
    from: &str,
    at: Option<u32>,
) -> Result<Session, Failure> {
    let session = SessionId::parse(&context.session)?;
    let from = SessionId::parse(from)?;
    context.caller.check()?;
    let held = Held::take(c, context, session)?;
    held.check_new()?;
    let found = existing(c, &from)?;
    let entry = checked_entry(&from, &found, at)?;
    let cell = place::cell_of(c, &from, &found, entry)?;
    let place = Place::at(c, &from, entry, cell)?;
    let header = Header { parent: 0, cell: 0, ledger: place.ledger.clone() };
    let head = Head { cell: 1, origin: Some(origin(&from, entry)), ..Head::new(held.now_ms()) };
    let first = held::put(key::numbered(LOG, 1), None, log::begin(&header)?);
    held.commit(c, &head, vec![first])?;
    Ok(describe_at(held.session(), head, &place))
}

/// Makes an entry the end of the branch. 0 is the empty root; in a fork it is where that began.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-author`, `busy`, `session-not-found`,
/// `owner-unavailable`, `entry-not-found`, `session-damaged`, `write-conflict`, and the storage codes.
pub fn navigate<C: Capabilities>(c: &mut C, context: &Context, to: u32) -> Result<Session, Failure> {
    let session = SessionId::parse(&context.session)?;
    context.caller.check()?;
    let held = Held::take(c, context, session)?;
    let head = held.existing()?;
    held.check_owner()?;
    let leaf = checked_entry(held.session(), head, Some(to))?;
    let cell = place::cell_of(c, held.session(), head, leaf)?;
    let place = Place::at(c, held.session(), leaf, cell)?;
    let head = Head { leaf, cell, ..head.clone() };
    held.commit(c, &head, Vec::new())?;
    Ok(describe_at(held.session(), head, &place))
}
