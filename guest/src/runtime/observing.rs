//! What a client shows of a transport, read from what its own tools answer.

use serde::Deserialize;

use super::AUTHORITY_MAX_CHARS;
use super::client::{Client, Transport};
use super::directive::{Lifecycle, Observation, Seat};
use super::entry::{Action, Called, is_line};
use super::fold::Root;
use super::reentry::payload;
use crate::words;

/// A job as Claude Code lists it: `CronList`, and `session_crons` of a hook's input.
#[derive(Deserialize)]
struct Job {
    id: String,
    prompt: String,
}

#[derive(Deserialize)]
struct Jobs {
    jobs: Vec<Job>,
}

/// A goal as Codex answers it: `null` where there is none. An answer that doesn't say is no proof of that.
#[derive(Deserialize)]
struct GoalAnswer {
    #[serde(deserialize_with = "Option::deserialize")]
    goal: Option<Goal>,
}

#[derive(Deserialize)]
struct Goal {
    #[serde(rename = "threadId")]
    thread: Option<String>,
    objective: String,
    status: String,
}

/// A transport whose texts are known, and what the client calls it.
struct Shown {
    lifecycle: Lifecycle,
    handle: Option<String>,
}

/// Says what a client shows, given what its own tool answered (Codex: `get_goal`; Claude Code:
/// `CronList`). None where that is no such answer.
///
/// A transport is owned when its text is this root's payload, byte for byte but for white space at
/// the ends. One that begins as payloads of this engine do is stale, any other is foreign.
#[must_use]
pub fn observe(root: &Root, seat: Seat<'_>, listing: &str) -> Option<Observation> {
    let Some(payload) = payload(root, seat.read_tool) else { return Some(absent()) };
    match seat.client.transport() {
        Transport::Goal => {
            let GoalAnswer { goal } = serde_json::from_str(listing).ok()?;
            Some(goal.map_or_else(absent, |goal| of_goal(&payload.prompt, goal)))
        }
        Transport::LoopTick => {
            let listed = serde_json::from_str(listing).map(|Jobs { jobs }| jobs);
            let jobs = listed.or_else(|_| serde_json::from_str(listing)).ok()?;
            Some(of_jobs(&payload.prompt, jobs))
        }
        Transport::Floor => Some(absent()),
    }
}

/// What is known of the transport where the client shows nothing: what was recorded of it.
#[must_use]
pub fn recorded(root: &Root) -> Observation {
    match root.installed() {
        Some(installed) => Observation { lifecycle: Lifecycle::Owned, handle: installed.handle.clone() },
        None => absent(),
    }
}

/// Whether a prompt is one that a transport of this root sends.
#[must_use]
pub fn is_tick(root: &Root, read_tool: &str, prompt: &str) -> bool {
    payload(root, read_tool).is_some_and(|payload| prompt.trim() == payload.prompt)
}

/// What is recorded of a call that was made for a root, given what the client answered; none where the
/// answer doesn't say that it was done, and where that is recorded already.
#[must_use]
pub fn result_of_call(root: &Root, client: Client, action: Action, answer: &str) -> Option<Called> {
    #[derive(Deserialize)]
    struct Made {
        id: String,
    }
    let handle = match client.transport() {
        Transport::LoopTick => Some(serde_json::from_str::<Made>(answer).ok()?.id),
        Transport::Goal => serde_json::from_str::<GoalAnswer>(answer).ok()?.goal?.thread,
        Transport::Floor => return None,
    };
    let handle = handle.filter(|handle| is_line(handle, AUTHORITY_MAX_CHARS));
    let handle = handle.filter(|_| action != Action::Complete);
    let asked = root.asked().is_some_and(|asked| asked.action == action);
    let known = action == Action::Install && root.has_installed(handle.as_deref());
    (asked || !known).then(|| Called { root: root.key().clone(), action, handle })
}

fn absent() -> Observation {
    Observation { lifecycle: Lifecycle::Absent, handle: None }
}

fn of_goal(prompt: &str, goal: Goal) -> Observation {
    let lifecycle = match (kind(prompt, &goal.objective), goal.status.as_str()) {
        (_, "complete") => return absent(),
        (Lifecycle::Owned, "active") => Lifecycle::Owned,
        (Lifecycle::Owned, _) => Lifecycle::Paused,
        (other, _) => other,
    };
    let handle = goal.thread.filter(|_| matches!(lifecycle, Lifecycle::Owned | Lifecycle::Paused));
    Observation { lifecycle, handle }
}

/// Of several jobs the one that is owned counts, then a stale one.
fn of_jobs(prompt: &str, jobs: Vec<Job>) -> Observation {
    let shown = jobs
        .into_iter()
        .map(|Job { id, prompt: text }| Shown { lifecycle: kind(prompt, &text), handle: Some(id) });
    let order = [Lifecycle::Owned, Lifecycle::Stale, Lifecycle::Foreign];
    let first = shown.min_by_key(|shown| order.iter().position(|lifecycle| *lifecycle == shown.lifecycle));
    first.map_or_else(absent, |Shown { lifecycle, handle }| Observation {
        lifecycle,
        handle: handle.filter(|_| lifecycle == Lifecycle::Owned),
    })
}

fn kind(prompt: &str, text: &str) -> Lifecycle {
    let beginning = words::RUNTIME_REENTRY_NAME.text.split('{').next().unwrap_or_default();
    match text.trim() {
        text if text == prompt => Lifecycle::Owned,
        text if text.starts_with(beginning) => Lifecycle::Stale,
        _ => Lifecycle::Foreign,
    }
}
