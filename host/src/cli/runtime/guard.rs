//! `planmark guard`.

use std::path::Path;

use planmark_core::digest::sha256;
use planmark_core::runtime::READ_TOOL;
use planmark_core::runtime::guard::{Assembly, Finding};
use serde::Serialize;

use super::refused;
use crate::Planmark;
use crate::cli::arguments::runtime::{GuardCommand, Lint, Render};
use crate::cli::arguments::tracker::From;
use crate::cli::exit::Exit;
use crate::cli::figures::counted;
use crate::cli::input::{Purpose, Source};
use crate::cli::project;
use crate::cli::report::Report;
use crate::cli::session::Session;
use crate::cli::style::DIM;
use crate::cli::visible::visible_line;

/// Runs one command.
///
/// # Errors
///
/// What the input, the facade or the output answers.
pub(crate) fn run(session: &Session, command: &GuardCommand) -> Result<Exit, Report> {
    match command {
        GuardCommand::Render(arguments) => render(session, arguments).map(|()| Exit::Done),
        GuardCommand::Lint(arguments) => lint(session, arguments),
    }
}

/// The line and its digest, as JSON.
#[derive(Serialize)]
struct Rendered<'a> {
    line: &'a str,
    digest: String,
}

fn render(session: &Session, arguments: &Render) -> Result<(), Report> {
    let (_, line) = in_force(session, &arguments.from)?;
    let screen = session.screen;
    if screen.json() {
        return screen.print_json(&Rendered { line: &line, digest: sha256(&line) });
    }
    screen.print(&format!("{}\n", if screen.pretty() { visible_line(&line) } else { line }))
}

/// What was checked against which line, and what was found, as JSON.
#[derive(Serialize)]
struct Linted<'a> {
    digest: String,
    selectors: &'a [String],
    checked: usize,
    findings: &'a [Finding],
}

/// Checks texts. Anything that is found is a problem.
fn lint(session: &Session, arguments: &Lint) -> Result<Exit, Report> {
    let screen = session.screen;
    let mut assemblies = Vec::new();
    for path in &arguments.paths {
        let text = Source::File(path.clone()).read_for(&Purpose::CHECKED, screen)?;
        assemblies.push(Assembly { path: slashed(path), text });
    }
    let selectors = match arguments.selectors.as_slice() {
        [] => assemblies.iter().map(|assembly| literally(&assembly.path)).collect(),
        given => given.to_vec(),
    };
    let (planmark, line) = in_force(session, &arguments.from)?;
    let findings = planmark.runtime().guard_lint(&line, &selectors, &assemblies);
    let findings = findings.map_err(|error| refused(&error))?;
    let (digest, checked) = (sha256(&line), assemblies.len());
    if screen.json() {
        screen.print_json(&Linted { digest, selectors: &selectors, checked, findings: &findings })?;
    } else {
        screen.print(&findings.iter().map(shown).collect::<String>())?;
        screen.remark(&format!(
            "{DIM}{} checked against the line with digest {digest}, {} found{DIM:#}\n",
            counted(checked as u64, "text"),
            findings.len()
        ));
    }
    Ok(if findings.is_empty() { Exit::Done } else { Exit::Problem })
}

fn shown(Finding { path, line, fault: _, message }: &Finding) -> String {
    match line {
        0 => format!("{}: {}\n", visible_line(path), visible_line(message)),
        line => format!("{}:{line}: {}\n", visible_line(path), visible_line(message)),
    }
}

/// A path with `/`, as selectors are written.
fn slashed(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = if std::path::MAIN_SEPARATOR == '\\' { path.replace('\\', "/") } else { path.into_owned() };
    path.strip_prefix("./").map_or(path.clone(), str::to_owned)
}

/// A glob that means one path.
fn literally(path: &str) -> String {
    path.chars().fold(String::new(), |mut glob, c| {
        if "*?[]{}\\!".contains(c) {
            glob.push('\\');
        }
        glob.push(c);
        glob
    })
}

fn in_force(session: &Session, from: &From) -> Result<(Planmark, String), Report> {
    let id = project::session(from.session.as_deref())?;
    let planmark = session.reader()?.planmark;
    let line = planmark.runtime().guard_line(&id, READ_TOOL).map_err(|error| refused(&error))?;
    let line = line.ok_or_else(|| {
        Report::with_code(
            "root-not-found",
            "the session has no root that the engine drives, and so no guard line",
            "Admit one with `planmark root admit`, after `planmark root cutover`.",
        )
    })?;
    Ok((planmark, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::memory::MemoryStore;

    #[test]
    fn a_path_is_selected_whatever_is_in_its_name() {
        let planmark = Planmark::builder().store(MemoryStore::new()).build().expect("an engine");
        let line = "Planmark guard 0: work";
        let found = |glob: &str, path: &str| {
            let text = Assembly { path: path.to_owned(), text: line.to_owned() };
            planmark.runtime().guard_lint(line, &[literally(glob)], &[text]).expect("an answer").len()
        };
        for path in ["a.md", "a[1].md", "{x}*?.md", "!a.md"] {
            assert_eq!(found(path, path), 0, "{path}");
        }
        assert_eq!(found("a[1].md", "a1.md"), 2, "copied, and a selector that selects nothing");
    }
}
