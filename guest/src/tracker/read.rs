//! Reads: each takes what it needs from one snapshot, and the body as it is at that moment.

use super::answer::{MarkerLine, PromptText, Standing};
use super::fold::{Ledger, Plan};
use super::held;
use super::outline::{self, Outline};
use super::place::{self, Place};
use super::reply::{PlanView, TaskList};
use crate::capability::{Body, Capabilities};
use crate::digest::sha256;
use crate::failure::Failure;
use crate::file_id::{SessionId, check_plan_id};
use crate::refusal::Refusal;
use crate::runtime::{READ_TOOL, guard};
use crate::text::Note;

/// Reads a plan (none: the active one).
///
/// # Errors
///
/// `invalid-session-id`, `invalid-plan-id`, `session-damaged`, `no-active-plan`,
/// `saved-plan-not-found`, `body-unreadable`, and the storage codes.
pub fn view<C: Capabilities>(c: &mut C, session: &str, plan: Option<&str>) -> Result<PlanView, Failure> {
    let mut place = open(c, session, plan)?;
    let id = chosen(&place.ledger, plan)?.ok_or(Refusal::NoActivePlan)?;
    place::attach(c, &mut place.ledger, &id)?;
    let unreadable = || Refusal::BodyUnreadable { plan: id.clone() };
    let found = place.ledger.plan(&id).ok_or_else(unreadable)?;
    let Body { text, path } = place::body(c, &id, found).ok_or_else(unreadable)?;
    let outline = outline::parse(&text);
    let notes = edits(found, &text, &outline);
    let active = place.ledger.active().is_some_and(|(active, _)| active == id);
    Ok(PlanView { active, path, saved_at_ms: found.saved_at_ms, body: text, outline, notes, plan: id })
}

/// Reads the tasks of a plan (none: the active one). A session without an active plan is no failure:
/// its standing is `no-plan`.
///
/// # Errors
///
/// `invalid-session-id`, `invalid-plan-id`, `session-damaged`, `saved-plan-not-found` (for a plan
/// that was named), and the storage codes.
pub fn tasks<C: Capabilities>(c: &mut C, session: &str, plan: Option<&str>) -> Result<TaskList, Failure> {
    let mut place = open(c, session, plan)?;
    let notes = place.ledger.notes();
    let Some(id) = chosen(&place.ledger, plan)? else { return Ok(no_plan(notes)) };
    place::attach(c, &mut place.ledger, &id)?;
    let found = place.ledger.plan(&id).ok_or_else(|| not_found(&id))?;
    let body = place::body(c, &id, found);
    Ok(listed(&id, found, body, notes))
}

/// A list without a plan.
pub(super) fn no_plan(notes: Vec<Note>) -> TaskList {
    TaskList { standing: Standing::NoPlan, queue: None, done: 0, next: None, detail: None, notes }
}

/// The tasks of a plan whose body is as given; without a body that can be read, no plan is active
/// (D20).
pub(super) fn listed(id: &str, plan: &Plan, body: Option<Body>, skipped: Vec<Note>) -> TaskList {
    let Some(body) = body else {
        return no_plan([vec![super::marker::body_unreadable(id)], skipped].concat());
    };
    let outline = outline::parse(&body.text);
    let mut notes = edits(plan, &body.text, &outline);
    notes.extend(outline.notes);
    notes.extend(skipped);
    let mut queue = plan.queue(id);
    queue.path = body.path.or(queue.path);
    let next = queue.tasks.iter().find(|task| !task.done).cloned();
    let detail = next.as_ref().and_then(|next| outline.tasks.into_iter().find(|task| task.id == next.id));
    TaskList { standing: plan.standing(), done: plan.done(), next, detail, queue: Some(queue), notes }
}

/// How a body differs from what was saved, where its tasks do (D32).
fn edits(plan: &Plan, text: &str, outline: &Outline) -> Vec<Note> {
    if sha256(text) == plan.digest {
        Vec::new()
    } else {
        super::marker::edits(plan.tasks(), outline).into_iter().collect()
    }
}

/// The line for this turn (D27).
///
/// # Errors
///
/// `invalid-session-id`, `session-damaged`, and the storage codes.
pub fn marker<C: Capabilities>(c: &mut C, session: &str) -> Result<MarkerLine, Failure> {
    let (place, body) = active(c, session)?;
    Ok(super::marker::render(&place.ledger, body.as_ref().map(|body| body.text.as_str())))
}

/// The text for the system prompt (D28).
///
/// # Errors
///
/// As [`marker`].
pub fn prompt<C: Capabilities>(c: &mut C, session: &str) -> Result<PromptText, Failure> {
    let (place, body) = active(c, session)?;
    let active = place.ledger.active().map(|(id, _)| id);
    let plan = active.zip(body.as_ref().map(|body| body.text.as_str()));
    let guard = place.ledger.roots().in_force().and_then(|root| guard::line(root, READ_TOOL));
    let gone = active.filter(|_| body.is_none()).map(super::marker::body_unreadable);
    let mut prompt = super::prompt::render(place.ledger.mode(), plan, guard.as_deref());
    prompt.notes.extend(gone.into_iter().chain(place.ledger.notes()));
    Ok(prompt)
}

/// The end of a session's branch with the queue of its active plan, and that plan's body.
fn active(c: &mut impl Capabilities, session: &str) -> Result<(Place, Option<Body>), Failure> {
    let mut place = open(c, session, None)?;
    let Some(id) = place.ledger.active().map(|(id, _)| id.to_owned()) else { return Ok((place, None)) };
    place::attach(c, &mut place.ledger, &id)?;
    let body = place.ledger.plan(&id).and_then(|plan| place::body(c, &id, plan));
    Ok((place, body))
}

/// The end of a session's branch. A session that doesn't exist is empty.
pub(crate) fn open(c: &mut impl Capabilities, session: &str, plan: Option<&str>) -> Result<Place, Failure> {
    let session = SessionId::parse(session)?;
    if let Some(plan) = plan {
        check_plan_id(plan)?;
    }
    Ok(match held::head(c, &session)? {
        Some(head) => Place::leaf(c, &session, &head)?,
        None => Place::at(c, &session, 0, 0)?,
    })
}

/// The plan that is meant.
pub(super) fn chosen(ledger: &Ledger, plan: Option<&str>) -> Result<Option<String>, Refusal> {
    match plan {
        Some(plan) if ledger.plan(plan).is_none() => Err(not_found(plan)),
        Some(plan) => Ok(Some(plan.to_owned())),
        None => Ok(ledger.active().map(|(active, _)| active.to_owned())),
    }
}

fn not_found(plan: &str) -> Refusal {
    Refusal::SavedPlanNotFound { plan: plan.to_owned() }
}
