//! `planmark plans`, `select`, `clear` and `view`.

use planmark_core::tracker::answer::PlanLine;
use planmark_core::tracker::reply::{Changed, PlanView};
use serde::Serialize;

use super::foreign::Foreign;
use super::{Opened, printed, reader, refused, remark_on, remark_on_replay};
use crate::cli::arguments::tracker::{Clear, Plans, Select, View};
use crate::cli::figures::{counted, utc};
use crate::cli::markdown::styled;
use crate::cli::report::Report;
use crate::cli::screen::Screen;
use crate::cli::session::Session;
use crate::cli::style::{DIM, GOOD, HEADING, LABEL};
use crate::cli::visible::visible_line;

/// A listing as JSON.
#[derive(Serialize)]
struct Listing<'a> {
    plans: &'a [PlanLine],
}

/// Lists the plans of the branch, in the order they were saved.
///
/// # Errors
///
/// What the facade or the output answers.
pub(crate) fn list(session: &Session, arguments: &Plans) -> Result<(), Report> {
    let screen = session.screen;
    let (plans, notes) = match &arguments.on.pi {
        Some(file) => {
            let state = Foreign::read(&Foreign::engine()?, file)?.state()?;
            (state.plans, state.notes)
        }
        None => {
            let (planmark, id) = reader(session, &arguments.on)?;
            match planmark.tracker().describe(&id) {
                Ok(session) => (session.plans, session.notes),
                Err(error) if error.code() == "session-not-found" => Default::default(),
                Err(error) => return Err(refused(&error)),
            }
        }
    };
    let printed = if screen.json() {
        screen.print_json(&Listing { plans: &plans })
    } else if plans.is_empty() {
        screen.remark("no plans; save one with `planmark save FILE`\n");
        Ok(())
    } else {
        screen.print(&plans.iter().map(|plan| line(screen, plan)).collect::<String>())
    };
    remark_on(screen, "note", &notes);
    printed
}

/// One plan of a listing.
pub(super) fn line(screen: Screen, plan: &PlanLine) -> String {
    let PlanLine { plan, saved_at_ms, done, total, active, .. } = plan;
    let saved = utc(*saved_at_ms);
    if screen.pretty() {
        let mark = if *active { format!("{GOOD}*{GOOD:#}") } else { " ".to_owned() };
        format!("{mark} {LABEL}{plan}{LABEL:#}  {done}/{total} done  {DIM}saved {saved}{DIM:#}\n")
    } else {
        let mark = if *active { "*" } else { " " };
        format!("{mark} {plan}  {done}/{total} done  saved {saved}\n")
    }
}

/// Makes a plan the active one.
///
/// # Errors
///
/// What the facade or the output answers.
pub(crate) fn select(session: &Session, arguments: &Select) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::of_existing(session, &arguments.change)?;
    let changed = planmark.tracker().select(&context, &arguments.plan).map_err(|error| refused(&error))?;
    let what = if changed.changed { "is active now" } else { "is active already" };
    print_change(session, &changed, what)
}

/// Takes a plan off the branch.
///
/// # Errors
///
/// As [`select`].
pub(crate) fn clear(session: &Session, arguments: &Clear) -> Result<(), Report> {
    let Opened { planmark, context } = Opened::of_existing(session, &arguments.change)?;
    let changed = planmark.tracker().clear(&context, arguments.plan.as_deref());
    print_change(
        session,
        &changed.map_err(|error| refused(&error))?,
        "is cleared; its body stays for 30 days",
    )
}

fn print_change(session: &Session, changed: &Changed, what: &str) -> Result<(), Report> {
    let screen = session.screen;
    let outcome = if screen.json() {
        screen.print_json(changed)
    } else {
        screen.print(&format!("plan {} {what}\n", changed.plan))
    };
    if changed.active.is_none() {
        screen.remark(&format!("{DIM}no plan is active now{DIM:#}\n"));
    }
    remark_on_replay(screen, changed.replayed);
    printed(outcome, changed.changed && !changed.replayed, "planmark plans")
}

/// Prints the body of a plan: exactly its bytes in a pipe, with a header on a terminal.
///
/// # Errors
///
/// What the facade or the output answers.
pub(crate) fn view(session: &Session, arguments: &View) -> Result<(), Report> {
    let screen = session.screen;
    let plan = arguments.plan.as_deref();
    if let Some(file) = &arguments.on.pi {
        let (id, body) = Foreign::read(&Foreign::engine()?, file)?.body(plan)?;
        return if screen.json() {
            screen.print_json(&serde_json::json!({"plan": id, "body": body}))
        } else {
            screen.print(&body)
        };
    }
    let (planmark, id) = reader(session, &arguments.on)?;
    let view = planmark.tracker().view(&id, plan).map_err(|error| refused(&error))?;
    let printed = if screen.json() {
        screen.print_json(&view)
    } else if screen.pretty() {
        screen.print(&page(&view))
    } else {
        screen.print(&view.body)
    };
    remark_on(screen, "note", &view.outline.notes);
    remark_on(screen, "note", &view.notes);
    printed
}

fn page(view: &PlanView) -> String {
    let mut text = format!(
        "{HEADING}plan {}{HEADING:#}{}  {DIM}{}, {}, saved {}{DIM:#}\n",
        view.plan,
        if view.active { format!("  {GOOD}active{GOOD:#}") } else { String::new() },
        counted(view.body.len() as u64, "byte"),
        counted(view.outline.tasks.len() as u64, "task"),
        utc(view.saved_at_ms),
    );
    if let Some(path) = &view.path {
        text.push_str(&format!("{DIM}{}{DIM:#}\n", visible_line(path)));
    }
    text.push('\n');
    styled(&view.body).iter().for_each(|line| text.extend([line.as_str(), "\n"]));
    text
}
