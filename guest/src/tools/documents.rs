//! The tools of task plan documents, those that repair included.

use serde::Serialize;

use super::arguments::Arguments;
use super::offer::Offered;
use super::table::{self, Known, Sentence, When};
use super::{CallContext, ToolAnswer, answered, messages};
use crate::capability::Capabilities;
use crate::document;
use crate::document::answer::{Deleted, Past, Plan, Revision, RevisionPage, Truncation, Written};
use crate::document::request::{Context, DeleteRequest, EditRequest, Point, RestoreRequest, WriteRequest};
use crate::failure::Failure;
use crate::refusal::ToolRefusal;
use crate::words::{self, Template};

/// Revisions that a listing gives when it isn't asked for a number.
const REVISIONS_DEFAULT: u32 = 20;

pub(super) fn create<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    offered: &Offered<'_>,
    arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let written = document::create(c, &context.document(), &write_request(arguments))?;
    acknowledge(offered, &words::STORED, written)
}

pub(super) fn update<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    offered: &Offered<'_>,
    arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let request = write_request(arguments);
    let written = document::update(c, &context.document(), &request)?;
    acknowledge(offered, if request.mode == "append" { &words::APPENDED } else { &words::STORED }, written)
}

fn write_request(mut arguments: Arguments) -> WriteRequest {
    WriteRequest {
        task: arguments.text_or_empty("task_id"),
        title: arguments.text_or_empty("title"),
        content: arguments.text_or_empty("content"),
        mode: arguments.text_or_empty("mode"),
        expected_version: arguments.text("expected_version"),
    }
}

pub(super) fn edit<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    offered: &Offered<'_>,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let request = EditRequest {
        task: arguments.text_or_empty("task_id"),
        find: arguments.text_or_empty("find"),
        replacement: arguments.text_or_empty("replacement"),
        expected_version: arguments.text("expected_version"),
    };
    let written = document::edit(c, &context.document(), &request)?;
    acknowledge(offered, &words::EDITED, written)
}

pub(super) fn restore<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    offered: &Offered<'_>,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let request = RestoreRequest {
        task: arguments.text_or_empty("task_id"),
        point: point(&mut arguments)?,
        expected_version: arguments.text("expected_version"),
    };
    let written = document::restore(c, &context.document(), &request)?;
    acknowledge(offered, &words::RESTORED, written)
}

/// The point that the arguments name: exactly one of `revision` and `position`.
fn point(arguments: &mut Arguments) -> Result<Point, ToolRefusal> {
    match (arguments.number("revision"), arguments.number("position")) {
        (Some(revision), None) => Ok(Point::Revision(revision)),
        (None, Some(position)) => Ok(Point::Position(position)),
        (None, None) | (Some(_), Some(_)) => {
            Err(ToolRefusal::NotOneOf { one: "revision", other: "position" })
        }
    }
}

/// The answer of a write.
#[derive(Serialize)]
struct WriteAnswer {
    acknowledgement: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncation_warning: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prior_revision: Option<u32>,
    task_id: String,
    title: String,
    bytes: u32,
    chars: u32,
    revision: u32,
    version: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// The answer of a write, with the size of what is stored now (AC-TASKS-PLAN-APPEND-006.6).
fn acknowledge(offered: &Offered<'_>, template: &Template, written: Written) -> Result<ToolAnswer, Failure> {
    let Written {
        task,
        title,
        bytes,
        chars,
        revision,
        coalesced: _,
        position: _,
        version,
        truncation,
        notes,
        events,
    } = written;
    let acknowledgement = template.render(&[
        ("bytes", &bytes.to_string()),
        ("chars", &chars.to_string()),
        ("revision", &revision.to_string()),
    ]);
    let answer = WriteAnswer {
        acknowledgement,
        truncation_warning: truncation.as_ref().map(|truncation| warning(offered, truncation)),
        prior_revision: truncation.map(|truncation| truncation.prior_revision),
        task_id: task,
        title,
        bytes,
        chars,
        revision,
        version,
        notes: messages(notes),
    };
    answered(&answer, true, events)
}

/// The warning of a write that removed most of the text: what can be done about it depends on the
/// tools that are offered (D15, AC-TASKS-PLAN-APPEND-006.7, 006.8).
fn warning(offered: &Offered<'_>, truncation: &Truncation) -> String {
    /// What is said, and in which offers.
    const WARNING: &[Sentence] = &[
        Sentence { text: &words::TRUNCATION_WHAT, when: When::Always },
        Sentence { text: &words::TRUNCATION_KEPT, when: When::Without(Known::RestoreTaskPlanRevision) },
        Sentence { text: &words::TRUNCATION_RESTORE, when: When::With(Known::RestoreTaskPlanRevision) },
        Sentence { text: &words::TRUNCATION_APPEND, when: When::With(Known::UpdateTaskPlan) },
    ];
    let said = table::said(WARNING, offered);
    truncation.fill(&said)
}

pub(super) fn get<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    #[derive(Serialize)]
    struct Answer {
        task_id: String,
        title: String,
        bytes: u32,
        chars: u32,
        revision: u32,
        version: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
        content: String,
    }
    let Plan { task, title, content, bytes, chars, revision, version, notes, .. } =
        document::read(c, &context.caller, &arguments.text_or_empty("task_id"))?;
    let notes = messages(notes);
    let answer = Answer { task_id: task, title, bytes, chars, revision, version, notes, content };
    answered(&answer, false, Vec::new())
}

pub(super) fn delete<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    #[derive(Serialize)]
    struct Answer {
        acknowledgement: String,
        task_id: String,
        revisions: u32,
        version: String,
    }
    let request = DeleteRequest {
        task: arguments.text_or_empty("task_id"),
        expected_version: arguments.text("expected_version"),
    };
    let Deleted { task, revisions, version, events } = document::delete(c, &context.document(), &request)?;
    let acknowledgement = words::DELETED.render(&[("revisions", &revisions.to_string())]);
    answered(&Answer { acknowledgement, task_id: task, revisions, version }, true, events)
}

pub(super) fn list_revisions<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    #[derive(Serialize)]
    struct Answer {
        task_id: String,
        present: bool,
        revisions: Vec<RevisionAnswer>,
        #[serde(skip_serializing_if = "Option::is_none")]
        next_before: Option<u32>,
    }
    let task = arguments.text_or_empty("task_id");
    let (before, limit) =
        (arguments.number("before"), arguments.number("limit").unwrap_or(REVISIONS_DEFAULT));
    let RevisionPage { revisions, present, next } =
        document::revisions(c, &context.caller, &task, before, limit)?;
    let revisions = revisions.into_iter().map(Into::into).collect();
    answered(&Answer { task_id: task, present, revisions, next_before: next }, false, Vec::new())
}

/// A revision without its text.
#[derive(Serialize)]
struct RevisionAnswer {
    revision: u32,
    position: u32,
    title: String,
    bytes: u32,
    author: String,
    updated_at_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    restored_revision: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    restored_position: Option<u32>,
}

impl From<Revision> for RevisionAnswer {
    fn from(revision: Revision) -> Self {
        let Revision { number, position, title, bytes, author, updated_at_ms, restored, .. } = revision;
        let (restored_revision, restored_position) = match restored {
            Some(Point::Revision(number)) => (Some(number), None),
            Some(Point::Position(position)) => (None, Some(position)),
            None => (None, None),
        };
        Self {
            revision: number,
            position,
            title,
            bytes,
            author: author.name,
            updated_at_ms,
            restored_revision,
            restored_position,
        }
    }
}

pub(super) fn get_revision<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    #[derive(Serialize)]
    struct Answer {
        task_id: String,
        title: String,
        bytes: u32,
        revision: u32,
        position: u32,
        content: String,
    }
    let task = arguments.text_or_empty("task_id");
    let point = point(&mut arguments)?;
    let Past { task, title, content, position, revision } =
        document::read_past(c, &context.caller, &task, point)?;
    let bytes = crate::text::size(content.len());
    let answer = Answer { task_id: task, title, bytes, revision, position, content };
    answered(&answer, false, Vec::new())
}

impl CallContext {
    /// The context of a call of the documents.
    fn document(&self) -> Context {
        Context { caller: self.caller.clone(), coalesce_window_ms: self.coalesce_window_ms }
    }
}
