//! The definitions, in the order in which they are listed.

use super::{Argument, Definition, Field, Kind, Known, Need, Profile, Sentence, Shape, When};
use crate::words::{self, Template};

mod runtime;
mod tracker;

/// Every tool, in the order of a listing.
pub(in crate::tools) static TOOLS: &[&Definition] = &[
    &CREATE,
    &UPDATE,
    &GET,
    &DELETE,
    &tracker::SAVE,
    &tracker::SELECT,
    &tracker::CLEAR,
    &tracker::READ_TASKS,
    &tracker::TICK,
    &EDIT,
    &LIST_REVISIONS,
    &GET_REVISION,
    &RESTORE,
    &tracker::UNTICK,
    &runtime::CONTINUE_READ,
];

const fn always(text: &'static Template) -> Sentence {
    Sentence { text, when: When::Always }
}

const fn with(known: Known, text: &'static Template) -> Sentence {
    Sentence { text, when: When::With(known) }
}

const fn without(known: Known, text: &'static Template) -> Sentence {
    Sentence { text, when: When::Without(known) }
}

/// An argument without which nothing is looked at: the call is exactly so, or it is refused.
const fn exact(name: &'static str, kind: Kind, text: &'static [Sentence]) -> Argument {
    Argument { name, kind, need: Need::Missed, text }
}

const fn required(name: &'static str, kind: Kind, text: &'static [Sentence]) -> Argument {
    Argument { name, kind, need: Need::Required, text }
}

const fn optional(name: &'static str, kind: Kind, text: &'static [Sentence]) -> Argument {
    Argument { name, kind, need: Need::Optional, text }
}

const fn given(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, always: true }
}

const fn maybe(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, always: false }
}

const TASK_ID: Argument = required("task_id", Kind::Text, &[always(&words::ARGUMENT_TASK_ID)]);
const TITLE: Argument = optional("title", Kind::Text, &[always(&words::ARGUMENT_TITLE)]);
const EXPECTED_VERSION: Argument =
    optional("expected_version", Kind::Text, &[always(&words::ARGUMENT_EXPECTED_VERSION)]);
const REVISION: Argument = optional("revision", Kind::Number, &[always(&words::ARGUMENT_REVISION)]);
const POSITION: Argument = optional("position", Kind::Number, &[always(&words::ARGUMENT_POSITION)]);

const NOTES: Field = maybe("notes", Shape::Texts);

const WRITTEN: &[Field] = &[
    given("acknowledgement", Shape::Text),
    maybe("truncation_warning", Shape::Text),
    maybe("prior_revision", Shape::Number),
    given("task_id", Shape::Text),
    given("title", Shape::Text),
    given("bytes", Shape::Number),
    given("chars", Shape::Number),
    given("revision", Shape::Number),
    given("version", Shape::Text),
    NOTES,
];

static CREATE: Definition = Definition {
    known: Known::CreateTaskPlan,
    profile: Profile::Documents,
    title: &words::TITLE_CREATE_TASK_PLAN,
    description: &[always(&words::CREATE_TASK_PLAN)],
    arguments: &[
        TASK_ID,
        required("content", Kind::Text, &[always(&words::CREATE_TASK_PLAN_CONTENT)]),
        TITLE,
        optional("mode", Kind::Text, &[always(&words::CREATE_TASK_PLAN_MODE)]),
        EXPECTED_VERSION,
    ],
    answer: WRITTEN,
    read_only: false,
    destructive: true,
    idempotent: false,
};

static UPDATE: Definition = Definition {
    known: Known::UpdateTaskPlan,
    profile: Profile::Documents,
    title: &words::TITLE_UPDATE_TASK_PLAN,
    description: &[
        always(&words::UPDATE_TASK_PLAN),
        with(Known::EditTaskPlan, &words::UPDATE_TASK_PLAN_EDIT),
    ],
    arguments: &[
        TASK_ID,
        required("content", Kind::Text, &[always(&words::UPDATE_TASK_PLAN_CONTENT)]),
        optional("mode", Kind::Text, &[always(&words::UPDATE_TASK_PLAN_MODE)]),
        TITLE,
        EXPECTED_VERSION,
    ],
    answer: WRITTEN,
    read_only: false,
    destructive: true,
    idempotent: false,
};

static GET: Definition = Definition {
    known: Known::GetTaskPlan,
    profile: Profile::Documents,
    title: &words::TITLE_GET_TASK_PLAN,
    description: &[always(&words::GET_TASK_PLAN)],
    arguments: &[TASK_ID],
    answer: &[
        given("task_id", Shape::Text),
        given("title", Shape::Text),
        given("bytes", Shape::Number),
        given("chars", Shape::Number),
        given("revision", Shape::Number),
        given("version", Shape::Text),
        NOTES,
        given("content", Shape::Text),
    ],
    read_only: true,
    destructive: false,
    idempotent: true,
};

static DELETE: Definition = Definition {
    known: Known::DeleteTaskPlan,
    profile: Profile::Documents,
    title: &words::TITLE_DELETE_TASK_PLAN,
    description: &[
        always(&words::DELETE_TASK_PLAN),
        without(Known::ListTaskPlanRevisions, &words::DELETE_TASK_PLAN_KEPT),
        with(Known::ListTaskPlanRevisions, &words::DELETE_TASK_PLAN_LISTED),
    ],
    arguments: &[TASK_ID, EXPECTED_VERSION],
    answer: &[
        given("acknowledgement", Shape::Text),
        given("task_id", Shape::Text),
        given("revisions", Shape::Number),
        given("version", Shape::Text),
    ],
    read_only: false,
    destructive: true,
    idempotent: true,
};

static EDIT: Definition = Definition {
    known: Known::EditTaskPlan,
    profile: Profile::Recovery,
    title: &words::TITLE_EDIT_TASK_PLAN,
    description: &[always(&words::EDIT_TASK_PLAN), with(Known::GetTaskPlan, &words::EDIT_TASK_PLAN_READ)],
    arguments: &[
        TASK_ID,
        required("find", Kind::Text, &[always(&words::EDIT_TASK_PLAN_FIND)]),
        Argument {
            name: "replacement",
            kind: Kind::Text,
            need: Need::Missed,
            text: &[always(&words::EDIT_TASK_PLAN_REPLACEMENT)],
        },
        required("expected_version", Kind::Text, &[always(&words::EDIT_TASK_PLAN_VERSION)]),
    ],
    answer: WRITTEN,
    read_only: false,
    destructive: true,
    idempotent: true,
};

static LIST_REVISIONS: Definition = Definition {
    known: Known::ListTaskPlanRevisions,
    profile: Profile::Recovery,
    title: &words::TITLE_LIST_TASK_PLAN_REVISIONS,
    description: &[always(&words::LIST_TASK_PLAN_REVISIONS)],
    arguments: &[
        TASK_ID,
        optional("before", Kind::Number, &[always(&words::LIST_TASK_PLAN_REVISIONS_BEFORE)]),
        optional("limit", Kind::Number, &[always(&words::LIST_TASK_PLAN_REVISIONS_LIMIT)]),
    ],
    answer: &[
        given("task_id", Shape::Text),
        given("present", Shape::Flag),
        given(
            "revisions",
            Shape::Objects(&[
                given("revision", Shape::Number),
                given("position", Shape::Number),
                given("title", Shape::Text),
                given("bytes", Shape::Number),
                given("author", Shape::Text),
                given("updated_at_ms", Shape::Number),
                maybe("restored_revision", Shape::Number),
                maybe("restored_position", Shape::Number),
            ]),
        ),
        maybe("next_before", Shape::Number),
    ],
    read_only: true,
    destructive: false,
    idempotent: true,
};

static GET_REVISION: Definition = Definition {
    known: Known::GetTaskPlanRevision,
    profile: Profile::Recovery,
    title: &words::TITLE_GET_TASK_PLAN_REVISION,
    description: &[always(&words::GET_TASK_PLAN_REVISION)],
    arguments: &[TASK_ID, REVISION, POSITION],
    answer: &[
        given("task_id", Shape::Text),
        given("title", Shape::Text),
        given("bytes", Shape::Number),
        given("revision", Shape::Number),
        given("position", Shape::Number),
        given("content", Shape::Text),
    ],
    read_only: true,
    destructive: false,
    idempotent: true,
};

static RESTORE: Definition = Definition {
    known: Known::RestoreTaskPlanRevision,
    profile: Profile::Recovery,
    title: &words::TITLE_RESTORE_TASK_PLAN_REVISION,
    description: &[always(&words::RESTORE_TASK_PLAN_REVISION)],
    arguments: &[TASK_ID, REVISION, POSITION, EXPECTED_VERSION],
    answer: WRITTEN,
    read_only: false,
    destructive: true,
    idempotent: false,
};
