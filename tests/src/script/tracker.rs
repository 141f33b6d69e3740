//! Calls of the tracker in scripts.

use planmark_core::failure::Failure;
use planmark_core::tracker::entry::Mode;
use planmark_core::tracker::reference::Reference;
use planmark_core::tracker::reply::{EntryPage, Origin};
use planmark_core::tracker::request::{Context, ImportRequest};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Args, Given, Line, given};
use crate::engine::Engine;
use crate::writer::agent;

/// The session of calls that name none.
pub const DEFAULT_SESSION: &str = "s-1";

/// How the exports of the tracker are written in a script, among those of the documents.
pub(super) const PREFIX: &str = "tracker.";

/// Makes a call of the tracker.
pub(super) fn call(engine: &dyn Engine, export: &str, line: &Line, args: &Value) -> Result<Given, String> {
    let args = Args(args);
    let session = session(&args).to_owned();
    let request = args.text("request").map(str::to_owned);
    let caller = line.by.clone().unwrap_or_else(|| agent("ada"));
    let context = Context { caller, session: session.clone(), request };
    let plan = args.text("plan");
    let named = plan.unwrap_or("p-1");
    let at = args.0.get("at").map(|_| args.number("at", 0)).transpose()?;
    let reference = || Reference {
        task_id: args.text("task_id").map(str::to_owned),
        title: args.text("title").map(str::to_owned),
    };
    Ok(match export {
        "create" => given(engine.open_session(&context, args.text("owner"))),
        "describe" => given(engine.describe_session(&session)),
        "sessions" => given(engine.sessions(args.text("from").unwrap_or(""), args.number("limit", 200)?)),
        "branch" => given(engine.branch(&session, at, args.number("limit", 200)?)),
        "fork" => given(engine.fork(&context, args.text("from").unwrap_or(DEFAULT_SESSION), at)),
        "navigate" => given(engine.navigate(&context, args.number("to", 0)?)),
        "import" => given(engine.import(&context, &parsed::<ImportRequest>(&args, "log")?)),
        "set-mode" => given(engine.set_mode(&context, parsed::<Mode>(&args, "mode")?)),
        "save" => given(engine.save_plan(&context, named, args.text("text").unwrap_or_default())),
        "select" => given(engine.select(&context, named)),
        "clear" => given(engine.clear(&context, plan)),
        "tick" => given(engine.tick(&context, &reference())),
        "untick" => given(engine.untick(&context, &reference())),
        "view" => given(engine.view(&session, plan)),
        "tasks" => given(engine.tasks(&session, plan)),
        "marker" => given(engine.marker(&session)),
        "prompt" => given(engine.prompt(&session)),
        "collect" => given(engine.collect(&session, args.0.get("dry_run") == Some(&json!(true)))),
        other => return Err(format!("no export of the tracker is called {other:?}")),
    })
}

pub(super) fn session<'a>(args: &'a Args<'_>) -> &'a str {
    args.text("session").unwrap_or(DEFAULT_SESSION)
}

pub(super) fn parsed<T: for<'de> Deserialize<'de>>(args: &Args<'_>, name: &str) -> Result<T, String> {
    let value = args.0.get(name).cloned().ok_or_else(|| format!("{name} is missing"))?;
    serde_json::from_value(value).map_err(|error| format!("{name}: {error}"))
}

/// An argument that may be left out.
pub(super) fn optional<T: for<'de> Deserialize<'de>>(
    args: &Args<'_>,
    name: &str,
) -> Result<Option<T>, String> {
    args.0.get(name).map(|_| parsed(args, name)).transpose()
}

/// Everything that can be seen of a call's session.
pub(super) fn look(engine: &dyn Engine, args: &Value) -> Value {
    everything(engine, session(&Args(args)))
}

/// Everything that can be seen of a session: two equal values mean that nothing was written between
/// them.
#[must_use]
pub fn everything(engine: &dyn Engine, session: &str) -> Value {
    json!({
        "session": seen(engine.describe_session(session)),
        "tasks": seen(engine.tasks(session, None)),
        "marker": seen(engine.marker(session)),
        "branch": seen(whole_branch(engine, session)),
    })
}

fn seen<T: serde::Serialize>(answer: Result<T, Failure>) -> Value {
    without_paths(given(answer).unwrap_or_else(|failure| json!({ "failure": failure["code"] })))
}

/// Where a body is, is the host's.
fn without_paths(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(without_paths).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(name, _)| name != "path")
            .map(|(name, value)| (name, without_paths(value)))
            .collect(),
        other => other,
    }
}

fn whole_branch(engine: &dyn Engine, session: &str) -> Result<Vec<EntryPage>, Failure> {
    let (mut pages, mut next) = (vec![engine.branch(session, None, 200)?], None);
    while let Some(Origin { session, entry }) = pages.last().and_then(|page| page.next.clone()) {
        if next.replace((session.clone(), entry)) == Some((session.clone(), entry)) {
            break;
        }
        pages.push(engine.branch(&session, Some(entry), 200)?);
    }
    Ok(pages)
}
