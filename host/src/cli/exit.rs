//! The exit codes of the program: all of them, and which failure ends with which.
//!
//! A script branches on the number; `docs/errors.md` lists the failure codes behind each.

use std::process::ExitCode;

use planmark_core::failure::Effect;

/// How the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done as asked.
    Done,
    /// It ran, and what it found or could not print is a problem: `doctor` found something wrong, a
    /// listing is not whole, a recorded call goes another way now, or a result did not fit its destination.
    Problem,
    /// The command line can't be understood.
    Usage,
    /// The request breaks a rule. The same request will always be refused.
    Refused,
    /// There is no such plan, revision, position, session or task.
    NotFound,
    /// The plan is not what the request was based on: read it, then decide again.
    Changed,
    /// Somebody else was faster, held the plan, or keeps the log: the same request may succeed now.
    Busy,
    /// The home or what is stored in it can't be used.
    Store,
    /// The engine itself failed.
    Engine,
    /// It is not known whether the change was stored: read before trying again.
    Unknown,
    /// The change is stored, but its answer was lost: don't send it again.
    Written,
}

impl Exit {
    /// Every exit code, in order.
    pub const ALL: [Self; 11] = [
        Self::Done,
        Self::Problem,
        Self::Usage,
        Self::Refused,
        Self::NotFound,
        Self::Changed,
        Self::Busy,
        Self::Store,
        Self::Engine,
        Self::Unknown,
        Self::Written,
    ];

    /// The number that the shell sees.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Problem => 1,
            Self::Usage => 2,
            Self::Refused => 3,
            Self::NotFound => 4,
            Self::Changed => 5,
            Self::Busy => 6,
            Self::Store => 7,
            Self::Engine => 8,
            Self::Unknown => 9,
            Self::Written => 10,
        }
    }

    /// What the number means, as `planmark --help` prints it.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Problem => {
                "doctor found something wrong, a listing is not whole, a replay differs, or printing failed"
            }
            Self::Usage => "the command line can't be understood",
            Self::Refused => "the request breaks a rule; sending it again will not help",
            Self::NotFound => "there is no such plan, revision, position, session or task",
            Self::Changed => "the plan is not what the request was based on; read it and decide again",
            Self::Busy => {
                "somebody else holds the plan, held it, or was faster; the same request may succeed now"
            }
            Self::Store => "the home, or what is stored in it, can't be used",
            Self::Engine => "the engine itself failed",
            Self::Unknown => "it is not known whether the change was stored; read before trying again",
            Self::Written => "the change is stored, but its answer was lost; don't send it again",
        }
    }

    /// The exit code of a failure: what is known of the write outweighs the code, because that is
    /// what a script must not get wrong.
    #[must_use]
    pub fn of(code: &str, effect: Option<Effect>) -> Self {
        match effect {
            Some(Effect::Unknown) => Self::Unknown,
            Some(Effect::Written) => Self::Written,
            Some(Effect::NothingWritten) | None => Self::of_code(code),
        }
    }

    fn of_code(code: &str) -> Self {
        match code {
            "usage" => Self::Usage,
            "plan-not-found"
            | "revision-not-found"
            | "session-not-found"
            | "entry-not-found"
            | "saved-plan-not-found"
            | "no-active-plan"
            | "unknown-task"
            | "root-not-found" => Self::NotFound,
            "version-conflict" => Self::Changed,
            "busy" | "write-conflict" | "home-held" | "owner-unavailable" | "config-changed" => Self::Busy,
            "outcome-unknown" => Self::Unknown,
            "other" | "output-failed" | "listen-failed" | "page-missing" => Self::Problem,
            "no-store" => Self::Engine,
            _ if code.starts_with("engine-") || code.starts_with("component-") => Self::Engine,
            _ if code.starts_with("home-") || code.starts_with("storage-") => Self::Store,
            "plan-unreadable" | "newer-format" | "session-damaged" | "body-unreadable" => Self::Store,
            _ => Self::Refused,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.number())
    }
}
