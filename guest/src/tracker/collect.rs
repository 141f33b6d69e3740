//! Removing the bodies that nothing holds any more (D29).

use std::collections::{BTreeMap, BTreeSet};

use super::fold::Ledger;
use super::held::{self, Held};
use super::log::LogCell;
use super::place::{self, Place};
use super::record::{LOG, Recorded, damaged};
use super::reply::{Collected, Kept, KeptReason};
use super::request::Context;
use crate::author::{Author, AuthorKind};
use crate::capability::{BodyEntry, BodyPage, Capabilities, PAGE_MAX_ENTRIES, ScopeKind, ScopePage, Storage};
use crate::failure::Failure;
use crate::file_id::SessionId;
use crate::key;
use crate::refusal::Refusal;

/// How long a body stays after nothing holds it, in milliseconds: 30 days.
const KEEP_MS: u64 = 30 * 24 * 60 * 60 * 1_000;

/// Removes the bodies of this session that no branch of it, or of a session forked from it, holds,
/// and that were cleared (or, where they were never saved, written) 30 days ago or more; or says
/// which it would remove (D29).
///
/// # Errors
///
/// In this order: `invalid-session-id`, `busy`, `session-not-found`, `owner-unavailable`,
/// `session-damaged` (an entry that can't be read, in this session or in one forked from it), and
/// the storage codes.
pub fn collect<C: Capabilities>(c: &mut C, session: &str, dry_run: bool) -> Result<Collected, Failure> {
    let session = SessionId::parse(session)?;
    let nobody = Author { kind: AuthorKind::Person, name: String::new() };
    let context = Context { caller: nobody, session: session.as_str().to_owned(), request: None };
    let held = Held::take(c, &context, session)?;
    held.existing()?;
    held.check_owner()?;
    Ok(collect_held(c, &held, dry_run)?)
}

fn collect_held<C: Capabilities>(c: &mut C, held: &Held<'_>, dry_run: bool) -> Result<Collected, Refusal> {
    let mut uses = Uses { home: held.session(), held: BTreeSet::new(), cleared: BTreeMap::new() };
    for family in family_of(c, held.session())? {
        uses.look_at(c, &family)?;
    }
    let mut collected = Collected { removed: Vec::new(), kept: Vec::new() };
    for body in bodies(c, held.session())? {
        let idle_ms = match uses.cleared.get(&body.plan) {
            Some(cleared) => held.now_ms().saturating_sub(*cleared),
            None => body.age_ms,
        };
        let plan = body.plan;
        if uses.held.contains(&plan) {
            collected.kept.push(Kept { plan, reason: KeptReason::Referenced });
        } else if idle_ms < KEEP_MS {
            collected.kept.push(Kept { plan, reason: KeptReason::Recent });
        } else {
            if !dry_run {
                let removed = c.remove(held.session().as_str(), &plan);
                removed.map_err(|failure| Refusal::of_session(failure.code, held.session().as_str()))?;
            }
            collected.removed.push(plan);
        }
    }
    Ok(collected)
}

/// The session and every session that was forked from it, or from one of those.
fn family_of(c: &mut impl Storage, root: &SessionId) -> Result<Vec<SessionId>, Refusal> {
    let mut parents: BTreeMap<String, String> = BTreeMap::new();
    let mut from = String::new();
    loop {
        let page = c.scopes(ScopeKind::Session, &from, PAGE_MAX_ENTRIES);
        let ScopePage { ids, next } =
            page.map_err(|failure| Refusal::of_session(failure.code, root.as_str()))?;
        for id in ids {
            let head = held::head(c, &SessionId::parse(&id)?)?;
            if let Some(origin) = head.and_then(|head| head.origin) {
                parents.insert(id, origin.session);
            }
        }
        match next {
            Some(next) => from = next,
            None => break,
        }
    }
    let mut family = vec![root.clone()];
    let mut seen = BTreeSet::from([root.as_str().to_owned()]);
    let mut at = 0;
    while let Some(parent) = family.get(at).cloned() {
        for (child, _) in parents.iter().filter(|(_, origin)| *origin == parent.as_str()) {
            if seen.insert(child.clone()) {
                family.push(SessionId::parse(child)?);
            }
        }
        at = at.saturating_add(1);
    }
    Ok(family)
}

fn bodies(c: &mut impl Capabilities, session: &SessionId) -> Result<Vec<BodyEntry>, Refusal> {
    let (mut all, mut from) = (Vec::new(), String::new());
    loop {
        let page = c.list(session.as_str(), &from, PAGE_MAX_ENTRIES);
        let BodyPage { entries, next } =
            page.map_err(|failure| Refusal::of_session(failure.code, session.as_str()))?;
        all.extend(entries);
        match next {
            Some(next) => from = next,
            None => return Ok(all),
        }
    }
}

/// What is known of the bodies of one session.
struct Uses<'a> {
    home: &'a SessionId,
    /// Plans that some branch holds.
    held: BTreeSet<String>,
    /// When each plan was cleared last, in milliseconds since the Unix epoch.
    cleared: BTreeMap<String, u64>,
}

impl Uses<'_> {
    /// Reads every entry of a session, and what each of its branches amounts to.
    fn look_at(&mut self, c: &mut impl Storage, session: &SessionId) -> Result<(), Refusal> {
        let Some(head) = held::head(c, session)? else { return Ok(()) };
        let cells = cells(c, session)?;
        let parents: BTreeSet<u32> = cells.iter().map(|cell| cell.header.parent).collect();
        let mut next = 1;
        for cell in &cells {
            if cell.first != next {
                return Err(damaged(session.as_str()));
            }
            next = cell.last().saturating_add(1);
            let mut ledger = cell.header.ledger.clone();
            for (number, line) in cell.up_to(u32::MAX) {
                let line = line.ok_or_else(|| damaged(session.as_str()))?;
                place::apply(c, session, &mut ledger, number, Some(line))?;
                if let Recorded::Clear(plan) = &line.event {
                    let at_ms = self.cleared.entry(plan.clone()).or_default();
                    *at_ms = line.at_ms.max(*at_ms);
                }
                if number == cell.last() && !parents.contains(&number) {
                    self.hold(&ledger);
                }
            }
        }
        if next != head.entries.saturating_add(1) {
            return Err(damaged(session.as_str()));
        }
        self.hold(&Place::leaf(c, session, &head)?.ledger);
        Ok(())
    }

    fn hold(&mut self, ledger: &Ledger) {
        for line in ledger.plans() {
            let home = ledger.plan(&line.plan).and_then(place::home);
            if home.is_none_or(|home| home.session == self.home.as_str()) {
                self.held.insert(line.plan);
            }
        }
    }
}

/// Every cell of a session's log, in order.
fn cells(c: &mut impl Storage, session: &SessionId) -> Result<Vec<LogCell>, Refusal> {
    let (mut all, mut from) = (Vec::new(), String::from(LOG));
    loop {
        let page = c.scan(&session.scope(), LOG, &from, PAGE_MAX_ENTRIES);
        let page = page.map_err(|failure| Refusal::of_session(failure.code, session.as_str()))?;
        for cell in page.cells {
            let first = key::number(LOG, &cell.key);
            let cell = first.and_then(|first| LogCell::parse(first, cell.version, cell.value));
            all.push(cell.ok_or_else(|| damaged(session.as_str()))?);
        }
        match page.next {
            Some(next) => from = next,
            None => return Ok(all),
        }
    }
}
