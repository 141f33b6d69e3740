//! Every tool, once: what it is called, what it takes, what it answers, and its words.

use super::offer::{Offered, Profile};
use super::{Tool, schema};
use crate::words::{self, Template};

mod definitions;

pub(super) use definitions::TOOLS;

/// A tool of this package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    CreateTaskPlan,
    UpdateTaskPlan,
    GetTaskPlan,
    DeleteTaskPlan,
    SavePlan,
    SelectPlan,
    ClearPlan,
    ReadPlanTasks,
    TickPlanTask,
    EditTaskPlan,
    ListTaskPlanRevisions,
    GetTaskPlanRevision,
    RestoreTaskPlanRevision,
    UntickPlanTask,
    ContinueRuntimeRead,
}

impl Known {
    /// Every tool, those of no offer included.
    pub(super) const ALL: [Self; 15] = [
        Self::CreateTaskPlan,
        Self::UpdateTaskPlan,
        Self::GetTaskPlan,
        Self::DeleteTaskPlan,
        Self::SavePlan,
        Self::SelectPlan,
        Self::ClearPlan,
        Self::ReadPlanTasks,
        Self::TickPlanTask,
        Self::EditTaskPlan,
        Self::ListTaskPlanRevisions,
        Self::GetTaskPlanRevision,
        Self::RestoreTaskPlanRevision,
        Self::UntickPlanTask,
        Self::ContinueRuntimeRead,
    ];

    /// Its name in this package, as texts write it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::CreateTaskPlan => "create_task_plan",
            Self::UpdateTaskPlan => "update_task_plan",
            Self::GetTaskPlan => "get_task_plan",
            Self::DeleteTaskPlan => "delete_task_plan",
            Self::SavePlan => "save_plan",
            Self::SelectPlan => "select_plan",
            Self::ClearPlan => "clear_plan",
            Self::ReadPlanTasks => "read_plan_tasks",
            Self::TickPlanTask => "tick_plan_task",
            Self::EditTaskPlan => "edit_task_plan",
            Self::ListTaskPlanRevisions => "list_task_plan_revisions",
            Self::GetTaskPlanRevision => "get_task_plan_revision",
            Self::RestoreTaskPlanRevision => "restore_task_plan_revision",
            Self::UntickPlanTask => "untick_plan_task",
            Self::ContinueRuntimeRead => crate::runtime::READ_TOOL,
        }
    }

    /// Its name where tools are called as in Pi.
    pub(super) const fn pi_name(self) -> &'static str {
        match self {
            Self::ReadPlanTasks => "workflow_plan_tasks",
            Self::TickPlanTask => "workflow_plan_tick",
            other => other.name(),
        }
    }
}

/// One tool: its schemas, the check of its arguments and its listing follow from this.
pub(super) struct Definition {
    /// Which one it is.
    pub(super) known: Known,
    /// The group that offers it.
    pub(super) profile: Profile,
    /// Its name for people.
    pub(super) title: &'static Template,
    /// What it does.
    pub(super) description: &'static [Sentence],
    /// What it takes.
    pub(super) arguments: &'static [Argument],
    /// What it answers.
    pub(super) answer: &'static [Field],
    /// It changes nothing.
    pub(super) read_only: bool,
    /// It may replace or remove what is there.
    pub(super) destructive: bool,
    /// Calling it again with the same arguments changes nothing more.
    pub(super) idempotent: bool,
}

/// One argument.
pub(super) struct Argument {
    /// Its name.
    pub(super) name: &'static str,
    /// What it may be.
    pub(super) kind: Kind,
    /// Whether it must be there.
    pub(super) need: Need,
    /// What it means.
    pub(super) text: &'static [Sentence],
}

/// Whether an argument must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// It may be left out.
    Optional,
    /// It must be there. A missing text is passed on empty: the function that the tool stands for
    /// refuses it in its own order, with its own words (D5).
    Required,
    /// It must be there, and is missed before anything else: empty, it would mean something.
    Missed,
}

/// What an argument may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A string.
    Text,
    /// A whole number that is not negative.
    Number,
    /// True or false.
    Flag,
}

impl Kind {
    /// The kind, as a refusal asks for it.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Text => words::WANTED_TEXT.text,
            Self::Number => words::WANTED_NUMBER.text,
            Self::Flag => words::WANTED_FLAG.text,
        }
    }
}

/// One field of an answer.
pub(super) struct Field {
    /// Its name.
    pub(super) name: &'static str,
    /// What it is.
    pub(super) shape: Shape,
    /// Whether every answer has it. One without it leaves it out.
    pub(super) always: bool,
}

/// What a field of an answer is.
pub(super) enum Shape {
    Text,
    Number,
    Flag,
    Texts,
    Object(&'static [Field]),
    Objects(&'static [Field]),
}

/// One or more sentences, and in which offers they are said.
pub(super) struct Sentence {
    /// The words.
    pub(super) text: &'static Template,
    /// When they are said.
    pub(super) when: When,
}

/// In which offers something is said.
#[derive(Debug, Clone, Copy)]
pub(super) enum When {
    /// In all.
    Always,
    /// In those that have the tool.
    With(Known),
    /// In those that don't.
    Without(Known),
}

impl When {
    fn holds(self, offered: &Offered<'_>) -> bool {
        match self {
            Self::Always => true,
            Self::With(known) => offered.has(known),
            Self::Without(known) => !offered.has(known),
        }
    }
}

/// What is said in an offer, with the tools as they are registered.
pub(super) fn said(sentences: &[Sentence], offered: &Offered<'_>) -> String {
    let said: Vec<_> = sentences
        .iter()
        .filter(|sentence| sentence.when.holds(offered))
        .map(|sentence| sentence.text.text)
        .collect();
    offered.renamed(&said.join(" "))
}

impl Definition {
    /// The tool as an offer shows it.
    pub(super) fn registered(&self, offered: &Offered<'_>) -> Tool {
        Tool {
            name: offered.registered(self.known),
            title: self.title.text.to_owned(),
            description: said(self.description, offered),
            input_schema: schema::of_arguments(self.arguments, offered),
            output_schema: schema::of_answer(self.answer),
            read_only: self.read_only,
            destructive: self.destructive,
            idempotent: self.idempotent,
        }
    }
}
