//! The runtime of the hostile engine. The session id says how a call misbehaves.

use crate::bindings::exports::planmark::engine::runtime::{
    Assembly, ClientLine, Context, CutoverSet, GuardFinding, Guest, Identified, Reading, Reconciled,
    RootChanged, Signs,
};
use crate::bindings::planmark::engine::roots::{
    Action, Admission, ClientCall, Directive, Ending, FileChange, Item, ItemKey, Observation, Opinion,
    Provenance, ReAnchor, ReadArguments, Receipt, ReentryPayload, Retry, RetryReason, Root, RootKey, Schemas,
    Seat, Trigger, TurnEnd, View,
};
use crate::bindings::planmark::engine::types::{Effect, Failure};
use crate::{Evil, MEBIBYTE, allocate, claims, failure, refused, spin};

impl Guest for Evil {
    fn cutover(context: Context) -> Result<CutoverSet, Failure> {
        let (changed, replayed) = claims(&context)?;
        Ok(CutoverSet { driving: true, changed, replayed })
    }

    fn rollback(context: Context) -> Result<CutoverSet, Failure> {
        Self::cutover(context)
    }

    fn admit(context: Context, _admission: Admission) -> Result<RootChanged, Failure> {
        refused(&context)
    }

    fn obligation(context: Context, _item: Item) -> Result<RootChanged, Failure> {
        refused(&context)
    }

    fn discharge(context: Context, _item: ItemKey) -> Result<RootChanged, Failure> {
        refused(&context)
    }

    fn block(context: Context, _item: Item) -> Result<RootChanged, Failure> {
        refused(&context)
    }

    fn unblock(context: Context, _item: ItemKey) -> Result<RootChanged, Failure> {
        refused(&context)
    }

    fn seal(context: Context, _root: RootKey) -> Result<RootChanged, Failure> {
        refused(&context)
    }

    fn roots(session: String) -> Result<Vec<Root>, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn read(
        context: Context,
        _seat: Seat,
        _arguments: ReadArguments,
        _observation: Option<Observation>,
    ) -> Result<Reading, Failure> {
        let (changed, _) = claims(&context)?;
        let retry = Retry { identity: None, reason: RetryReason::Changing, message: String::new() };
        Ok(Reading { view: View::RetryLater(retry), directive: None, changed })
    }

    fn current_schemas() -> Schemas {
        allocate()
    }

    fn payload(session: String, _root: RootKey, _seat: Seat) -> Result<ReentryPayload, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn observe(
        session: String,
        _root: RootKey,
        _seat: Seat,
        _listing: String,
    ) -> Result<Observation, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn reconcile(
        context: Context,
        _root: RootKey,
        _seat: Seat,
        _observation: Observation,
    ) -> Result<Reconciled, Failure> {
        let (changed, _) = claims(&context)?;
        Ok(Reconciled { directive: directive(), changed })
    }

    fn validate(session: String, _receipt: Receipt) -> Result<bool, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn guard_line(_session: String, _read_tool: String) -> Result<Option<String>, Failure> {
        Ok(Some("x".repeat(12 * MEBIBYTE)))
    }

    fn guard_lint(_line: String, _selectors: Vec<String>, _assemblies: Vec<Assembly>) -> Vec<GuardFinding> {
        spin()
    }

    fn turn_begins(context: Context, _trigger: Trigger) -> Result<bool, Failure> {
        claims(&context).map(|(changed, _)| changed)
    }

    fn trigger_of(session: String, _read_tool: String, _prompt: String) -> Result<Trigger, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn restored(session: String, _read_tool: String) -> Result<ReAnchor, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn before_change(
        session: String,
        _read_tool: String,
        _changes: Vec<FileChange>,
    ) -> Result<Opinion, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn before_call(session: String, _seat: Seat, _call: ClientCall) -> Result<Opinion, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn after_call(
        context: Context,
        _seat: Seat,
        _call: ClientCall,
        _answer: String,
    ) -> Result<bool, Failure> {
        claims(&context).map(|(changed, _)| changed)
    }

    fn unreadable_input(session: String, _read_tool: String) -> Result<Opinion, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn turn_ends(context: Context, _seat: Seat, _ending: Ending) -> Result<TurnEnd, Failure> {
        let (changed, _) = claims(&context)?;
        Ok(if changed { TurnEnd::Continue("go on".to_owned()) } else { TurnEnd::Rest })
    }

    fn identify(_signs: Signs) -> Identified {
        spin()
    }

    fn clients() -> Vec<ClientLine> {
        allocate()
    }
}

fn directive() -> Directive {
    Directive {
        action: Action::Complete,
        call: None,
        text: "the goal is reached".to_owned(),
        provenance: Provenance {
            producer: String::new(),
            catalog: String::new(),
            entry: String::new(),
            version: 0,
            authoritative_digest: String::new(),
            digest: String::new(),
        },
    }
}
