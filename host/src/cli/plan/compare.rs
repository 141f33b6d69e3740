//! `planmark plan diff`.

use planmark_core::document::answer::Past;
use planmark_core::document::request::Point;
use serde::Serialize;

use crate::cli::arguments::{Diff, Place};
use crate::cli::changes::Changes;
use crate::cli::report::Report;
use crate::cli::session::{Reader, Session};
use crate::cli::style::LABEL;
use crate::cli::visible::visible_line;

/// One side of a comparison; before the first revision there is nothing.
type Side = Option<Past>;

/// A comparison as JSON.
#[derive(Serialize)]
struct Difference<'a> {
    task: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Named<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Named<'a>>,
    added_lines: u64,
    removed_lines: usize,
    unified: String,
}

/// Which text a side is.
#[derive(Serialize)]
struct Named<'a> {
    revision: u32,
    position: u32,
    title: &'a str,
}

impl<'a> Named<'a> {
    fn of(past: &'a Past) -> Self {
        Self { revision: past.revision, position: past.position, title: &past.title }
    }
}

/// Shows what changed between two texts of a plan.
pub(super) fn run(session: &Session, arguments: &Diff) -> Result<(), Report> {
    let (old, new) = sides(&session.reader()?, arguments)?;
    let changes = Changes::between(content(&old), content(&new));
    let screen = session.screen;
    if screen.json() {
        return screen.print_json(&Difference {
            task: &arguments.task.id,
            from: old.as_ref().map(Named::of),
            to: new.as_ref().map(Named::of),
            added_lines: changes.added(),
            removed_lines: changes.removed().count(),
            unified: changes.unified(false),
        });
    }
    let unified = changes.unified(screen.pretty());
    if unified.is_empty() {
        screen.remark("the texts are equal\n");
    }
    if unified.is_empty() && title(&old) == title(&new) {
        return Ok(());
    }
    screen.print(&format!("{}{unified}", header(&old, &new, screen.pretty())))
}

fn sides(reader: &Reader, arguments: &Diff) -> Result<(Side, Side), Report> {
    let task = &arguments.task.id;
    let read = |point| {
        let past = reader.planmark.read_past(&reader.caller, task, point);
        past.map_err(|error| Report::of(&error, task))
    };
    let latest = || {
        let page = reader.planmark.revisions(&reader.caller, task, None, 1);
        let page = page.map_err(|error| Report::of(&error, task))?;
        Ok(page.revisions.first().map_or(1, |revision| revision.number))
    };
    let point = |place| {
        Ok::<_, Report>(match place {
            Place::Head => Point::Revision(latest()?),
            Place::Revision(number) => Point::Revision(number),
            Place::Position(number) => Point::Position(number),
        })
    };
    let new = read(point(arguments.to.unwrap_or(Place::Head))?)?;
    let old = match arguments.from {
        Some(place) => Some(read(point(place)?)?),
        None if new.revision > 1 => Some(read(Point::Revision(new.revision - 1))?),
        None => None,
    };
    Ok((old, Some(new)))
}

fn content(side: &Side) -> &str {
    side.as_ref().map_or("", |past| &past.content)
}

fn title(side: &Side) -> Option<&str> {
    side.as_ref().map(|past| past.title.as_str())
}

/// The lines that name the two texts. A changed title is named there, since no line of the text
/// shows it.
fn header(old: &Side, new: &Side, pretty: bool) -> String {
    let with_titles = title(old).is_some_and(|old| Some(old) != title(new));
    let name = |side: &Side| match side {
        None => "nothing".to_owned(),
        Some(past) => {
            let title = if with_titles { format!(", title {:?}", past.title) } else { String::new() };
            format!("revision {} (position {}{title})", past.revision, past.position)
        }
    };
    let (old, new) = (name(old), name(new));
    if pretty {
        let (old, new) = (visible_line(&old), visible_line(&new));
        format!("{LABEL}--- {old}{LABEL:#}\n{LABEL}+++ {new}{LABEL:#}\n")
    } else {
        format!("--- {old}\n+++ {new}\n")
    }
}
