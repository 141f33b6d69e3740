//! The guard line, and the check that it stands where it must, as it must.

use serde::{Deserialize, Serialize};

use super::fold::{Root, Roots};
use super::reentry::ReadArguments;
use crate::words::{self, Template, quoted};

/// A text that a guard line may stand in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembly {
    /// Its path, with `/`, relative to what the selectors are relative to.
    pub path: String,
    /// The text.
    pub text: String,
}

/// What is wrong with the guard line in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// A selected text without the line.
    Missing,
    /// The line with other bytes.
    Diverged,
    /// The line more than once.
    Repeated,
    /// The line, or its words, in a text that is not selected.
    Copied,
    /// A selector that selects no text.
    SelectsNothing,
}

/// One finding of the lint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The path, or the selector with `selects-nothing`.
    pub path: String,
    /// The line, from 1; 0 where there is none.
    pub line: u32,
    /// What is wrong.
    pub fault: Fault,
    /// The same, as a sentence.
    pub message: String,
}

/// The guard line of a root, without a line ending; none where the engine doesn't drive it. It
/// depends on the root's identity alone.
#[must_use]
pub fn line(root: &Root, read_tool: &str) -> Option<String> {
    let catalog = root.catalog()?;
    let arguments = ReadArguments::of(&root.admission().identity);
    Some(catalog.guard.render(&[
        ("identity", &arguments.identity_digest),
        ("tool", read_tool),
        ("arguments", &arguments.canonical()),
    ]))
}

/// The guard line of the root in force; none without one.
#[must_use]
pub fn in_force(roots: &Roots, read_tool: &str) -> Option<String> {
    roots.in_force().and_then(|root| line(root, read_tool))
}

/// Checks the guard line in texts: it must stand in each that a selector selects, once, byte for
/// byte, and in no other. Findings come in order of the texts, then of the lines, then of the
/// selectors.
#[must_use]
pub fn lint(line: &str, selectors: &[String], assemblies: &[Assembly]) -> Vec<Finding> {
    let selects = |selector: &String, path: &str| fast_glob::glob_match(selector, path);
    let mut findings = Vec::new();
    for Assembly { path, text } in assemblies {
        let selected = selectors.iter().any(|selector| selects(selector, path));
        findings.extend(if selected { in_selected(line, path, text) } else { in_other(line, path, text) });
    }
    for selector in selectors {
        if !assemblies.iter().any(|assembly| selects(selector, &assembly.path)) {
            findings.push(finding(selector, 0, Fault::SelectsNothing));
        }
    }
    findings
}

fn in_selected(line: &str, path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut found = 0_usize;
    for (number, candidate) in alike(line, text) {
        if candidate != line {
            findings.push(finding(path, number, Fault::Diverged));
            continue;
        }
        found = found.saturating_add(1);
        if found > 1 {
            findings.push(finding(path, number, Fault::Repeated));
        }
    }
    if found == 0 && findings.is_empty() {
        findings.push(finding(path, 0, Fault::Missing));
    }
    findings
}

fn in_other(line: &str, path: &str, text: &str) -> Vec<Finding> {
    alike(line, text).map(|(number, _)| finding(path, number, Fault::Copied)).collect()
}

/// The lines that are the guard line, or say what it says: those that begin as it does, and those
/// that hold its words, whatever their case and white space.
fn alike<'a>(line: &'a str, text: &'a str) -> impl Iterator<Item = (u32, &'a str)> + 'a {
    let beginning = folded(words::RUNTIME_GUARD.text.split('{').next().unwrap_or_default());
    let words = folded(line.split_once(": ").map_or(line, |(_, words)| words));
    let first_clause = words.split(';').next().unwrap_or_default().to_owned();
    // A character of a folded line comes from one byte or more: a line with fewer can't hold the words.
    let shortest = beginning.chars().count().min(first_clause.chars().count());
    let long_enough = move |(_, candidate): &(u32, &str)| candidate.len() >= shortest;
    (1..=u32::MAX).zip(text.split('\n')).filter(long_enough).filter(move |(_, candidate)| {
        let folded = folded(candidate);
        folded.contains(&beginning) || folded.contains(&first_clause)
    })
}

/// A text in lower case, with one space for each run of white space.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn finding(path: &str, line: u32, fault: Fault) -> Finding {
    let template: &Template = match fault {
        Fault::Missing => &words::RUNTIME_LINT_MISSING,
        Fault::Diverged => &words::RUNTIME_LINT_DIVERGED,
        Fault::Repeated => &words::RUNTIME_LINT_REPEATED,
        Fault::Copied => &words::RUNTIME_LINT_COPIED,
        Fault::SelectsNothing => &words::RUNTIME_LINT_SELECTS_NOTHING,
    };
    let message = template.render(&[("path", &quoted(path)), ("line", &line.to_string())]);
    Finding { path: path.to_owned(), line, fault, message }
}
