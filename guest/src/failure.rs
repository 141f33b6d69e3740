//! Why a call was refused, and what is known of its write (D50).

use std::fmt;

use serde::{Deserialize, Serialize};

/// The stable code of a refusal. What each means stands in `wit/types.wit`.
#[expect(missing_docs, reason = "one meaning, one place: wit/types.wit documents each code")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureCode {
    InvalidTaskId,
    InvalidAuthor,
    InvalidTitle,
    InvalidMode,
    ModeNotOffered,
    NotReachable,
    ContentRequired,
    FragmentWhitespaceOnly,
    ContentTooLarge,
    PlanNotFound,
    PlanUnreadable,
    RevisionNotFound,
    VersionConflict,
    VersionRequired,
    FindRequired,
    FindMissing,
    FindAmbiguous,
    InvalidArgument,
    InvalidSessionId,
    InvalidPlanId,
    InvalidRequestId,
    SessionNotFound,
    SessionExists,
    SessionDamaged,
    EntryNotFound,
    OwnerUnavailable,
    RequestReused,
    SavedPlanNotFound,
    PlanExists,
    NoActivePlan,
    BodyUnreadable,
    TooManyTasks,
    TooManyPlans,
    LogTooLarge,
    InvalidReference,
    UnknownTask,
    AmbiguousTitle,
    UnknownTool,
    RootNotFound,
    RootExists,
    TooManyRoots,
    RootOpen,
    PreviewTask,
    Busy,
    WriteConflict,
    StorageFull,
    StorageDenied,
    StorageUnavailable,
    StorageCorrupt,
    NewerFormat,
    OutcomeUnknown,
    Other,
}

impl FailureCode {
    /// Every code, in the order of `wit/types.wit`.
    pub const ALL: [Self; 52] = [
        Self::InvalidTaskId,
        Self::InvalidAuthor,
        Self::InvalidTitle,
        Self::InvalidMode,
        Self::ModeNotOffered,
        Self::NotReachable,
        Self::ContentRequired,
        Self::FragmentWhitespaceOnly,
        Self::ContentTooLarge,
        Self::PlanNotFound,
        Self::PlanUnreadable,
        Self::RevisionNotFound,
        Self::VersionConflict,
        Self::VersionRequired,
        Self::FindRequired,
        Self::FindMissing,
        Self::FindAmbiguous,
        Self::InvalidArgument,
        Self::InvalidSessionId,
        Self::InvalidPlanId,
        Self::InvalidRequestId,
        Self::SessionNotFound,
        Self::SessionExists,
        Self::SessionDamaged,
        Self::EntryNotFound,
        Self::OwnerUnavailable,
        Self::RequestReused,
        Self::SavedPlanNotFound,
        Self::PlanExists,
        Self::NoActivePlan,
        Self::BodyUnreadable,
        Self::TooManyTasks,
        Self::TooManyPlans,
        Self::LogTooLarge,
        Self::InvalidReference,
        Self::UnknownTask,
        Self::AmbiguousTitle,
        Self::UnknownTool,
        Self::RootNotFound,
        Self::RootExists,
        Self::TooManyRoots,
        Self::RootOpen,
        Self::PreviewTask,
        Self::Busy,
        Self::WriteConflict,
        Self::StorageFull,
        Self::StorageDenied,
        Self::StorageUnavailable,
        Self::StorageCorrupt,
        Self::NewerFormat,
        Self::OutcomeUnknown,
        Self::Other,
    ];

    /// The code as it is written in WIT, JSON and documentation: `content-too-large`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidTaskId => "invalid-task-id",
            Self::InvalidAuthor => "invalid-author",
            Self::InvalidTitle => "invalid-title",
            Self::InvalidMode => "invalid-mode",
            Self::ModeNotOffered => "mode-not-offered",
            Self::NotReachable => "not-reachable",
            Self::ContentRequired => "content-required",
            Self::FragmentWhitespaceOnly => "fragment-whitespace-only",
            Self::ContentTooLarge => "content-too-large",
            Self::PlanNotFound => "plan-not-found",
            Self::PlanUnreadable => "plan-unreadable",
            Self::RevisionNotFound => "revision-not-found",
            Self::VersionConflict => "version-conflict",
            Self::VersionRequired => "version-required",
            Self::FindRequired => "find-required",
            Self::FindMissing => "find-missing",
            Self::FindAmbiguous => "find-ambiguous",
            Self::InvalidArgument => "invalid-argument",
            Self::InvalidSessionId => "invalid-session-id",
            Self::InvalidPlanId => "invalid-plan-id",
            Self::InvalidRequestId => "invalid-request-id",
            Self::SessionNotFound => "session-not-found",
            Self::SessionExists => "session-exists",
            Self::SessionDamaged => "session-damaged",
            Self::EntryNotFound => "entry-not-found",
            Self::OwnerUnavailable => "owner-unavailable",
            Self::RequestReused => "request-reused",
            Self::SavedPlanNotFound => "saved-plan-not-found",
            Self::PlanExists => "plan-exists",
            Self::NoActivePlan => "no-active-plan",
            Self::BodyUnreadable => "body-unreadable",
            Self::TooManyTasks => "too-many-tasks",
            Self::TooManyPlans => "too-many-plans",
            Self::LogTooLarge => "log-too-large",
            Self::InvalidReference => "invalid-reference",
            Self::UnknownTask => "unknown-task",
            Self::AmbiguousTitle => "ambiguous-title",
            Self::UnknownTool => "unknown-tool",
            Self::RootNotFound => "root-not-found",
            Self::RootExists => "root-exists",
            Self::TooManyRoots => "too-many-roots",
            Self::RootOpen => "root-open",
            Self::PreviewTask => "preview-task",
            Self::Busy => "busy",
            Self::WriteConflict => "write-conflict",
            Self::StorageFull => "storage-full",
            Self::StorageDenied => "storage-denied",
            Self::StorageUnavailable => "storage-unavailable",
            Self::StorageCorrupt => "storage-corrupt",
            Self::NewerFormat => "newer-format",
            Self::OutcomeUnknown => "outcome-unknown",
            Self::Other => "other",
        }
    }
}

/// What is known of a write when a call ends with a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The call changed nothing that is stored.
    NothingWritten,
    /// The change is stored, and durable; only its answer is missing.
    Written,
    /// The store did not answer: read before trying again.
    Unknown,
}

/// The failure of a call: the first that applies, in the order the function documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What a program branches on.
    pub code: FailureCode,
    /// What went wrong, for a person: lower case, no full stop, user input quoted.
    pub message: String,
    /// What to do next, for an agent: a sentence.
    pub next: String,
    /// What is known of the write.
    pub effect: Effect,
    /// Size in bytes of the text that was measured, with `content-too-large`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u32>,
    /// The limit that applies, in the unit the message names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// How often the text to find occurs, overlaps counted, with `find-ambiguous`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occurrences: Option<u32>,
    /// The version that is current, with `version-conflict`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_version: Option<String>,
    /// The ids that could be meant, with `ambiguous-title`, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
}

impl Failure {
    /// Makes a failure of a call that wrote nothing, without facts.
    pub fn new(code: FailureCode, message: impl Into<String>, next: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            next: next.into(),
            effect: Effect::NothingWritten,
            bytes: None,
            limit: None,
            occurrences: None,
            current_version: None,
            candidates: Vec::new(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}
