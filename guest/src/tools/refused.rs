//! What an agent reads of a refusal.

use serde::Serialize;

use super::ToolAnswer;
use super::offer::Offered;
use crate::failure::{Effect, Failure, FailureCode};
use crate::words;

/// A refusal. Facts that a code doesn't have are left out.
#[derive(Serialize)]
struct Refused<'a> {
    error: Reason<'a>,
}

#[derive(Serialize)]
struct Reason<'a> {
    code: FailureCode,
    kind: Kind,
    retryable: bool,
    message: String,
    next: String,
    effect: Effect,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    occurrences: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    current_version: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    candidates: &'a [String],
}

/// What a refusal is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// The request itself: sent again, it is refused again.
    Validation,
    /// What is stored is not what the request needs.
    State,
    /// Another writer, or a store that can't be reached: the same request may succeed later.
    Busy,
    /// The store, or the program around the engine.
    Store,
}

impl Kind {
    const fn of(code: FailureCode) -> Self {
        match code {
            FailureCode::InvalidTaskId
            | FailureCode::InvalidAuthor
            | FailureCode::InvalidTitle
            | FailureCode::InvalidMode
            | FailureCode::ModeNotOffered
            | FailureCode::NotReachable
            | FailureCode::ContentRequired
            | FailureCode::FragmentWhitespaceOnly
            | FailureCode::ContentTooLarge
            | FailureCode::VersionRequired
            | FailureCode::FindRequired
            | FailureCode::InvalidArgument
            | FailureCode::InvalidSessionId
            | FailureCode::InvalidPlanId
            | FailureCode::InvalidRequestId
            | FailureCode::RequestReused
            | FailureCode::TooManyTasks
            | FailureCode::LogTooLarge
            | FailureCode::InvalidReference
            | FailureCode::UnknownTool => Self::Validation,
            FailureCode::PlanNotFound
            | FailureCode::PlanUnreadable
            | FailureCode::RevisionNotFound
            | FailureCode::VersionConflict
            | FailureCode::FindMissing
            | FailureCode::FindAmbiguous
            | FailureCode::SessionNotFound
            | FailureCode::SessionExists
            | FailureCode::SessionDamaged
            | FailureCode::EntryNotFound
            | FailureCode::SavedPlanNotFound
            | FailureCode::PlanExists
            | FailureCode::NoActivePlan
            | FailureCode::BodyUnreadable
            | FailureCode::TooManyPlans
            | FailureCode::UnknownTask
            | FailureCode::AmbiguousTitle
            | FailureCode::RootNotFound
            | FailureCode::RootExists
            | FailureCode::TooManyRoots
            | FailureCode::RootOpen
            | FailureCode::PreviewTask => Self::State,
            FailureCode::Busy
            | FailureCode::WriteConflict
            | FailureCode::OwnerUnavailable
            | FailureCode::StorageUnavailable => Self::Busy,
            FailureCode::StorageFull
            | FailureCode::StorageDenied
            | FailureCode::StorageCorrupt
            | FailureCode::NewerFormat
            | FailureCode::OutcomeUnknown
            | FailureCode::Other => Self::Store,
        }
    }
}

/// What to do next. Where that would be a tool that is not offered, a person has to do it.
fn advice(offered: &Offered<'_>, next: &str) -> String {
    if offered.mentions_others(next) {
        words::NEXT_NOT_OFFERED.text.to_owned()
    } else {
        offered.renamed(next)
    }
}

/// The answer that reports a failure.
pub(super) fn answer(offered: &Offered<'_>, failure: &Failure) -> ToolAnswer {
    let Failure { code, message, next, effect, bytes, limit, occurrences, current_version, candidates } =
        failure;
    let kind = Kind::of(*code);
    let reason = Reason {
        code: *code,
        kind,
        retryable: kind == Kind::Busy && *effect == Effect::NothingWritten,
        message: offered.renamed(message),
        next: advice(offered, next),
        effect: *effect,
        bytes: *bytes,
        limit: *limit,
        occurrences: *occurrences,
        current_version: current_version.as_deref(),
        candidates,
    };
    // INVARIANT: a refusal has string keys and nothing that can't be written.
    let json = serde_json::to_string(&Refused { error: reason }).unwrap_or_default();
    ToolAnswer { json, is_error: true, changed: *effect == Effect::Written, events: Vec::new() }
}
