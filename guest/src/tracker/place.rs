//! A place in a session's log: an entry, its cell, and what the branch amounts to there.

use super::entry::{Entry, Event, SeedTask};
use super::fold::{Ledger, Plan};
use super::log::LogCell;
use super::record::{self, Head, LOG, Line, Placed, damaged};
use crate::capability::{Capabilities, PAGE_MAX_ENTRIES, Scope, ScopeKind, Storage};
use crate::file_id::SessionId;
use crate::key;
use crate::refusal::Refusal;

/// An entry of a session, and what its branch amounts to.
pub(crate) struct Place {
    /// The entry; 0 is where the session begins.
    pub(crate) entry: u32,
    /// The cell that holds it; none in a session that has no cell yet.
    pub(crate) cell: Option<LogCell>,
    /// What the branch amounts to up to it.
    pub(crate) ledger: Ledger,
}

/// Where a plan's queue and body are kept.
pub(crate) struct Home<'a> {
    /// The session that saved it.
    pub(crate) session: &'a str,
    /// The entry of that session that set it.
    pub(crate) entry: u32,
}

impl Place {
    /// The place of an entry.
    ///
    /// # Errors
    ///
    /// `session-damaged` where its cell, or the queue of a plan that its cell ticks, is gone or
    /// can't be read; the storage codes.
    pub(crate) fn at(
        c: &mut impl Storage,
        session: &SessionId,
        entry: u32,
        cell: u32,
    ) -> Result<Self, Refusal> {
        if cell == 0 {
            return Ok(Self { entry, cell: None, ledger: Ledger::default() });
        }
        let cell = read_cell(c, session, cell)?;
        let inside = cell.header.parent == entry || (cell.first..=cell.last()).contains(&entry);
        if !inside {
            return Err(damaged(session.as_str()));
        }
        let mut ledger = cell.header.ledger.clone();
        for (number, line) in cell.up_to(entry) {
            apply(c, session, &mut ledger, number, line)?;
        }
        Ok(Self { entry, cell: Some(cell), ledger })
    }

    /// The place of a session's leaf.
    ///
    /// # Errors
    ///
    /// As [`at`](Self::at).
    pub(crate) fn leaf(c: &mut impl Storage, session: &SessionId, head: &Head) -> Result<Self, Refusal> {
        Self::at(c, session, head.leaf, head.cell)
    }
}

/// Reads a cell of a log.
pub(crate) fn read_cell(c: &mut impl Storage, session: &SessionId, first: u32) -> Result<LogCell, Refusal> {
    let found = c.get(&session.scope(), &key::numbered(LOG, first));
    let found = found.map_err(|failure| Refusal::of_session(failure.code, session.as_str()))?;
    let cell = found.and_then(|found| LogCell::parse(first, found.version, found.value));
    cell.ok_or_else(|| damaged(session.as_str()))
}

/// Finds the cell that holds an entry, by its key: 0 where there is none yet.
///
/// # Errors
///
/// `session-damaged` where it is gone; the storage codes.
pub(crate) fn cell_of(
    c: &mut impl Storage,
    session: &SessionId,
    head: &Head,
    entry: u32,
) -> Result<u32, Refusal> {
    if entry == head.leaf {
        return Ok(head.cell);
    }
    if entry == 0 {
        // What a fork inherits stands in its first cell; another session begins with nothing.
        return Ok(u32::from(head.origin.is_some()));
    }
    // A cell has few entries, an imported one many: look back a little, then more.
    for back in [64, 4_096, u32::MAX] {
        let from = entry.saturating_sub(back);
        if let Some(first) = last_cell(c, session, from, entry)? {
            return Ok(first);
        }
    }
    Err(damaged(session.as_str()))
}

/// The last cell whose first entry is from `from` to `to`.
fn last_cell(c: &mut impl Storage, session: &SessionId, from: u32, to: u32) -> Result<Option<u32>, Refusal> {
    let mut from = key::numbered(LOG, from);
    let mut found = None;
    loop {
        let page = c.scan(&session.scope(), LOG, &from, PAGE_MAX_ENTRIES.min(128));
        let page = page.map_err(|failure| Refusal::of_session(failure.code, session.as_str()))?;
        for cell in &page.cells {
            match key::number(LOG, &cell.key) {
                Some(first) if first <= to => found = Some(first),
                _ => return Ok(found),
            }
        }
        match page.next {
            Some(next) => from = next,
            None => return Ok(found),
        }
    }
}

/// Takes one entry into a ledger, after the queue that it needs.
pub(crate) fn apply(
    c: &mut impl Storage,
    session: &SessionId,
    ledger: &mut Ledger,
    number: u32,
    line: Option<&Line>,
) -> Result<(), Refusal> {
    let mut entry = entry_of(c, session, number, line)?;
    entry.id = qualified(session, number);
    if let Some(plan) = ledger.missing(&entry.event) {
        attach(c, ledger, plan)?;
    }
    ledger.apply(&entry);
    Ok(())
}

/// The id under which a ledger knows an entry: it names the session too, since a fork's ledger goes
/// on from the entries of another.
pub(crate) fn qualified(session: &SessionId, number: u32) -> String {
    format!("{}/{number}", session.as_str())
}

/// Where a plan's queue and body are kept.
pub(crate) fn home(plan: &Plan) -> Option<Home<'_>> {
    let (session, entry) = plan.entry.rsplit_once('/')?;
    Some(Home { session, entry: entry.parse().ok()? })
}

/// Gives a ledger the queue of one of its plans, where it has it not.
///
/// # Errors
///
/// `session-damaged` where the queue is gone or can't be read; the storage codes.
pub(crate) fn attach(c: &mut impl Storage, ledger: &mut Ledger, plan: &str) -> Result<(), Refusal> {
    let Some(found) = ledger.plan(plan) else { return Ok(()) };
    if found.is_attached() {
        return Ok(());
    }
    let Some(Home { session, entry }) = home(found) else { return Err(damaged(&found.entry)) };
    let session = session.to_owned();
    let tasks = read_tasks(c, &session, plan, entry)?;
    if ledger.attach(plan, tasks) { Ok(()) } else { Err(damaged(&session)) }
}

fn read_tasks(c: &mut impl Storage, session: &str, plan: &str, entry: u32) -> Result<Vec<SeedTask>, Refusal> {
    let scope = Scope { kind: ScopeKind::Session, id: session.to_owned() };
    let found = c.get(&scope, &record::seed_key(plan, entry));
    let found = found.map_err(|failure| Refusal::of_session(failure.code, session))?;
    found.and_then(|cell| record::parse_tasks(&cell.value)).ok_or_else(|| damaged(session))
}

/// An entry as it is listed. One that can't be read is damaged, and its other fields are empty.
pub(crate) fn entry_of(
    c: &mut impl Storage,
    session: &SessionId,
    number: u32,
    line: Option<&Line>,
) -> Result<Entry, Refusal> {
    let id = number.to_string();
    let Some(Line { id: _, at_ms, by, event }) = line.cloned() else {
        return Ok(Entry { id, parent: None, at_ms: 0, by: None, event: Event::Damaged });
    };
    let tasks = |placed: &Placed| read_tasks(c, session.as_str(), &placed.plan, number);
    Ok(Entry { id, parent: None, at_ms, by, event: event.into_event(tasks)? })
}

/// The body of a plan as it is now; none where it is gone or can't be read (D20).
pub(crate) fn body(c: &mut impl Capabilities, id: &str, plan: &Plan) -> Option<crate::capability::Body> {
    let home = home(plan)?;
    c.read(home.session, id).ok().flatten()
}
