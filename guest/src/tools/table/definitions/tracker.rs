//! The tools of saved plans.

use super::{
    Argument, Definition, Field, Kind, Known, NOTES, Profile, Shape, always, given, maybe, optional,
    required, with,
};
use crate::words;

const REQUEST_ID: Argument = optional("request_id", Kind::Text, &[always(&words::ARGUMENT_REQUEST_ID)]);
const TASK_ID: Argument = optional("task_id", Kind::Text, &[always(&words::TICK_TASK_ID)]);
const TITLE: Argument = optional("title", Kind::Text, &[always(&words::TICK_TITLE)]);

const NOTES_LEFT: Field = maybe("notes_left", Shape::Number);
const TASK_NAME: &[Field] = &[given("task_id", Shape::Text), given("title", Shape::Text)];

const SELECTION: &[Field] = &[
    given("acknowledgement", Shape::Text),
    given("plan_id", Shape::Text),
    given("changed", Shape::Flag),
    maybe("active_plan_id", Shape::Text),
];

const TICKED: &[Field] = &[
    given("acknowledgement", Shape::Text),
    given("plan_id", Shape::Text),
    given("task_id", Shape::Text),
    given("title", Shape::Text),
    given("changed", Shape::Flag),
    given("done", Shape::Number),
    given("total", Shape::Number),
    maybe("next", Shape::Object(TASK_NAME)),
    maybe("skipped", Shape::Texts),
    maybe("skipped_left", Shape::Number),
];

pub(super) static SAVE: Definition = Definition {
    known: Known::SavePlan,
    profile: Profile::Tracker,
    title: &words::TITLE_SAVE_PLAN,
    description: &[always(&words::SAVE_PLAN)],
    arguments: &[required("content", Kind::Text, &[always(&words::SAVE_PLAN_CONTENT)]), REQUEST_ID],
    answer: &[
        given("acknowledgement", Shape::Text),
        given("plan_id", Shape::Text),
        maybe("path", Shape::Text),
        given("bytes", Shape::Number),
        given("total", Shape::Number),
        maybe("next", Shape::Object(TASK_NAME)),
        NOTES,
        NOTES_LEFT,
    ],
    read_only: false,
    destructive: false,
    idempotent: false,
};

pub(super) static SELECT: Definition = Definition {
    known: Known::SelectPlan,
    profile: Profile::Tracker,
    title: &words::TITLE_SELECT_PLAN,
    description: &[always(&words::SELECT_PLAN)],
    arguments: &[required("plan_id", Kind::Text, &[always(&words::SELECT_PLAN_PLAN)]), REQUEST_ID],
    answer: SELECTION,
    read_only: false,
    destructive: false,
    idempotent: true,
};

pub(super) static CLEAR: Definition = Definition {
    known: Known::ClearPlan,
    profile: Profile::Tracker,
    title: &words::TITLE_CLEAR_PLAN,
    description: &[always(&words::CLEAR_PLAN)],
    arguments: &[optional("plan_id", Kind::Text, &[always(&words::CLEAR_PLAN_PLAN)]), REQUEST_ID],
    answer: SELECTION,
    read_only: false,
    destructive: true,
    idempotent: true,
};

pub(super) static READ_TASKS: Definition = Definition {
    known: Known::ReadPlanTasks,
    profile: Profile::Tracker,
    title: &words::TITLE_READ_PLAN_TASKS,
    description: &[always(&words::READ_PLAN_TASKS)],
    arguments: &[
        optional("plan_id", Kind::Text, &[always(&words::READ_PLAN_TASKS_PLAN)]),
        optional("from", Kind::Number, &[always(&words::READ_PLAN_TASKS_FROM)]),
        optional("all", Kind::Flag, &[always(&words::READ_PLAN_TASKS_ALL)]),
    ],
    answer: &[
        given("standing", Shape::Text),
        given("advice", Shape::Text),
        maybe("plan_id", Shape::Text),
        maybe("path", Shape::Text),
        given("done", Shape::Number),
        given("total", Shape::Number),
        maybe(
            "next",
            Shape::Object(&[
                given("number", Shape::Number),
                given("task_id", Shape::Text),
                given("title", Shape::Text),
                maybe("text", Shape::Text),
                maybe("text_left", Shape::Number),
            ]),
        ),
        given(
            "tasks",
            Shape::Objects(&[
                given("number", Shape::Number),
                given("task_id", Shape::Text),
                given("title", Shape::Text),
                given("done", Shape::Flag),
            ]),
        ),
        maybe("next_from", Shape::Number),
        maybe(
            "plans",
            Shape::Objects(&[
                given("plan_id", Shape::Text),
                given("done", Shape::Number),
                given("total", Shape::Number),
            ]),
        ),
        NOTES,
        NOTES_LEFT,
    ],
    read_only: true,
    destructive: false,
    idempotent: true,
};

pub(super) static TICK: Definition = Definition {
    known: Known::TickPlanTask,
    profile: Profile::Tracker,
    title: &words::TITLE_TICK_PLAN_TASK,
    description: &[always(&words::TICK_PLAN_TASK), with(Known::ReadPlanTasks, &words::TICK_PLAN_TASK_READ)],
    arguments: &[TITLE, TASK_ID, REQUEST_ID],
    answer: TICKED,
    read_only: false,
    destructive: false,
    idempotent: true,
};

pub(super) static UNTICK: Definition = Definition {
    known: Known::UntickPlanTask,
    profile: Profile::Recovery,
    title: &words::TITLE_UNTICK_PLAN_TASK,
    description: &[always(&words::UNTICK_PLAN_TASK)],
    arguments: &[TITLE, TASK_ID, REQUEST_ID],
    answer: TICKED,
    read_only: false,
    destructive: false,
    idempotent: true,
};
