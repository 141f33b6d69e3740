//! What a hook says before a tool runs (D45, D48): only a root that the engine drives denies
//! anything.

use serde::{Deserialize, Serialize};

use super::case::Case;
use super::directive::{Seat, ToolCall, canonical_arguments, installing, pending};
use super::entry::Action;
use super::fold::Root;
pub use super::path::Change;
use super::reentry::ReadArguments;
use crate::digest::sha256;
use crate::words::{Template, quoted};

/// What a hook says about a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opinion {
    /// Nothing: the client does what it does without this engine.
    None,
    /// The call is denied, for this reason.
    Deny(String),
}

/// Whether changes may be made: the first one that a root denies decides.
///
/// A root denies a change of a path it owns (its globs, and the body of its plan), from its first
/// serve to its receipt, unless the task that is to be done now was served in this turn. One that is
/// closed elsewhere denies nothing.
#[must_use]
pub fn before_change(cases: &[Case<'_>], read_tool: &str, changes: &[Change<'_>]) -> Opinion {
    for case in cases.iter().filter(|case| case.is_guarded() && case.root.is_live() && !case.is_covered()) {
        let body = case.plan().and_then(|plan| plan.path.as_deref());
        let owned = |change: &&Change<'_>| change.is_owned(&case.root.admission().owned, body);
        if let Some((change, catalog)) = changes.iter().find(owned).zip(case.root.catalog()) {
            return deny_and_read(case.root, catalog.deny_change, read_tool, change.path);
        }
    }
    Opinion::None
}

/// Whether a call of one of the client's transport tools may be made: from the admission of a root to its
/// receipt only the one that a directive asked for, with its arguments. Where that one has not been made
/// yet, the reason has it word for word.
#[must_use]
pub fn before_call(cases: &[Case<'_>], seat: Seat<'_>, tool: &str, arguments: &str) -> Opinion {
    if !seat.client.steering_tools().contains(&tool) {
        return Opinion::None;
    }
    let guarding =
        |case: &&Case<'_>| case.is_guarded() && (case.is_unfinished() || case.root.asked().is_some());
    let digest = canonical_arguments(tool, arguments).map(|arguments| sha256(&arguments));
    let roots: Vec<_> = cases.iter().filter(guarding).map(|case| case.root).collect();
    // Also a root that is closed has its own transport ended.
    let driven = cases.iter().map(|case| case.root).filter(|root| root.is_driven());
    let is_asked = |root: &Root| {
        root.asked()
            .is_some_and(|asked| asked.tool == tool && Some(&asked.arguments_digest) == digest.as_ref())
    };
    if driven.into_iter().any(is_asked) {
        return Opinion::None;
    }
    let waiting = roots.iter().find_map(|root| Some((*root, root.catalog()?, pending(root, seat)?)));
    if let Some((root, catalog, ToolCall { name, arguments })) = waiting {
        return deny(root, catalog.deny_asked, tool, &name, &arguments);
    }
    match roots.first().and_then(|root| Some((root, root.catalog()?))) {
        Some((root, catalog)) => deny_and_read(root, catalog.deny_call, seat.read_tool, tool),
        None => Opinion::None,
    }
}

/// The root that a call is of, and what it is for: the one whose directive asked for it. One that makes a
/// root's transport is that root's also where nothing asks for it any more: a client may have made the call
/// that was asked for twice at once.
#[must_use]
pub fn made_for<'a>(
    roots: &'a [Root],
    seat: Seat<'_>,
    tool: &str,
    arguments: &str,
) -> Option<(&'a Root, Action)> {
    let arguments = canonical_arguments(tool, arguments)?;
    let digest = sha256(&arguments);
    if !seat.client.steering_tools().contains(&tool) {
        return None;
    }
    let call = ToolCall { name: tool.to_owned(), arguments };
    let asked = roots.iter().filter_map(|root| Some((root, root.asked()?)));
    let asked = asked.filter(|(_, asked)| asked.tool == tool && asked.arguments_digest == digest);
    let made = |root: &&Root| installing(root, seat).as_ref() == Some(&call);
    let mut asked = asked.map(|(root, asked)| (root, asked.action));
    asked.next().or_else(|| roots.iter().find(made).map(|root| (root, Action::Install)))
}

/// What a hook that guards something says when it can't read what it is given (D47).
#[must_use]
pub fn unreadable(cases: &[Case<'_>], read_tool: &str) -> Opinion {
    let guarding = cases.iter().find(|case| case.is_guarded() && case.is_unfinished());
    match guarding.and_then(|case| Some((case.root, case.root.catalog()?))) {
        Some((root, catalog)) => deny_and_read(root, catalog.deny_unreadable, read_tool, ""),
        None => Opinion::None,
    }
}

/// A denial, with the re-entry command as it has to be called.
fn deny_and_read(root: &Root, template: &Template, read_tool: &str, what: &str) -> Opinion {
    deny(root, template, what, read_tool, &ReadArguments::of(&root.admission().identity).canonical())
}

/// A denial of `what`, with the call that is to be made in its place.
fn deny(root: &Root, template: &Template, what: &str, tool: &str, arguments: &str) -> Opinion {
    Opinion::Deny(template.render(&[
        ("what", &quoted(what)),
        ("root", &root.key().shown()),
        ("tool", tool),
        ("arguments", arguments),
    ]))
}
