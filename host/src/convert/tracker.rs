//! `wit/tracker.wit`.

use planmark_core::tracker::{reply, request};

use super::all;
use crate::bindings::exports::planmark::engine::tracker as wit;

impl From<&request::Context> for wit::Context {
    fn from(context: &request::Context) -> Self {
        let request::Context { caller, session, request } = context;
        Self { caller: caller.into(), session: session.clone(), request: request.clone() }
    }
}

impl From<&request::ImportRequest> for wit::ImportRequest {
    fn from(request: &request::ImportRequest) -> Self {
        let request::ImportRequest { entries, leaf, bodies } = request;
        Self { entries: all(entries.clone()), leaf: leaf.clone(), bodies: all(bodies.clone()) }
    }
}

impl From<request::ImportBody> for wit::ImportBody {
    fn from(import_body: request::ImportBody) -> Self {
        let request::ImportBody { plan, text } = import_body;
        Self { plan, text }
    }
}

impl From<wit::Origin> for reply::Origin {
    fn from(origin: wit::Origin) -> Self {
        let wit::Origin { session, entry } = origin;
        Self { session, entry }
    }
}

impl From<wit::Session> for reply::Session {
    fn from(session: wit::Session) -> Self {
        let wit::Session {
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

impl From<wit::SessionPage> for reply::SessionPage {
    fn from(session_page: wit::SessionPage) -> Self {
        let wit::SessionPage { sessions, unreadable, next } = session_page;
        Self { sessions: all(sessions), unreadable, next }
    }
}

impl From<wit::EntryPage> for reply::EntryPage {
    fn from(entry_page: wit::EntryPage) -> Self {
        let wit::EntryPage { entries, next } = entry_page;
        Self { entries: all(entries), next: next.map(Into::into) }
    }
}

impl From<wit::Saved> for reply::Saved {
    fn from(saved: wit::Saved) -> Self {
        let wit::Saved { plan, path, saved_at_ms, bytes, total, next, notes, replayed } = saved;
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

impl From<wit::Changed> for reply::Changed {
    fn from(changed: wit::Changed) -> Self {
        let wit::Changed { plan, changed, active, replayed } = changed;
        Self { plan, changed, active, replayed }
    }
}

impl From<wit::ModeSet> for reply::ModeSet {
    fn from(mode_set: wit::ModeSet) -> Self {
        let wit::ModeSet { mode, changed, replayed } = mode_set;
        Self { mode: mode.into(), changed, replayed }
    }
}

impl From<wit::Ticked> for reply::Ticked {
    fn from(ticked: wit::Ticked) -> Self {
        let wit::Ticked { plan, id, title, changed, skipped, done, total, next, replayed } = ticked;
        Self { plan, id, title, changed, skipped, done, total, next: next.map(Into::into), replayed }
    }
}

impl From<wit::PlanView> for reply::PlanView {
    fn from(plan_view: wit::PlanView) -> Self {
        let wit::PlanView { plan, active, path, saved_at_ms, body, outline, notes } = plan_view;
        Self { plan, active, path, saved_at_ms, body, outline: outline.into(), notes: all(notes) }
    }
}

impl From<wit::TaskList> for reply::TaskList {
    fn from(task_list: wit::TaskList) -> Self {
        let wit::TaskList { standing, queue, done, next, detail, notes } = task_list;
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

impl From<wit::Kept> for reply::Kept {
    fn from(kept: wit::Kept) -> Self {
        let wit::Kept { plan, reason } = kept;
        Self { plan, reason: reason.into() }
    }
}

impl From<wit::Collected> for reply::Collected {
    fn from(collected: wit::Collected) -> Self {
        let wit::Collected { removed, kept } = collected;
        Self { removed, kept: all(kept) }
    }
}

impl From<wit::KeptReason> for reply::KeptReason {
    fn from(kept_reason: wit::KeptReason) -> Self {
        match kept_reason {
            wit::KeptReason::Referenced => Self::Referenced,
            wit::KeptReason::Recent => Self::Recent,
        }
    }
}
