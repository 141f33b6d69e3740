//! `planmark plan list`.

use planmark_core::document::answer::PlanSummary;
use serde::Serialize;

use crate::cli::figures::{counted, utc};
use crate::cli::plan::PAGE_ENTRIES;
use crate::cli::report::{Report, shown};
use crate::cli::session::{Reader, Session};
use crate::cli::style::{DIM, LABEL};
use crate::cli::visible::visible_line;

/// A listing as JSON.
#[derive(Serialize)]
struct Listing {
    plans: Vec<PlanSummary>,
}

/// Lists the plans of the home, in byte order of task ids.
pub(super) fn run(session: &Session) -> Result<(), Report> {
    let plans = all_plans(&session.reader()?)?;
    let screen = session.screen;
    if screen.json() {
        return screen.print_json(&Listing { plans });
    }
    if plans.is_empty() {
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
    screen.print(&text)
}

/// Every plan of a home.
///
/// # Errors
///
/// What the facade answers.
pub(crate) fn all_plans(reader: &Reader) -> Result<Vec<PlanSummary>, Report> {
    let mut plans = Vec::new();
    let mut from = String::new();
    loop {
        let page = reader.planmark.list(&reader.caller, &from, PAGE_ENTRIES);
        let page = page.map_err(|error| Report::of(&error, ""))?;
        plans.extend(page.plans);
        match page.next {
            Some(next) => from = next,
            None => return Ok(plans),
        }
    }
}
