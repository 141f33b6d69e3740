//! The runtime as pure functions, for harnesses that keep their own log: the same decisions as those of
//! the calls, on a branch and the bodies of its plans. What is to be recorded comes back as events, for
//! the harness to append.

use super::answer::RootNow;
use super::decide::{self, Request};
use super::directive::{Directive, Observation, Seat};
use super::drift::{Change, Opinion};
use super::entry::{Event, Receipt, RootKey, Trigger};
use super::guard;
use super::reading::{self, Decided};
use super::reentry::{ReadArguments, ReentryPayload};
use super::source::Given;
pub use super::source::SavedBody;
use super::turn::{Ending, ReAnchor, TurnEnd};
use super::view::Reason;
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::tracker::entry::Entry;
use crate::tracker::fold::Ledger;

/// What a harness that keeps its own log has of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionLog {
    /// The branch, from its root on.
    pub branch: Vec<Entry>,
    /// The bodies of the plans of its roots, as they are now; one that can't be read is left out.
    pub bodies: Vec<SavedBody>,
}

/// A directive, and what records what it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedDirective {
    /// What is to become of the transport.
    pub directive: Directive,
    /// What to append to the log, in order.
    pub events: Vec<Event>,
}

/// How a turn ends, and what records it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedTurnEnd {
    /// Whether it goes on.
    pub turn_end: TurnEnd,
    /// What to append to the log, in order.
    pub events: Vec<Event>,
}

impl SessionLog {
    fn ledger(&self) -> Ledger {
        Ledger::of(&self.branch)
    }

    fn source(&self) -> Given<'_> {
        Given(&self.bodies)
    }
}

/// The roots of a branch, in the order of their admission.
#[must_use]
pub fn roots(log: &SessionLog) -> Vec<RootNow> {
    // INVARIANT: nothing that was given is refused.
    decide::roots(&mut log.source(), &mut log.ledger()).unwrap_or_default()
}

/// What a request records; nothing where everything is as it asks already.
///
/// # Errors
///
/// In this order: `invalid-argument`, `root-not-found`, `root-exists`, `too-many-roots`,
/// `saved-plan-not-found`, `root-open`.
pub fn change_root(log: &SessionLog, request: &Request) -> Result<Vec<Event>, Failure> {
    request.check()?;
    Ok(decide::change(&mut log.source(), &mut log.ledger(), request)?)
}

/// What a continue read answers, and what it records.
#[must_use]
pub fn continue_read(
    log: &SessionLog,
    seat: Seat<'_>,
    arguments: &ReadArguments,
    shown: Option<&Observation>,
) -> Decided {
    let decided = decide::read(&mut log.source(), &mut log.ledger(), seat, arguments, shown);
    decided.unwrap_or_else(|_| reading::unknown(Reason::Changing))
}

/// What is to become of a transport, and what records it.
///
/// # Errors
///
/// `root-not-found`.
pub fn reconcile(
    log: &SessionLog,
    root: &RootKey,
    seat: Seat<'_>,
    shown: &Observation,
) -> Result<PlannedDirective, Failure> {
    let (events, reconciled) = decide::reconcile(&mut log.source(), &mut log.ledger(), root, seat, shown)?;
    Ok(PlannedDirective { directive: reconciled.directive, events })
}

/// What a transport of a root carries.
///
/// # Errors
///
/// `root-not-found`, also for a root that the engine doesn't drive.
pub fn payload(log: &SessionLog, root: &RootKey, seat: Seat<'_>) -> Result<ReentryPayload, Failure> {
    Ok(decide::payload(&log.ledger(), root, seat)?)
}

/// What a client shows of the transport, from the JSON that its own tool answered.
///
/// # Errors
///
/// As [`payload`], and `invalid-argument` for what is no such JSON.
pub fn observe(
    log: &SessionLog,
    root: &RootKey,
    seat: Seat<'_>,
    listing: &str,
) -> Result<Observation, Failure> {
    Ok(decide::observe(&log.ledger(), root, seat, listing)?)
}

/// Whether a receipt was sealed for its root on this branch, and resolves to the state as it is now.
#[must_use]
pub fn validate(log: &SessionLog, receipt: &Receipt) -> bool {
    decide::validate(&mut log.source(), &mut log.ledger(), receipt).unwrap_or_default()
}

/// The guard line of the root in force; none without one.
#[must_use]
pub fn guard_line(log: &SessionLog, read_tool: &str) -> Option<String> {
    guard::in_force(log.ledger().roots(), read_tool)
}

/// What the beginning of a turn records.
#[must_use]
pub fn turn_begins(log: &SessionLog, trigger: Trigger) -> Vec<Event> {
    decide::turn_begins(&log.ledger(), trigger)
}

/// What began a turn, from its prompt.
#[must_use]
pub fn trigger_of(log: &SessionLog, read_tool: &str, prompt: &str) -> Trigger {
    decide::trigger_of(&log.ledger(), read_tool, prompt)
}

/// What to say when a session begins, is resumed or was compacted.
#[must_use]
pub fn restored(log: &SessionLog, read_tool: &str) -> ReAnchor {
    let said = decide::restored(&mut log.source(), &mut log.ledger(), read_tool);
    said.unwrap_or(ReAnchor::None)
}

/// Whether changes may be made.
#[must_use]
pub fn before_change(log: &SessionLog, read_tool: &str, changes: &[Change<'_>]) -> Opinion {
    let said = decide::before_change(&mut log.source(), &mut log.ledger(), read_tool, changes);
    said.unwrap_or(Opinion::None)
}

/// Whether a call of one of the client's transport tools may be made.
#[must_use]
pub fn before_call(log: &SessionLog, seat: Seat<'_>, tool: &str, arguments: &str) -> Opinion {
    decide::before_call(&log.ledger(), seat, tool, arguments)
}

/// What the result of such a call records; nothing where no directive asked for it, or the answer
/// doesn't say that it was done.
#[must_use]
pub fn after_call(log: &SessionLog, seat: Seat<'_>, tool: &str, arguments: &str, answer: &str) -> Vec<Event> {
    decide::after_call(&log.ledger(), seat, tool, arguments, answer)
}

/// What to say to a hook whose input can't be read.
#[must_use]
pub fn unreadable_input(log: &SessionLog, read_tool: &str) -> Opinion {
    decide::unreadable_input(&log.ledger(), read_tool)
}

/// Whether a turn that ends goes on, and what records that it did.
#[must_use]
pub fn turn_ends(log: &SessionLog, seat: Seat<'_>, ending: &Ending) -> PlannedTurnEnd {
    let ends = decide::turn_ends(&mut log.source(), &mut log.ledger(), seat, ending);
    let (events, turn_end) = ends.unwrap_or_else(|_: Refusal| (Vec::new(), TurnEnd::Rest));
    PlannedTurnEnd { turn_end, events }
}
