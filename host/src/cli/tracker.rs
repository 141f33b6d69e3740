//! Sessions, saved plans and their tasks on the command line.

use planmark_core::text::Note;
use planmark_core::tracker::request::Context;

use crate::Planmark;
use crate::cli::arguments::tracker::{By, Change, On};
use crate::cli::home::person;
use crate::cli::project;
use crate::cli::report::Report;
use crate::cli::screen::Screen;
use crate::cli::session::Session;
use crate::cli::style::{DIM, LABEL, WARNING};
use crate::cli::visible::visible_line;
use crate::error::Error;

pub(crate) mod collect;
pub(crate) mod foreign;
pub(crate) mod marker;
pub(crate) mod plans;
pub(crate) mod save;
pub(crate) mod sessions;
pub(crate) mod tasks;
pub(crate) mod tick;

/// A session of the home, opened to be changed.
pub(super) struct Opened {
    pub(super) planmark: Planmark,
    pub(super) context: Context,
}

impl Opened {
    /// Opens the home for a change that may be the first one in it, and names the session and who
    /// changes it.
    ///
    /// # Errors
    ///
    /// `owner-unavailable` for a session that is read in place; `session-unknown`; what the home
    /// answers.
    pub(super) fn new(session: &Session, change: &Change) -> Result<Self, Report> {
        let context = context(&change.by, change.request.as_ref())?;
        Ok(Self { planmark: session.open_to_write()?, context })
    }

    /// The same for a change of what is there already: a home that doesn't exist has nothing to change,
    /// and is not made for the refusal.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub(super) fn of_existing(session: &Session, change: &Change) -> Result<Self, Report> {
        let context = context(&change.by, change.request.as_ref())?;
        Ok(Self { planmark: session.open_existing()?, context })
    }

    /// The same for what has no request: it is decided by what is there each time.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub(super) fn by(session: &Session, by: &By) -> Result<Self, Report> {
        let context = context(by, None)?;
        Ok(Self { planmark: session.open_existing()?, context })
    }
}

fn context(by: &By, request: Option<&String>) -> Result<Context, Report> {
    if by.on.pi.is_some() {
        return Err(Report::with_code(
            "owner-unavailable",
            "the session's log is kept by Pi",
            "Make the change in Pi, or make a session of your own of it: `planmark session import FILE`.",
        ));
    }
    Ok(Context {
        caller: person(by.author.as_deref()),
        session: project::session(by.on.session.as_deref())?,
        request: request.cloned(),
    })
}

/// A session of the home, opened to be read; one whose home does not exist is empty.
fn reader(session: &Session, on: &On) -> Result<(Planmark, String), Report> {
    let id = project::session(on.session.as_deref())?;
    Ok((session.reader()?.planmark, id))
}

/// A refusal in the words of the command line.
fn refused(error: &Error) -> Report {
    Report::of(error, "")
}

/// Remarks on what a reader should know, one line each; `word` says what each is.
fn remark_on(screen: Screen, word: &str, notes: &[Note]) {
    for note in notes {
        screen.remark(&format!("{WARNING}{word}{WARNING:#}: {}\n", visible_line(&note.message)));
    }
}

/// What became of printing the answer of a command. Where that failed, a change is `stored` all the
/// same, and `look` is the command that prints it.
pub(super) fn printed(outcome: Result<(), Report>, stored: bool, look: &str) -> Result<(), Report> {
    outcome.map_err(|report| if stored { report.after_change(look) } else { report })
}

/// Remarks that an answer is that of an earlier request.
pub(super) fn remark_on_replay(screen: Screen, replayed: bool) {
    if replayed {
        screen.remark(&format!(
            "{LABEL}note{LABEL:#}: this request was made before; {DIM}nothing was changed now{DIM:#}\n"
        ));
    }
}
