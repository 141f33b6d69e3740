//! `wit/documents.wit`.

use super::all;
use crate::component::bindings::exports::planmark::engine::documents as wit;
use crate::document::{answer, request};

impl From<wit::Context> for request::Context {
    fn from(context: wit::Context) -> Self {
        let wit::Context { caller, coalesce_window_ms } = context;
        Self { caller: caller.into(), coalesce_window_ms }
    }
}

impl From<wit::WriteRequest> for request::WriteRequest {
    fn from(request: wit::WriteRequest) -> Self {
        let wit::WriteRequest { task, title, content, mode, expected_version } = request;
        Self { task, title, content, mode, expected_version }
    }
}

impl From<wit::EditRequest> for request::EditRequest {
    fn from(request: wit::EditRequest) -> Self {
        let wit::EditRequest { task, find, replacement, expected_version } = request;
        Self { task, find, replacement, expected_version }
    }
}

impl From<wit::SaveRequest> for request::SaveRequest {
    fn from(request: wit::SaveRequest) -> Self {
        let wit::SaveRequest { task, title, content, expected_version } = request;
        Self { task, title, content, expected_version }
    }
}

impl From<wit::RestoreRequest> for request::RestoreRequest {
    fn from(request: wit::RestoreRequest) -> Self {
        let wit::RestoreRequest { task, point, expected_version } = request;
        Self { task, point: point.into(), expected_version }
    }
}

impl From<wit::DeleteRequest> for request::DeleteRequest {
    fn from(request: wit::DeleteRequest) -> Self {
        let wit::DeleteRequest { task, expected_version } = request;
        Self { task, expected_version }
    }
}

impl From<request::Point> for wit::Point {
    fn from(point: request::Point) -> Self {
        match point {
            request::Point::Revision(number) => Self::Revision(number),
            request::Point::Position(position) => Self::Position(position),
        }
    }
}

impl From<wit::Point> for request::Point {
    fn from(point: wit::Point) -> Self {
        match point {
            wit::Point::Revision(number) => Self::Revision(number),
            wit::Point::Position(position) => Self::Position(position),
        }
    }
}

impl From<answer::EventKind> for wit::EventKind {
    fn from(kind: answer::EventKind) -> Self {
        match kind {
            answer::EventKind::PlanCreated => Self::PlanCreated,
            answer::EventKind::PlanUpdated => Self::PlanUpdated,
            answer::EventKind::PlanDeleted => Self::PlanDeleted,
            answer::EventKind::RevisionCreated => Self::RevisionCreated,
            answer::EventKind::RevisionUpdated => Self::RevisionUpdated,
        }
    }
}

impl From<answer::Event> for wit::Event {
    fn from(event: answer::Event) -> Self {
        let answer::Event { kind, task, revision, version, author, at_ms } = event;
        Self { kind: kind.into(), task, revision, version, author: author.into(), at_ms }
    }
}

impl From<answer::Truncation> for wit::Truncation {
    fn from(truncation: answer::Truncation) -> Self {
        let answer::Truncation { prior_chars, new_chars, prior_revision, warning } = truncation;
        Self { prior_chars, new_chars, prior_revision, warning }
    }
}

impl From<answer::Written> for wit::Written {
    fn from(written: answer::Written) -> Self {
        let answer::Written {
            task,
            title,
            bytes,
            chars,
            revision,
            coalesced,
            position,
            version,
            truncation,
            notes,
            events,
        } = written;
        Self {
            task,
            title,
            bytes,
            chars,
            revision,
            coalesced,
            position,
            version,
            truncation: truncation.map(Into::into),
            notes: all(notes),
            events: all(events),
        }
    }
}

impl From<answer::Deleted> for wit::Deleted {
    fn from(deleted: answer::Deleted) -> Self {
        let answer::Deleted { task, revisions, version, events } = deleted;
        Self { task, revisions, version, events: all(events) }
    }
}

impl From<answer::Plan> for wit::Plan {
    fn from(plan: answer::Plan) -> Self {
        let answer::Plan {
            task,
            title,
            content,
            bytes,
            chars,
            revision,
            position,
            version,
            author,
            created_at_ms,
            updated_at_ms,
            notes,
        } = plan;
        Self {
            task,
            title,
            content,
            bytes,
            chars,
            revision,
            position,
            version,
            author: author.into(),
            created_at_ms,
            updated_at_ms,
            notes: all(notes),
        }
    }
}

impl From<answer::PlanSummary> for wit::PlanSummary {
    fn from(plan_summary: answer::PlanSummary) -> Self {
        let answer::PlanSummary { task, title, bytes, revision, updated_at_ms } = plan_summary;
        Self { task, title, bytes, revision, updated_at_ms }
    }
}

impl From<answer::PlanPage> for wit::PlanPage {
    fn from(plan_page: answer::PlanPage) -> Self {
        let answer::PlanPage { plans, unreadable, next } = plan_page;
        Self { plans: all(plans), unreadable, next }
    }
}

impl From<answer::Revision> for wit::Revision {
    fn from(revision: answer::Revision) -> Self {
        let answer::Revision {
            number,
            position,
            title,
            bytes,
            chars,
            author,
            created_at_ms,
            updated_at_ms,
            restored,
        } = revision;
        Self {
            number,
            position,
            title,
            bytes,
            chars,
            author: author.into(),
            created_at_ms,
            updated_at_ms,
            restored: restored.map(Into::into),
        }
    }
}

impl From<answer::RevisionPage> for wit::RevisionPage {
    fn from(revision_page: answer::RevisionPage) -> Self {
        let answer::RevisionPage { revisions, present, next } = revision_page;
        Self { revisions: all(revisions), present, next }
    }
}

impl From<answer::Step> for wit::Step {
    fn from(step: answer::Step) -> Self {
        let answer::Step { position, at_ms, at, removed, inserted } = step;
        Self { position, at_ms, at, removed, inserted }
    }
}

impl From<answer::StepPage> for wit::StepPage {
    fn from(step_page: answer::StepPage) -> Self {
        let answer::StepPage { steps, next } = step_page;
        Self { steps: all(steps), next }
    }
}

impl From<answer::Past> for wit::Past {
    fn from(past: answer::Past) -> Self {
        let answer::Past { task, title, content, position, revision } = past;
        Self { task, title, content, position, revision }
    }
}
