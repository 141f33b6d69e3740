//! `planmark plan log`.

use planmark_core::document::answer::{Revision, Step};
use planmark_core::document::request::Point;
use serde::Serialize;

use crate::cli::arguments::Log;
use crate::cli::figures::{counted, grouped, utc};
use crate::cli::plan::{PAGE_ENTRIES, kind};
use crate::cli::report::Report;
use crate::cli::session::{Reader, Session};
use crate::cli::style::{DIM, LABEL};
use crate::cli::visible::visible_line;

/// The history of a plan.
#[derive(Serialize)]
struct History<'a> {
    task: &'a str,
    present: bool,
    revisions: Vec<Entry>,
}

/// A revision, and with `--all` the writes it covers.
#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    revision: Revision,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
}

/// Lists the revisions of a plan, newest first, also of one that was deleted.
pub(super) fn run(session: &Session, arguments: &Log) -> Result<(), Report> {
    let history = read(&session.reader()?, arguments)?;
    let screen = session.screen;
    if screen.json() {
        return screen.print_json(&history);
    }
    if !history.present {
        screen.remark("the plan is deleted; its revisions can be shown, and a new plan continues them\n");
    }
    let pretty = screen.pretty();
    let text: String = history.revisions.iter().map(|entry| describe(entry, pretty)).collect();
    screen.print(&text)
}

fn read<'a>(reader: &Reader, arguments: &'a Log) -> Result<History<'a>, Report> {
    let task = &arguments.task.id;
    let wanted = arguments.limit.map_or(usize::MAX, |limit| limit as usize);
    let mut history = History { task, present: false, revisions: Vec::new() };
    let mut before = None;
    loop {
        let page = reader.planmark.revisions(&reader.caller, task, before, PAGE_ENTRIES);
        let page = page.map_err(|error| Report::of(&error, task))?;
        history.present = page.present;
        for revision in page.revisions {
            if history.revisions.len() == wanted {
                return Ok(history);
            }
            let steps = if arguments.all { Some(steps(reader, task, revision.number)?) } else { None };
            history.revisions.push(Entry { revision, steps });
        }
        match page.next {
            Some(next) => before = Some(next),
            None => return Ok(history),
        }
    }
}

/// The writes that a revision covers, in order.
fn steps(reader: &Reader, task: &str, revision: u32) -> Result<Vec<Step>, Report> {
    let mut steps = Vec::new();
    let mut from = 1;
    loop {
        let page = reader.planmark.steps(&reader.caller, task, revision, from, PAGE_ENTRIES);
        let page = page.map_err(|error| Report::of(&error, task))?;
        steps.extend(page.steps);
        match page.next {
            Some(next) => from = next,
            None => return Ok(steps),
        }
    }
}

fn describe(Entry { revision, steps }: &Entry, pretty: bool) -> String {
    let title = if pretty { visible_line(&revision.title) } else { revision.title.clone() };
    let author = if pretty { visible_line(&revision.author.name) } else { revision.author.name.clone() };
    let restored = match revision.restored {
        Some(Point::Revision(number)) => format!(", restores revision {number}"),
        Some(Point::Position(number)) => format!(", restores position {number}"),
        None => String::new(),
    };
    let head = format!("revision {}", revision.number);
    let details = format!(
        "{}  {author} ({})  {}, position {}{restored}",
        utc(revision.updated_at_ms),
        kind(&revision.author),
        counted(revision.bytes.into(), "byte"),
        revision.position
    );
    let mut text = if pretty {
        format!("{LABEL}{head}{LABEL:#}  {DIM}{details}{DIM:#}  {title}\n")
    } else {
        format!("{head}  {details}  {title}\n")
    };
    for step in steps.iter().flatten() {
        let line = step_line(step);
        text.push_str(&if pretty { format!("  {DIM}{line}{DIM:#}\n") } else { format!("  {line}\n") });
    }
    text
}

fn step_line(step: &Step) -> String {
    format!(
        "position {}  {}  -{} +{} bytes at byte {}",
        step.position,
        utc(step.at_ms),
        grouped(step.removed.into()),
        grouped(step.inserted.into()),
        grouped(step.at.into())
    )
}
