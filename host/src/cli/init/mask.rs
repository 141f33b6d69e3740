//! Hides what a difference would show of others.
//!
//! Configurations hold tokens. A line that changes may be a neighbour's too, when a comma is put at
//! its end, so each string that is not of our entry is hidden, and each comment.

use std::collections::BTreeSet;

use crate::cli::init::format::Format;

/// What stands in the place of a string or comment.
const HIDDEN: &str = "…";

/// A kind of text that may be a secret.
struct Kind {
    open: &'static str,
    close: &'static str,
    escapes: bool,
    comment: bool,
}

const fn string(mark: &'static str, escapes: bool) -> Kind {
    Kind { open: mark, close: mark, escapes, comment: false }
}

const fn comment(open: &'static str, close: &'static str) -> Kind {
    Kind { open, close, escapes: false, comment: true }
}

const JSON: &[Kind] = &[string("\"", true), comment("//", "\n"), comment("/*", "*/")];
const TOML: &[Kind] = &[
    string("\"\"\"", true),
    string("'''", false),
    string("\"", true),
    string("'", false),
    comment("#", "\n"),
];

/// A text with as many lines, in which the keys are left, and the strings that are `known`.
pub(super) fn masked(text: &str, format: Format, known: &BTreeSet<String>) -> String {
    let (kinds, after_key) = match format {
        Format::Json => (JSON, ':'),
        Format::Toml => (TOML, '='),
    };
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let Some(kind) = kinds.iter().find(|kind| rest.starts_with(kind.open)) else {
            shown.push(next);
            rest = rest.get(next.len_utf8()..).unwrap_or_default();
            continue;
        };
        let inner = rest.get(kind.open.len()..).unwrap_or_default();
        let length = length(inner, kind);
        let (content, after) = inner.split_at(length);
        let close = if after.is_empty() { "" } else { kind.close };
        let after = after.get(close.len()..).unwrap_or_default();
        let is_key = !kind.comment && after.trim_start_matches([' ', '\t']).starts_with(after_key);
        shown.push_str(kind.open);
        if !kind.comment && (is_key || content.is_empty() || known.contains(content)) {
            shown.push_str(content);
        } else {
            shown.push_str(HIDDEN);
            shown.extend(content.chars().filter(|character| *character == '\n'));
        }
        shown.push_str(close);
        rest = after;
    }
    shown
}

/// The bytes before the closing mark.
fn length(inner: &str, kind: &Kind) -> usize {
    let mut escaped = false;
    for (offset, character) in inner.char_indices() {
        if escaped {
            escaped = false;
        } else if kind.escapes && character == '\\' {
            escaped = true;
        } else if inner.get(offset..).is_some_and(|rest| rest.starts_with(kind.close)) {
            return offset;
        }
    }
    inner.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> String {
        masked(text, Format::Json, &["planmark".to_owned()].into())
    }

    #[test]
    fn the_strings_of_others_are_hidden_and_keys_are_not() {
        assert_eq!(
            json(r#"{"env": {"TOKEN" : "s\"x"}, "command": "planmark", "n": 1}"#),
            r#"{"env": {"TOKEN" : "…"}, "command": "planmark", "n": 1}"#
        );
    }

    #[test]
    fn comments_are_hidden_and_lines_stay() {
        assert_eq!(json("// old \"token\"\n{/* a\nb */}\n"), "//…\n{/*…\n*/}\n");
        assert_eq!(json("\"never closed\n"), "\"…\n");
    }

    #[test]
    fn strings_of_every_form_of_toml_are_hidden() {
        let text = "a = 'x' # s\nb = \"\"\"\nlong \"s\"\n\"\"\"\n\"k\" = \"y\\\"\"\nc = ''\n";
        let shown = "a = '…' #…\nb = \"\"\"…\n\n\"\"\"\n\"k\" = \"…\"\nc = ''\n";
        assert_eq!(masked(text, Format::Toml, &BTreeSet::new()), shown);
    }
}
