//! `wit/documents.wit`.

use planmark_core::document::{answer, request};

use super::all;
use crate::bindings::exports::planmark::engine::documents as wit;

impl From<&request::Context> for wit::Context {
    fn from(context: &request::Context) -> Self {
        let request::Context { caller, coalesce_window_ms } = context;
        Self { caller: caller.into(), coalesce_window_ms: *coalesce_window_ms }
    }
}

impl From<&request::WriteRequest> for wit::WriteRequest {
    fn from(request: &request::WriteRequest) -> Self {
        let request::WriteRequest { task, title, content, mode, expected_version } = request;
        Self {
            task: task.clone(),
            title: title.clone(),
            content: content.clone(),
            mode: mode.clone(),
            expected_version: expected_version.clone(),
        }
    }
}

impl From<&request::EditRequest> for wit::EditRequest {
    fn from(request: &request::EditRequest) -> Self {
        let request::EditRequest { task, find, replacement, expected_version } = request;
        Self {
            task: task.clone(),
            find: find.clone(),
            replacement: replacement.clone(),
            expected_version: expected_version.clone(),
        }
    }
}

impl From<&request::SaveRequest> for wit::SaveRequest {
    fn from(request: &request::SaveRequest) -> Self {
        let request::SaveRequest { task, title, content, expected_version } = request;
        Self {
            task: task.clone(),
            title: title.clone(),
            content: content.clone(),
            expected_version: expected_version.clone(),
        }
    }
}

impl From<&request::RestoreRequest> for wit::RestoreRequest {
    fn from(request: &request::RestoreRequest) -> Self {
        let request::RestoreRequest { task, point, expected_version } = request;
        Self { task: task.clone(), point: (*point).into(), expected_version: expected_version.clone() }
    }
}

impl From<&request::DeleteRequest> for wit::DeleteRequest {
    fn from(request: &request::DeleteRequest) -> Self {
        let request::DeleteRequest { task, expected_version } = request;
        Self { task: task.clone(), expected_version: expected_version.clone() }
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

impl From<wit::EventKind> for answer::EventKind {
    fn from(kind: wit::EventKind) -> Self {
        match kind {
            wit::EventKind::PlanCreated => Self::PlanCreated,
            wit::EventKind::PlanUpdated => Self::PlanUpdated,
            wit::EventKind::PlanDeleted => Self::PlanDeleted,
            wit::EventKind::RevisionCreated => Self::RevisionCreated,
            wit::EventKind::RevisionUpdated => Self::RevisionUpdated,
        }
    }
}

impl From<wit::Event> for answer::Event {
    fn from(event: wit::Event) -> Self {
        let wit::Event { kind, task, revision, version, author, at_ms } = event;
        Self { kind: kind.into(), task, revision, version, author: author.into(), at_ms }
    }
}

impl From<wit::Truncation> for answer::Truncation {
    fn from(truncation: wit::Truncation) -> Self {
        let wit::Truncation { prior_chars, new_chars, prior_revision, warning } = truncation;
        Self { prior_chars, new_chars, prior_revision, warning }
    }
}

impl From<wit::Written> for answer::Written {
    fn from(written: wit::Written) -> Self {
        let wit::Written {
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

impl From<wit::Deleted> for answer::Deleted {
    fn from(deleted: wit::Deleted) -> Self {
        let wit::Deleted { task, revisions, version, events } = deleted;
        Self { task, revisions, version, events: all(events) }
    }
}

impl From<wit::Plan> for answer::Plan {
    fn from(plan: wit::Plan) -> Self {
        let wit::Plan {
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

impl From<wit::PlanSummary> for answer::PlanSummary {
    fn from(plan_summary: wit::PlanSummary) -> Self {
        let wit::PlanSummary { task, title, bytes, revision, updated_at_ms } = plan_summary;
        Self { task, title, bytes, revision, updated_at_ms }
    }
}

impl From<wit::PlanPage> for answer::PlanPage {
    fn from(plan_page: wit::PlanPage) -> Self {
        let wit::PlanPage { plans, unreadable, next } = plan_page;
        Self { plans: all(plans), unreadable, next }
    }
}

impl From<wit::Revision> for answer::Revision {
    fn from(revision: wit::Revision) -> Self {
        let wit::Revision {
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

impl From<wit::RevisionPage> for answer::RevisionPage {
    fn from(revision_page: wit::RevisionPage) -> Self {
        let wit::RevisionPage { revisions, present, next } = revision_page;
        Self { revisions: all(revisions), present, next }
    }
}

impl From<wit::Step> for answer::Step {
    fn from(step: wit::Step) -> Self {
        let wit::Step { position, at_ms, at, removed, inserted } = step;
        Self { position, at_ms, at, removed, inserted }
    }
}

impl From<wit::StepPage> for answer::StepPage {
    fn from(step_page: wit::StepPage) -> Self {
        let wit::StepPage { steps, next } = step_page;
        Self { steps: all(steps), next }
    }
}

impl From<wit::Past> for answer::Past {
    fn from(past: wit::Past) -> Self {
        let wit::Past { task, title, content, position, revision } = past;
        Self { task, title, content, position, revision }
    }
}
