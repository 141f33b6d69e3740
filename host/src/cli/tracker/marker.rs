//! `planmark marker` and `planmark prompt`.

use super::foreign::Foreign;
use super::{reader, refused, remark_on};
use crate::cli::arguments::tracker::{Marker, Prompt};
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::cli::visible::visible;

/// Prints the line for this turn.
///
/// # Errors
///
/// What the facade or the output answers.
pub(crate) fn marker(session: &Session, arguments: &Marker) -> Result<(), Report> {
    let marker = match &arguments.on.pi {
        Some(file) => Foreign::read(&Foreign::engine()?, file)?.marker()?,
        None => {
            let (planmark, id) = reader(session, &arguments.on)?;
            planmark.tracker().marker(&id).map_err(|error| refused(&error))?
        }
    };
    let screen = session.screen;
    let printed =
        if screen.json() { screen.print_json(&marker) } else { screen.print(&format!("{}\n", marker.text)) };
    remark_on(screen, "note", &marker.notes);
    printed
}

/// Prints the text for the system prompt: exactly its bytes in a pipe, harmless on a terminal.
///
/// # Errors
///
/// What the facade or the output answers.
pub(crate) fn prompt(session: &Session, arguments: &Prompt) -> Result<(), Report> {
    let prompt = match &arguments.on.pi {
        Some(file) => Foreign::read(&Foreign::engine()?, file)?.prompt()?,
        None => {
            let (planmark, id) = reader(session, &arguments.on)?;
            planmark.tracker().prompt(&id).map_err(|error| refused(&error))?
        }
    };
    let screen = session.screen;
    let printed = if screen.json() {
        screen.print_json(&prompt)
    } else if screen.pretty() {
        screen.print(&visible(&prompt.text))
    } else {
        screen.print(&prompt.text)
    };
    remark_on(screen, "note", &prompt.notes);
    printed
}
