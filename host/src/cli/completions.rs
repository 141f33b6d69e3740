//! `planmark completions`: what a shell needs to complete this program's command line.

use clap::CommandFactory;
use serde_json::json;

use crate::cli::arguments::{Arguments, Completions};
use crate::cli::report::Report;
use crate::cli::session::Session;

/// Prints the script.
///
/// # Errors
///
/// What the output answers.
pub(crate) fn print(session: &Session, arguments: &Completions) -> Result<(), Report> {
    let mut script = Vec::new();
    let mut command = Arguments::command();
    let program = command.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut command, program, &mut script);
    let script = String::from_utf8_lossy(&script);
    if session.screen.json() {
        return session.screen.print_json(&json!({ "shell": arguments.shell.to_string(), "script": script }));
    }
    session.screen.print(&script)
}
