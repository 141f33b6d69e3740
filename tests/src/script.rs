//! Scripts: calls in order, written in JSON, with what each must answer. `tests/vectors/` and
//! `tests/cases/` hold them; `tests/vectors/README.md` states the form for other languages.

use std::collections::BTreeMap;

use planmark_core::author::Author;
use planmark_core::document::request::{
    COALESCE_WINDOW_MS, Context, DeleteRequest, EditRequest, Point, RestoreRequest, SaveRequest, WriteRequest,
};
use planmark_core::failure::Failure;
use planmark_core::runtime::client::Client;
use planmark_core::tools::{CallContext, Offer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::engine::{Engine, Host};
use crate::invariants;
use crate::schema;
use crate::writer::{Writer, agent};

mod runtime;
mod tracker;

pub use tracker::{DEFAULT_SESSION, everything};

/// A file of scripts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// What the file proves.
    pub about: String,
    /// The scripts; each runs on an empty store.
    pub cases: Vec<Case>,
}

/// One script.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// A stable name, unique in its file.
    pub name: String,
    /// The id in the collection of known faults, where it comes from there.
    #[serde(default)]
    pub id: Option<String>,
    /// The criteria and decisions it serves.
    pub proves: String,
    /// The calls.
    pub steps: Vec<Line>,
}

/// One call and what it must answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The export: `create`, `update`, `edit`, `save`, `restore`, `delete`, `read`, `list`,
    /// `revisions`, `steps`, `read-past`, `compose`, `inspect`; `tool`, a call of a tool; or `tracker.` or
    /// `runtime.` and an export of that.
    pub op: String,
    /// Its arguments by name, in snake case. `task` is `T-1` when absent.
    #[serde(default)]
    pub args: Map<String, Value>,
    /// The author; agent `ada` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Author>,
    /// Sets the clock, in milliseconds after the first call's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// `context.coalesce_window_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<i64>,
    /// What the access rule refuses during this call: `read`, `write`, `all`; `fail` makes it fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deny: Option<String>,
    /// A name for this answer, for `{"version_of": name}` and `{"value_of": [name, pointer]}` later on.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the answer must hold: see [`matches`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    /// What the failure must hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Value>,
    /// Each of these stands in some string of the answer or failure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<String>,
    /// None of these does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says_not: Vec<String>,
}

/// What a call gave, as JSON: the answer's or the failure's own form.
pub type Given = Result<Value, Value>;

/// Runs a script on an empty host, and gives what each call answered.
///
/// A call that must fail must also change nothing: everything that can be read of the task is the
/// same before and after it.
///
/// # Errors
///
/// The first expectation that does not hold, as a sentence.
pub fn run(host: &Host, case: &Case) -> Result<Vec<Given>, String> {
    let (mut versions, mut answers) = (BTreeMap::new(), BTreeMap::new());
    let mut all = Vec::new();
    for (index, line) in case.steps.iter().enumerate() {
        let said = |what: String| format!("{}: {:?}, call {}: {what}", host.name, case.name, index + 1);
        if let Some(at) = line.at {
            host.clock.set(crate::engine::EPOCH_MS + at);
        }
        let line = &recalled(line, &answers).map_err(&said)?;
        let args = expand(Value::Object(line.args.clone()), &versions).map_err(&said)?;
        let named = args.get("task").or_else(|| args.pointer("/arguments/task_id"));
        let task = named.and_then(Value::as_str).unwrap_or(DEFAULT_TASK).to_owned();
        let seen = line.failure.as_ref().map(|_| look(host, line, &args, &task));
        host.access.deny(line.deny.as_deref().unwrap_or(""));
        let given = call(host.engine.as_ref(), line, &args).map_err(&said)?;
        host.access.deny("");
        judge(line, &given, &versions).map_err(&said)?;
        if seen.is_some_and(|seen| seen != look(host, line, &args, &task)) {
            return Err(said("a refused call changed something".to_owned()));
        }
        if let (Some(name), Ok(answer)) = (&line.name, &given) {
            let version = answer.get("version").and_then(Value::as_str).unwrap_or_default();
            versions.insert(name.clone(), version.to_owned());
            answers.insert(name.clone(), answer.clone());
        }
        all.push(given);
    }
    let windows = case.steps.iter().map(|line| line.window.unwrap_or(COALESCE_WINDOW_MS));
    let longest = windows.max().unwrap_or(COALESCE_WINDOW_MS);
    invariants::check_within(host.engine.as_ref(), DEFAULT_TASK, longest)
        .map_err(|broken| format!("{}: {:?}: {broken}", host.name, case.name))?;
    Ok(all)
}

/// The task of calls that name none.
pub const DEFAULT_TASK: &str = "T-1";

/// Everything that can be seen of what a call is about.
fn look(host: &Host, line: &Line, args: &Value, task: &str) -> String {
    let engine = host.engine.as_ref();
    if line.op.starts_with(tracker::PREFIX) || line.op.starts_with(runtime::PREFIX) {
        return tracker::look(engine, args).to_string();
    }
    let named = !task.is_empty() && task.len() <= 256 && task.bytes().all(|b| b.is_ascii_graphic());
    let writer = named.then(|| Writer::new(engine, task, agent("witness")));
    format!("{:?}", writer.map(|writer| writer.everything()))
}

/// Makes the call that `line` describes.
///
/// # Errors
///
/// Only when the line itself is wrong.
pub fn call(engine: &dyn Engine, line: &Line, args: &Value) -> Result<Given, String> {
    if let Some(export) = line.op.strip_prefix(tracker::PREFIX) {
        return tracker::call(engine, export, line, args);
    }
    if let Some(export) = line.op.strip_prefix(runtime::PREFIX) {
        return runtime::call(engine, export, line, args);
    }
    let caller = line.by.clone().unwrap_or_else(|| agent("ada"));
    let context = Context { caller: caller.clone(), coalesce_window_ms: line.window };
    let args = Args(args);
    Ok(match line.op.as_str() {
        "create" => given(engine.create(&context, &args.request::<WriteRequest>()?)),
        "update" => given(engine.update(&context, &args.request::<WriteRequest>()?)),
        "edit" => given(engine.edit(&context, &args.request::<EditRequest>()?)),
        "save" => given(engine.save(&context, &args.request::<SaveRequest>()?)),
        "restore" => {
            let (point, expected_version) = (args.point()?, args.text("expected_version").map(str::to_owned));
            given(engine.restore(&context, &RestoreRequest { task: args.task(), point, expected_version }))
        }
        "delete" => {
            let expected_version = args.text("expected_version").map(str::to_owned);
            given(engine.delete(&context, &DeleteRequest { task: args.task(), expected_version }))
        }
        "read" => given(engine.read(&caller, &args.task())),
        "list" => given(engine.list(&caller, args.text("from").unwrap_or(""), args.number("limit", 200)?)),
        "revisions" => {
            let before = args.0.get("before").map(|_| args.number("before", 0)).transpose()?;
            given(engine.revisions(&caller, &args.task(), before, args.number("limit", 200)?))
        }
        "steps" => {
            let (revision, from) = (args.number("revision", 1)?, args.number("from", 1)?);
            given(engine.steps(&caller, &args.task(), revision, from, args.number("limit", 200)?))
        }
        "read-past" => given(engine.read_past(&caller, &args.task(), args.point()?)),
        "compose" => given(
            engine
                .compose(args.text("stored").unwrap_or_default(), args.text("fragment").unwrap_or_default()),
        ),
        "inspect" => {
            let notes = engine.inspect(args.text("text").unwrap_or_default());
            given(Ok(json!({ "notes": serde_json::to_value(notes).map_err(|e| e.to_string())? })))
        }
        "tool" => tool(engine, caller, line.window, &args)?,
        other => return Err(format!("no export is called {other:?}")),
    })
}

/// Calls a tool as a server does, and gives what the agent reads: the answer, or what a refusal says.
fn tool(engine: &dyn Engine, caller: Author, window: Option<i64>, args: &Args<'_>) -> Result<Given, String> {
    let offer: Offer =
        serde_json::from_value(args.0.clone()).map_err(|error| format!("no offer: {error}"))?;
    let name = args.text("tool").ok_or("no tool is named")?;
    let arguments = match args.0.get("arguments") {
        None => "{}".to_owned(),
        Some(Value::String(raw)) => raw.clone(),
        Some(arguments) => arguments.to_string(),
    };
    let context = CallContext {
        caller,
        offer: offer.clone(),
        coalesce_window_ms: window,
        session: Some(args.text("session").unwrap_or("S-1").to_owned()).filter(|session| !session.is_empty()),
        fresh_plan: args.text("fresh_plan").unwrap_or("p-1").to_owned(),
        client: match args.0.get("client") {
            Some(client) => serde_json::from_value(client.clone()).map_err(|error| error.to_string())?,
            None => Client::Other,
        },
    };
    match engine.call_tool(&context, name, &arguments) {
        Ok(answer) if answer.is_error => Err("a refusal came as an answer".to_owned()),
        Ok(answer) => {
            let schemas = engine.tools(&offer).map_err(|failure| failure.message)?;
            let tool =
                schemas.iter().find(|tool| tool.name == name).ok_or("a tool answers and is not listed")?;
            let schema = serde_json::from_str(&tool.output_schema).map_err(|error| error.to_string())?;
            let json: Value = serde_json::from_str(&answer.json).map_err(|error| error.to_string())?;
            schema::check(&schema, &json)
                .map_err(|what| format!("{name} doesn't keep its schema: {what}"))?;
            if tool.read_only && answer.changed {
                return Err(format!("{name} is read-only, and changed something"));
            }
            Ok(Ok(json))
        }
        Err(failure) => {
            let answer = engine.tool_refusal(&offer, &failure).map_err(|failure| failure.message)?;
            let json: Value = serde_json::from_str(&answer.json).map_err(|error| error.to_string())?;
            let error = json.get("error").filter(|_| answer.is_error).ok_or("a refusal has no error")?;
            Ok(Err(error.clone()))
        }
    }
}

pub(crate) fn given<T: Serialize>(answer: Result<T, Failure>) -> Given {
    let plain = "answers and failures are plain JSON";
    match answer {
        Ok(answer) => Ok(serde_json::to_value(answer).expect(plain)),
        Err(failure) => Err(serde_json::to_value(failure).expect(plain)),
    }
}

struct Args<'a>(&'a Value);

impl Args<'_> {
    fn task(&self) -> String {
        self.text("task").unwrap_or(DEFAULT_TASK).to_owned()
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    fn number(&self, name: &str, absent: u32) -> Result<u32, String> {
        let Some(value) = self.0.get(name) else { return Ok(absent) };
        let number = value.as_u64().and_then(|n| u32::try_from(n).ok());
        number.ok_or_else(|| format!("{name} is no number: {value}"))
    }

    fn point(&self) -> Result<Point, String> {
        let value = self.0.get("point").cloned().ok_or("a point is missing")?;
        serde_json::from_value(value).map_err(|error| format!("no point: {error}"))
    }

    fn request<T: for<'de> Deserialize<'de>>(&self) -> Result<T, String> {
        let mut fields = self.0.clone();
        fields
            .as_object_mut()
            .ok_or("arguments must be an object")?
            .entry("task")
            .or_insert(json!(DEFAULT_TASK));
        serde_json::from_value(fields).map_err(|error| format!("no request: {error}"))
    }
}

/// A line with what earlier answers held in the place of `{"value_of": [name, pointer]}`; of an object,
/// the fields of `but` beside it are put in.
fn recalled(line: &Line, answers: &BTreeMap<String, Value>) -> Result<Line, String> {
    let recalled = |value: Value| recall(value, answers);
    let args = recalled(Value::Object(line.args.clone()))?;
    let Value::Object(args) = args else { return Err("arguments must be an object".to_owned()) };
    let answer = line.answer.clone().map(recalled).transpose()?;
    Ok(Line { args, answer, ..line.clone() })
}

fn recall(value: Value, answers: &BTreeMap<String, Value>) -> Result<Value, String> {
    let fields = match value {
        Value::Array(items) => {
            let items: Result<Vec<_>, _> = items.into_iter().map(|item| recall(item, answers)).collect();
            return Ok(Value::Array(items?));
        }
        Value::Object(fields) => fields,
        other => return Ok(other),
    };
    let Some(of) = fields.get("value_of") else {
        let fields: Result<Map<_, _>, String> =
            fields.into_iter().map(|(name, value)| Ok((name, recall(value, answers)?))).collect();
        return Ok(Value::Object(fields?));
    };
    let (name, pointer) = match of.as_array().map(Vec::as_slice) {
        Some([Value::String(name), Value::String(pointer)]) => (name, pointer),
        _ => return Err(format!("value_of needs a name and a pointer: {of}")),
    };
    let found = answers.get(name).and_then(|answer| answer.pointer(pointer));
    let mut found = found.cloned().ok_or_else(|| format!("no answer has {pointer:?} of {name:?}"))?;
    if let (Some(Value::Object(but)), Some(found)) = (fields.get("but"), found.as_object_mut()) {
        found.extend(but.clone());
    }
    Ok(found)
}

/// Replaces `{"repeat": text, "times": n}`, `{"concat": [texts]}` and `{"version_of": name}` by the
/// texts they stand for, everywhere in `value`.
///
/// # Errors
///
/// A name that no earlier call has.
pub fn expand(value: Value, versions: &BTreeMap<String, String>) -> Result<Value, String> {
    let Value::Object(fields) = value else {
        let Value::Array(items) = value else { return Ok(value) };
        let items: Result<Vec<_>, _> = items.into_iter().map(|item| expand(item, versions)).collect();
        return Ok(Value::Array(items?));
    };
    if let (2, Some(Value::String(text)), Some(times)) =
        (fields.len(), fields.get("repeat"), fields.get("times").and_then(Value::as_u64))
    {
        return Ok(Value::String(text.repeat(usize::try_from(times).map_err(|e| e.to_string())?)));
    }
    if let (1, Some(name)) = (fields.len(), fields.get("version_of").and_then(Value::as_str)) {
        let version = versions.get(name).ok_or_else(|| format!("no call is named {name:?}"))?;
        return Ok(Value::String(version.clone()));
    }
    if let (1, Some(Value::Array(parts))) = (fields.len(), fields.get("concat")) {
        let parts = expand(Value::Array(parts.clone()), versions)?;
        let parts = parts.as_array().map(Vec::as_slice).unwrap_or_default();
        return Ok(Value::String(parts.iter().filter_map(Value::as_str).collect()));
    }
    let fields: Result<Map<_, _>, _> =
        fields.into_iter().map(|(name, value)| expand(value, versions).map(|value| (name, value))).collect();
    Ok(Value::Object(fields?))
}

pub(crate) fn judge(line: &Line, given: &Given, versions: &BTreeMap<String, String>) -> Result<(), String> {
    let (wanted, found) = match (given, &line.failure) {
        (Ok(answer), None) => (line.answer.clone().unwrap_or_else(|| json!({})), answer),
        (Err(failure), Some(wanted)) => (wanted.clone(), failure),
        (Ok(answer), Some(_)) => return Err(format!("a failure was due, and came {}", short(answer))),
        (Err(failure), None) => return Err(format!("an answer was due, and came {}", short(failure))),
    };
    matches(&expand(wanted, versions)?, found)?;
    for words in &line.says {
        if !says(found, words) {
            return Err(format!("{words:?} is not said in {}", short(found)));
        }
    }
    for words in &line.says_not {
        if says(found, words) {
            return Err(format!("{words:?} is said in {}", short(found)));
        }
    }
    Ok(())
}

/// Compares what is wanted with what was found: of objects, the fields that `wanted` names, null
/// meaning that the field is absent; lists item by item; everything else equal.
///
/// # Errors
///
/// The first difference, as a sentence.
pub fn matches(wanted: &Value, found: &Value) -> Result<(), String> {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => {
            for (name, wanted) in wanted {
                match (wanted, found.get(name)) {
                    (Value::Null, None) => {}
                    (Value::Null, Some(found)) => return Err(format!("{name} is there: {}", short(found))),
                    (_, None) => return Err(format!("{name} is absent")),
                    (_, Some(found)) => matches(wanted, found).map_err(|e| format!("{name}: {e}"))?,
                }
            }
            Ok(())
        }
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            wanted.iter().zip(found).try_for_each(|(wanted, found)| matches(wanted, found))
        }
        _ if wanted == found => Ok(()),
        _ => Err(format!("wanted {}, found {}", short(wanted), short(found))),
    }
}

fn says(value: &Value, words: &str) -> bool {
    match value {
        Value::String(text) => text.contains(words),
        Value::Array(items) => items.iter().any(|item| says(item, words)),
        Value::Object(fields) => fields.values().any(|field| says(field, words)),
        _ => false,
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(600) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}
