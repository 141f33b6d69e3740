//! Edit versions (D10): a digest over what a write changes and the version before it, so that
//! making one costs what the write adds, and none comes twice.

use super::decide::{Basis, Change};
use super::record::Head;
use crate::author::Author;
use crate::digest::Json;

/// Hex digits of a version.
const VERSION_DIGITS: usize = 32;

/// The version after a write. It doesn't tell an append from the replace that stores the same
/// (AC-TASKS-PLAN-APPEND-005.4).
pub(crate) fn of_write(basis: Basis<'_>, change: &Change<'_>, position: u32) -> String {
    let kind = if change.restored.is_some() { "restore" } else { "write" };
    let mut members = step(basis, kind);
    members.extend([
        ("position", Json::Number(position)),
        ("at", Json::Number(change.splice.at)),
        ("removed", Json::Number(change.splice.removed)),
        ("inserted", Json::Text(change.splice.inserted)),
        ("title", Json::Text(&change.title)),
    ]);
    shortened(&Json::Object(members))
}

/// The version after a deletion.
pub(crate) fn of_deletion(basis: Basis<'_>, head: &Head) -> String {
    let mut members = step(basis, "delete");
    members.push(("position", Json::Number(head.position)));
    shortened(&Json::Object(members))
}

fn step<'a>(basis: Basis<'a>, kind: &'static str) -> Vec<(&'static str, Json<'a>)> {
    let previous = basis.head.map_or(Json::Null, |head| Json::Text(&head.version));
    let Author { kind: author_kind, name } = basis.author;
    let author = vec![("kind", Json::Text(author_kind.name())), ("name", Json::Text(name))];
    vec![
        ("previous", previous),
        ("task", Json::Text(basis.task.as_str())),
        ("kind", Json::Text(kind)),
        ("author", Json::Object(author)),
    ]
}

fn shortened(json: &Json<'_>) -> String {
    let mut digest = json.sha256();
    digest.truncate(VERSION_DIGITS);
    digest
}
