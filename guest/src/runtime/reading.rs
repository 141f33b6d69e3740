//! The continue read: what it answers, and what it records (D41, D48).

use serde::{Deserialize, Serialize};

use super::case::{Case, Standing};
use super::client::Transport;
use super::directive::{Directive, Lifecycle, Observation, Seat, reconcile};
use super::entry::{Action, Event, Served, Trigger};
use super::reentry::ReadArguments;
use super::view::{Reason, View, retry, retry_of, view};
use super::{observing, receipt};

/// What a continue read answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What is the case.
    pub view: View,
    /// What to do about the transport; none where the engine doesn't drive the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directive: Option<Directive>,
    /// Whether anything was recorded: what is served, what is asked for, a receipt.
    pub changed: bool,
}

/// A continue read as it is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// What it answers.
    pub reading: Reading,
    /// What is to be recorded before it is answered; nothing with `retry-later`.
    pub events: Vec<Event>,
}

impl Decided {
    /// An answer that serves nothing and records nothing.
    #[must_use]
    pub fn nothing(view: View) -> Self {
        Self { reading: Reading { view, directive: None, changed: false }, events: Vec::new() }
    }
}

/// Decides a read of a root that is not on the branch, or that can't be judged now.
#[must_use]
pub fn unknown(reason: Reason) -> Decided {
    Decided::nothing(retry(reason))
}

/// What seals the root before it is read: the receipt of one that is ready.
#[must_use]
pub fn sealing(case: &Case<'_>, arguments: &ReadArguments) -> Option<Event> {
    let asked_for = *arguments == ReadArguments::of(&case.root.admission().identity);
    let ready = asked_for && case.standing() == Standing::Ready;
    ready.then(|| receipt::seal(case)).flatten().map(Event::Seal)
}

/// Decides a read. Where [`sealing`] gives an event, that has to be applied first.
///
/// `shown` is what the client shows of its transport; none where the host doesn't know, and what was
/// recorded counts.
#[must_use]
pub fn read(
    case: &Case<'_>,
    arguments: &ReadArguments,
    seat: Seat<'_>,
    shown: Option<&Observation>,
) -> Decided {
    if *arguments != ReadArguments::of(&case.root.admission().identity) {
        return Decided::nothing(retry_of(case, Reason::Mismatched));
    }
    let view = view(case, None, seat.tick_tool);
    if !case.root.is_driven() {
        return Decided::nothing(view);
    }
    let directive = directive(case, seat, shown);
    let mut events = Vec::new();
    if let View::Active(active) = &view {
        let task = &active.current_task.id;
        if !case.root.is_live() || case.root.served() != Some(task.as_str()) {
            events.push(Event::Serve(Served { root: case.root.key().clone(), task: task.clone() }));
        }
    }
    events.extend(asking(case, &directive));
    let changed = !events.is_empty();
    Decided { reading: Reading { view, directive: Some(directive), changed }, events }
}

/// What records that a directive asked for its call; none where that is recorded already.
#[must_use]
pub fn asking(case: &Case<'_>, directive: &Directive) -> Option<Event> {
    let asked = directive.asked(case)?;
    (case.root.asked() != Some(&asked)).then_some(Event::Ask(asked))
}

/// An install is asked for at the first serve, and again only when the client shows that there is
/// none: a client that shows nothing could have it already.
fn directive(case: &Case<'_>, seat: Seat<'_>, shown: Option<&Observation>) -> Directive {
    if let Some(shown) = shown {
        return reconcile(case, seat, shown);
    }
    let recorded = observing::recorded(case.root);
    let directive = reconcile(case, seat, &recorded);
    // A tick is a loop that is there, whoever made it and whatever was recorded of it.
    let ticks = seat.client.transport() == Transport::LoopTick
        && case.roots.trigger() == Trigger::LoopTick
        && case.standing() == Standing::Sealed
        && recorded.lifecycle == Lifecycle::Absent;
    if (ticks || directive.action == Action::Install) && case.root.was_install_asked() {
        let assumed = Observation { lifecycle: Lifecycle::Owned, ..recorded };
        return reconcile(case, seat, &assumed);
    }
    directive
}
