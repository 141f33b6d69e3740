//! The calls on roots: each fetches, decides, and commits at most once.

use serde::{Deserialize, Serialize};

use super::answer::{CutoverSet, Reconciled, RootChanged, RootNow};
use super::case::{BodyNow, Case};
use super::decide::{self, Request, tracked};
use super::directive::{Observation, Seat};
use super::drift::{Change, Opinion};
use super::entry::{Admission, Event, Item, ItemKey, Receipt, RootKey, Trigger};
use super::fold::Root;
use super::guard;
use super::reading::{self, Reading};
use super::reentry::{ReadArguments, ReentryPayload};
use super::source::{Source, Stored};
use super::turn::{Ending, ReAnchor, TurnEnd};
use super::view::Reason;
use crate::capability::Capabilities;
use crate::digest::Json;
use crate::failure::{Failure, FailureCode};
use crate::file_id::SessionId;
use crate::refusal::Refusal;
use crate::tracker::fold::Ledger;
use crate::tracker::held::Held;
use crate::tracker::replay::Replay;
use crate::tracker::request::Context;
use crate::tracker::{read as sessions, write};

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
    set_driving(c, context, "cutover", &Request::Cutover)
}

/// Takes that back, for roots that are admitted from here on.
///
/// # Errors
///
/// As [`cutover`].
pub fn rollback<C: Capabilities>(c: &mut C, context: &Context) -> Result<CutoverSet, Failure> {
    set_driving(c, context, "rollback", &Request::Rollback)
}

fn set_driving<C: Capabilities>(
    c: &mut C,
    context: &Context,
    export: &str,
    request: &Request,
) -> Result<CutoverSet, Failure> {
    let session = write::admit(context)?;
    let asked = write::ask(context, export, Vec::new())?;
    Ok(write::change(c, context, session, asked.as_ref(), |c, _, place| {
        let events = decide::change(&mut Stored(c), &mut place.ledger, request)?;
        let changed = !events.is_empty();
        Ok((events.into_iter().map(tracked).collect(), move |after: &Ledger| CutoverSet {
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
    let json = serde_json::to_string(admission).map_err(|_| Refusal::HostRefused)?;
    let named = vec![("admission", Json::Text(&json))];
    change(c, context, "admit", named, &Request::Admit(admission.clone()))
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
    change(c, context, "obligation", item_named(item), &Request::Obligation(item.clone()))
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
    change(c, context, "discharge", item_key_named(item), &Request::Discharge(item.clone()))
}

/// Blocks a root: it serves nothing until it is unblocked.
///
/// # Errors
///
/// As [`obligation`].
pub fn block<C: Capabilities>(c: &mut C, context: &Context, item: &Item) -> Result<RootChanged, Failure> {
    change(c, context, "block", item_named(item), &Request::Block(item.clone()))
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
    change(c, context, "unblock", item_key_named(item), &Request::Unblock(item.clone()))
}

/// Seals a root that is finished. Sealing again gives the same receipt.
///
/// # Errors
///
/// As [`obligation`], and `root-open` where something is left to be done, or the engine doesn't drive
/// the root.
pub fn seal<C: Capabilities>(c: &mut C, context: &Context, root: &RootKey) -> Result<RootChanged, Failure> {
    change(c, context, "seal", root_named(root), &Request::Seal(root.clone()))
}

/// The roots of a session, in the order of their admission.
///
/// # Errors
///
/// `invalid-session-id`, `session-damaged`, and the storage codes.
pub fn roots<C: Capabilities>(c: &mut C, session: &str) -> Result<Vec<RootNow>, Failure> {
    let mut place = sessions::open(c, session, None)?;
    Ok(decide::roots(&mut Stored(c), &mut place.ledger)?)
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
        let decided = decide::read(&mut Stored(c), ledger, seat, arguments, shown)?;
        Ok((decided.events, decided.reading))
    });
    match read.map_err(Failure::from) {
        Err(failure) if is_told(failure.code) => Err(failure),
        Err(_) => Ok(reading::unknown(Reason::Changing).reading),
        reading => reading,
    }
}

/// Whether a failure of a read is told as one: nothing is known of the write, or nothing can be read
/// here at all.
fn is_told(code: FailureCode) -> bool {
    matches!(code, FailureCode::OwnerUnavailable | FailureCode::OutcomeUnknown)
}

/// What a transport of a root carries (D43).
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
    let place = sessions::open(c, session, None)?;
    Ok(decide::payload(&place.ledger, root, seat)?)
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
    let place = sessions::open(c, session, None)?;
    Ok(decide::observe(&place.ledger, root, seat, listing)?)
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
        decide::reconcile(&mut Stored(c), ledger, root, seat, shown)
    })?)
}

/// Whether a receipt is one that this engine sealed for its root, and resolves to the state as it is
/// now (D42).
///
/// # Errors
///
/// As [`roots`].
pub fn validate<C: Capabilities>(c: &mut C, session: &str, receipt: &Receipt) -> Result<bool, Failure> {
    let mut place = sessions::open(c, session, None)?;
    Ok(decide::validate(&mut Stored(c), &mut place.ledger, receipt)?)
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
    let place = sessions::open(c, session, None)?;
    Ok(guard::in_force(place.ledger.roots(), read_tool))
}

/// A turn begins. Says whether that was recorded: a session that has no root is not touched.
///
/// # Errors
///
/// `invalid-session-id`, `invalid-author`, `busy`, `owner-unavailable`, `session-damaged`,
/// `write-conflict`, and the storage codes.
pub fn turn_begins<C: Capabilities>(c: &mut C, context: &Context, trigger: Trigger) -> Result<bool, Failure> {
    record(c, context, |ledger| decide::turn_begins(ledger, trigger))
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
    let place = sessions::open(c, session, None)?;
    Ok(decide::trigger_of(&place.ledger, read_tool, prompt))
}

/// What to say when a session begins, is resumed or was compacted.
///
/// # Errors
///
/// As [`roots`].
pub fn restored<C: Capabilities>(c: &mut C, session: &str, read_tool: &str) -> Result<ReAnchor, Failure> {
    let mut place = sessions::open(c, session, None)?;
    Ok(decide::restored(&mut Stored(c), &mut place.ledger, read_tool)?)
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
    let mut place = sessions::open(c, session, None)?;
    Ok(decide::before_change(&mut Stored(c), &mut place.ledger, read_tool, changes)?)
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
    let place = sessions::open(c, session, None)?;
    Ok(decide::before_call(&place.ledger, seat, tool, arguments))
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
    record(c, context, |ledger| decide::after_call(ledger, seat, tool, arguments, answer))
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
    let place = sessions::open(c, session, None)?;
    Ok(decide::unreadable_input(&place.ledger, read_tool))
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
    let mut place = sessions::open(c, &context.session, None)?;
    if decide::turn_ends(&mut Stored(c), &mut place.ledger, seat, ending)?.0.is_empty() {
        return Ok(TurnEnd::Rest);
    }
    Ok(transact(c, context, session, |c, ledger| decide::turn_ends(&mut Stored(c), ledger, seat, ending))?)
}

/// Makes one change of a root. `named` is what a request names, for one that is sent again.
fn change<C: Capabilities>(
    c: &mut C,
    context: &Context,
    export: &str,
    named: Vec<(&str, Json<'_>)>,
    request: &Request,
) -> Result<RootChanged, Failure> {
    let session = write::admit(context)?;
    request.check()?;
    let asked = write::ask(context, export, named)?;
    Ok(write::change(c, context, session, asked.as_ref(), |c, _, place| {
        let mut source = Stored(c);
        let events = decide::change(&mut source, &mut place.ledger, request)?;
        // INVARIANT: every request but those of a cutover is about a root.
        let key = request.key().cloned().ok_or(Refusal::HostRefused)?;
        let plan = match request {
            Request::Admit(admission) => admission.identity.plan.clone(),
            _ => place.ledger.roots().root(&key).and_then(|root| root.admission().identity.plan.clone()),
        };
        let body = source.body_of_plan(&mut place.ledger, plan.as_deref())?;
        let changed = !events.is_empty();
        Ok((events.into_iter().map(tracked).collect(), answer(key, body, changed)))
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
        draft.record(&mut place.ledger, tracked(event))?;
    }
    draft.commit(c, None, &Done)?;
    Ok(answer)
}

/// Records what a branch alone decides, and says whether there was anything. Where there is nothing, the
/// lease is not asked for.
fn record<C: Capabilities>(
    c: &mut C,
    context: &Context,
    decide: impl Fn(&Ledger) -> Vec<Event>,
) -> Result<bool, Failure> {
    let session = write::admit(context)?;
    if decide(&sessions::open(c, &context.session, None)?.ledger).is_empty() {
        return Ok(false);
    }
    Ok(transact(c, context, session, |_, ledger| {
        let events = decide(ledger);
        let recorded = !events.is_empty();
        Ok((events, recorded))
    })?)
}

/// The answer of a change of a root, made of what the branch amounts to after it.
fn answer(key: RootKey, body: Option<BodyNow>, changed: bool) -> impl FnOnce(&Ledger) -> RootChanged {
    move |after| {
        let roots = after.roots();
        // INVARIANT: a root whose entry was applied is on the branch.
        let unknown = Root::unknown(key.clone());
        let case = Case::new(roots.root(&key).unwrap_or(&unknown), roots, after, body.as_ref());
        RootChanged { root: RootNow::of(&case), changed, replayed: false }
    }
}

fn root_named(root: &RootKey) -> Vec<(&'static str, Json<'_>)> {
    vec![("closure", Json::Text(&root.closure)), ("generation", Json::Number(root.generation))]
}

fn item_key_named(item: &ItemKey) -> Vec<(&'static str, Json<'_>)> {
    [root_named(&item.root), vec![("id", Json::Text(&item.id))]].concat()
}

fn item_named(item: &Item) -> Vec<(&'static str, Json<'_>)> {
    let own = vec![("id", Json::Text(&item.id)), ("text", Json::Text(&item.text))];
    [root_named(&item.root), own].concat()
}
