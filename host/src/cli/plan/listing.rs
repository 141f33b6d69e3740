//! `planmark plan list`.

use planmark_core::document::answer::PlanSummary;
use serde::Serialize;

use crate::cli::exit::Exit;
use crate::cli::figures::{counted, utc};
use crate::cli::plan::PAGE_ENTRIES;
use crate::cli::report::{Report, shown};
use crate::cli::session::{Reader, Session};
use crate::cli::style::{DIM, LABEL, WARNING};
use crate::cli::visible::visible_line;

/// Every plan of a home, also as JSON.
#[derive(Default, Serialize)]
pub(crate) struct Listing {
    /// Those that can be listed, in byte order of task ids.
    pub(crate) plans: Vec<PlanSummary>,
    /// The tasks whose plan's head is damaged.
    pub(crate) unreadable: Vec<String>,
}

/// Lists the plans of the home, in byte order of task ids. A listing that lacks one is not reported
/// as whole.
pub(super) fn run(session: &Session) -> Result<Exit, Report> {
    let listing = all_plans(&session.reader()?)?;
    let screen = session.screen;
    let exit = if listing.unreadable.is_empty() { Exit::Done } else { Exit::Problem };
    if screen.json() {
        screen.print_json(&listing)?;
        return Ok(exit);
    }
    let Listing { plans, unreadable } = listing;
    for task in &unreadable {
        let task = visible_line(task);
        screen.remark(&format!(
            "{WARNING}warning{WARNING:#}: the plan of task \"{task}\" can't be read; `planmark doctor` says more\n"
        ));
    }
    if plans.is_empty() && unreadable.is_empty() {
        screen.remark(&format!("no plans in {}\n", visible_line(&shown(&session.home()?))));
    }
    let width = plans.iter().map(|plan| plan.task.len()).max().unwrap_or_default();
    let mut text = String::new();
    for plan in &plans {
        let title = if screen.pretty() { visible_line(&plan.title) } else { plan.title.clone() };
        let task = format!("{:<width$}", plan.task);
        let details = format!(
            "{}  revision {}, {}",
            utc(plan.updated_at_ms),
            plan.revision,
            counted(plan.bytes.into(), "byte")
        );
        text.push_str(&if screen.pretty() {
            format!("{LABEL}{task}{LABEL:#}  {DIM}{details}{DIM:#}  {title}\n")
        } else {
            format!("{task}  {details}  {title}\n")
        });
    }
    screen.print(&text)?;
    Ok(exit)
}

/// Every plan of a home.
///
/// # Errors
///
/// What the facade answers.
pub(crate) fn all_plans(reader: &Reader) -> Result<Listing, Report> {
    let mut listing = Listing::default();
    let mut from = String::new();
    loop {
        let page = reader.planmark.list(&reader.caller, &from, PAGE_ENTRIES);
        let page = page.map_err(|error| Report::of(&error, ""))?;
        listing.plans.extend(page.plans);
        listing.unreadable.extend(page.unreadable);
        match page.next {
            Some(next) => from = next,
            None => return Ok(listing),
        }
    }
}
