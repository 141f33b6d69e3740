//! Why a plan's tasks, or a log of them, refuse a call.

use super::Refusal;
use crate::failure::{Failure, FailureCode};
use crate::text::{CONTENT_MAX_BYTES, size};
use crate::tracker::TASKS_MAX;
use crate::tracker::entry::SeedTask;
use crate::words::{self, Template, quoted};

/// Most ids that a message names; the failure's candidates are all of them.
const IDS_NAMED_MAX: usize = 5;

/// One reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TaskRefusal {
    /// There is no text to save.
    BodyRequired,
    BodyTooLarge {
        bytes: usize,
    },
    TooManyTasks {
        count: usize,
    },
    ReferenceNotOne,
    ReferenceTooLong {
        limit: usize,
    },
    UnknownId {
        id: String,
        /// What may have been meant.
        known: Vec<SeedTask>,
    },
    UnknownTitle {
        title: String,
        known: Vec<SeedTask>,
    },
    AmbiguousTitle {
        title: String,
        candidates: Vec<String>,
    },
    /// An entry comes before itself.
    LogCycle {
        entry: String,
    },
    /// An id is empty or comes twice.
    LogId {
        entry: String,
    },
    /// An entry follows one that is not there.
    LogParent {
        entry: String,
    },
}

impl TaskRefusal {
    pub(super) fn code(&self) -> FailureCode {
        match self {
            Self::BodyRequired => FailureCode::ContentRequired,
            Self::BodyTooLarge { .. } => FailureCode::ContentTooLarge,
            Self::TooManyTasks { .. } => FailureCode::TooManyTasks,
            Self::ReferenceNotOne | Self::ReferenceTooLong { .. } => FailureCode::InvalidReference,
            Self::UnknownId { .. } | Self::UnknownTitle { .. } => FailureCode::UnknownTask,
            Self::AmbiguousTitle { .. } => FailureCode::AmbiguousTitle,
            Self::LogCycle { .. } | Self::LogId { .. } | Self::LogParent { .. } => {
                FailureCode::SessionDamaged
            }
        }
    }

    /// What went wrong, and what to do next.
    pub(super) fn templates(&self) -> (&'static Template, &'static Template) {
        let unknown_next = |known: &[SeedTask]| match known {
            [] => &words::UNKNOWN_TASK_NEXT_NONE,
            _ => &words::UNKNOWN_TASK_NEXT,
        };
        match self {
            Self::BodyRequired => (&words::BODY_REQUIRED, &words::BODY_REQUIRED_NEXT),
            Self::BodyTooLarge { .. } => (&words::BODY_TOO_LARGE, &words::BODY_TOO_LARGE_NEXT),
            Self::TooManyTasks { .. } => (&words::TOO_MANY_TASKS, &words::TOO_MANY_TASKS_NEXT),
            Self::ReferenceNotOne => (&words::REFERENCE_NOT_ONE, &words::REFERENCE_NEXT),
            Self::ReferenceTooLong { .. } => (&words::REFERENCE_TOO_LONG, &words::REFERENCE_NEXT),
            Self::UnknownId { known, .. } => (&words::UNKNOWN_TASK_ID, unknown_next(known)),
            Self::UnknownTitle { known, .. } => (&words::UNKNOWN_TASK_TITLE, unknown_next(known)),
            Self::AmbiguousTitle { .. } => (&words::AMBIGUOUS_TITLE, &words::AMBIGUOUS_TITLE_NEXT),
            Self::LogCycle { .. } => (&words::LOG_CYCLE, &words::LOG_NEXT),
            Self::LogId { .. } => (&words::LOG_ID, &words::LOG_NEXT),
            Self::LogParent { .. } => (&words::LOG_PARENT, &words::LOG_NEXT),
        }
    }

    /// What the templates' places are filled with.
    pub(super) fn values(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::BodyRequired | Self::ReferenceNotOne => Vec::new(),
            Self::BodyTooLarge { bytes } => {
                vec![("bytes", bytes.to_string()), ("limit", CONTENT_MAX_BYTES.to_string())]
            }
            Self::TooManyTasks { count } => {
                vec![("count", count.to_string()), ("limit", TASKS_MAX.to_string())]
            }
            Self::ReferenceTooLong { limit } => vec![("limit", limit.to_string())],
            Self::UnknownId { id, known } => vec![("id", quoted(id)), ("known", named(known))],
            Self::UnknownTitle { title, known } => vec![("title", quoted(title)), ("known", named(known))],
            Self::AmbiguousTitle { title, candidates } => {
                let ids: Vec<&str> = candidates.iter().take(IDS_NAMED_MAX).map(String::as_str).collect();
                let more = if candidates.len() > ids.len() { ", …" } else { "" };
                vec![
                    ("title", quoted(title)),
                    ("count", candidates.len().to_string()),
                    ("ids", format!("{}{more}", ids.join(", "))),
                ]
            }
            Self::LogCycle { entry } | Self::LogId { entry } | Self::LogParent { entry } => {
                vec![("entry", quoted(entry))]
            }
        }
    }

    /// Puts the facts into a failure.
    pub(super) fn put_facts(self, failure: &mut Failure) {
        match self {
            Self::TooManyTasks { count } => {
                failure.occurrences = Some(size(count));
                failure.limit = Some(size(TASKS_MAX));
            }
            Self::BodyTooLarge { bytes } => {
                failure.bytes = Some(size(bytes));
                failure.limit = Some(CONTENT_MAX_BYTES);
            }
            Self::ReferenceTooLong { limit } => failure.limit = Some(size(limit)),
            Self::AmbiguousTitle { candidates, .. } => failure.candidates = candidates,
            _ => {}
        }
    }
}

/// Tasks as a message names them.
fn named(tasks: &[SeedTask]) -> String {
    let named: Vec<_> = tasks.iter().map(|task| format!("{} {}", task.id, quoted(&task.title))).collect();
    named.join(", ")
}

impl From<TaskRefusal> for Refusal {
    fn from(refusal: TaskRefusal) -> Self {
        Self::Task(refusal)
    }
}
