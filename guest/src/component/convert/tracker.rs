//! `wit/tracker.wit`.

use super::super::bindings::exports::planmark::engine::tracker as wit;
use super::all;
use crate::tracker::{reply, request};

impl From<wit::Context> for request::Context {
    fn from(context: wit::Context) -> Self {
        let wit::Context { caller, session, request } = context;
        Self { caller: caller.into(), session, request }
    }
}

impl From<wit::ImportRequest> for request::ImportRequest {
    fn from(import_request: wit::ImportRequest) -> Self {
        let wit::ImportRequest { entries, leaf, bodies } = import_request;
        Self { entries: all(entries), leaf, bodies: all(bodies) }
    }
}

impl From<wit::ImportBody> for request::ImportBody {
    fn from(import_body: wit::ImportBody) -> Self {
        let wit::ImportBody { plan, text } = import_body;
        Self { plan, text }
    }
}

impl From<reply::Origin> for wit::Origin {
    fn from(origin: reply::Origin) -> Self {
        let reply::Origin { session, entry } = origin;
        Self { session, entry }
    }
}

impl From<reply::Session> for wit::Session {
    fn from(session: reply::Session) -> Self {
        let reply::Session {
            session,
            created_at_ms,
            updated_at_ms,
            entries,
            leaf,
            origin,
            owner,
            mode,
            plans,
            notes,
        } = session;
        Self {
            session,
            created_at_ms,
            updated_at_ms,
            entries,
            leaf,
            origin: origin.map(Into::into),
            owner,
            mode: mode.into(),
            plans: all(plans),
            notes: all(notes),
        }
    }
}

impl From<reply::SessionPage> for wit::SessionPage {
    fn from(session_page: reply::SessionPage) -> Self {
        let reply::SessionPage { sessions, unreadable, next } = session_page;
        Self { sessions: all(sessions), unreadable, next }
    }
}

impl From<reply::EntryPage> for wit::EntryPage {
    fn from(entry_page: reply::EntryPage) -> Self {
        let reply::EntryPage { entries, next } = entry_page;
        Self { entries: all(entries), next: next.map(Into::into) }
    }
}

impl From<reply::Saved> for wit::Saved {
    fn from(saved: reply::Saved) -> Self {
        let reply::Saved { plan, path, saved_at_ms, bytes, total, next, notes, replayed } = saved;
        Self {
            plan,
            path,
            saved_at_ms,
            bytes,
            total,
            next: next.map(Into::into),
            notes: all(notes),
            replayed,
        }
    }
}

impl From<reply::Changed> for wit::Changed {
    fn from(changed: reply::Changed) -> Self {
        let reply::Changed { plan, changed, active, replayed } = changed;
        Self { plan, changed, active, replayed }
    }
}

impl From<reply::ModeSet> for wit::ModeSet {
    fn from(mode_set: reply::ModeSet) -> Self {
        let reply::ModeSet { mode, changed, replayed } = mode_set;
        Self { mode: mode.into(), changed, replayed }
    }
}

impl From<reply::Ticked> for wit::Ticked {
    fn from(ticked: reply::Ticked) -> Self {
        let reply::Ticked { plan, id, title, changed, skipped, done, total, next, replayed } = ticked;
        Self { plan, id, title, changed, skipped, done, total, next: next.map(Into::into), replayed }
    }
}

impl From<reply::PlanView> for wit::PlanView {
    fn from(plan_view: reply::PlanView) -> Self {
        let reply::PlanView { plan, active, path, saved_at_ms, body, outline, notes } = plan_view;
        Self { plan, active, path, saved_at_ms, body, outline: outline.into(), notes: all(notes) }
    }
}

impl From<reply::TaskList> for wit::TaskList {
    fn from(task_list: reply::TaskList) -> Self {
        let reply::TaskList { standing, queue, done, next, detail, notes } = task_list;
        Self {
            standing: standing.into(),
            queue: queue.map(Into::into),
            done,
            next: next.map(Into::into),
            detail: detail.map(Into::into),
            notes: all(notes),
        }
    }
}

impl From<reply::Kept> for wit::Kept {
    fn from(kept: reply::Kept) -> Self {
        let reply::Kept { plan, reason } = kept;
        Self { plan, reason: reason.into() }
    }
}

impl From<reply::Collected> for wit::Collected {
    fn from(collected: reply::Collected) -> Self {
        let reply::Collected { removed, kept } = collected;
        Self { removed, kept: all(kept) }
    }
}

impl From<reply::KeptReason> for wit::KeptReason {
    fn from(kept_reason: reply::KeptReason) -> Self {
        match kept_reason {
            reply::KeptReason::Referenced => Self::Referenced,
            reply::KeptReason::Recent => Self::Recent,
        }
    }
}
