//! Every decision on roots: given what a branch amounts to, what is to be recorded and answered. The
//! calls on a store and the pure functions are the same decisions.

use std::collections::BTreeMap;

use super::answer::{Reconciled, RootNow};
use super::case::{BodyNow, Case, Standing};
use super::directive::{self, Observation, Seat};
use super::drift::{self, Change, Opinion};
use super::entry::{Admission, Admitted, Event, Item, ItemKey, Receipt, RootKey, Trigger};
use super::reading::{self, Decided};
use super::reentry::{self, ReadArguments, ReentryPayload};
use super::source::Source;
use super::turn::{self, Ending, ReAnchor, TurnEnd};
use super::view::{self, Reason};
use super::{ITEMS_MAX, ROOTS_MAX, observing, path, receipt};
use crate::refusal::{Refusal, RootRefusal};
use crate::tracker::entry::Event as Tracked;
use crate::tracker::fold::Ledger;

/// How often a read looks again whose body changes under it (D41).
const ATTEMPTS: u32 = 3;

/// What may be asked of roots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Let roots that are admitted from here on be driven by the engine.
    Cutover,
    /// Take that back, for roots that are admitted from here on.
    Rollback,
    /// Admit a root.
    Admit(Admission),
    /// Give a root something to discharge.
    Obligation(Item),
    /// Discharge it.
    Discharge(ItemKey),
    /// Block a root.
    Block(Item),
    /// Take a block away.
    Unblock(ItemKey),
    /// Seal a root that is finished.
    Seal(RootKey),
}

impl Request {
    /// Checks the form of what is in it.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        match self {
            Self::Cutover | Self::Rollback => Ok(()),
            Self::Admit(admission) => {
                admission.check()?;
                match admission.owned.iter().find(|glob| !path::can_own(glob)) {
                    Some(glob) => Err(RootRefusal::Glob { glob: glob.clone() }.into()),
                    None => Ok(()),
                }
            }
            Self::Obligation(item) | Self::Block(item) => item.check(),
            Self::Discharge(item) | Self::Unblock(item) => item.root.check(),
            Self::Seal(root) => root.check(),
        }
    }

    /// The root that it is about.
    pub(super) fn key(&self) -> Option<&RootKey> {
        match self {
            Self::Cutover | Self::Rollback => None,
            Self::Admit(admission) => Some(&admission.identity.key),
            Self::Obligation(item) | Self::Block(item) => Some(&item.root),
            Self::Discharge(item) | Self::Unblock(item) => Some(&item.root),
            Self::Seal(root) => Some(root),
        }
    }
}

/// What a request records; nothing where everything is as it asks already.
///
/// # Errors
///
/// In this order: `root-not-found`, `root-exists`, `too-many-roots`, `saved-plan-not-found`, `root-open`,
/// each where the request can have it.
pub(super) fn change(
    source: &mut impl Source,
    ledger: &mut Ledger,
    request: &Request,
) -> Result<Vec<Event>, Refusal> {
    match request {
        Request::Cutover => Ok(driving(ledger, true, Event::Cutover)),
        Request::Rollback => Ok(driving(ledger, false, Event::Rollback)),
        Request::Admit(admission) => admit(ledger, admission),
        Request::Obligation(item) => with_root(source, ledger, &item.root, |case| {
            let known = case.root.obligations().iter();
            let known = known.map(|known| (known.id.as_str(), known.text.as_str()));
            added(item, known, Event::Obligation)
        }),
        Request::Block(item) => with_root(source, ledger, &item.root, |case| {
            let known = case.root.blocks().iter().map(|known| (known.id.as_str(), known.text.as_str()));
            added(item, known, Event::Block)
        }),
        Request::Discharge(item) => with_root(source, ledger, &item.root, |case| {
            let found = case.root.obligations().iter().find(|obligation| obligation.id == item.id);
            let found = found.ok_or_else(|| item_not_found(item))?;
            Ok(if found.discharged { Vec::new() } else { vec![Event::Discharge(item.clone())] })
        }),
        Request::Unblock(item) => with_root(source, ledger, &item.root, |case| {
            let known = case.root.blocks().iter().any(|block| block.id == item.id);
            if known { Ok(vec![Event::Unblock(item.clone())]) } else { Err(item_not_found(item)) }
        }),
        Request::Seal(root) => with_root(source, ledger, root, |case| match receipt::seal(case) {
            Some(_) if case.standing() == Standing::Sealed => Ok(Vec::new()),
            Some(receipt) => Ok(vec![Event::Seal(receipt)]),
            None => Err(unsealed(case).into()),
        }),
    }
}

/// Why a root can't be sealed: there is something left to do, or it is one that never can be.
fn unsealed(case: &Case<'_>) -> RootRefusal {
    let (root, why) = (case.root.key().shown(), view::why_open(case));
    match case.standing() {
        Standing::NotActivated | Standing::ClosedElsewhere => RootRefusal::Lost { root, why },
        _ => RootRefusal::Open { root, why },
    }
}

fn driving(ledger: &Ledger, driving: bool, event: Event) -> Vec<Event> {
    if ledger.roots().is_driving() == driving { Vec::new() } else { vec![event] }
}

fn admit(ledger: &Ledger, admission: &Admission) -> Result<Vec<Event>, Refusal> {
    let roots = ledger.roots();
    let key = &admission.identity.key;
    match (roots.root(key), &admission.identity.plan) {
        (Some(known), _) if known.admission() == admission => return Ok(Vec::new()),
        (Some(_), _) => return Err(RootRefusal::Exists { root: key.shown() }.into()),
        (None, _) if roots.later(key).is_some() => {
            let later = roots.later(key).map(RootKey::shown).unwrap_or_default();
            return Err(RootRefusal::Earlier { root: key.shown(), later }.into());
        }
        (None, _) if roots.list().len() >= ROOTS_MAX => return Err(RootRefusal::TooMany.into()),
        (None, Some(plan)) if ledger.plan(plan).is_none() => {
            return Err(Refusal::SavedPlanNotFound { plan: plan.clone() });
        }
        (None, _) => {}
    }
    let admitted = Admitted { admission: admission.clone(), verdict: roots.judge(admission) };
    Ok(vec![Event::Admit(admitted)])
}

fn added<'a>(
    item: &Item,
    mut known: impl ExactSizeIterator<Item = (&'a str, &'a str)>,
    event: fn(Item) -> Event,
) -> Result<Vec<Event>, Refusal> {
    let count = known.len();
    match known.find(|(id, _)| *id == item.id) {
        Some((_, text)) if text == item.text => Ok(Vec::new()),
        Some(_) => Err(RootRefusal::ItemExists { root: item.root.shown(), id: item.id.clone() }.into()),
        None if count >= ITEMS_MAX => Err(RootRefusal::TooManyItems { root: item.root.shown() }.into()),
        None => Ok(vec![event(item.clone())]),
    }
}

/// The roots of a branch, in the order of their admission.
pub(super) fn roots(source: &mut impl Source, ledger: &mut Ledger) -> Result<Vec<RootNow>, Refusal> {
    let keys: Vec<_> = ledger.roots().list().iter().map(|root| root.key().clone()).collect();
    let mut bodies = Bodies::default();
    for key in &keys {
        bodies.fetch(source, ledger, key)?;
    }
    let cases = keys.iter().filter_map(|key| case_of(ledger, key, bodies.of(ledger, key)));
    Ok(cases.map(|case| RootNow::of(&case)).collect())
}

/// Decides a read on a body that is the same before and after the decision (D41).
pub(super) fn read(
    source: &mut impl Source,
    ledger: &mut Ledger,
    seat: Seat<'_>,
    arguments: &ReadArguments,
    shown: Option<&Observation>,
) -> Result<Decided, Refusal> {
    if ledger.roots().root(&arguments.key).is_none() {
        return Ok(reading::unknown(Reason::UnknownRoot));
    }
    for _ in 0..ATTEMPTS {
        let body = source.body_of(ledger, &arguments.key)?;
        let decided = read_on(ledger, body.as_ref(), seat, arguments, shown);
        if source.body_of(ledger, &arguments.key)? == body {
            return Ok(decided);
        }
    }
    Ok(reading::unknown(Reason::Changing))
}

fn read_on(
    ledger: &Ledger,
    body: Option<&BodyNow>,
    seat: Seat<'_>,
    arguments: &ReadArguments,
    shown: Option<&Observation>,
) -> Decided {
    let Some(case) = case_of(ledger, &arguments.key, body) else {
        return reading::unknown(Reason::UnknownRoot);
    };
    let Some(sealing) = reading::sealing(&case, arguments) else {
        return reading::read(&case, arguments, seat, shown);
    };
    let mut sealed = ledger.clone();
    sealed.take(&tracked(sealing.clone()), "");
    match case_of(&sealed, &arguments.key, body) {
        Some(case) => {
            let mut decided = reading::read(&case, arguments, seat, shown);
            decided.events.insert(0, sealing);
            decided.reading.changed = true;
            decided
        }
        None => reading::unknown(Reason::Changing),
    }
}

/// What is to become of a transport, given what the client shows (D44).
///
/// # Errors
///
/// `root-not-found`.
pub(super) fn reconcile(
    source: &mut impl Source,
    ledger: &mut Ledger,
    root: &RootKey,
    seat: Seat<'_>,
    shown: &Observation,
) -> Result<(Vec<Event>, Reconciled), Refusal> {
    with_root(source, ledger, root, |case| {
        let directive = directive::reconcile(case, seat, shown);
        let asking = reading::asking(case, &directive);
        let reconciled = Reconciled { directive, changed: asking.is_some() };
        Ok((asking.into_iter().collect(), reconciled))
    })
}

/// What a transport of a root carries (D43).
///
/// # Errors
///
/// `root-not-found`, also for a root that the engine doesn't drive.
pub(super) fn payload(ledger: &Ledger, root: &RootKey, seat: Seat<'_>) -> Result<ReentryPayload, Refusal> {
    let found = ledger.roots().root(root);
    found.and_then(|found| reentry::payload(found, seat.read_tool)).ok_or_else(|| not_found(root))
}

/// What a client shows of the transport, from the JSON that its own tool answered.
///
/// # Errors
///
/// As [`payload`], and `invalid-argument` for what is no such JSON.
pub(super) fn observe(
    ledger: &Ledger,
    root: &RootKey,
    seat: Seat<'_>,
    listing: &str,
) -> Result<Observation, Refusal> {
    let driven = ledger.roots().root(root).filter(|root| root.is_driven());
    let driven = driven.ok_or_else(|| not_found(root))?;
    observing::observe(driven, seat, listing).ok_or(Refusal::Root(RootRefusal::Listing))
}

/// Whether a receipt was sealed for its root, and resolves to the state as it is now (D42).
pub(super) fn validate(
    source: &mut impl Source,
    ledger: &mut Ledger,
    receipt: &Receipt,
) -> Result<bool, Refusal> {
    let key = &receipt.identity.key;
    let body = source.body_of(ledger, key)?;
    let case = case_of(ledger, key, body.as_ref());
    Ok(case.is_some_and(|case| receipt::validate(receipt, &case).is_ok()))
}

/// What the beginning of a turn records.
pub(super) fn turn_begins(ledger: &Ledger, trigger: Trigger) -> Vec<Event> {
    if ledger.roots().turn_matters(trigger) { vec![Event::Turn(trigger)] } else { Vec::new() }
}

/// What began a turn, from its prompt.
pub(super) fn trigger_of(ledger: &Ledger, read_tool: &str, prompt: &str) -> Trigger {
    let tick = ledger.roots().list().iter().any(|root| observing::is_tick(root, read_tool, prompt));
    if tick { Trigger::LoopTick } else { Trigger::Prompt }
}

/// What to say when a session begins, is resumed or was compacted.
pub(super) fn restored(
    source: &mut impl Source,
    ledger: &mut Ledger,
    read_tool: &str,
) -> Result<ReAnchor, Refusal> {
    let said = first_of_driven(source, ledger, |case| match turn::restored(case, read_tool) {
        ReAnchor::None => None,
        said => Some(said),
    })?;
    Ok(said.unwrap_or(ReAnchor::None))
}

/// Whether changes may be made (D45).
pub(super) fn before_change(
    source: &mut impl Source,
    ledger: &mut Ledger,
    read_tool: &str,
    changes: &[Change<'_>],
) -> Result<Opinion, Refusal> {
    let guarding = ledger.roots().list().iter().filter(|root| root.is_driven() && root.is_live());
    let plans: Vec<_> = guarding.filter_map(|root| root.admission().identity.plan.clone()).collect();
    for plan in plans {
        source.attach(ledger, &plan)?;
    }
    Ok(drift::before_change(&Case::all(ledger), read_tool, changes))
}

/// Whether a call of a transport tool may be made (D48).
pub(super) fn before_call(ledger: &Ledger, seat: Seat<'_>, tool: &str, arguments: &str) -> Opinion {
    drift::before_call(&Case::all(ledger), seat, tool, arguments)
}

/// What the result of such a call records.
pub(super) fn after_call(
    ledger: &Ledger,
    seat: Seat<'_>,
    tool: &str,
    arguments: &str,
    answer: &str,
) -> Vec<Event> {
    let made = drift::made_for(ledger.roots().list(), seat, tool, arguments);
    let called = made.and_then(|(root, action)| observing::result_of_call(root, seat.client, action, answer));
    called.map(Event::Call).into_iter().collect()
}

/// What to say to a hook whose input can't be read (D47).
pub(super) fn unreadable_input(ledger: &Ledger, read_tool: &str) -> Opinion {
    drift::unreadable(&Case::all(ledger), read_tool)
}

/// Whether a turn that ends goes on, and what records that it did (D46).
pub(super) fn turn_ends(
    source: &mut impl Source,
    ledger: &mut Ledger,
    seat: Seat<'_>,
    ending: &Ending,
) -> Result<(Vec<Event>, TurnEnd), Refusal> {
    let goes_on = |case: &Case<'_>| match turn::turn_ends(case, seat, ending) {
        TurnEnd::Rest => None,
        goes_on => Some(goes_on),
    };
    let said = if turn::may_go_on(ledger.roots(), ending) {
        first_of_driven(source, ledger, goes_on)?
    } else {
        None
    };
    Ok(match said {
        Some(goes_on) => (vec![Event::Continue], goes_on),
        None => (Vec::new(), TurnEnd::Rest),
    })
}

/// The event as an entry of a session has it.
pub(super) fn tracked(event: Event) -> Tracked {
    Tracked::Root(Box::new(event))
}

fn with_root<T>(
    source: &mut impl Source,
    ledger: &mut Ledger,
    key: &RootKey,
    decide: impl FnOnce(&Case<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let body = source.body_of(ledger, key)?;
    decide(&case_of(ledger, key, body.as_ref()).ok_or_else(|| not_found(key))?)
}

/// The first thing that is to be said of the roots that the engine drives, the latest first.
fn first_of_driven<T>(
    source: &mut impl Source,
    ledger: &mut Ledger,
    say: impl Fn(&Case<'_>) -> Option<T>,
) -> Result<Option<T>, Refusal> {
    let driven = ledger.roots().list().iter().rev().filter(|root| root.is_driven());
    let keys: Vec<_> = driven.map(|root| root.key().clone()).collect();
    let mut bodies = Bodies::default();
    for key in keys {
        bodies.fetch(source, ledger, &key)?;
        let case = case_of(ledger, &key, bodies.of(ledger, &key));
        if let Some(said) = case.and_then(|case| say(&case)) {
            return Ok(Some(said));
        }
    }
    Ok(None)
}

/// The bodies of plans, each fetched and gone through once, however many roots it has.
#[derive(Default)]
struct Bodies(BTreeMap<String, Option<BodyNow>>);

impl Bodies {
    fn fetch(&mut self, source: &mut impl Source, ledger: &mut Ledger, key: &RootKey) -> Result<(), Refusal> {
        if let Some(plan) = plan_of(ledger, key).filter(|plan| !self.0.contains_key(*plan)) {
            let plan = plan.to_owned();
            let body = source.body_of_plan(ledger, Some(&plan))?;
            self.0.insert(plan, body);
        }
        Ok(())
    }

    fn of(&self, ledger: &Ledger, key: &RootKey) -> Option<&BodyNow> {
        self.0.get(plan_of(ledger, key)?)?.as_ref()
    }
}

fn plan_of<'a>(ledger: &'a Ledger, key: &RootKey) -> Option<&'a str> {
    ledger.roots().root(key)?.admission().identity.plan.as_deref()
}

fn case_of<'a>(ledger: &'a Ledger, key: &RootKey, body: Option<&'a BodyNow>) -> Option<Case<'a>> {
    let roots = ledger.roots();
    Some(Case::new(roots.root(key)?, roots, ledger, body))
}

fn not_found(key: &RootKey) -> Refusal {
    RootRefusal::NotFound { root: key.shown() }.into()
}

fn item_not_found(item: &ItemKey) -> Refusal {
    RootRefusal::ItemNotFound { root: item.root.shown(), id: item.id.clone() }.into()
}
