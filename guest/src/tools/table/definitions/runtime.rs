//! The tool of the continue runtime.

use super::{Definition, Field, Kind, Known, Profile, Shape, always, exact, given, maybe, with};
use crate::words;

const IDENTITY: Shape = Shape::Object(&[
    given("closure_id", Shape::Text),
    given("generation", Shape::Number),
    given("domain_target_ref", Shape::Text),
    maybe("plan_id", Shape::Text),
    given("state_authority", Shape::Text),
]);

const TASK: Shape = Shape::Object(&[
    given("kind", Shape::Text),
    given("id", Shape::Text),
    given("title", Shape::Text),
    given("number", Shape::Number),
    given("text", Shape::Text),
    given("digest", Shape::Text),
]);

const RECEIPT: Shape = Shape::Object(&[
    given("identity", IDENTITY),
    given("authoritative_digest", Shape::Text),
    given("execution_digest", Shape::Text),
    given("digest", Shape::Text),
]);

const DIRECTIVE: &[Field] = &[
    given("action", Shape::Text),
    maybe("tool", Shape::Text),
    maybe("arguments", Shape::Text),
    given("text", Shape::Text),
    given(
        "provenance",
        Shape::Object(&[
            given("producer", Shape::Text),
            given("catalog", Shape::Text),
            given("entry", Shape::Text),
            given("version", Shape::Number),
            given("authoritative_digest", Shape::Text),
            given("digest", Shape::Text),
        ]),
    ),
];

pub(super) static CONTINUE_READ: Definition = Definition {
    known: Known::ContinueRuntimeRead,
    profile: Profile::Runtime,
    title: &words::TITLE_CONTINUE_RUNTIME_READ,
    description: &[
        always(&words::CONTINUE_RUNTIME_READ),
        with(Known::TickPlanTask, &words::CONTINUE_RUNTIME_READ_TICK),
    ],
    arguments: &[
        exact("closure_id", Kind::Text, &[always(&words::CONTINUE_RUNTIME_READ_CLOSURE)]),
        exact("generation", Kind::Number, &[always(&words::CONTINUE_RUNTIME_READ_GENERATION)]),
        exact("identity_digest", Kind::Text, &[always(&words::CONTINUE_RUNTIME_READ_IDENTITY)]),
    ],
    answer: &[
        given("view", Shape::Text),
        maybe("identity", IDENTITY),
        maybe("authoritative_digest", Shape::Text),
        maybe("execution_digest", Shape::Text),
        maybe("current_task", TASK),
        maybe("next_upcoming_task", TASK),
        maybe("receipt", RECEIPT),
        maybe("completed_report", Shape::Text),
        maybe("completed_report_digest", Shape::Text),
        maybe("reason", Shape::Text),
        maybe("message", Shape::Text),
        maybe("directive", Shape::Object(DIRECTIVE)),
    ],
    read_only: false,
    destructive: false,
    idempotent: true,
};
