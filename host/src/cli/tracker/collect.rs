//! `planmark gc`.

use planmark_core::tracker::reply::{Collected, KeptReason};

use super::refused;
use crate::cli::arguments::tracker::Collect;
use crate::cli::figures::counted;
use crate::cli::project;
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::cli::style::DIM;

/// Removes the bodies of a session that no branch holds any more, or says which it would.
///
/// # Errors
///
/// What the facade or the output answers.
pub(crate) fn run(session: &Session, arguments: &Collect) -> Result<(), Report> {
    let id = project::session(arguments.from.session.as_deref())?;
    let collected = session
        .open_existing()?
        .tracker()
        .collect(&id, arguments.dry_run)
        .map_err(|error| refused(&error))?;
    let stored = !arguments.dry_run && !collected.removed.is_empty();
    print(session, &collected, arguments.dry_run).map_err(|report| report.after_call_if(stored))
}

fn print(session: &Session, collected: &Collected, dry_run: bool) -> Result<(), Report> {
    let screen = session.screen;
    if screen.json() {
        return screen.print_json(collected);
    }
    let Collected { removed, kept } = collected;
    let would = if dry_run { "would remove" } else { "removed" };
    let mut text: String = removed.iter().map(|plan| format!("{would} {plan}\n")).collect();
    text.push_str(&format!("{would} {}, kept {}\n", counted(removed.len() as u64, "file"), kept.len()));
    let recent = kept.iter().filter(|kept| kept.reason == KeptReason::Recent).count();
    if recent > 0 {
        screen.remark(&format!("{DIM}{recent} of them cleared or left over less than 30 days ago{DIM:#}\n"));
    }
    screen.print(&text)
}
