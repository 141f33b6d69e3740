//! `planmark plan`: the documents.

use planmark_core::author::{Author, AuthorKind};
use planmark_core::document::request::Point;

use crate::cli::arguments::{At, Plan};
use crate::cli::exit::Exit;
use crate::cli::report::Report;
use crate::cli::session::Session;

mod compare;
mod history;
mod listing;
mod show;
mod write;
mod written;

pub(crate) use listing::{Listing, all_plans};

impl Plan {
    /// Whether the command changes a plan.
    pub(crate) fn writes(&self) -> bool {
        match self {
            Self::Create(_) | Self::Append(_) | Self::Replace(_) | Self::Edit(_) | Self::Save(_) => true,
            Self::Restore(_) | Self::Delete(_) => true,
            Self::Show(_) | Self::Log(_) | Self::Diff(_) | Self::List => false,
        }
    }
}

/// Runs one command.
///
/// # Errors
///
/// What the input, the facade or the output answers.
pub(crate) fn run(session: &Session, command: &Plan) -> Result<Exit, Report> {
    let done = match command {
        Plan::Create(arguments) => write::create(session, arguments),
        Plan::Append(arguments) => write::append(session, arguments),
        Plan::Replace(arguments) => write::replace(session, arguments),
        Plan::Edit(arguments) => write::edit(session, arguments),
        Plan::Save(arguments) => write::save(session, arguments),
        Plan::Restore(arguments) => write::restore(session, arguments),
        Plan::Delete(arguments) => write::delete(session, arguments),
        Plan::Show(arguments) => show::run(session, arguments),
        Plan::Log(arguments) => history::run(session, arguments),
        Plan::Diff(arguments) => compare::run(session, arguments),
        Plan::List => return listing::run(session),
    };
    done.map(|()| Exit::Done)
}

impl At {
    /// The point that was named, if one was.
    fn point(&self) -> Option<Point> {
        self.revision.map(Point::Revision).or(self.position.map(Point::Position))
    }
}

/// Entries of a page of a listing: the most that the engine gives.
pub(crate) const PAGE_ENTRIES: u32 = 200;

/// What stands behind an author's name, in a word.
fn kind(author: &Author) -> &'static str {
    match author.kind {
        AuthorKind::Agent => "agent",
        AuthorKind::Person => "person",
    }
}
