//! The difference between two texts.
//!
//! It is a unified difference of lines that end at LF, as `patch` reads it. A terminal gets colours,
//! and within lines that replace each other the part that differs is set off.

use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline, group_diff_ops};

use crate::cli::style::{ADDED, ADDED_PART, HUNK, REMOVED, REMOVED_PART};
use crate::cli::visible::visible;

/// Unchanged lines around each change.
const CONTEXT_LINES: usize = 3;

/// How long the search for a short difference may take; after that it is correct, but longer.
const SEARCH_TIME: Duration = Duration::from_secs(1);

/// What turns one text into another.
pub(crate) struct Changes<'a> {
    old: Vec<&'a str>,
    new: Vec<&'a str>,
    ops: Vec<DiffOp>,
}

impl<'a> Changes<'a> {
    /// Compares two texts.
    pub(crate) fn between(old: &'a str, new: &'a str) -> Self {
        let old: Vec<_> = old.split_inclusive('\n').collect();
        let new: Vec<_> = new.split_inclusive('\n').collect();
        let deadline = Some(Instant::now() + SEARCH_TIME);
        let ops = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline);
        Self { old, new, ops }
    }

    /// How many lines are added.
    pub(crate) fn added(&self) -> u64 {
        self.changes().map(|op| op.new_range().len() as u64).sum()
    }

    /// The lines that are removed, without their ends.
    pub(crate) fn removed(&self) -> impl Iterator<Item = &'a str> {
        self.changes()
            .flat_map(|op| self.old.get(op.old_range()).unwrap_or_default())
            .map(|line| line.trim_end_matches(['\n', '\r']))
    }

    /// The unified difference, without the two lines that name the texts. Empty when they are equal.
    pub(crate) fn unified(&self, pretty: bool) -> String {
        let mut text = String::new();
        for group in group_diff_ops(self.ops.clone(), CONTEXT_LINES) {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            let old = span(first.old_range().start, last.old_range().end);
            let new = span(first.new_range().start, last.new_range().end);
            let header = format!("@@ -{old} +{new} @@");
            text.push_str(&if pretty { format!("{HUNK}{header}{HUNK:#}\n") } else { format!("{header}\n") });
            for op in &group {
                self.push(op, pretty, &mut text);
            }
        }
        text
    }

    fn changes(&self) -> impl Iterator<Item = &DiffOp> {
        self.ops.iter().filter(|op| op.tag() != DiffTag::Equal)
    }

    fn push(&self, op: &DiffOp, pretty: bool, text: &mut String) {
        let old = self.old.get(op.old_range()).unwrap_or_default();
        let new = self.new.get(op.new_range()).unwrap_or_default();
        if op.tag() == DiffTag::Equal {
            old.iter().for_each(|line| push_line(&Line { sign: ' ', line, other: None }, pretty, text));
            return;
        }
        let paired = old.len() == new.len();
        for (index, line) in old.iter().enumerate() {
            let other = new.get(index).copied().filter(|_| paired);
            push_line(&Line { sign: '-', line, other }, pretty, text);
        }
        for (index, line) in new.iter().enumerate() {
            let other = old.get(index).copied().filter(|_| paired);
            push_line(&Line { sign: '+', line, other }, pretty, text);
        }
    }
}

/// One line of a difference.
struct Line<'a> {
    /// What happens to it: ` `, `-` or `+`.
    sign: char,
    /// The line with its end.
    line: &'a str,
    /// The line that takes its place, or whose place it takes.
    other: Option<&'a str>,
}

fn push_line(line: &Line<'_>, pretty: bool, text: &mut String) {
    let without_end = line.line.trim_end_matches('\n');
    if pretty {
        text.push_str(&styled(line, without_end));
    } else {
        text.push(line.sign);
        text.push_str(without_end);
    }
    text.push('\n');
    if !line.line.ends_with('\n') {
        text.push_str("\\ No newline at end of file\n");
    }
}

/// A line of the terminal view: what it does not share with its counterpart is set off. The CR of a
/// CRLF is shown where the line changed, since it may be the change.
fn styled(Line { sign, line: _, other }: &Line<'_>, line: &str) -> String {
    let (style, part) = match sign {
        '-' => (REMOVED, REMOVED_PART),
        '+' => (ADDED, ADDED_PART),
        _ => return format!(" {}", visible(line.strip_suffix('\r').unwrap_or(line))),
    };
    let (start, end) = match other {
        Some(other) => differing(line, other.trim_end_matches('\n')),
        None => (0, line.len()),
    };
    if start == end || (start == 0 && end == line.len()) {
        return format!("{style}{sign}{}{style:#}", visible(line));
    }
    let (before, rest) = line.split_at(start);
    let (middle, after) = rest.split_at(end - start);
    let (before, middle, after) = (visible(before), visible(middle), visible(after));
    format!("{style}{sign}{before}{style:#}{part}{middle}{part:#}{style}{after}{style:#}")
}

/// The bytes of `line` that its common beginning and end with `other` leave.
fn differing(line: &str, other: &str) -> (usize, usize) {
    let common = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = common(&mut line.chars().zip(other.chars()));
    let (line_rest, other_rest) = (line.get(start..), other.get(start..));
    let (line_rest, other_rest) = (line_rest.unwrap_or_default(), other_rest.unwrap_or_default());
    let tail = common(&mut line_rest.chars().rev().zip(other_rest.chars().rev()));
    (start, line.len() - tail)
}

/// Where a hunk stands in one text, in the notation of unified differences.
fn span(start: usize, end: usize) -> String {
    match end - start {
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        lines => format!("{},{lines}", start + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_what_patch_reads() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nB\nc\nd\ne\nf\ng\nh\ni";
        let changes = Changes::between(old, new);
        assert_eq!(
            changes.unified(false),
            "@@ -1,8 +1,9 @@\n a\n-b\n+B\n c\n d\n e\n f\n g\n h\n+i\n\\ No newline at end of file\n"
        );
        assert_eq!((changes.added(), changes.removed().collect::<Vec<_>>()), (2, vec!["b"]));
    }

    #[test]
    fn an_empty_side_starts_at_line_zero() {
        assert_eq!(Changes::between("", "a\nb\n").unified(false), "@@ -0,0 +1,2 @@\n+a\n+b\n");
        assert_eq!(Changes::between("a\n", "").unified(false), "@@ -1 +0,0 @@\n-a\n");
        assert_eq!(Changes::between("a\n", "a\n").unified(true), "");
    }

    #[test]
    fn the_terminal_view_sets_off_what_differs() {
        let shown = Changes::between("- [ ] Ship it\n", "- [x] Ship it\n").unified(true);
        let expected = format!("{ADDED}+- [{ADDED:#}{ADDED_PART}x{ADDED_PART:#}{ADDED}] Ship it{ADDED:#}");
        assert!(shown.contains(&expected), "{shown:?}");
    }

    #[test]
    fn a_changed_line_end_is_seen_and_escapes_are_harmless() {
        let shown = Changes::between("a\n\u{1b}[2J\n", "a\r\n\u{1b}[2J\n").unified(true);
        let shown = anstream::adapter::strip_str(&shown).to_string();
        assert_eq!(shown, "@@ -1,2 +1,2 @@\n-a\n+a\\u{d}\n \\u{1b}[2J\n");
    }

    #[test]
    fn common_ends_never_overlap() {
        assert_eq!(differing("aa", "aaa"), (2, 2));
        assert_eq!(differing("aaa", "aa"), (2, 3));
        assert_eq!(differing("äb", "äöb"), (2, 2));
    }
}
