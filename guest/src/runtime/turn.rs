//! What hooks say where a turn begins and ends (D46).

use serde::{Deserialize, Serialize};

use super::case::{Case, Standing};
use super::client::Transport;
use super::directive::{Lifecycle, Observation, Seat};
use super::entry::Trigger;
use super::fold::{Root, Roots};
use super::observing;
use super::reentry::payload;

/// How a turn ends.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ending {
    /// What the client shows of the transport; none where it doesn't say, and what was recorded
    /// counts.
    pub observation: Option<Observation>,
    /// Whether the client says that it was already kept from stopping.
    pub already_continued: bool,
}

/// What a hook says at the end of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnEnd {
    /// Nothing.
    Rest,
    /// The turn goes on, with this text.
    Continue(String),
}

/// What a hook says when a session begins, is resumed or was compacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReAnchor {
    /// Nothing.
    None,
    /// This text, for the agent's context.
    Inject(String),
}

/// Whether a turn that ends may go on, as far as the branch says it: it does so once, and while a root is
/// being served. Needs no body.
#[must_use]
pub fn may_go_on(roots: &Roots, ending: &Ending) -> bool {
    !ending.already_continued
        && !roots.is_continued()
        && roots.trigger() != Trigger::LoopTick
        && roots.list().iter().any(Root::is_live)
}

/// Whether a turn that ends goes on, for the sake of one root.
///
/// A turn goes on once, where there is something to be served, and where nothing else continues: an
/// active goal of this root's own does, and a tick of a loop has another one coming.
#[must_use]
pub fn turn_ends(case: &Case<'_>, seat: Seat<'_>, ending: &Ending) -> TurnEnd {
    let shown = ending.observation.clone().unwrap_or_else(|| observing::recorded(case.root));
    let goal_continues = shown.lifecycle == Lifecycle::Owned && seat.client.transport() == Transport::Goal;
    let rests = !may_go_on(case.roots, ending)
        || shown.lifecycle == Lifecycle::Paused
        || goal_continues
        || !case.root.is_live()
        || !matches!(case.standing(), Standing::Open | Standing::Closing | Standing::Ready);
    match payload(case.root, seat.read_tool) {
        Some(payload) if !rests => TurnEnd::Continue(payload.prompt),
        _ => TurnEnd::Rest,
    }
}

/// What to say when a session begins, is resumed or was compacted: the payload, while the root has
/// something to serve or waits for it.
#[must_use]
pub fn restored(case: &Case<'_>, read_tool: &str) -> ReAnchor {
    let over = matches!(
        case.standing(),
        Standing::NotActivated | Standing::Sealed | Standing::ClosedElsewhere | Standing::NothingToDo
    );
    match payload(case.root, read_tool) {
        Some(payload) if !over => ReAnchor::Inject(payload.prompt),
        _ => ReAnchor::None,
    }
}
