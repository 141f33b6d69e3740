//! The calls on roots: each fetches, calls pure functions, and commits at most once.

use serde::{Deserialize, Serialize};

use super::case::{BodyNow, Case, Standing};
use super::directive::{Directive, Observation, Seat};
use super::drift::{self, Change, Opinion};
use super::entry::{
    Admission, Admitted, Asked as AskedCall, Event, Item, ItemKey, Receipt, RootKey, Trigger, Verdict,
};
use super::fold::{Block, Obligation, Root, Roots};
use super::reading::{self, Decided, Reading};
use super::reentry::{ReadArguments, ReentryPayload};
use super::turn::{self, Ending, ReAnchor, TurnEnd};
use super::view::Reason;
use super::{ITEMS_MAX, ROOTS_MAX, directive, guard, observing, receipt};
use crate::capability::Capabilities;
use crate::digest::{Json, sha256};
use crate::failure::{Failure, FailureCode};
use crate::file_id::SessionId;
use crate::refusal::{Refusal, RootRefusal};
use crate::tracker::entry::Event as Tracked;
use crate::tracker::fold::Ledger;
use crate::tracker::held::Held;
use crate::tracker::place::{self, Place};
use crate::tracker::replay::Replay;
use crate::tracker::request::Context;
use crate::tracker::{outline, read as tracked, write};

/// How often a read looks again whose body changes under it (D41).
const ATTEMPTS: u32 = 3;

/// A root as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootNow {
    /// What was admitted.
    pub admission: Admission,
    /// Whether the engine drives it.
    pub verdict: Verdict,
    /// What became of its work.
    pub standing: Standing,
    /// In the order in which they were given.
    pub obligations: Vec<Obligation>,
    /// In the order in which they were given.
    pub blocks: Vec<Block>,
    /// From its first serve to its receipt: its paths are guarded.
    pub live: bool,
    /// The task that was served in this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered: Option<String>,
    /// What a directive asked for and has no result yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedCall>,
    /// What the client calls the transport that was installed, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// Its receipt, valid or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
}

/// The answer of a change of a root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootChanged {
    /// The root as it is now.
    pub root: RootNow,
    /// Whether anything changed.
    pub changed: bool,
    /// Whether this is the stored answer of a request that was made before.
    pub replayed: bool,
}

/// The answer of a cutover or rollback.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutoverSet {
    /// Whether roots that are admitted now can be driven by the engine.
    pub driving: bool,
    /// Whether anything changed.
    pub changed: bool,
    /// Whether this is the stored answer of a request that was made before.
    pub replayed: bool,
}

/// The answer of a reconciliation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reconciled {
    /// What is to become of the transport.
    pub directive: Directive,
    /// Whether anything was recorded: what it asks for.
    pub changed: bool,
}

impl Replay for RootChanged {
    fn mark_replayed(&mut self) {
        self.replayed = true;
    }
}

impl Replay for CutoverSet {
    fn mark_replayed(&mut self) {
        self.replayed = true;
    }
}

/// The answer of a change that is not asked for by a request.
#[derive(Serialize, Deserialize)]
struct Done;

impl Replay for Done {
    fn mark_replayed(&mut self) {}
}

/// Lets roots that are admitted from here on be driven by the engine.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-author`, `invalid-request-id`, `busy`,
/// `owner-unavailable`, `request-reused`, `session-damaged`, `write-conflict`, and the storage codes.
pub fn cutover<C: Capabilities>(c: &mut C, context: &Context) -> Result<CutoverSet, Failure> {
    set_driving(c, context, true)
}

/// Takes that back, for roots that are admitted from here on.
///
/// # Errors
///
/// As [`cutover`].
pub fn rollback<C: Capabilities>(c: &mut C, context: &Context) -> Result<CutoverSet, Failure> {
    set_driving(c, context, false)
}

fn set_driving<C: Capabilities>(c: &mut C, context: &Context, driving: bool) -> Result<CutoverSet, Failure> {
    let session = write::admit(context)?;
    let (name, event) = if driving { ("cutover", Event::Cutover) } else { ("rollback", Event::Rollback) };
    let asked = write::ask(context, name, Vec::new())?;
    Ok(write::change(c, context, session, asked.as_ref(), |_, _, place| {
        let changed = place.ledger.roots().is_driving() != driving;
        let events = if changed { vec![tracked_as(event)] } else { Vec::new() };
        Ok((events, move |after: &Ledger| CutoverSet {
            driving: after.roots().is_driving(),
            changed,
            replayed: false,
        }))
    })?)
}

/// Admits a root. The same admission again changes nothing.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-author`, `invalid-argument`, `invalid-request-id`,
/// `busy`, `owner-unavailable`, `request-reused`, `session-damaged`, `root-exists`, `too-many-roots`,
/// `saved-plan-not-found`, `write-conflict`, and the storage codes.
pub fn admit<C: Capabilities>(
    c: &mut C,
    context: &Context,
    admission: &Admission,
) -> Result<RootChanged, Failure> {
    let session = write::admit(context)?;
    admission.check()?;
    let key = admission.identity.key.clone();
    let json = serde_json::to_string(admission).map_err(|_| Refusal::HostRefused)?;
    let asked = write::ask(context, "admit", vec![("admission", Json::Text(&json))])?;
    Ok(write::change(c, context, session, asked.as_ref(), |c, _, place| {
        let roots = place.ledger.roots();
        let known = roots.root(&key).map(|root| root.admission() == admission);
        let plan = admission.identity.plan.as_deref();
        match (known, plan) {
            (Some(false), _) => return Err(RootRefusal::Exists { root: key.shown() }.into()),
            (None, _) if roots.list().len() >= ROOTS_MAX => return Err(RootRefusal::TooMany.into()),
            (None, Some(plan)) if place.ledger.plan(plan).is_none() => {
                return Err(Refusal::SavedPlanNotFound { plan: plan.to_owned() });
            }
            _ => {}
        }
        let verdict = roots.judge(admission);
        let admitted = Admitted { admission: admission.clone(), verdict };
        let body = body_of(c, &mut place.ledger, plan)?;
        let events = if known.is_none() { vec![tracked_as(Event::Admit(admitted))] } else { Vec::new() };
        Ok((events, answer(key, body, known.is_none())))
    })?)
}

/// Gives a root something to discharge before it can be finished. The same again changes nothing.
///
/// # Errors
///
/// In this order: `invalid-session-id`, `invalid-author`, `invalid-argument`, `invalid-request-id`,
/// `busy`, `owner-unavailable`, `request-reused`, `session-damaged`, `root-not-found`, `root-exists`
/// (an item of that id with another text), `too-many-roots` (64 items), `write-conflict`, and the
/// storage codes.
pub fn obligation<C: Capabilities>(
    c: &mut C,
    context: &Context,
    item: &Item,
) -> Result<RootChanged, Failure> {
    write::admit(context)?;
    item.check()?;
    let texts = vec![("id", Json::Text(&item.id)), ("text", Json::Text(&item.text))];
    change(c, context, "obligation", &item.root, texts, |case| {
        let known = case.root.obligations().iter().map(|known| (known.id.as_str(), known.text.as_str()));
        added(item, known, Event::Obligation)
    })
}

/// Discharges an obligation.
///
/// # Errors
///
/// As [`obligation`], with `root-not-found` for an obligation that the root has not.
pub fn discharge<C: Capabilities>(
    c: &mut C,
    context: &Context,
    item: &ItemKey,
) -> Result<RootChanged, Failure> {
    change(c, context, "discharge", &item.root, vec![("id", Json::Text(&item.id))], |case| {
        let found = case.root.obligations().iter().find(|obligation| obligation.id == item.id);
        let found = found.ok_or_else(|| item_not_found(item))?;
        Ok(if found.discharged { Vec::new() } else { vec![Event::Discharge(item.clone())] })
    })
}

/// Blocks a root: it serves nothing until it is unblocked.
///
/// # Errors
///
/// As [`obligation`].
pub fn block<C: Capabilities>(c: &mut C, context: &Context, item: &Item) -> Result<RootChanged, Failure> {
    write::admit(context)?;
    item.check()?;
    let texts = vec![("id", Json::Text(&item.id)), ("text", Json::Text(&item.text))];
    change(c, context, "block", &item.root, texts, |case| {
        let known = case.root.blocks().iter().map(|known| (known.id.as_str(), known.text.as_str()));
        added(item, known, Event::Block)
    })
}

/// Takes a block away.
///
/// # Errors
///
/// As [`discharge`].
pub fn unblock<C: Capabilities>(
    c: &mut C,
    context: &Context,
    item: &ItemKey,
) -> Result<RootChanged, Failure> {
    change(c, context, "unblock", &item.root, vec![("id", Json::Text(&item.id))], |case| {
        let known = case.root.blocks().iter().any(|block| block.id == item.id);
        if known { Ok(vec![Event::Unblock(item.clone())]) } else { Err(item_not_found(item)) }
    })
}

/// Seals a root that is finished. Sealing again gives the same receipt.
///
/// # Errors
///
/// As [`obligation`], and `root-open` where something is left to be done, or the engine doesn't drive
/// the root.
pub fn seal<C: Capabilities>(c: &mut C, context: &Context, root: &RootKey) -> Result<RootChanged, Failure> {
    change(c, context, "seal", root, Vec::new(), |case| match receipt::seal(case) {
        Some(_) if case.standing() == Standing::Sealed => Ok(Vec::new()),
        Some(receipt) => Ok(vec![Event::Seal(receipt)]),
        None => Err(RootRefusal::Open { root: root.shown(), why: super::view::why_open(case) }.into()),
    })
}

/// The roots of a session, in the order of their admission.
///
/// # Errors
///
/// `invalid-session-id`, `session-damaged`, and the storage codes.
pub fn roots<C: Capabilities>(c: &mut C, session: &str) -> Result<Vec<RootNow>, Failure> {
    let mut place = tracked::open(c, session, None)?;
    let keys: Vec<_> = place.ledger.roots().list().iter().map(|root| root.key().clone()).collect();
    let mut listed = Vec::new();
    for key in keys {
        let body = body_of_root(c, &mut place.ledger, &key)?;
        listed.extend(case_of(&place.ledger, &key, body.as_ref()).map(|case| now(&case)));
    }
    Ok(listed)
}

/// Says what to do next (D41): the one read of a turn or tick. It records what it serves, and seals a
/// root that is ready; an answer of `retry-later` changes nothing.
///
/// # Errors
///
/// `invalid-session-id`, `invalid-author`, `owner-unavailable`, `outcome-unknown`. What else the store
/// or the session refuses is an answer of `retry-later`.
pub fn read<C: Capabilities>(
    c: &mut C,
    context: &Context,
    seat: Seat<'_>,
    arguments: &ReadArguments,
    shown: Option<&Observation>,
) -> Result<Reading, Failure> {
    let session = write::admit(context)?;
    let read = transact(c, context, session, |c, ledger| {
        let decided = decide_read(c, ledger, seat, arguments, shown)?;
        Ok((decided.events, decided.reading))
    });
    let read = read.map_err(Failure::from);
    match &read {
        Err(Failure { code: FailureCode::OwnerUnavailable | FailureCode::OutcomeUnknown, .. }) | Ok(_) => {
            read
        }
        Err(_) => Ok(reading::unknown(Reason::Changing).reading),
    }
}

/// Decides a read on a body that is the same before and after the decision.
fn decide_read(
    c: &mut impl Capabilities,
    ledger: &mut Ledger,
    seat: Seat<'_>,
    arguments: &ReadArguments,
    shown: Option<&Observation>,
) -> Result<Decided, Refusal> {
    if ledger.roots().root(&arguments.key).is_none() {
        return Ok(reading::unknown(Reason::UnknownRoot));
    }
    for _ in 0..ATTEMPTS {
        let body = body_of_root(c, ledger, &arguments.key)?;
        let decided = decide_on(ledger, body.as_ref(), seat, arguments, shown);
        if body_of_root(c, ledger, &arguments.key)? == body {
            return Ok(decided);
        }
    }
    Ok(reading::unknown(Reason::Changing))
}

fn decide_on(
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
    sealed.take(&tracked_as(sealing.clone()), "");
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

/// What a transport of a root carries.
///
/// # Errors
///
/// `invalid-session-id`, `session-damaged`, `root-not-found` (or a root that the engine doesn't
/// drive), and the storage codes.
pub fn payload<C: Capabilities>(
    c: &mut C,
    session: &str,
    root: &RootKey,
    seat: Seat<'_>,
) -> Result<ReentryPayload, Failure> {
    let place = tracked::open(c, session, None)?;
    let payload =
        place.ledger.roots().root(root).and_then(|root| super::reentry::payload(root, seat.read_tool));
    Ok(payload.ok_or_else(|| not_found(root))?)
}

/// Says what a client shows of the transport, from the JSON that its own tool answered.
///
/// # Errors
///
/// As [`payload`], and `invalid-argument` for what is no such JSON.
pub fn observe<C: Capabilities>(
    c: &mut C,
    session: &str,
    root: &RootKey,
    seat: Seat<'_>,
    listing: &str,
) -> Result<Observation, Failure> {
    let place = tracked::open(c, session, None)?;
    let driven = place.ledger.roots().root(root).filter(|root| root.is_driven());
    let driven = driven.ok_or_else(|| not_found(root))?;
    Ok(observing::observe(driven, seat, listing).ok_or(Refusal::Root(RootRefusal::Listing))?)
}

/// Says what is to become of the transport, given what the client shows, and records what it asks
/// for (D44).
///
/// # Errors
///
/// As [`obligation`].
pub fn reconcile<C: Capabilities>(
    c: &mut C,
    context: &Context,
    root: &RootKey,
    seat: Seat<'_>,
    shown: &Observation,
) -> Result<Reconciled, Failure> {
    let session = write::admit(context)?;
    Ok(transact(c, context, session, |c, ledger| {
        let body = body_of_root(c, ledger, root)?;
        let case = case_of(ledger, root, body.as_ref()).ok_or_else(|| not_found(root))?;
        let directive = directive::reconcile(&case, seat, shown);
        let asking = reading::asking(&case, &directive);
        let reconciled = Reconciled { directive, changed: asking.is_some() };
        Ok((asking.into_iter().collect(), reconciled))
    })?)
}

/// Whether a receipt is one that this engine sealed for its root, and resolves to the state as it is
/// now (D42).
///
/// # Errors
///
/// As [`roots`].
pub fn validate<C: Capabilities>(c: &mut C, session: &str, receipt: &Receipt) -> Result<bool, Failure> {
    let mut place = tracked::open(c, session, None)?;
    let key = &receipt.identity.key;
    let body = body_of_root(c, &mut place.ledger, key)?;
    let case = case_of(&place.ledger, key, body.as_ref());
    Ok(case.is_some_and(|case| receipt::validate(receipt, &case).is_ok()))
}

/// The guard line of the root in force. None without one.
///
/// # Errors
///
/// As [`roots`].
pub fn guard_line<C: Capabilities>(
    c: &mut C,
    session: &str,
    read_tool: &str,
) -> Result<Option<String>, Failure> {
    let place = tracked::open(c, session, None)?;
    Ok(place.ledger.roots().in_force().and_then(|root| guard::line(root, read_tool)))
}

/// A turn begins. Says whether that was recorded: a session that has no root is not touched.
///
/// # Errors
///
/// `invalid-session-id`, `invalid-author`, `busy`, `owner-unavailable`, `session-damaged`,
/// `write-conflict`, and the storage codes.
pub fn turn_begins<C: Capabilities>(c: &mut C, context: &Context, trigger: Trigger) -> Result<bool, Failure> {
    let session = write::admit(context)?;
    if !tracked::open(c, &context.session, None)?.ledger.roots().turn_matters(trigger) {
        return Ok(false);
    }
    Ok(transact(c, context, session, |_, ledger| {
        let matters = ledger.roots().turn_matters(trigger);
        Ok((matters.then_some(Event::Turn(trigger)).into_iter().collect(), matters))
    })?)
}

/// Says what began a turn, from its prompt.
///
/// # Errors
///
/// As [`roots`].
pub fn trigger_of<C: Capabilities>(
    c: &mut C,
    session: &str,
    read_tool: &str,
    prompt: &str,
) -> Result<Trigger, Failure> {
    let place = tracked::open(c, session, None)?;
    let tick = place.ledger.roots().list().iter().any(|root| observing::is_tick(root, read_tool, prompt));
    Ok(if tick { Trigger::LoopTick } else { Trigger::Prompt })
}

/// What to say when a session begins, is resumed or was compacted.
///
/// # Errors
///
/// As [`roots`].
pub fn restored<C: Capabilities>(c: &mut C, session: &str, read_tool: &str) -> Result<ReAnchor, Failure> {
    let mut place = tracked::open(c, session, None)?;
    let said = first_of_driven(c, &mut place.ledger, |case| match turn::restored(case, read_tool) {
        ReAnchor::None => None,
        said => Some(said),
    })?;
    Ok(said.unwrap_or(ReAnchor::None))
}

/// Whether changes may be made (D45).
///
/// # Errors
///
/// As [`roots`].
pub fn before_change<C: Capabilities>(
    c: &mut C,
    session: &str,
    read_tool: &str,
    changes: &[Change<'_>],
) -> Result<Opinion, Failure> {
    let place = open_attached(c, session)?;
    Ok(drift::before_change(&cases(&place.ledger), read_tool, changes))
}

/// Whether a call of one of the client's transport tools may be made (D48).
///
/// # Errors
///
/// As [`roots`].
pub fn before_call<C: Capabilities>(
    c: &mut C,
    session: &str,
    seat: Seat<'_>,
    tool: &str,
    arguments: &str,
) -> Result<Opinion, Failure> {
    let place = tracked::open(c, session, None)?;
    Ok(drift::before_call(&cases(&place.ledger), seat, tool, arguments))
}

/// Records the result of such a call. False where no directive asked for it, or the answer doesn't
/// say that it was done.
///
/// # Errors
///
/// As [`turn_begins`].
pub fn after_call<C: Capabilities>(
    c: &mut C,
    context: &Context,
    seat: Seat<'_>,
    tool: &str,
    arguments: &str,
    answer: &str,
) -> Result<bool, Failure> {
    let session = write::admit(context)?;
    let result = |roots: &Roots| {
        let asked = drift::asked_by(roots.list(), seat.client, tool, arguments)?;
        observing::result_of_call(asked, seat.client, answer)
    };
    if result(tracked::open(c, &context.session, None)?.ledger.roots()).is_none() {
        return Ok(false);
    }
    Ok(transact(c, context, session, |_, ledger| {
        let called = result(ledger.roots());
        let recorded = called.is_some();
        Ok((called.map(Event::Call).into_iter().collect(), recorded))
    })?)
}

/// What to say to a hook whose input can't be read (D47).
///
/// # Errors
///
/// As [`roots`].
pub fn unreadable_input<C: Capabilities>(
    c: &mut C,
    session: &str,
    read_tool: &str,
) -> Result<Opinion, Failure> {
    let place = tracked::open(c, session, None)?;
    Ok(drift::unreadable(&cases(&place.ledger), read_tool))
}

/// Whether a turn that ends goes on; recorded, so that it does so once (D46).
///
/// # Errors
///
/// As [`turn_begins`].
pub fn turn_ends<C: Capabilities>(
    c: &mut C,
    context: &Context,
    seat: Seat<'_>,
    ending: &Ending,
) -> Result<TurnEnd, Failure> {
    let session = write::admit(context)?;
    let mut place = tracked::open(c, &context.session, None)?;
    let goes_on = |case: &Case<'_>| match turn::turn_ends(case, seat, ending) {
        TurnEnd::Rest => None,
        goes_on => Some(goes_on),
    };
    if first_of_driven(c, &mut place.ledger, goes_on)?.is_none() {
        return Ok(TurnEnd::Rest);
    }
    Ok(transact(c, context, session, |c, ledger| {
        let ends = first_of_driven(c, ledger, goes_on)?;
        let events = ends.is_some().then_some(Event::Continue).into_iter().collect();
        Ok((events, ends.unwrap_or(TurnEnd::Rest)))
    })?)
}

/// Makes one change of a root that is on the branch.
fn change<C: Capabilities>(
    c: &mut C,
    context: &Context,
    export: &str,
    key: &RootKey,
    texts: Vec<(&str, Json<'_>)>,
    decide: impl FnOnce(&Case<'_>) -> Result<Vec<Event>, Refusal>,
) -> Result<RootChanged, Failure> {
    let session = write::admit(context)?;
    key.check()?;
    let (closure, generation) = (Json::Text(&key.closure), Json::Number(key.generation));
    let named = [vec![("closure", closure), ("generation", generation)], texts].concat();
    let asked = write::ask(context, export, named)?;
    Ok(write::change(c, context, session, asked.as_ref(), |c, _, place| {
        let body = body_of_root(c, &mut place.ledger, key)?;
        let case = case_of(&place.ledger, key, body.as_ref()).ok_or_else(|| not_found(key))?;
        let events = decide(&case)?;
        let changed = !events.is_empty();
        Ok((events.into_iter().map(tracked_as).collect(), answer(key.clone(), body, changed)))
    })?)
}

/// Makes one change that no request names: what `decide` makes of the end of the branch is appended.
fn transact<C: Capabilities, T>(
    c: &mut C,
    context: &Context,
    session: SessionId,
    decide: impl FnOnce(&mut C, &mut Ledger) -> Result<(Vec<Event>, T), Refusal>,
) -> Result<T, Refusal> {
    let held = Held::take(c, context, session)?;
    held.check_owner()?;
    let mut place = held.leaf(c)?;
    let (events, answer) = decide(c, &mut place.ledger)?;
    let mut draft = held.draft(&place)?;
    for event in events {
        draft.record(&mut place.ledger, tracked_as(event))?;
    }
    draft.commit(c, None, &Done)?;
    Ok(answer)
}

fn tracked_as(event: Event) -> Tracked {
    Tracked::Root(Box::new(event))
}

/// The answer of a change of a root, made of what the branch amounts to after it.
fn answer(key: RootKey, body: Option<BodyNow>, changed: bool) -> impl FnOnce(&Ledger) -> RootChanged {
    move |after| {
        let roots = after.roots();
        // INVARIANT: a root whose entry was applied is on the branch.
        let unknown = Root::unknown(key.clone());
        let case = Case::new(roots.root(&key).unwrap_or(&unknown), roots, after, body.as_ref());
        RootChanged { root: now(&case), changed, replayed: false }
    }
}

fn now(case: &Case<'_>) -> RootNow {
    let root = case.root;
    RootNow {
        admission: root.admission().clone(),
        verdict: root.verdict(),
        standing: case.standing(),
        obligations: root.obligations().to_vec(),
        blocks: root.blocks().to_vec(),
        live: root.is_live(),
        covered: root.served().map(str::to_owned),
        asked: root.asked().cloned(),
        handle: root.installed().and_then(|installed| installed.handle.clone()),
        receipt: root.receipt().cloned(),
    }
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

fn not_found(key: &RootKey) -> Refusal {
    RootRefusal::NotFound { root: key.shown() }.into()
}

fn item_not_found(item: &ItemKey) -> Refusal {
    RootRefusal::ItemNotFound { root: item.root.shown(), id: item.id.clone() }.into()
}

fn case_of<'a>(ledger: &'a Ledger, key: &RootKey, body: Option<&'a BodyNow>) -> Option<Case<'a>> {
    let roots = ledger.roots();
    Some(Case::new(roots.root(key)?, roots, ledger, body))
}

/// Every root of a branch, without bodies.
fn cases(ledger: &Ledger) -> Vec<Case<'_>> {
    let roots = ledger.roots();
    roots.list().iter().map(|root| Case::new(root, roots, ledger, None)).collect()
}

/// The end of a session's branch, with the queues of the roots that guard something.
fn open_attached(c: &mut impl Capabilities, session: &str) -> Result<Place, Failure> {
    let mut place = tracked::open(c, session, None)?;
    let guarding = place.ledger.roots().list().iter().filter(|root| root.is_driven() && root.is_live());
    let plans: Vec<_> = guarding.filter_map(|root| root.admission().identity.plan.clone()).collect();
    for plan in plans {
        place::attach(c, &mut place.ledger, &plan)?;
    }
    Ok(place)
}

/// The first thing that is to be said of the roots that the engine drives, the latest first.
fn first_of_driven<T>(
    c: &mut impl Capabilities,
    ledger: &mut Ledger,
    say: impl Fn(&Case<'_>) -> Option<T>,
) -> Result<Option<T>, Refusal> {
    let driven = ledger.roots().list().iter().rev().filter(|root| root.is_driven());
    let keys: Vec<_> = driven.map(|root| root.key().clone()).collect();
    for key in keys {
        let body = body_of_root(c, ledger, &key)?;
        if let Some(said) = case_of(ledger, &key, body.as_ref()).and_then(|case| say(&case)) {
            return Ok(Some(said));
        }
    }
    Ok(None)
}

fn body_of_root(
    c: &mut impl Capabilities,
    ledger: &mut Ledger,
    key: &RootKey,
) -> Result<Option<BodyNow>, Refusal> {
    let plan = ledger.roots().root(key).and_then(|root| root.admission().identity.plan.clone());
    body_of(c, ledger, plan.as_deref())
}

/// The body of a plan as it is now, with the queue attached; none without a plan, or where it can't
/// be read.
fn body_of(
    c: &mut impl Capabilities,
    ledger: &mut Ledger,
    plan: Option<&str>,
) -> Result<Option<BodyNow>, Refusal> {
    let Some(id) = plan else { return Ok(None) };
    place::attach(c, ledger, id)?;
    let Some(plan) = ledger.plan(id) else { return Ok(None) };
    let body = place::body(c, id, plan);
    Ok(body.map(|body| BodyNow { digest: sha256(&body.text), outline: outline::parse(&body.text) }))
}
