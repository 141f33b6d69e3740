//! `planmark save`.

use planmark_core::tracker::reply::Saved;

use super::{Opened, printed, refused, remark_on, remark_on_replay};
use crate::cli::arguments::tracker::SavePlan;
use crate::cli::figures::counted;
use crate::cli::input::Source;
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::cli::style::{DIM, LABEL};
use crate::cli::transcript::{LastMessage, last_message};
use crate::cli::visible::{shown_title, visible_line};
use crate::ids;

/// Saves a plan, and makes it the active one.
///
/// # Errors
///
/// What the input, the facade or the output answers.
pub(crate) fn run(session: &Session, arguments: &SavePlan) -> Result<(), Report> {
    let text = text(session, arguments)?;
    let Opened { planmark, context } = Opened::new(session, &arguments.change)?;
    let plan = arguments.plan.clone().or_else(|| context.plan_of_request()).unwrap_or_else(ids::fresh_plan);
    let saved = planmark.tracker().save(&context, &plan, &text).map_err(|error| refused(&error))?;
    print(session, &saved)
}

fn text(session: &Session, arguments: &SavePlan) -> Result<String, Report> {
    let screen = session.screen;
    let Some(transcript) = &arguments.last else {
        return Source::of(arguments.text.file.as_deref()).read(screen);
    };
    let LastMessage { text, client, half_record } = last_message(transcript)?;
    let bytes = counted(text.len() as u64, "byte");
    screen.remark(&format!("{DIM}the last message in this transcript of {client}, {bytes}{DIM:#}\n"));
    if half_record {
        screen.remark(&format!(
            "{LABEL}note{LABEL:#}: the transcript ends in a half record, which was left out; {client} may be writing it now\n"
        ));
    }
    Ok(text)
}

fn print(session: &Session, saved: &Saved) -> Result<(), Report> {
    let screen = session.screen;
    let outcome = if screen.json() {
        screen.print_json(saved)
    } else {
        let place = saved.path.as_deref().map(|path| format!("\n{}", visible_line(path))).unwrap_or_default();
        let next = saved.next.as_ref().map(|task| format!("\nnext: {}", shown_title(&task.title)));
        screen.print(&format!(
            "saved plan {}, {}, {}{place}{}\n",
            saved.plan,
            counted(saved.bytes.into(), "byte"),
            counted(saved.total.into(), "task"),
            next.unwrap_or_default()
        ))
    };
    remark_on(screen, "note", &saved.notes);
    remark_on_replay(screen, saved.replayed);
    printed(outcome, !saved.replayed, "planmark plans")
}
