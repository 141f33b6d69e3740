//! Roots, their transports and their guard line on the command line.

use planmark_core::runtime::client::Client;
use planmark_core::runtime::directive::Seat;
use planmark_core::runtime::entry::RootKey;
use planmark_core::runtime::{READ_TOOL, RootNow, TICK_TOOL};

use crate::Planmark;
use crate::cli::arguments::runtime::{RootName, Seat as Given};
use crate::cli::report::Report;
use crate::signs;

pub(crate) mod continuing;
pub(crate) mod guard;
pub(crate) mod identity;
pub(crate) mod roots;
pub(crate) mod transport;

/// Where the agent's client is: the one that is named or shows itself.
///
/// # Errors
///
/// What the facade answers.
fn seat(planmark: &Planmark, given: &Given) -> Result<Seat<'static>, Report> {
    let signs = signs::here(None, given.configured()?);
    let identified = planmark.runtime().identify(&signs).map_err(|error| refused(&error))?;
    Ok(at(identified.client))
}

fn at(client: Client) -> Seat<'static> {
    Seat { client, read_tool: READ_TOOL, tick_tool: TICK_TOOL }
}

/// The root that is meant: the one named, in its latest generation where none is; or the latest one that
/// the engine drives, and the latest one where it drives none.
fn find<'a>(roots: &'a [RootNow], name: Option<&RootName>) -> Option<&'a RootNow> {
    let key = |root: &RootNow| root.admission.identity.key.clone();
    match name {
        Some(RootName { closure, generation }) => roots
            .iter()
            .filter(|root| key(root).closure == *closure)
            .filter(|root| generation.is_none_or(|generation| key(root).generation == generation))
            .max_by_key(|root| key(root).generation),
        None => roots.iter().rev().find(|root| is_driven(root)).or_else(|| roots.last()),
    }
}

/// What names the root that is meant.
///
/// # Errors
///
/// `root-not-found` where none is meant, and what the facade answers. One that is named and isn't there is
/// left to the engine to refuse.
fn key(planmark: &Planmark, session: &str, name: Option<&RootName>) -> Result<RootKey, Report> {
    let roots = planmark.runtime().roots(session).map_err(|error| refused(&error))?;
    match (find(&roots, name), name) {
        (Some(root), _) => Ok(root.admission.identity.key.clone()),
        (None, Some(RootName { closure, generation })) => {
            Ok(RootKey { closure: closure.clone(), generation: generation.unwrap_or(1) })
        }
        (None, None) => Err(no_root()),
    }
}

fn is_driven(root: &RootNow) -> bool {
    root.verdict == planmark_core::runtime::entry::Verdict::EngineDriven
}

fn no_root() -> Report {
    Report::with_code(
        "root-not-found",
        "the session has no root",
        "Admit one with `planmark root admit`, after `planmark root cutover`.",
    )
}

/// A refusal in the words of the command line.
fn refused(error: &crate::error::Error) -> Report {
    Report::of(error, "")
}
