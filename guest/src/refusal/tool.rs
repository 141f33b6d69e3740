//! Why the agent surface refuses a call, before it is one of a function.

use super::Refusal;
use crate::failure::{Failure, FailureCode};
use crate::tools::offer::{Profile, SUFFIX_MAX_CHARS};
use crate::tools::{Found, Kind};
use crate::words::{self, Template, quoted};

/// One reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ToolRefusal {
    UnknownTool {
        name: String,
    },
    UnknownPrompt {
        name: String,
    },
    ProfileTwice {
        profile: Profile,
    },
    InvalidSuffix {
        suffix: String,
    },
    NothingOffered,
    /// A tool of saved plans, where the host keeps no session.
    NoSession,
    ArgumentsNotJson {
        /// The argument in which the reading ended, if it was in one.
        argument: Option<&'static str>,
        line: usize,
        column: usize,
    },
    /// An escape is one half of a surrogate pair.
    ArgumentsHalfPair {
        argument: Option<&'static str>,
    },
    ArgumentsNotObject {
        found: Found,
    },
    ArgumentUnknown {
        name: String,
        known: Vec<&'static str>,
    },
    ArgumentTwice {
        argument: &'static str,
    },
    ArgumentType {
        argument: &'static str,
        wanted: Kind,
        found: Found,
    },
    ArgumentMissing {
        argument: &'static str,
    },
    /// Both of two arguments were sent, or neither.
    NotOneOf {
        one: &'static str,
        other: &'static str,
    },
}

impl ToolRefusal {
    pub(super) fn code(&self) -> FailureCode {
        match self {
            Self::UnknownTool { .. } => FailureCode::UnknownTool,
            Self::NoSession => FailureCode::SessionNotFound,
            Self::UnknownPrompt { .. }
            | Self::ProfileTwice { .. }
            | Self::InvalidSuffix { .. }
            | Self::NothingOffered
            | Self::ArgumentsNotJson { .. }
            | Self::ArgumentsHalfPair { .. }
            | Self::ArgumentsNotObject { .. }
            | Self::ArgumentUnknown { .. }
            | Self::ArgumentTwice { .. }
            | Self::ArgumentType { .. }
            | Self::ArgumentMissing { .. }
            | Self::NotOneOf { .. } => FailureCode::InvalidArgument,
        }
    }

    /// What went wrong, and what to do next.
    pub(super) fn templates(&self) -> (&'static Template, &'static Template) {
        match self {
            Self::UnknownTool { .. } => (&words::UNKNOWN_TOOL, &words::UNKNOWN_TOOL_NEXT),
            Self::UnknownPrompt { .. } => (&words::UNKNOWN_PROMPT, &words::UNKNOWN_PROMPT_NEXT),
            Self::ProfileTwice { .. } => (&words::PROFILE_TWICE, &words::PROFILE_TWICE_NEXT),
            Self::InvalidSuffix { .. } => (&words::INVALID_SUFFIX, &words::INVALID_SUFFIX_NEXT),
            Self::NoSession => (&words::NO_SESSION, &words::NO_SESSION_NEXT),
            Self::NothingOffered => (&words::NOTHING_OFFERED, &words::NOTHING_OFFERED_NEXT),
            Self::ArgumentsNotJson { .. } => (&words::ARGUMENTS_NOT_JSON, &words::ARGUMENTS_NOT_JSON_NEXT),
            Self::ArgumentsHalfPair { .. } => (&words::ARGUMENTS_HALF_PAIR, &words::ARGUMENTS_HALF_PAIR_NEXT),
            Self::ArgumentsNotObject { .. } => {
                (&words::ARGUMENTS_NOT_OBJECT, &words::ARGUMENTS_NOT_OBJECT_NEXT)
            }
            Self::ArgumentUnknown { .. } => (&words::ARGUMENT_UNKNOWN, &words::ARGUMENT_UNKNOWN_NEXT),
            Self::ArgumentTwice { .. } => (&words::ARGUMENT_TWICE, &words::ARGUMENT_TWICE_NEXT),
            Self::ArgumentType { .. } => (&words::ARGUMENT_TYPE, &words::ARGUMENT_TYPE_NEXT),
            Self::ArgumentMissing { .. } => (&words::ARGUMENT_MISSING, &words::ARGUMENT_MISSING_NEXT),
            Self::NotOneOf { .. } => (&words::NOT_ONE_OF, &words::NOT_ONE_OF_NEXT),
        }
    }

    /// What the templates' places are filled with.
    pub(super) fn values(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NothingOffered | Self::NoSession => Vec::new(),
            Self::UnknownTool { name } | Self::UnknownPrompt { name } => vec![("name", quoted(name))],
            Self::ProfileTwice { profile } => vec![("profile", profile.name().to_owned())],
            Self::InvalidSuffix { suffix } => {
                vec![("suffix", quoted(suffix)), ("limit", SUFFIX_MAX_CHARS.to_string())]
            }
            Self::ArgumentsNotJson { argument, line, column } => {
                vec![("where", place(*argument)), ("line", line.to_string()), ("column", column.to_string())]
            }
            Self::ArgumentsHalfPair { argument } => vec![("where", place(*argument))],
            Self::ArgumentsNotObject { found } => vec![("found", found.words().to_owned())],
            Self::ArgumentUnknown { name, known } => {
                let known: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
                vec![("name", quoted(name)), ("known", known.join(", "))]
            }
            Self::ArgumentTwice { argument } | Self::ArgumentMissing { argument } => {
                vec![("argument", (*argument).to_owned())]
            }
            Self::ArgumentType { argument, wanted, found } => vec![
                ("argument", (*argument).to_owned()),
                ("wanted", wanted.words().to_owned()),
                ("found", found.words().to_owned()),
            ],
            Self::NotOneOf { one, other } => vec![("one", (*one).to_owned()), ("other", (*other).to_owned())],
        }
    }
}

/// Where in the arguments of a tool something is wrong.
fn place(argument: Option<&str>) -> String {
    match argument {
        Some(argument) => words::PLACE_ARGUMENT.render(&[("argument", argument)]),
        None => words::PLACE_ARGUMENTS.text.to_owned(),
    }
}

impl From<ToolRefusal> for Refusal {
    fn from(refusal: ToolRefusal) -> Self {
        Self::Tool(refusal)
    }
}

impl From<ToolRefusal> for Failure {
    fn from(refusal: ToolRefusal) -> Self {
        Refusal::from(refusal).into()
    }
}
