//! Changes: each takes the lease of its session, reads, decides, and commits once.

use super::PLANS_MAX;
use super::entry::{Event, Mark, Mode, Seed, SeedTask};
use super::fold::{Ledger, Plan};
use super::held::Held;
use super::outline;
use super::place::{self, Place};
use super::record::seeds_of;
use super::reference::{self, Reference};
use super::replay::{Asked, Replay};
use super::reply::{Changed, ModeSet, Saved, Ticked};
use super::request::Context;
use crate::author::AuthorKind;
use crate::capability::{Capabilities, CapabilityCode};
use crate::digest::{Json, sha256};
use crate::failure::Failure;
use crate::file_id::{SessionId, check_plan_id};
use crate::refusal::{Refusal, RootRefusal};
use crate::runtime::case::Case;

/// Changes what the agent is asked to do (D28). Makes the session where there is none.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-author`, `invalid-request-id`, `busy`,
/// `owner-unavailable`, `request-reused`, `session-damaged`, `write-conflict`, and the storage codes.
pub fn set_mode<C: Capabilities>(c: &mut C, context: &Context, mode: Mode) -> Result<ModeSet, Failure> {
    let session = admit(context)?;
    let asked = ask(context, "set-mode", vec![("mode", Json::Text(mode.name()))])?;
    Ok(change(c, context, session, asked.as_ref(), |_, _, place| {
        let changed = place.ledger.mode() != mode;
        let events = if changed { vec![Event::Mode(mode)] } else { Vec::new() };
        Ok((events, move |_: &Ledger| ModeSet { mode, changed, replayed: false }))
    })?)
}

/// Stores a text as the body of a new plan, seeds its tasks, and makes it the active one. The body
/// is durable before the entries are.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-plan-id`, `invalid-author`, `invalid-request-id`,
/// `content-required`, `content-too-large`, `too-many-tasks`, `busy`, `owner-unavailable`,
/// `request-reused`, `session-damaged`, `too-many-plans`, `plan-exists`, `write-conflict`, and the
/// storage codes.
pub fn save<C: Capabilities>(c: &mut C, context: &Context, plan: &str, text: &str) -> Result<Saved, Failure> {
    let session = SessionId::parse(&context.session)?;
    check_plan_id(plan)?;
    context.caller.check()?;
    let asked = ask(context, "save", vec![("plan", Json::Text(plan)), ("text", Json::Text(text))])?;
    let outline = outline::of_body(text)?;
    let task = |task: outline::Task| SeedTask { id: task.id, title: task.title };
    let tasks: Vec<_> = outline.tasks.into_iter().map(task).collect();
    let notes = outline.notes;
    Ok(change(c, context, session, asked.as_ref(), |c, held, place| {
        if place.ledger.plan_count() >= PLANS_MAX && place.ledger.plan(plan).is_none() {
            return Err(Refusal::TooManyPlans);
        }
        let path = store_body(c, held, plan, text)?;
        let saved_at_ms = held.now_ms();
        let saved = Saved {
            plan: plan.to_owned(),
            path: path.clone(),
            saved_at_ms,
            bytes: crate::text::size(text.len()),
            total: crate::text::size(tasks.len()),
            next: tasks.first().cloned(),
            notes,
            replayed: false,
        };
        let seed = Seed { plan: plan.to_owned(), digest: sha256(text), path, saved_at_ms, tasks };
        Ok((vec![Event::Set(seed), Event::Activate(plan.to_owned())], |_: &Ledger| saved))
    })?)
}

/// Writes the body of a plan that this session has not saved, and gives its path. A body of the same
/// bytes that no entry names is what a save left that ended before its commit.
fn store_body(
    c: &mut impl Capabilities,
    held: &Held<'_>,
    plan: &str,
    text: &str,
) -> Result<Option<String>, Refusal> {
    let session = held.session();
    let (scope, prefix) = (session.scope(), seeds_of(plan));
    let seeds = c.scan(&scope, &prefix, &prefix, 1);
    let seeds = seeds.map_err(|failure| Refusal::of_session(failure.code, session.as_str()))?;
    if !seeds.cells.is_empty() {
        return Err(Refusal::PlanExists { plan: plan.to_owned() });
    }
    c.write(session.as_str(), plan, text).map_err(|failure| match failure.code {
        CapabilityCode::Exists => Refusal::PlanExists { plan: plan.to_owned() },
        code => Refusal::of_session(code, session.as_str()),
    })
}

/// Makes a saved plan the active one.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-plan-id`, `invalid-author`, `invalid-request-id`,
/// `busy`, `owner-unavailable`, `request-reused`, `session-damaged`, `saved-plan-not-found`,
/// `write-conflict`, and the storage codes.
pub fn select<C: Capabilities>(c: &mut C, context: &Context, plan: &str) -> Result<Changed, Failure> {
    let session = SessionId::parse(&context.session)?;
    check_plan_id(plan)?;
    context.caller.check()?;
    let asked = ask(context, "select", vec![("plan", Json::Text(plan))])?;
    Ok(change(c, context, session, asked.as_ref(), |_, _, place| {
        place.ledger.plan(plan).ok_or_else(|| Refusal::SavedPlanNotFound { plan: plan.to_owned() })?;
        let changed = place.ledger.active().is_none_or(|(active, _)| active != plan);
        let events = if changed { vec![Event::Activate(plan.to_owned())] } else { Vec::new() };
        Ok((events, selection(plan.to_owned(), changed)))
    })?)
}

/// Takes a plan (none: the active one) off the branch. Its body stays until it is collected.
///
/// # Errors
///
/// As [`select`], and `no-active-plan` where none is active and none was named.
pub fn clear<C: Capabilities>(c: &mut C, context: &Context, plan: Option<&str>) -> Result<Changed, Failure> {
    let session = SessionId::parse(&context.session)?;
    if let Some(plan) = plan {
        check_plan_id(plan)?;
    }
    context.caller.check()?;
    let asked = ask(context, "clear", vec![("plan", plan.map_or(Json::Null, Json::Text))])?;
    Ok(change(c, context, session, asked.as_ref(), |_, _, place| {
        let plan = match (plan, place.ledger.active()) {
            (Some(plan), _) if place.ledger.plan(plan).is_some() => plan.to_owned(),
            (Some(plan), _) => return Err(Refusal::SavedPlanNotFound { plan: plan.to_owned() }),
            (None, Some((active, _))) => active.to_owned(),
            (None, None) => return Err(Refusal::NoActivePlan),
        };
        if context.caller.kind == AuthorKind::Agent {
            check_undriven(&place.ledger, &plan)?;
        }
        Ok((vec![Event::Clear(plan.clone())], selection(plan, true)))
    })?)
}

fn selection(plan: String, changed: bool) -> impl FnOnce(&Ledger) -> Changed {
    move |after| {
        let active = after.active().map(|(active, _)| active.to_owned());
        Changed { plan, changed, active, replayed: false }
    }
}

/// Ends a task of the active plan (D26). One that is done already stays done, and nothing is
/// appended.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-author`, `invalid-request-id`, `invalid-reference`,
/// `busy`, `owner-unavailable`, `request-reused`, `session-damaged`, `no-active-plan`,
/// `unknown-task`, `ambiguous-title`, `write-conflict`, and the storage codes.
pub fn tick<C: Capabilities>(c: &mut C, context: &Context, reference: &Reference) -> Result<Ticked, Failure> {
    mark(c, context, reference, true)
}

/// Reopens a task of the active plan (D33).
///
/// # Errors
///
/// As [`tick`].
pub fn untick<C: Capabilities>(
    c: &mut C,
    context: &Context,
    reference: &Reference,
) -> Result<Ticked, Failure> {
    mark(c, context, reference, false)
}

fn mark<C: Capabilities>(
    c: &mut C,
    context: &Context,
    reference: &Reference,
    done: bool,
) -> Result<Ticked, Failure> {
    let session = admit(context)?;
    let arguments = vec![
        ("task_id", reference.task_id.as_deref().map_or(Json::Null, Json::Text)),
        ("title", reference.title.as_deref().map_or(Json::Null, Json::Text)),
    ];
    let asked = ask(context, if done { "tick" } else { "untick" }, arguments)?;
    reference::check(reference)?;
    Ok(change(c, context, session, asked.as_ref(), |c, _, place| {
        let active = place.ledger.active().ok_or(Refusal::NoActivePlan)?.0.to_owned();
        place::attach(c, &mut place.ledger, &active)?;
        let plan = place.ledger.plan(&active).ok_or(Refusal::NoActivePlan)?;
        if place::body(c, &active, plan).is_none() {
            return Err(Refusal::ActiveBodyUnreadable { plan: active });
        }
        let resolved = reference::resolve(plan.tasks(), |place| plan.is_done(place), reference)?;
        let changed = resolved.done != done;
        if changed && done {
            check_turn(&place.ledger, &active, &resolved.id)?;
        }
        let mark = Mark { plan: active.clone(), task: resolved.id.clone() };
        let event = if done { Event::Tick(mark) } else { Event::Untick(mark) };
        let ticked = move |after: &Ledger| {
            let plan = after.plan(&active);
            Ticked {
                id: resolved.id,
                title: resolved.title,
                changed,
                skipped: if done { resolved.skipped } else { Vec::new() },
                done: plan.map_or(0, Plan::done),
                total: plan.map_or(0, |plan| plan.total),
                next: plan.and_then(Plan::next).cloned(),
                plan: active,
                replayed: false,
            }
        };
        Ok((if changed { vec![event] } else { Vec::new() }, ticked))
    })?)
}

/// Refuses a task that is not the current one of a root that the engine drives (D41).
pub(crate) fn check_turn(ledger: &Ledger, plan: &str, task: &str) -> Result<(), Refusal> {
    let waits = |case: Case<'_>| {
        let current = case.untimely(task).filter(|_| case.plan_id() == Some(plan))?;
        Some(RootRefusal::Preview { root: case.root.key().shown(), current: current.to_owned() })
    };
    Case::all(ledger).into_iter().find_map(waits).map_or(Ok(()), |refusal| Err(refusal.into()))
}

/// Refuses to take a plan away from a root that is carried out by it: from its admission to its receipt,
/// also before anything of it is served.
fn check_undriven(ledger: &Ledger, plan: &str) -> Result<(), Refusal> {
    let is_carried_out =
        |case: &Case<'_>| case.is_guarded() && case.is_unfinished() && case.plan_id() == Some(plan);
    let serving = Case::all(ledger).into_iter().find(is_carried_out);
    serving.map_or(Ok(()), |Case { root, .. }| {
        Err(RootRefusal::Driven { root: root.key().shown(), plan: plan.to_owned() }.into())
    })
}

/// Checks the session's id and the caller.
pub(crate) fn admit(context: &Context) -> Result<SessionId, Failure> {
    let session = SessionId::parse(&context.session)?;
    context.caller.check()?;
    Ok(session)
}

pub(crate) fn ask(
    context: &Context,
    export: &str,
    arguments: Vec<(&str, Json<'_>)>,
) -> Result<Option<Asked>, Refusal> {
    Asked::parse(context.request.as_deref(), export, arguments)
}

/// Makes one change: under the session's lease, unless the request was answered before, what
/// `decide` makes of the end of the branch is appended to it. Then the answer is made of what the
/// branch amounts to, and committed with the change where the request may be sent again.
pub(crate) fn change<C, A, M>(
    c: &mut C,
    context: &Context,
    session: SessionId,
    asked: Option<&Asked>,
    decide: impl FnOnce(&mut C, &Held<'_>, &mut Place) -> Result<(Vec<Event>, M), Refusal>,
) -> Result<A, Refusal>
where
    C: Capabilities,
    A: Replay,
    M: FnOnce(&Ledger) -> A,
{
    let held = Held::take(c, context, session)?;
    held.check_owner()?;
    if let Some(answer) = held.replayed(c, asked)? {
        return Ok(answer);
    }
    let mut place = held.leaf(c)?;
    let (events, answer) = decide(c, &held, &mut place)?;
    let mut draft = held.draft(&place)?;
    for event in events {
        draft.record(&mut place.ledger, event)?;
    }
    let answer = answer(&place.ledger);
    draft.commit(c, asked, &answer)?;
    Ok(answer)
}

macro_rules! replayed {
    ($($answer:ty),*) => {
        $(impl Replay for $answer {
            fn mark_replayed(&mut self) {
                self.replayed = true;
            }
        })*
    };
}

replayed!(Saved, Changed, ModeSet, Ticked);
