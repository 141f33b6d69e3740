//! What is printed after a change.

use planmark_core::document::answer::{Deleted, EventKind, Truncation, Written};
use planmark_core::document::request::{Context, Point};

use crate::Planmark;
use crate::cli::advice::quoted;
use crate::cli::changes::Changes;
use crate::cli::figures::{counted, grouped};
use crate::cli::report::Report;
use crate::cli::screen::Screen;
use crate::cli::session::Session;
use crate::cli::style::{DIM, LABEL, REMOVED, WARNING};
use crate::cli::visible::{visible, visible_line};
use crate::error::Error;

/// Most lines of removed text that are printed; the rest is counted.
const REMOVED_MAX_LINES: usize = 20;

/// Prints the answer of a write: the result on standard output; beside it, what its author should
/// know, and what it removed.
pub(super) fn report(
    session: &Session,
    planmark: &Planmark,
    context: &Context,
    verb: &str,
    task: &str,
    answer: Result<Written, Error>,
) -> Result<(), Report> {
    let written = answer.map_err(|error| Report::of(&error, task))?;
    let screen = session.screen;
    let printed =
        if screen.json() { screen.print_json(&written) } else { screen.print(&line(&written, verb)) };
    if !screen.json() {
        for note in &written.notes {
            screen.remark(&format!("{LABEL}note{LABEL:#}: {}\n", visible_line(&note.message)));
        }
        if let Some(truncation) = &written.truncation {
            screen.remark(&warning(&written, truncation));
            screen.remark(&removed(planmark, context, &written, truncation));
        }
    }
    printed.map_err(|report| report.after_change(&look(task)))
}

/// Prints the answer of a deletion.
pub(super) fn report_deletion(session: &Session, deleted: &Deleted) -> Result<(), Report> {
    let screen = session.screen;
    let printed = if screen.json() {
        screen.print_json(deleted)
    } else {
        let kept = counted(deleted.revisions.into(), "revision");
        screen.print(&format!(
            "deleted the plan of {}\n{kept} kept, version {}\n",
            deleted.task, deleted.version
        ))
    };
    remark_on_deletion(screen, deleted);
    printed.map_err(|report| report.after_change(&look(&deleted.task)))
}

/// The command that prints a plan.
fn look(task: &str) -> String {
    format!("planmark plan show --task {}", quoted(task))
}

fn remark_on_deletion(screen: Screen, deleted: &Deleted) {
    let (task, last) = (quoted(&deleted.task), deleted.revisions);
    screen.remark(&format!(
        "{DIM}to see what it was: planmark plan show --task {task} --revision {last}{DIM:#}\n"
    ));
}

fn line(written: &Written, verb: &str) -> String {
    let created = written.events.iter().any(|event| event.kind == EventKind::PlanCreated);
    let verb = if created { "created" } else { verb };
    let extended = if written.coalesced { " extended" } else { "" };
    format!(
        "{verb} the plan of {}\nrevision {}{extended}, position {}, {}, version {}\n",
        written.task,
        written.revision,
        written.position,
        counted(written.bytes.into(), "byte"),
        written.version
    )
}

fn warning(written: &Written, truncation: &Truncation) -> String {
    let Truncation { prior_chars, new_chars, prior_revision, .. } = *truncation;
    let dropped = prior_chars.saturating_sub(new_chars);
    let percent = u64::from(dropped) * 100 / u64::from(prior_chars).max(1);
    let task = quoted(&written.task);
    format!(
        "{WARNING}warning{WARNING:#}: this write removed most of the plan: of {} characters {} are left, {} fewer ({percent} %)\n\
         the text before it is revision {prior_revision}:\n  \
         planmark plan show --task {task} --revision {prior_revision}\n  \
         planmark plan restore --task {task} --revision {prior_revision}\n",
        grouped(prior_chars.into()),
        grouped(new_chars.into()),
        grouped(dropped.into()),
    )
}

/// The lines that a write removed, the first of them in full.
fn removed(planmark: &Planmark, context: &Context, written: &Written, truncation: &Truncation) -> String {
    let read = |point| planmark.read_past(&context.caller, &written.task, point);
    let before = read(Point::Revision(truncation.prior_revision));
    let after = read(Point::Position(written.position));
    let (Ok(before), Ok(after)) = (before, after) else {
        return "what it removed can't be read at this moment; the commands above print it\n".to_owned();
    };
    let changes = Changes::between(&before.content, &after.content);
    let lines: Vec<_> = changes.removed().collect();
    let mut text = format!("removed {}:\n", counted(lines.len() as u64, "line"));
    for line in lines.iter().take(REMOVED_MAX_LINES) {
        text.push_str(&format!("{REMOVED}-{}{REMOVED:#}\n", visible(line)));
    }
    let rest = lines.len().saturating_sub(REMOVED_MAX_LINES);
    if rest > 0 {
        text.push_str(&format!("{DIM}… and {} more{DIM:#}\n", counted(rest as u64, "line")));
    }
    text
}
