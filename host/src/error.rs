//! What can fail, and what is known of a write then (D50).

use std::fmt;

use planmark_core::failure::{Effect, Failure, FailureCode};

use crate::store::sqlite::OpenError;

/// Why a call, or the opening of a home, failed.
///
/// Each error has a stable [`code`](Self::code), a message (its `Display`), what to do
/// [`next`](Self::next), and what is known of the write ([`effect`](Self::effect)).
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The engine decided to refuse the call.
    Refused(Failure),
    /// The engine itself failed, and was stopped. Nothing of it is used any more; the next call
    /// runs in a new instance.
    Engine {
        /// How it failed.
        fault: Fault,
        /// What the host knows of the write: from its store, never from the engine.
        effect: Effect,
    },
    /// There is no engine to call.
    Component(ComponentError),
    /// The home can't be opened.
    Home(OpenError),
    /// The builder was given neither a home nor a store.
    NoStore,
}

/// How an engine failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// It reached a state it has no answer for.
    Trapped,
    /// It used up [`Limits::fuel`](crate::limits::Limits::fuel).
    OutOfFuel,
    /// It asked for more than [`Limits::memory_bytes`](crate::limits::Limits::memory_bytes).
    OutOfMemory,
    /// Its calls nested deeper than its stack.
    OutOfStack,
    /// It handed over data that is malformed, or larger than
    /// [`Limits::transfer_bytes`](crate::limits::Limits::transfer_bytes).
    BadData,
    /// It reported a write that the store does not have.
    FalseReport,
}

/// Why there is no engine to call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComponentError {
    /// The bytes are not a component that was compiled for this program: other bytes, another
    /// version of the runtime, or another kind of processor. The cause says which.
    Unusable(String),
    /// The component has other imports or exports than this program's world. The cause says which.
    OtherWorld(String),
    /// The operating system refuses what the runtime needs: address space or memory.
    NoResources(String),
}

impl Error {
    /// The stable name of the error, in kebab case: one of `wit/types.wit`'s failure codes, or one
    /// that only a host has. `docs/errors.md` lists them all.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refused(failure) => failure.code.name(),
            Self::Engine { fault, .. } => fault.code(),
            Self::Component(error) => error.code(),
            Self::Home(error) => error.code(),
            Self::NoStore => "no-store",
        }
    }

    /// What went wrong, for a person: lower case, no full stop.
    #[must_use]
    pub fn message(&self) -> String {
        self.to_string()
    }

    /// What to do next, in a sentence.
    #[must_use]
    pub fn next(&self) -> String {
        match self {
            Self::Refused(failure) => failure.next.clone(),
            Self::Engine { effect, .. } => after_engine_failure(*effect).to_owned(),
            Self::Component(error) => error.next().to_owned(),
            Self::Home(error) => error.next(),
            Self::NoStore => "Give the builder a home or a store.".to_owned(),
        }
    }

    /// What is known of the write.
    #[must_use]
    pub fn effect(&self) -> Effect {
        match self {
            Self::Refused(failure) => failure.effect,
            Self::Engine { effect, .. } => *effect,
            Self::Component(_) | Self::Home(_) | Self::NoStore => Effect::NothingWritten,
        }
    }

    /// The engine's refusal, where that is what it was.
    #[must_use]
    pub fn refusal(&self) -> Option<&Failure> {
        match self {
            Self::Refused(failure) => Some(failure),
            Self::Engine { .. } | Self::Component(_) | Self::Home(_) | Self::NoStore => None,
        }
    }
}

impl From<&Error> for Failure {
    /// The error in the engine's form: what an agent reads of it. It names no place of this machine
    /// (D50).
    fn from(error: &Error) -> Self {
        let code = match error {
            Error::Refused(failure) => return failure.clone(),
            Error::Home(_) => FailureCode::StorageUnavailable,
            Error::Engine { .. } | Error::Component(_) | Error::NoStore => FailureCode::Other,
        };
        let (message, next) = match error {
            Error::Home(home) => (
                format!("the home of the plans can't be opened ({})", home.code()),
                "Ask the person who runs this to run `planmark doctor`.".to_owned(),
            ),
            other => (other.message(), other.next()),
        };
        Self { effect: error.effect(), ..Self::new(code, message, next) }
    }
}

fn after_engine_failure(effect: Effect) -> &'static str {
    match effect {
        Effect::NothingWritten => {
            "Nothing was written. Report this as a defect of Planmark; the same call may fail again."
        }
        Effect::Written => {
            "The change is stored. Don't repeat it; read the plan to go on, and report this as a defect of Planmark."
        }
        Effect::Unknown => {
            "Read the plan to see whether the change is stored before trying again, and report this as a defect of Planmark."
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(failure) => failure.fmt(f),
            Self::Engine { fault, .. } => write!(f, "the engine failed: {fault}"),
            Self::Component(error) => error.fmt(f),
            Self::Home(error) => error.fmt(f),
            Self::NoStore => f.write_str("no place to keep plans was given"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Refused(_) | Self::Engine { .. } | Self::NoStore => None,
            Self::Component(error) => std::error::Error::source(error),
            Self::Home(error) => std::error::Error::source(error),
        }
    }
}

impl From<ComponentError> for Error {
    fn from(error: ComponentError) -> Self {
        Self::Component(error)
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        Self::Home(error)
    }
}

impl Fault {
    /// Every fault.
    pub const ALL: [Self; 6] = [
        Self::Trapped,
        Self::OutOfFuel,
        Self::OutOfMemory,
        Self::OutOfStack,
        Self::BadData,
        Self::FalseReport,
    ];

    /// The stable name, in kebab case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Trapped => "engine-trapped",
            Self::OutOfFuel => "engine-out-of-fuel",
            Self::OutOfMemory => "engine-out-of-memory",
            Self::OutOfStack => "engine-out-of-stack",
            Self::BadData => "engine-bad-data",
            Self::FalseReport => "engine-false-report",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trapped => "it reached a state it has no answer for",
            Self::OutOfFuel => "it ran longer than one call may",
            Self::OutOfMemory => "it asked for more memory than one call may have",
            Self::OutOfStack => "its calls nested deeper than its stack",
            Self::BadData => "it handed over data that is malformed or too large",
            Self::FalseReport => "it reported a write that the store does not have",
        })
    }
}

impl ComponentError {
    /// The stable name, in kebab case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unusable(_) => "component-unusable",
            Self::OtherWorld(_) => "component-other-world",
            Self::NoResources(_) => "component-no-resources",
        }
    }

    /// What to do next, in a sentence.
    #[must_use]
    pub const fn next(&self) -> &'static str {
        match self {
            Self::Unusable(_) => {
                "Use a component compiled for this program's version, target and processor; on a processor older than x86-64-v2 Planmark does not run."
            }
            Self::OtherWorld(_) => {
                "Build the component from the wit folder of this version: `planmark component --out DIR` writes it."
            }
            Self::NoResources(_) => {
                "Raise the limits of this process (address space, memory), then try again."
            }
        }
    }
}

impl fmt::Display for ComponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusable(cause) => {
                write!(f, "the engine is not a component compiled for this program: {cause}")
            }
            Self::OtherWorld(cause) => {
                write!(f, "the engine has other imports or exports than this program: {cause}")
            }
            Self::NoResources(cause) => {
                write!(f, "the operating system refuses what the engine needs: {cause}")
            }
        }
    }
}

impl std::error::Error for ComponentError {}
