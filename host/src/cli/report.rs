//! What the program says when it can't do what it was asked.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use planmark_core::failure::Effect;
use serde::Serialize;

use crate::cli::advice;
use crate::cli::exit::Exit;
use crate::cli::visible::visible_line;
use crate::error::Error;

/// The codes of failures that only the command line has. Those of the engine and of the host stand
/// beside them in `docs/errors.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The command line can't be understood.
    Usage,
    /// No home was given, and the user has no data folder.
    HomeUnknown,
    /// The file that should hold the text does not exist.
    InputMissing,
    /// The file that should hold the text is a folder.
    InputIsFolder,
    /// The file that should hold the text can't be read.
    InputUnreadable,
    /// The text is not UTF-8.
    NotUtf8,
    /// The request is not the JSON object that it should be.
    RequestInvalid,
    /// No session was given, and the project's folder is not known.
    SessionUnknown,
    /// The address can't be listened on, or the server can't run.
    ListenFailed,
    /// The token is not of the form of one.
    TokenInvalid,
    /// The preview page is not in the program, or not in the folder.
    PageMissing,
    /// The file is no transcript of a known client.
    TranscriptUnknown,
    /// The transcript holds no message of the assistant.
    TranscriptEmpty,
    /// The result could not be printed or written.
    OutputFailed,
    /// A client's configuration can't be read, or not be changed and stay what it is.
    ConfigUnreadable,
    /// The entry of that name in a client's configuration starts another program.
    ConfigForeign,
    /// A client's configuration was changed by another program meanwhile.
    ConfigChanged,
    /// Nobody said yes to the change.
    NotConfirmed,
    /// The trace can't be read.
    TraceUnreadable,
    /// A line of the trace is no call.
    TraceDamaged,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 20] = [
        Self::Usage,
        Self::HomeUnknown,
        Self::InputMissing,
        Self::InputIsFolder,
        Self::InputUnreadable,
        Self::NotUtf8,
        Self::RequestInvalid,
        Self::SessionUnknown,
        Self::ListenFailed,
        Self::TokenInvalid,
        Self::PageMissing,
        Self::TranscriptUnknown,
        Self::TranscriptEmpty,
        Self::OutputFailed,
        Self::ConfigUnreadable,
        Self::ConfigForeign,
        Self::ConfigChanged,
        Self::NotConfirmed,
        Self::TraceUnreadable,
        Self::TraceDamaged,
    ];

    /// The stable name, in kebab case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::HomeUnknown => "home-unknown",
            Self::InputMissing => "input-missing",
            Self::InputIsFolder => "input-is-folder",
            Self::InputUnreadable => "input-unreadable",
            Self::NotUtf8 => "not-utf-8",
            Self::RequestInvalid => "request-invalid",
            Self::SessionUnknown => "session-unknown",
            Self::ListenFailed => "listen-failed",
            Self::TokenInvalid => "token-invalid",
            Self::PageMissing => "page-missing",
            Self::TranscriptUnknown => "transcript-unknown",
            Self::TranscriptEmpty => "transcript-empty",
            Self::OutputFailed => "output-failed",
            Self::ConfigUnreadable => "config-unreadable",
            Self::ConfigForeign => "config-foreign",
            Self::ConfigChanged => "config-changed",
            Self::NotConfirmed => "not-confirmed",
            Self::TraceUnreadable => "trace-unreadable",
            Self::TraceDamaged => "trace-damaged",
        }
    }
}

/// The codes of the host: [`Error`] has them where an engine, a component or a home fails.
pub(crate) const HOST_CODES: [&str; 19] = [
    "engine-trapped",
    "engine-out-of-fuel",
    "engine-out-of-memory",
    "engine-out-of-stack",
    "engine-bad-data",
    "engine-false-report",
    "component-unusable",
    "component-other-world",
    "component-no-resources",
    "no-store",
    "home-not-a-directory",
    "home-denied",
    "home-full",
    "home-held",
    "home-newer-schema",
    "home-foreign",
    "home-not-a-database",
    "home-damaged",
    "home-unavailable",
];

/// A failure, ready to be printed.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    code: &'static str,
    message: String,
    next: String,
    effect: Effect,
    #[serde(flatten)]
    facts: Box<Facts>,
    /// Whether the message says by itself that nothing was written, as the engine's do.
    #[serde(skip)]
    says_effect: bool,
    /// Whether only a part of the change is stored, and the message says which.
    #[serde(skip)]
    partly: bool,
}

/// A failure as a JSON document.
#[derive(Serialize)]
pub(crate) struct Document<'a> {
    error: &'a Report,
}

/// What a program may want to know of a failure beside its code. The same fields as the engine's.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Facts {
    /// Size in bytes of the text that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bytes: Option<u64>,
    /// The limit that applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<u64>,
    /// How often the text to find occurs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) occurrences: Option<u32>,
    /// The version that is current.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) current_version: Option<String>,
    /// The first byte that is not UTF-8, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offset: Option<u64>,
}

impl Report {
    /// Makes a report of the command line's own; nothing was written.
    pub(crate) fn new(code: Code, message: impl Into<String>, next: impl Into<String>) -> Self {
        Self::with_code(code.name(), message, next)
    }

    /// Makes a report under a code of the engine, for what the command line can tell without it.
    pub(crate) fn with_code(code: &'static str, message: impl Into<String>, next: impl Into<String>) -> Self {
        let effect = Effect::NothingWritten;
        let (message, next, facts) = (message.into(), next.into(), Box::default());
        Self { code, message, next, effect, facts, says_effect: false, partly: false }
    }

    /// Reports what the facade answered to a command about `task`.
    pub(crate) fn of(error: &Error, task: &str) -> Self {
        let (next, facts) = match error.refusal() {
            Some(failure) => {
                let facts = Facts {
                    bytes: failure.bytes.map(u64::from),
                    limit: failure.limit.map(u64::from),
                    occurrences: failure.occurrences,
                    current_version: failure.current_version.clone(),
                    offset: None,
                };
                (advice::next(failure, task), facts)
            }
            None => (error.next(), Facts::default()),
        };
        let (facts, says_effect) = (Box::new(facts), error.refusal().is_some());
        Self {
            code: error.code(),
            message: error.message(),
            next,
            effect: error.effect(),
            facts,
            says_effect,
            partly: false,
        }
    }

    /// Reports a file or stream that could not be written.
    pub(crate) fn output(place: &str, cause: &std::io::Error) -> Self {
        let next = match cause.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                "Make it writable for this user or choose another place, then try again."
            }
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
                "Put a folder where its folder should be or choose another place, then try again."
            }
            _ => "Make room there or choose another place, then try again.",
        };
        Self::new(Code::OutputFailed, format!("can't write to {place}: {}", reason(cause)), next)
    }

    /// The same failure, after a change was stored; `look` is the command that prints it.
    pub(crate) fn after_change(mut self, look: &str) -> Self {
        self.effect = Effect::Written;
        self.next = format!("Don't send the change again: it is stored. `{look}` prints it.");
        self
    }

    /// The same failure, after a call of a tool that changed something.
    pub(crate) fn after_call(mut self) -> Self {
        self.effect = Effect::Written;
        self.next = "Don't send the call again: its change is stored.".to_owned();
        self
    }

    /// The same failure, after a call that may have changed something: whether it did is known.
    pub(crate) fn after_call_if(self, changed: bool) -> Self {
        if changed { self.after_call() } else { self }
    }

    /// The same failure, after the files before it were written; it and those behind it were not.
    pub(crate) fn after_part(mut self, written: &[PathBuf], left: &[PathBuf]) -> Self {
        let names = |files: &[PathBuf]| files.iter().map(|file| shown(file)).collect::<Vec<_>>().join(", ");
        self.effect = Effect::Written;
        self.partly = true;
        self.message = format!("{}; written: {}; not written: {}", self.message, names(written), names(left));
        self
    }

    /// The stable code.
    #[cfg(test)]
    pub(crate) fn code(&self) -> &'static str {
        self.code
    }

    /// What went wrong.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// What to do.
    pub(crate) fn next(&self) -> &str {
        &self.next
    }

    /// Adds facts.
    pub(crate) fn with(mut self, facts: Facts) -> Self {
        self.facts = Box::new(facts);
        self
    }

    /// The exit code.
    pub(crate) fn exit(&self) -> Exit {
        Exit::of(self.code, Some(self.effect))
    }

    /// The report as one JSON document.
    pub(crate) fn document(&self) -> Document<'_> {
        Document { error: self }
    }

    /// The report for people, styled. `writes` says whether the command would have changed
    /// something, so that the reader wonders whether it did.
    pub(crate) fn text(&self, writes: bool) -> String {
        use crate::cli::style::{ERROR, LABEL};
        let Self { code, message, next, .. } = self;
        let message = visible_line(message);
        let mut text = format!("{ERROR}error[{code}]{ERROR:#}: {message}\n");
        let known = match self.effect {
            Effect::NothingWritten if writes && !self.says_effect => Some("nothing was written"),
            Effect::NothingWritten => None,
            Effect::Written if self.partly => Some("a part of the change is stored"),
            Effect::Written => Some("the change is stored"),
            Effect::Unknown => Some("it is not known whether the change is stored"),
        };
        if let Some(known) = known {
            text.push_str(&format!("{LABEL}write{LABEL:#}: {known}\n"));
        }
        text.push_str(&format!("{LABEL}next{LABEL:#}: {}\n", visible_line(next)));
        text
    }
}

/// The system's words for an error, without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let words = error.to_string();
    let words = words.split(" (os error").next().unwrap_or_default();
    let mut characters = words.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => "unknown error".to_owned(),
    }
}

/// A path as messages quote it.
pub(crate) fn shown(path: &Path) -> String {
    format!("\"{}\"", path.display())
}
