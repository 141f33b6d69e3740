//! Hooks in a JSON document: handlers of ours in lists that others use too.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::cli::init::change::Action;
use crate::cli::init::format::{Broken, Format};
use crate::cli::init::hooks::Lists;
use crate::cli::init::json;
use crate::cli::init::line::Runner;

/// The key under which every client that has such lists keeps them.
pub(super) const HOOKS: &str = "hooks";
/// The key of the version, and the one there is.
const VERSION: (&str, u32) = ("version", 1);

/// What becomes of a document of hooks, and its text.
pub(super) fn apply(lists: &Lists, text: &str, remove: bool) -> Result<(Action, String), Broken> {
    let document = Format::Json.read(text)?;
    let stored = ours(lists, &document);
    let wanted: Vec<_> =
        lists.entries.iter().map(|(event, entry)| ((*event).to_owned(), entry.clone())).collect();
    let in_place = sorted(&stored) == sorted(&wanted);
    let action = match (remove, stored.is_empty()) {
        (true, true) => Action::Unchanged,
        (true, false) => Action::Removed,
        (false, _) if in_place => Action::Unchanged,
        (false, true) => Action::Added,
        (false, false) => Action::Updated,
    };
    if action == Action::Unchanged {
        return Ok((action, text.to_owned()));
    }
    let mut changed = json::take_out(text, HOOKS, |handler| is_ours(lists, handler))?;
    if !remove {
        let version = (lists.version && document.get(VERSION.0).is_none()).then_some(VERSION);
        changed = json::put_in(&changed, version, HOOKS, &lists.entries)?;
    }
    check(lists, &document, &Format::Json.read(&changed)?, if remove { &[] } else { &wanted })?;
    Ok((action, changed))
}

/// The strings of our entries, stored or wanted, for the difference.
pub(super) fn known(lists: &Lists, text: &str) -> BTreeSet<String> {
    let stored = Format::Json.read(text).map(|document| ours(lists, &document)).unwrap_or_default();
    let mut known = BTreeSet::new();
    for entry in lists.entries.iter().map(|(_, entry)| entry).chain(stored.iter().map(|(_, entry)| entry)) {
        strings(entry, &mut known);
    }
    known
}

/// Our entries in a document, each with its event. Of an entry that others use too it is our part.
fn ours(lists: &Lists, document: &Value) -> Vec<(String, Value)> {
    let parts = entries(document).filter_map(|(event, entry)| Some((event, part(lists, entry, true)?)));
    parts.map(|(event, part)| (event.to_owned(), part)).collect()
}

/// The events at which a command that is not ours, or not ours alone, runs hooks of the client.
pub(super) fn others(lists: &Lists, text: &str) -> BTreeSet<String> {
    let document = Format::Json.read(text).unwrap_or_default();
    let said = format!(" hook {} ", lists.client);
    let runs = |handler: &Value| lines(handler).any(|(_, line)| line.contains(&said));
    let found = entries(&document).filter(|(_, entry)| {
        handlers(entry).into_iter().any(|handler| runs(handler) && !is_ours(lists, handler))
    });
    found.map(|(event, _)| event.to_owned()).collect()
}

/// Every entry of a document, with its event.
fn entries(document: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let events = document.get(HOOKS).and_then(Value::as_object).into_iter().flatten();
    events.flat_map(|(event, list)| {
        list.as_array().into_iter().flatten().map(move |entry| (event.as_str(), entry))
    })
}

/// The handlers of an entry. Where a client has none in it, the entry is one itself.
fn handlers(entry: &Value) -> Vec<&Value> {
    match entry.get(HOOKS) {
        Some(Value::Array(handlers)) => handlers.iter().collect(),
        _ => vec![entry],
    }
}

/// An entry with our handlers alone, or with those of others alone; none where it has none of them.
fn part(lists: &Lists, entry: &Value, ours: bool) -> Option<Value> {
    let all = handlers(entry);
    let kept: Vec<_> = all.iter().filter(|handler| is_ours(lists, handler) == ours).copied().collect();
    if kept.is_empty() && (ours || !all.is_empty()) {
        return None;
    }
    let mut part = entry.clone();
    if kept.len() < all.len()
        && let Some(list) = part.get_mut(HOOKS)
    {
        *list = kept.into_iter().cloned().collect();
    }
    Some(part)
}

/// Whether a handler runs this program's hooks of that client, and nothing else.
fn is_ours(lists: &Lists, handler: &Value) -> bool {
    let mut lines = lines(handler).peekable();
    lines.peek().is_some() && lines.all(|(runner, line)| lists.command.is_in(runner, line, &lists.client))
}

/// What a handler runs.
fn lines(handler: &Value) -> impl Iterator<Item = (Runner, &str)> {
    Runner::ALL.into_iter().filter_map(|runner| Some((runner, handler.get(runner.key())?.as_str()?)))
}

/// Makes sure that our entries are as wanted, and everything else as it was.
fn check(lists: &Lists, old: &Value, new: &Value, wanted: &[(String, Value)]) -> Result<(), Broken> {
    let as_wanted = sorted(&ours(lists, new)) == sorted(wanted);
    if as_wanted && without(lists, old) == without(lists, new) {
        return Ok(());
    }
    Err("the hooks can't be changed without changing something else".to_owned())
}

/// A document without our entries, without lists that are empty then, and without the version.
fn without(lists: &Lists, document: &Value) -> Value {
    let mut document = document.clone();
    let Some(root) = document.as_object_mut() else { return document };
    if lists.version {
        root.remove(VERSION.0);
    }
    if let Some(events) = root.get_mut(HOOKS).and_then(Value::as_object_mut) {
        for list in events.values_mut().filter_map(Value::as_array_mut) {
            *list = list.iter().filter_map(|entry| part(lists, entry, false)).collect();
        }
        events.retain(|_, list| list.as_array().is_none_or(|list| !list.is_empty()));
    }
    if root.get(HOOKS).and_then(Value::as_object).is_some_and(Map::is_empty) {
        root.remove(HOOKS);
    }
    document
}

fn sorted(entries: &[(String, Value)]) -> Vec<String> {
    let mut lines: Vec<_> = entries.iter().map(|(event, entry)| format!("{event} {entry}")).collect();
    lines.sort();
    lines
}

fn strings(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            into.insert(text.clone());
            let quoted = serde_json::to_string(text).unwrap_or_default();
            into.insert(quoted.trim_start_matches('"').strip_suffix('"').unwrap_or_default().to_owned());
        }
        Value::Array(items) => items.iter().for_each(|item| strings(item, into)),
        Value::Object(fields) => fields.values().for_each(|field| strings(field, into)),
        _ => {}
    }
}
