//! The types of `wit/` and of the core are the same shapes under two names; here one becomes the
//! other. Everything is taken apart by name and without `..`, so that a new field breaks the build.

use crate::{author, capability, failure, text};

use super::bindings::planmark::engine::types as wit;

mod documents;
mod info;
mod ledger;
mod preview;
mod roots;
mod runtime;
mod tools;
mod tracker;

/// The elements of a list, each converted.
pub(super) fn all<A: Into<B>, B>(list: Vec<A>) -> Vec<B> {
    list.into_iter().map(Into::into).collect()
}

impl From<&capability::Scope> for wit::Scope {
    fn from(scope: &capability::Scope) -> Self {
        let capability::Scope { kind, id } = scope;
        Self { kind: (*kind).into(), id: id.clone() }
    }
}

impl From<capability::ScopeKind> for wit::ScopeKind {
    fn from(kind: capability::ScopeKind) -> Self {
        match kind {
            capability::ScopeKind::Task => Self::Task,
            capability::ScopeKind::Session => Self::Session,
        }
    }
}

impl From<wit::AuthorKind> for author::AuthorKind {
    fn from(kind: wit::AuthorKind) -> Self {
        match kind {
            wit::AuthorKind::Agent => Self::Agent,
            wit::AuthorKind::Person => Self::Person,
        }
    }
}

impl From<author::AuthorKind> for wit::AuthorKind {
    fn from(kind: author::AuthorKind) -> Self {
        match kind {
            author::AuthorKind::Agent => Self::Agent,
            author::AuthorKind::Person => Self::Person,
        }
    }
}

impl From<wit::Author> for author::Author {
    fn from(author: wit::Author) -> Self {
        let wit::Author { kind, name } = author;
        Self { kind: kind.into(), name }
    }
}

impl From<author::Author> for wit::Author {
    fn from(author: author::Author) -> Self {
        let author::Author { kind, name } = author;
        Self { kind: kind.into(), name }
    }
}

impl From<wit::CapabilityFailure> for capability::CapabilityFailure {
    fn from(failure: wit::CapabilityFailure) -> Self {
        let wit::CapabilityFailure { code, message } = failure;
        Self { code: code.into(), message }
    }
}

impl From<wit::CapabilityCode> for capability::CapabilityCode {
    fn from(code: wit::CapabilityCode) -> Self {
        match code {
            wit::CapabilityCode::Busy => Self::Busy,
            wit::CapabilityCode::Conflict => Self::Conflict,
            wit::CapabilityCode::LeaseEnded => Self::LeaseEnded,
            wit::CapabilityCode::Exists => Self::Exists,
            wit::CapabilityCode::Invalid => Self::Invalid,
            wit::CapabilityCode::TooLarge => Self::TooLarge,
            wit::CapabilityCode::NotText => Self::NotText,
            wit::CapabilityCode::Full => Self::Full,
            wit::CapabilityCode::Denied => Self::Denied,
            wit::CapabilityCode::Corrupt => Self::Corrupt,
            wit::CapabilityCode::NewerFormat => Self::NewerFormat,
            wit::CapabilityCode::Unavailable => Self::Unavailable,
            wit::CapabilityCode::OutcomeUnknown => Self::OutcomeUnknown,
            wit::CapabilityCode::Other => Self::Other,
        }
    }
}

impl From<failure::Effect> for wit::Effect {
    fn from(effect: failure::Effect) -> Self {
        match effect {
            failure::Effect::NothingWritten => Self::NothingWritten,
            failure::Effect::Written => Self::Written,
            failure::Effect::Unknown => Self::Unknown,
        }
    }
}

impl From<failure::Failure> for wit::Failure {
    fn from(failure: failure::Failure) -> Self {
        let failure::Failure {
            code,
            message,
            next,
            effect,
            bytes,
            limit,
            occurrences,
            current_version,
            candidates,
        } = failure;
        Self {
            code: code.into(),
            message,
            next,
            effect: effect.into(),
            bytes,
            limit,
            occurrences,
            current_version,
            candidates,
        }
    }
}

impl From<failure::FailureCode> for wit::FailureCode {
    fn from(code: failure::FailureCode) -> Self {
        match code {
            failure::FailureCode::InvalidTaskId => Self::InvalidTaskId,
            failure::FailureCode::InvalidAuthor => Self::InvalidAuthor,
            failure::FailureCode::InvalidTitle => Self::InvalidTitle,
            failure::FailureCode::InvalidMode => Self::InvalidMode,
            failure::FailureCode::ModeNotOffered => Self::ModeNotOffered,
            failure::FailureCode::NotReachable => Self::NotReachable,
            failure::FailureCode::ContentRequired => Self::ContentRequired,
            failure::FailureCode::FragmentWhitespaceOnly => Self::FragmentWhitespaceOnly,
            failure::FailureCode::ContentTooLarge => Self::ContentTooLarge,
            failure::FailureCode::PlanNotFound => Self::PlanNotFound,
            failure::FailureCode::PlanUnreadable => Self::PlanUnreadable,
            failure::FailureCode::RevisionNotFound => Self::RevisionNotFound,
            failure::FailureCode::VersionConflict => Self::VersionConflict,
            failure::FailureCode::VersionRequired => Self::VersionRequired,
            failure::FailureCode::FindRequired => Self::FindRequired,
            failure::FailureCode::FindMissing => Self::FindMissing,
            failure::FailureCode::FindAmbiguous => Self::FindAmbiguous,
            failure::FailureCode::InvalidArgument => Self::InvalidArgument,
            failure::FailureCode::InvalidSessionId => Self::InvalidSessionId,
            failure::FailureCode::InvalidPlanId => Self::InvalidPlanId,
            failure::FailureCode::InvalidRequestId => Self::InvalidRequestId,
            failure::FailureCode::SessionNotFound => Self::SessionNotFound,
            failure::FailureCode::SessionExists => Self::SessionExists,
            failure::FailureCode::SessionDamaged => Self::SessionDamaged,
            failure::FailureCode::EntryNotFound => Self::EntryNotFound,
            failure::FailureCode::OwnerUnavailable => Self::OwnerUnavailable,
            failure::FailureCode::RequestReused => Self::RequestReused,
            failure::FailureCode::SavedPlanNotFound => Self::SavedPlanNotFound,
            failure::FailureCode::PlanExists => Self::PlanExists,
            failure::FailureCode::NoActivePlan => Self::NoActivePlan,
            failure::FailureCode::BodyUnreadable => Self::BodyUnreadable,
            failure::FailureCode::TooManyTasks => Self::TooManyTasks,
            failure::FailureCode::TooManyPlans => Self::TooManyPlans,
            failure::FailureCode::LogTooLarge => Self::LogTooLarge,
            failure::FailureCode::InvalidReference => Self::InvalidReference,
            failure::FailureCode::UnknownTask => Self::UnknownTask,
            failure::FailureCode::AmbiguousTitle => Self::AmbiguousTitle,
            failure::FailureCode::UnknownTool => Self::UnknownTool,
            failure::FailureCode::RootNotFound => Self::RootNotFound,
            failure::FailureCode::RootExists => Self::RootExists,
            failure::FailureCode::TooManyRoots => Self::TooManyRoots,
            failure::FailureCode::RootOpen => Self::RootOpen,
            failure::FailureCode::PreviewTask => Self::PreviewTask,
            failure::FailureCode::Busy => Self::Busy,
            failure::FailureCode::WriteConflict => Self::WriteConflict,
            failure::FailureCode::StorageFull => Self::StorageFull,
            failure::FailureCode::StorageDenied => Self::StorageDenied,
            failure::FailureCode::StorageUnavailable => Self::StorageUnavailable,
            failure::FailureCode::StorageCorrupt => Self::StorageCorrupt,
            failure::FailureCode::NewerFormat => Self::NewerFormat,
            failure::FailureCode::OutcomeUnknown => Self::OutcomeUnknown,
            failure::FailureCode::Other => Self::Other,
        }
    }
}

impl From<text::NoteKind> for wit::NoteKind {
    fn from(kind: text::NoteKind) -> Self {
        match kind {
            text::NoteKind::OpenCodeFence => Self::OpenCodeFence,
            text::NoteKind::OpenHtmlComment => Self::OpenHtmlComment,
            text::NoteKind::EscapedLineBreaks => Self::EscapedLineBreaks,
            text::NoteKind::NoSection => Self::NoSection,
            text::NoteKind::NearSection => Self::NearSection,
            text::NoteKind::SecondSection => Self::SecondSection,
            text::NoteKind::NoBoxes => Self::NoBoxes,
            text::NoteKind::UnknownMark => Self::UnknownMark,
            text::NoteKind::BoxWithoutSpace => Self::BoxWithoutSpace,
            text::NoteKind::BoxWithoutText => Self::BoxWithoutText,
            text::NoteKind::NumberedBox => Self::NumberedBox,
            text::NoteKind::QuotedBox => Self::QuotedBox,
            text::NoteKind::NestedOpenBox => Self::NestedOpenBox,
            text::NoteKind::LongTitle => Self::LongTitle,
            text::NoteKind::TasksEdited => Self::TasksEdited,
            text::NoteKind::BodyUnreadable => Self::BodyUnreadable,
            text::NoteKind::EntrySkipped => Self::EntrySkipped,
            text::NoteKind::Other => Self::Other,
        }
    }
}

impl From<text::Note> for wit::Note {
    fn from(note: text::Note) -> Self {
        let text::Note { kind, line, message } = note;
        Self { kind: kind.into(), line, message }
    }
}

impl From<wit::Effect> for failure::Effect {
    fn from(effect: wit::Effect) -> Self {
        match effect {
            wit::Effect::NothingWritten => Self::NothingWritten,
            wit::Effect::Written => Self::Written,
            wit::Effect::Unknown => Self::Unknown,
        }
    }
}

impl From<wit::Failure> for failure::Failure {
    fn from(failure: wit::Failure) -> Self {
        let wit::Failure {
            code,
            message,
            next,
            effect,
            bytes,
            limit,
            occurrences,
            current_version,
            candidates,
        } = failure;
        Self {
            code: code.into(),
            message,
            next,
            effect: effect.into(),
            bytes,
            limit,
            occurrences,
            current_version,
            candidates,
        }
    }
}

impl From<wit::FailureCode> for failure::FailureCode {
    fn from(code: wit::FailureCode) -> Self {
        match code {
            wit::FailureCode::InvalidTaskId => Self::InvalidTaskId,
            wit::FailureCode::InvalidAuthor => Self::InvalidAuthor,
            wit::FailureCode::InvalidTitle => Self::InvalidTitle,
            wit::FailureCode::InvalidMode => Self::InvalidMode,
            wit::FailureCode::ModeNotOffered => Self::ModeNotOffered,
            wit::FailureCode::NotReachable => Self::NotReachable,
            wit::FailureCode::ContentRequired => Self::ContentRequired,
            wit::FailureCode::FragmentWhitespaceOnly => Self::FragmentWhitespaceOnly,
            wit::FailureCode::ContentTooLarge => Self::ContentTooLarge,
            wit::FailureCode::PlanNotFound => Self::PlanNotFound,
            wit::FailureCode::PlanUnreadable => Self::PlanUnreadable,
            wit::FailureCode::RevisionNotFound => Self::RevisionNotFound,
            wit::FailureCode::VersionConflict => Self::VersionConflict,
            wit::FailureCode::VersionRequired => Self::VersionRequired,
            wit::FailureCode::FindRequired => Self::FindRequired,
            wit::FailureCode::FindMissing => Self::FindMissing,
            wit::FailureCode::FindAmbiguous => Self::FindAmbiguous,
            wit::FailureCode::InvalidArgument => Self::InvalidArgument,
            wit::FailureCode::InvalidSessionId => Self::InvalidSessionId,
            wit::FailureCode::InvalidPlanId => Self::InvalidPlanId,
            wit::FailureCode::InvalidRequestId => Self::InvalidRequestId,
            wit::FailureCode::SessionNotFound => Self::SessionNotFound,
            wit::FailureCode::SessionExists => Self::SessionExists,
            wit::FailureCode::SessionDamaged => Self::SessionDamaged,
            wit::FailureCode::EntryNotFound => Self::EntryNotFound,
            wit::FailureCode::OwnerUnavailable => Self::OwnerUnavailable,
            wit::FailureCode::RequestReused => Self::RequestReused,
            wit::FailureCode::SavedPlanNotFound => Self::SavedPlanNotFound,
            wit::FailureCode::PlanExists => Self::PlanExists,
            wit::FailureCode::NoActivePlan => Self::NoActivePlan,
            wit::FailureCode::BodyUnreadable => Self::BodyUnreadable,
            wit::FailureCode::TooManyTasks => Self::TooManyTasks,
            wit::FailureCode::TooManyPlans => Self::TooManyPlans,
            wit::FailureCode::LogTooLarge => Self::LogTooLarge,
            wit::FailureCode::InvalidReference => Self::InvalidReference,
            wit::FailureCode::UnknownTask => Self::UnknownTask,
            wit::FailureCode::AmbiguousTitle => Self::AmbiguousTitle,
            wit::FailureCode::UnknownTool => Self::UnknownTool,
            wit::FailureCode::RootNotFound => Self::RootNotFound,
            wit::FailureCode::RootExists => Self::RootExists,
            wit::FailureCode::TooManyRoots => Self::TooManyRoots,
            wit::FailureCode::RootOpen => Self::RootOpen,
            wit::FailureCode::PreviewTask => Self::PreviewTask,
            wit::FailureCode::Busy => Self::Busy,
            wit::FailureCode::WriteConflict => Self::WriteConflict,
            wit::FailureCode::StorageFull => Self::StorageFull,
            wit::FailureCode::StorageDenied => Self::StorageDenied,
            wit::FailureCode::StorageUnavailable => Self::StorageUnavailable,
            wit::FailureCode::StorageCorrupt => Self::StorageCorrupt,
            wit::FailureCode::NewerFormat => Self::NewerFormat,
            wit::FailureCode::OutcomeUnknown => Self::OutcomeUnknown,
            wit::FailureCode::Other => Self::Other,
        }
    }
}
