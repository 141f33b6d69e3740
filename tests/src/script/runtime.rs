//! Calls of the runtime in scripts.

use planmark_core::runtime::directive::{Observation, Seat, ToolCall};
use planmark_core::runtime::drift::Change;
use planmark_core::runtime::entry::{Admission, Item, ItemKey, Receipt, RootKey, Schemas, Trigger};
use planmark_core::runtime::reentry::ReadArguments;
use planmark_core::runtime::turn::Ending;
use planmark_core::runtime::{READ_TOOL, TICK_TOOL};
use planmark_core::tracker::request::Context;
use serde_json::{Value, json};

use super::tracker::{optional, parsed, session};
use super::{Args, Given, Line, given};
use crate::engine::Engine;
use crate::writer::agent;

/// How the exports of the runtime are written in a script, among those of the documents.
pub(super) const PREFIX: &str = "runtime.";

/// Makes a call of the runtime.
pub(super) fn call(engine: &dyn Engine, export: &str, line: &Line, args: &Value) -> Result<Given, String> {
    let args = Args(args);
    let session = session(&args).to_owned();
    let request = args.text("request").map(str::to_owned);
    let caller = line.by.clone().unwrap_or_else(|| agent("ada"));
    let context = Context { caller, session: session.clone(), request };
    let root = optional::<RootKey>(&args, "root")?;
    let root = root.unwrap_or_else(|| RootKey { closure: "release".to_owned(), generation: 1 });
    let client = optional(&args, "client")?.unwrap_or(planmark_core::runtime::client::Client::ClaudeCode);
    let seat = Seat { client, read_tool: READ_TOOL, tick_tool: TICK_TOOL };
    let shown = optional::<Observation>(&args, "observation")?;
    let text = |name: &str| args.text(name).unwrap_or_default().to_owned();
    let item = || Item { root: root.clone(), id: text("id"), text: text("text") };
    let item_key = || ItemKey { root: root.clone(), id: text("id") };
    let tool_call = || ToolCall { name: text("tool"), arguments: text("arguments") };
    Ok(match export {
        "cutover" => given(engine.cutover(&context)),
        "rollback" => given(engine.rollback(&context)),
        "admit" => given(engine.admit_root(&context, &admission(engine, &args)?)),
        "obligation" => given(engine.obligation(&context, &item())),
        "discharge" => given(engine.discharge(&context, &item_key())),
        "block" => given(engine.block(&context, &item())),
        "unblock" => given(engine.unblock(&context, &item_key())),
        "seal" => given(engine.seal(&context, &root)),
        "roots" => given(engine.roots(&session).map(|roots| json!({ "roots": roots }))),
        "read" => {
            let arguments = ReadArguments { key: root, identity_digest: text("identity_digest") };
            given(engine.continue_read(&context, seat, &arguments, shown.as_ref()))
        }
        "payload" => given(engine.payload(&session, &root, seat)),
        "observe" => given(engine.observe(&session, &root, seat, &text("listing"))),
        "reconcile" => {
            given(engine.reconcile(&context, &root, seat, &shown.ok_or("an observation is missing")?))
        }
        "validate" => given(engine.validate(&session, &parsed::<Receipt>(&args, "receipt")?)),
        "guard-line" => given(engine.guard_line(&session, READ_TOOL).map(|line| json!({ "line": line }))),
        "turn-begins" => {
            let trigger = optional::<Trigger>(&args, "trigger")?.unwrap_or_default();
            given(engine.turn_begins(&context, trigger))
        }
        "trigger-of" => given(engine.trigger_of(&session, READ_TOOL, &text("prompt"))),
        "restored" => given(engine.restored(&session, READ_TOOL)),
        "before-change" => {
            let path = text("path");
            let change = Change { path: &path, folder: "/project", project: "/project", fold_case: false };
            given(engine.before_change(&session, READ_TOOL, &[change]))
        }
        "before-call" => given(engine.before_call(&session, seat, &tool_call())),
        "after-call" => given(engine.after_call(&context, seat, &tool_call(), &text("result"))),
        "unreadable-input" => given(engine.unreadable_input(&session, READ_TOOL)),
        "turn-ends" => {
            let already_continued = args.0.get("already_continued") == Some(&json!(true));
            given(engine.turn_ends(&context, seat, &Ending { observation: shown, already_continued }))
        }
        other => return Err(format!("no export of the runtime is called {other:?}")),
    })
}

/// An admission, whose schemas may be called `current`.
fn admission(engine: &dyn Engine, args: &Args<'_>) -> Result<Admission, String> {
    let mut value = args.0.get("admission").cloned().ok_or("an admission is missing")?;
    if value.get("schemas") == Some(&json!("current")) {
        let schemas: Schemas = engine.current_schemas().map_err(|failure| failure.message)?;
        value["schemas"] = serde_json::to_value(schemas).map_err(|error| error.to_string())?;
    }
    serde_json::from_value(value).map_err(|error| format!("no admission: {error}"))
}
