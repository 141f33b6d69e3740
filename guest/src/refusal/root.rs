//! Why a root, or what concerns one, refuses a call.

use super::Refusal;
use crate::failure::FailureCode;
use crate::runtime::{ITEMS_MAX, ROOTS_MAX};
use crate::words::{self, Template, quoted};

/// One reason. Roots are given as texts name them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RootRefusal {
    /// A part is not of its form.
    Invalid {
        field: &'static str,
    },
    /// What a client's tool answered is not of the form that it is documented with.
    Listing,
    NotFound {
        root: String,
    },
    /// The root has no obligation, or no block, of that id.
    ItemNotFound {
        root: String,
        id: String,
    },
    Exists {
        root: String,
    },
    /// The session has a later generation of its closure.
    Earlier {
        root: String,
        later: String,
    },
    /// A glob that isn't one, or by which no path can be owned.
    Glob {
        glob: String,
    },
    /// The root has an obligation, or a block, of that id and another text.
    ItemExists {
        root: String,
        id: String,
    },
    TooMany,
    TooManyItems {
        root: String,
    },
    /// It can't be sealed; why, as a sentence.
    Open {
        root: String,
        why: String,
    },
    /// It can't be sealed, and never will be; why, as a sentence.
    Lost {
        root: String,
        why: String,
    },
    /// It is being carried out, and an agent would take its plan away.
    Driven {
        root: String,
        plan: String,
    },
    /// The task is the one after the current one, or a later one.
    Preview {
        root: String,
        current: String,
    },
}

impl RootRefusal {
    pub(super) fn code(&self) -> FailureCode {
        match self {
            Self::Invalid { .. } | Self::Glob { .. } | Self::Listing => FailureCode::InvalidArgument,
            Self::NotFound { .. } | Self::ItemNotFound { .. } => FailureCode::RootNotFound,
            Self::Exists { .. } | Self::Earlier { .. } | Self::ItemExists { .. } => FailureCode::RootExists,
            Self::TooMany | Self::TooManyItems { .. } => FailureCode::TooManyRoots,
            Self::Open { .. } | Self::Lost { .. } | Self::Driven { .. } => FailureCode::RootOpen,
            Self::Preview { .. } => FailureCode::PreviewTask,
        }
    }

    /// What went wrong, and what to do next.
    pub(super) fn templates(&self) -> (&'static Template, &'static Template) {
        match self {
            Self::Invalid { .. } => (&words::INVALID_ROOT, &words::INVALID_ROOT_NEXT),
            Self::Listing => (&words::INVALID_LISTING, &words::INVALID_LISTING_NEXT),
            Self::NotFound { .. } => (&words::ROOT_NOT_FOUND, &words::ROOT_NOT_FOUND_NEXT),
            Self::ItemNotFound { .. } => (&words::ROOT_ITEM_NOT_FOUND, &words::ROOT_ITEM_NOT_FOUND_NEXT),
            Self::Earlier { .. } => (&words::ROOT_EARLIER, &words::ROOT_EARLIER_NEXT),
            Self::Glob { .. } => (&words::INVALID_GLOB, &words::INVALID_GLOB_NEXT),
            Self::Exists { .. } => (&words::ROOT_EXISTS, &words::ROOT_EXISTS_NEXT),
            Self::ItemExists { .. } => (&words::ROOT_ITEM_EXISTS, &words::ROOT_ITEM_EXISTS_NEXT),
            Self::TooMany => (&words::TOO_MANY_ROOTS, &words::TOO_MANY_ROOTS_NEXT),
            Self::TooManyItems { .. } => (&words::TOO_MANY_ROOT_ITEMS, &words::TOO_MANY_ROOT_ITEMS_NEXT),
            Self::Open { .. } => (&words::ROOT_OPEN, &words::ROOT_OPEN_NEXT),
            Self::Lost { .. } => (&words::ROOT_OPEN, &words::ROOT_LOST_NEXT),
            Self::Driven { .. } => (&words::ROOT_DRIVEN, &words::ROOT_DRIVEN_NEXT),
            Self::Preview { .. } => (&words::PREVIEW_TASK, &words::PREVIEW_TASK_NEXT),
        }
    }

    /// What the templates' places are filled with.
    pub(super) fn values(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Listing => Vec::new(),
            Self::Invalid { field } => vec![("field", (*field).to_owned())],
            Self::NotFound { root } | Self::Exists { root } => vec![("root", quoted(root))],
            Self::ItemNotFound { root, id } | Self::ItemExists { root, id } => {
                vec![("root", quoted(root)), ("id", quoted(id))]
            }
            Self::Earlier { root, later } => vec![("root", quoted(root)), ("later", quoted(later))],
            Self::Glob { glob } => vec![("glob", quoted(glob))],
            Self::TooMany => vec![("limit", ROOTS_MAX.to_string())],
            Self::TooManyItems { root } => vec![("root", quoted(root)), ("limit", ITEMS_MAX.to_string())],
            Self::Open { root, why } | Self::Lost { root, why } => {
                vec![("root", quoted(root)), ("why", why.clone())]
            }
            Self::Driven { root, plan } => vec![("root", quoted(root)), ("plan", quoted(plan))],
            Self::Preview { root, current } => vec![("root", quoted(root)), ("current", quoted(current))],
        }
    }
}

impl From<RootRefusal> for Refusal {
    fn from(refusal: RootRefusal) -> Self {
        Self::Root(refusal)
    }
}
