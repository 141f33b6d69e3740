//! Why the core refuses a call, with what is known of it; one of these becomes a [`Failure`] at the
//! edge, which is the only place where it gets words (D50).

use crate::author::NAME_MAX_CHARS;
use crate::capability::CapabilityCode;
use crate::document::request::Point;
use crate::document::{PAGE_MAX_ENTRIES, TASK_ID_MAX_CHARS, TITLE_MAX_CHARS};
use crate::failure::{Effect, Failure, FailureCode};
use crate::tracker::{IMPORT_MAX, OWNER_MAX_CHARS, PLANS_MAX};
use crate::words::{self, Template, quoted};

mod root;
mod task;
mod tool;

pub(crate) use root::RootRefusal;
pub(crate) use task::TaskRefusal;
pub(crate) use tool::ToolRefusal;

/// One reason. What each means stands in `wit/types.wit`, at the code it becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    InvalidTaskId {
        task: String,
    },
    InvalidAuthor,
    InvalidTitle,
    InvalidMode {
        mode: String,
    },
    ModeNotOffered {
        mode: String,
    },
    NotReachable {
        task: String,
    },
    ContentRequired,
    FragmentWhitespaceOnly,
    ContentTooLarge {
        bytes: u32,
        limit: u32,
    },
    PlanNotFound {
        task: String,
    },
    /// What is stored is not what the engine writes, or a part of it is gone.
    PlanDamaged {
        task: String,
    },
    /// The store failed while the text was read.
    PlanUnreadable {
        task: String,
    },
    PointNotFound {
        task: String,
        point: Point,
        latest: u32,
    },
    VersionConflict {
        current: String,
    },
    /// A version was given where there is no plan.
    VersionWithoutPlan {
        task: String,
    },
    VersionRequired,
    FindRequired,
    FindMissing {
        /// The plan's own line endings, where it has the text with other ones.
        line_endings: Option<&'static str>,
    },
    FindAmbiguous {
        occurrences: u32,
    },
    InvalidLimit {
        asked: u32,
    },
    InvalidFrom {
        from: String,
    },
    /// The agent surface refuses: a tool, an offer, arguments.
    Tool(ToolRefusal),
    InvalidSessionId {
        session: String,
    },
    InvalidPlanId {
        plan: String,
    },
    InvalidRequestId {
        request: String,
    },
    InvalidOwner,
    InvalidSessionFrom {
        from: String,
    },
    SessionNotFound {
        session: String,
    },
    SessionExists {
        session: String,
    },
    SessionDamaged {
        session: String,
    },
    EntryNotFound {
        session: String,
        entry: u32,
        entries: u32,
    },
    /// A log has no entry of that id.
    EntryUnknown {
        entry: String,
    },
    OwnerUnavailable {
        session: String,
        owner: String,
    },
    RequestReused,
    SavedPlanNotFound {
        plan: String,
    },
    PlanExists {
        plan: String,
    },
    NoActivePlan,
    /// A plan is active, and its body is gone or can't be read.
    ActiveBodyUnreadable {
        plan: String,
    },
    BodyUnreadable {
        plan: String,
    },
    TooManyPlans,
    /// A log that needs more cells than one commit has.
    LogTooLarge {
        branches: usize,
        plans: usize,
    },
    /// A branch of a log that needs a larger cell than there is.
    LogTextTooLarge,
    /// A plan's tasks refuse, or a log of them.
    Task(TaskRefusal),
    Root(RootRefusal),
    Busy {
        task: String,
    },
    SessionBusy {
        session: String,
    },
    WriteConflict,
    HistoryFull {
        task: String,
    },
    StorageFull,
    StorageDenied,
    StorageUnavailable,
    StorageCorrupt,
    NewerFormat,
    OutcomeUnknown,
    /// A host refused something that the contract allows.
    HostRefused,
}

impl Refusal {
    /// What a failure before the commit means: nothing was written.
    pub(crate) fn of_read(code: CapabilityCode, task: &str) -> Self {
        match code {
            CapabilityCode::OutcomeUnknown => Self::StorageUnavailable,
            code => Self::of_commit(code, task),
        }
    }

    /// What the failure of a commit means. Nothing was written, unless the store didn't say.
    pub(crate) fn of_commit(code: CapabilityCode, task: &str) -> Self {
        match code {
            CapabilityCode::Busy => Self::Busy { task: task.to_owned() },
            CapabilityCode::Conflict | CapabilityCode::LeaseEnded => Self::WriteConflict,
            CapabilityCode::Full => Self::StorageFull,
            CapabilityCode::Denied => Self::StorageDenied,
            CapabilityCode::Corrupt | CapabilityCode::TooLarge | CapabilityCode::NotText => {
                Self::StorageCorrupt
            }
            CapabilityCode::NewerFormat => Self::NewerFormat,
            CapabilityCode::Unavailable | CapabilityCode::Other => Self::StorageUnavailable,
            CapabilityCode::OutcomeUnknown => Self::OutcomeUnknown,
            CapabilityCode::Exists | CapabilityCode::Invalid => Self::HostRefused,
        }
    }

    /// The same of a call on a session.
    pub(crate) fn of_session(code: CapabilityCode, session: &str) -> Self {
        match code {
            CapabilityCode::Busy => Self::SessionBusy { session: session.to_owned() },
            code => Self::of_read(code, ""),
        }
    }

    /// The same of the commit of such a call.
    pub(crate) fn of_session_commit(code: CapabilityCode, session: &str) -> Self {
        match code {
            CapabilityCode::Busy => Self::SessionBusy { session: session.to_owned() },
            code => Self::of_commit(code, ""),
        }
    }

    fn code(&self) -> FailureCode {
        match self {
            Self::InvalidTaskId { .. } => FailureCode::InvalidTaskId,
            Self::InvalidAuthor => FailureCode::InvalidAuthor,
            Self::InvalidTitle => FailureCode::InvalidTitle,
            Self::InvalidMode { .. } => FailureCode::InvalidMode,
            Self::ModeNotOffered { .. } => FailureCode::ModeNotOffered,
            Self::NotReachable { .. } => FailureCode::NotReachable,
            Self::ContentRequired => FailureCode::ContentRequired,
            Self::FragmentWhitespaceOnly => FailureCode::FragmentWhitespaceOnly,
            Self::ContentTooLarge { .. } => FailureCode::ContentTooLarge,
            Self::LogTooLarge { .. } | Self::LogTextTooLarge => FailureCode::LogTooLarge,
            Self::PlanNotFound { .. } => FailureCode::PlanNotFound,
            Self::PlanDamaged { .. } | Self::PlanUnreadable { .. } => FailureCode::PlanUnreadable,
            Self::PointNotFound { .. } => FailureCode::RevisionNotFound,
            Self::VersionConflict { .. } | Self::VersionWithoutPlan { .. } => FailureCode::VersionConflict,
            Self::VersionRequired => FailureCode::VersionRequired,
            Self::FindRequired => FailureCode::FindRequired,
            Self::FindMissing { .. } => FailureCode::FindMissing,
            Self::FindAmbiguous { .. } => FailureCode::FindAmbiguous,
            Self::InvalidLimit { .. }
            | Self::InvalidFrom { .. }
            | Self::InvalidOwner
            | Self::InvalidSessionFrom { .. } => FailureCode::InvalidArgument,
            Self::InvalidSessionId { .. } => FailureCode::InvalidSessionId,
            Self::InvalidPlanId { .. } => FailureCode::InvalidPlanId,
            Self::InvalidRequestId { .. } => FailureCode::InvalidRequestId,
            Self::SessionNotFound { .. } => FailureCode::SessionNotFound,
            Self::SessionExists { .. } => FailureCode::SessionExists,
            Self::SessionDamaged { .. } => FailureCode::SessionDamaged,
            Self::EntryNotFound { .. } | Self::EntryUnknown { .. } => FailureCode::EntryNotFound,
            Self::OwnerUnavailable { .. } => FailureCode::OwnerUnavailable,
            Self::RequestReused => FailureCode::RequestReused,
            Self::SavedPlanNotFound { .. } => FailureCode::SavedPlanNotFound,
            Self::PlanExists { .. } => FailureCode::PlanExists,
            Self::NoActivePlan | Self::ActiveBodyUnreadable { .. } => FailureCode::NoActivePlan,
            Self::BodyUnreadable { .. } => FailureCode::BodyUnreadable,
            Self::TooManyPlans => FailureCode::TooManyPlans,
            Self::Busy { .. } | Self::SessionBusy { .. } => FailureCode::Busy,
            Self::Task(refusal) => refusal.code(),
            Self::Root(refusal) => refusal.code(),
            Self::Tool(refusal) => refusal.code(),
            Self::WriteConflict => FailureCode::WriteConflict,
            Self::StorageFull => FailureCode::StorageFull,
            Self::StorageDenied => FailureCode::StorageDenied,
            Self::StorageUnavailable => FailureCode::StorageUnavailable,
            Self::StorageCorrupt => FailureCode::StorageCorrupt,
            Self::NewerFormat => FailureCode::NewerFormat,
            Self::OutcomeUnknown => FailureCode::OutcomeUnknown,
            Self::HistoryFull { .. } | Self::HostRefused => FailureCode::Other,
        }
    }

    /// What went wrong, and what to do next.
    fn templates(&self) -> (&'static Template, &'static Template) {
        match self {
            Self::InvalidTaskId { .. } => (&words::INVALID_TASK_ID, &words::INVALID_TASK_ID_NEXT),
            Self::InvalidAuthor => (&words::INVALID_AUTHOR, &words::INVALID_AUTHOR_NEXT),
            Self::InvalidTitle => (&words::INVALID_TITLE, &words::INVALID_TITLE_NEXT),
            Self::InvalidMode { .. } => (&words::INVALID_MODE, &words::INVALID_MODE_NEXT),
            Self::ModeNotOffered { .. } => (&words::MODE_NOT_OFFERED, &words::MODE_NOT_OFFERED_NEXT),
            Self::NotReachable { .. } => (&words::NOT_REACHABLE, &words::NOT_REACHABLE_NEXT),
            Self::ContentRequired => (&words::CONTENT_REQUIRED, &words::CONTENT_REQUIRED_NEXT),
            Self::FragmentWhitespaceOnly => {
                (&words::FRAGMENT_WHITESPACE_ONLY, &words::FRAGMENT_WHITESPACE_ONLY_NEXT)
            }
            Self::ContentTooLarge { .. } => (&words::CONTENT_TOO_LARGE, &words::CONTENT_TOO_LARGE_NEXT),
            Self::PlanNotFound { .. } => (&words::PLAN_NOT_FOUND, &words::PLAN_NOT_FOUND_NEXT),
            Self::PlanDamaged { .. } => (&words::PLAN_DAMAGED, &words::PLAN_DAMAGED_NEXT),
            Self::PlanUnreadable { .. } => (&words::PLAN_UNREADABLE, &words::PLAN_UNREADABLE_NEXT),
            Self::PointNotFound { point: Point::Revision(_), .. } => {
                (&words::REVISION_NOT_FOUND, &words::REVISION_NOT_FOUND_NEXT)
            }
            Self::PointNotFound { point: Point::Position(_), .. } => {
                (&words::POSITION_NOT_FOUND, &words::REVISION_NOT_FOUND_NEXT)
            }
            Self::VersionConflict { .. } => (&words::VERSION_CONFLICT, &words::VERSION_CONFLICT_NEXT),
            Self::VersionWithoutPlan { .. } => {
                (&words::VERSION_WITHOUT_PLAN, &words::VERSION_WITHOUT_PLAN_NEXT)
            }
            Self::VersionRequired => (&words::VERSION_REQUIRED, &words::VERSION_REQUIRED_NEXT),
            Self::FindRequired => (&words::FIND_REQUIRED, &words::FIND_REQUIRED_NEXT),
            Self::FindMissing { line_endings: Some(_) } => {
                (&words::FIND_MISSING, &words::FIND_MISSING_NEXT_LINE_ENDINGS)
            }
            Self::FindMissing { line_endings: None } => (&words::FIND_MISSING, &words::FIND_MISSING_NEXT),
            Self::FindAmbiguous { .. } => (&words::FIND_AMBIGUOUS, &words::FIND_AMBIGUOUS_NEXT),
            Self::InvalidLimit { .. } => (&words::INVALID_LIMIT, &words::INVALID_LIMIT_NEXT),
            Self::InvalidFrom { .. } => (&words::INVALID_FROM, &words::INVALID_FROM_NEXT),
            Self::Tool(refusal) => refusal.templates(),
            Self::InvalidSessionId { .. } => (&words::INVALID_SESSION_ID, &words::INVALID_SESSION_ID_NEXT),
            Self::InvalidPlanId { .. } => (&words::INVALID_PLAN_ID, &words::INVALID_PLAN_ID_NEXT),
            Self::InvalidRequestId { .. } => (&words::INVALID_REQUEST_ID, &words::INVALID_REQUEST_ID_NEXT),
            Self::InvalidOwner => (&words::INVALID_OWNER, &words::INVALID_OWNER_NEXT),
            Self::InvalidSessionFrom { .. } => (&words::INVALID_SESSION_FROM, &words::INVALID_FROM_NEXT),
            Self::SessionNotFound { .. } => (&words::SESSION_NOT_FOUND, &words::SESSION_NOT_FOUND_NEXT),
            Self::SessionExists { .. } => (&words::SESSION_EXISTS, &words::SESSION_EXISTS_NEXT),
            Self::SessionDamaged { .. } => (&words::SESSION_DAMAGED, &words::SESSION_DAMAGED_NEXT),
            Self::EntryNotFound { .. } => (&words::ENTRY_NOT_FOUND, &words::ENTRY_NOT_FOUND_NEXT),
            Self::EntryUnknown { .. } => (&words::ENTRY_UNKNOWN, &words::ENTRY_UNKNOWN_NEXT),
            Self::OwnerUnavailable { .. } => (&words::OWNER_UNAVAILABLE, &words::OWNER_UNAVAILABLE_NEXT),
            Self::RequestReused => (&words::REQUEST_REUSED, &words::REQUEST_REUSED_NEXT),
            Self::SavedPlanNotFound { .. } => {
                (&words::SAVED_PLAN_NOT_FOUND, &words::SAVED_PLAN_NOT_FOUND_NEXT)
            }
            Self::PlanExists { .. } => (&words::PLAN_EXISTS, &words::PLAN_EXISTS_NEXT),
            Self::NoActivePlan => (&words::NO_ACTIVE_PLAN, &words::NO_ACTIVE_PLAN_NEXT),
            Self::ActiveBodyUnreadable { .. } => {
                (&words::ACTIVE_BODY_UNREADABLE, &words::ACTIVE_BODY_UNREADABLE_NEXT)
            }
            Self::BodyUnreadable { .. } => (&words::BODY_UNREADABLE, &words::BODY_UNREADABLE_NEXT),
            Self::TooManyPlans => (&words::TOO_MANY_PLANS, &words::TOO_MANY_PLANS_NEXT),
            Self::LogTooLarge { .. } => (&words::LOG_TOO_LARGE, &words::LOG_TOO_LARGE_NEXT),
            Self::LogTextTooLarge => (&words::LOG_TOO_LARGE_TEXT, &words::LOG_TOO_LARGE_NEXT),
            Self::SessionBusy { .. } => (&words::SESSION_BUSY, &words::BUSY_NEXT),
            Self::Task(refusal) => refusal.templates(),
            Self::Busy { .. } => (&words::BUSY, &words::BUSY_NEXT),
            Self::Root(refusal) => refusal.templates(),
            Self::WriteConflict => (&words::WRITE_CONFLICT, &words::WRITE_CONFLICT_NEXT),
            Self::HistoryFull { .. } => (&words::HISTORY_FULL, &words::HISTORY_FULL_NEXT),
            Self::StorageFull => (&words::STORAGE_FULL, &words::STORAGE_FULL_NEXT),
            Self::StorageDenied => (&words::STORAGE_DENIED, &words::STORAGE_DENIED_NEXT),
            Self::StorageUnavailable => (&words::STORAGE_UNAVAILABLE, &words::STORAGE_UNAVAILABLE_NEXT),
            Self::StorageCorrupt => (&words::STORAGE_CORRUPT, &words::STORAGE_CORRUPT_NEXT),
            Self::NewerFormat => (&words::NEWER_FORMAT, &words::NEWER_FORMAT_NEXT),
            Self::OutcomeUnknown => (&words::OUTCOME_UNKNOWN, &words::OUTCOME_UNKNOWN_NEXT),
            Self::HostRefused => (&words::OTHER, &words::OTHER_NEXT),
        }
    }

    /// What the templates' places are filled with.
    fn values(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::InvalidTaskId { task } => {
                vec![("task", quoted(task)), ("limit", TASK_ID_MAX_CHARS.to_string())]
            }
            Self::InvalidAuthor => vec![("limit", NAME_MAX_CHARS.to_string())],
            Self::InvalidTitle => vec![("limit", TITLE_MAX_CHARS.to_string())],
            Self::InvalidMode { mode } | Self::ModeNotOffered { mode } => vec![("mode", quoted(mode))],
            Self::NotReachable { task }
            | Self::PlanNotFound { task }
            | Self::PlanDamaged { task }
            | Self::PlanUnreadable { task }
            | Self::VersionWithoutPlan { task }
            | Self::HistoryFull { task }
            | Self::Busy { task } => vec![("task", quoted(task))],
            Self::ContentTooLarge { bytes, limit } => {
                vec![("bytes", bytes.to_string()), ("limit", limit.to_string())]
            }
            Self::PointNotFound { task, point, latest } => {
                let (Point::Revision(number) | Point::Position(number)) = point;
                vec![("task", quoted(task)), ("number", number.to_string()), ("latest", latest.to_string())]
            }
            Self::FindMissing { line_endings: Some(line_endings) } => {
                vec![("line_endings", (*line_endings).to_owned())]
            }
            Self::FindAmbiguous { occurrences } => vec![("occurrences", occurrences.to_string())],
            Self::InvalidLimit { asked } => {
                vec![("asked", asked.to_string()), ("limit", PAGE_MAX_ENTRIES.to_string())]
            }
            Self::Tool(refusal) => refusal.values(),
            Self::InvalidFrom { from } | Self::InvalidSessionFrom { from } => vec![("from", quoted(from))],
            Self::InvalidSessionId { session }
            | Self::SessionNotFound { session }
            | Self::SessionExists { session }
            | Self::SessionDamaged { session }
            | Self::SessionBusy { session } => vec![("session", quoted(session))],
            Self::InvalidPlanId { plan }
            | Self::SavedPlanNotFound { plan }
            | Self::PlanExists { plan }
            | Self::ActiveBodyUnreadable { plan }
            | Self::BodyUnreadable { plan } => vec![("plan", quoted(plan))],
            Self::InvalidRequestId { request } => vec![("request", quoted(request))],
            Self::InvalidOwner => vec![("limit", OWNER_MAX_CHARS.to_string())],
            Self::EntryNotFound { session, entry, entries } => vec![
                ("session", quoted(session)),
                ("entry", entry.to_string()),
                ("entries", entries.to_string()),
            ],
            Self::EntryUnknown { entry } => vec![("entry", quoted(entry))],
            Self::OwnerUnavailable { session, owner } => {
                vec![("session", quoted(session)), ("owner", quoted(owner))]
            }
            Self::LogTooLarge { branches, plans } => vec![
                ("branches", branches.to_string()),
                ("plans", plans.to_string()),
                ("limit", IMPORT_MAX.to_string()),
            ],
            Self::TooManyPlans => vec![("limit", PLANS_MAX.to_string())],
            Self::Task(refusal) => refusal.values(),
            Self::Root(refusal) => refusal.values(),
            _ => Vec::new(),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let values = refusal.values();
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let (message, next) = refusal.templates();
        let mut failure = Self::new(refusal.code(), message.render(&values), next.render(&values));
        match refusal {
            Refusal::ContentTooLarge { bytes, limit } => {
                failure.bytes = Some(bytes);
                failure.limit = Some(limit);
            }
            Refusal::Task(refusal) => refusal.put_facts(&mut failure),
            Refusal::FindAmbiguous { occurrences } => failure.occurrences = Some(occurrences),
            Refusal::VersionConflict { current } => failure.current_version = Some(current),
            Refusal::InvalidTaskId { .. } => failure.limit = u32::try_from(TASK_ID_MAX_CHARS).ok(),
            Refusal::InvalidTitle => failure.limit = u32::try_from(TITLE_MAX_CHARS).ok(),
            Refusal::InvalidAuthor => failure.limit = u32::try_from(NAME_MAX_CHARS).ok(),
            Refusal::InvalidLimit { .. } => failure.limit = Some(PAGE_MAX_ENTRIES),
            Refusal::LogTooLarge { .. } => failure.limit = u32::try_from(IMPORT_MAX).ok(),
            Refusal::OutcomeUnknown => failure.effect = Effect::Unknown,
            _ => {}
        }
        failure
    }
}
