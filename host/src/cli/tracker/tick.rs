//! `planmark tick` and `untick`.

use planmark_core::tracker::reference::Reference;
use planmark_core::tracker::reply::Ticked;

use super::{Opened, printed, refused, remark_on_replay};
use crate::cli::arguments::tracker::Tick;
use crate::cli::figures::counted;
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::cli::style::{DIM, LABEL, WARNING};
use crate::cli::visible::shown_title;

/// The command that prints what a tick changed.
const LOOK: &str = "planmark tasks";

/// Ends a task.
///
/// # Errors
///
/// What the facade or the output answers.
pub(crate) fn tick(session: &Session, arguments: &Tick) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::of_existing(session, &arguments.change)?;
    let ticked = planmark.tracker().tick(&context, &reference(arguments)).map_err(|error| refused(&error))?;
    print(session, &ticked, if ticked.changed { "done" } else { "done already" })
}

/// Reopens a task.
///
/// # Errors
///
/// As [`tick`].
pub(crate) fn untick(session: &Session, arguments: &Tick) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::of_existing(session, &arguments.change)?;
    let opened =
        planmark.tracker().untick(&context, &reference(arguments)).map_err(|error| refused(&error))?;
    print(session, &opened, if opened.changed { "open again" } else { "open already" })
}

fn print(session: &Session, ticked: &Ticked, what: &str) -> Result<(), Report> {
    let screen = session.screen;
    let stored = ticked.changed && !ticked.replayed;
    if screen.json() {
        return printed(screen.print_json(ticked), stored, LOOK);
    }
    let mut text = format!("{what}: {}\n{}/{} done", shown_title(&ticked.title), ticked.done, ticked.total);
    if let Some(next) = &ticked.next {
        text.push_str(&format!(", next: {}", shown_title(&next.title)));
    }
    text.push('\n');
    let outcome = screen.print(&text);
    if !ticked.skipped.is_empty() {
        let earlier = counted(ticked.skipped.len() as u64, "earlier task");
        let are = if ticked.skipped.len() == 1 { "is" } else { "are" };
        screen.remark(&format!(
            "{WARNING}note{WARNING:#}: {earlier} {are} open: {}\n",
            ticked.skipped.join(" ")
        ));
    }
    remark_on_replay(screen, ticked.replayed);
    if ticked.total > 0 && ticked.done == ticked.total {
        screen.remark(&format!(
            "{LABEL}all tasks of the plan are done{LABEL:#} {DIM}({}){DIM:#}\n",
            ticked.plan
        ));
    }
    printed(outcome, stored, LOOK)
}

/// What was given: an id by its form, else a title; or what the flags say it is.
fn reference(arguments: &Tick) -> Reference {
    let Tick { task, id, title, .. } = arguments;
    let as_id = |text: &String| is_id(text).then(|| text.clone());
    let as_title = |text: &String| (!is_id(text)).then(|| text.clone());
    Reference {
        task_id: id.clone().or_else(|| task.as_ref().and_then(as_id)),
        title: title.clone().or_else(|| task.as_ref().and_then(as_title)),
    }
}

/// Whether a text has the form of a task's id: `task-` and 16 hex digits in lower case (D23).
fn is_id(text: &str) -> bool {
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.strip_prefix("task-").is_some_and(|digits| digits.len() == 16 && digits.bytes().all(hex))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_known_by_its_form() {
        assert!(is_id("task-b6827fe6ff909861"));
        for title in
            ["task-b6827fe6ff90986", "task-B6827FE6FF909861", "Write", "task-", " task-b6827fe6ff909861"]
        {
            assert!(!is_id(title), "{title}");
        }
    }
}
