//! A text as Markdown is read from it: its blocks, their lines, and what it ends inside of.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use super::{Note, NoteKind, SEPARATOR, lines, size};
use crate::words;

/// What is appended to a text to see what becomes of it: a line that is a paragraph wherever it can
/// be one.
const PROBE: &str = "x";

/// Bytes that a text is parsed with beyond its own.
const PROBED_BYTES: usize = SEPARATOR.len().saturating_add(PROBE.len());

/// Bytes of a line within which a list or quotation may open. The parser looks at every open one
/// for every line, so their depth must have a bound for the time to stay in proportion to the text.
const NESTING_MAX_BYTES: usize = 64;

/// A text that is read as Markdown.
pub(crate) struct Markdown<'a> {
    /// The text without a byte order mark.
    text: &'a str,
    /// What is parsed: as many bytes, the markers that would nest too deep written over, and a probe
    /// behind it.
    parsed: String,
    probe_at: usize,
    /// Where each line begins.
    line_starts: Vec<u32>,
}

impl<'a> Markdown<'a> {
    /// Prepares a text. One U+FEFF at its start is skipped (D21).
    pub(crate) fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let kept = text.trim_end();
        let mut parsed = String::with_capacity(kept.len().saturating_add(PROBED_BYTES));
        let mut line_starts = Vec::new();
        let mut rest = kept;
        while !rest.is_empty() {
            line_starts.push(size(parsed.len()));
            let (line, after) = lines::split_first(rest);
            match nested_too_deep(line.as_bytes()).and_then(|at| Some((line.get(..at)?, line.get(at..)?))) {
                Some((before, marker)) => {
                    parsed.extend([before, "x"]);
                    parsed.push_str(marker.get(1..).unwrap_or_default());
                }
                None => parsed.push_str(line),
            }
            // The parser overlooks a lone CR after an LF in a fence. An LF is as long (D2).
            if parsed.ends_with('\r') {
                parsed.pop();
                parsed.push('\n');
            }
            rest = after;
        }
        parsed.push_str(SEPARATOR);
        let probe_at = parsed.len();
        parsed.push_str(PROBE);
        Self { text, parsed, probe_at, line_starts }
    }

    /// What the text consists of, in order, each with its bytes. The last paragraph is a probe, and
    /// lies beyond the text.
    pub(crate) fn events(&self) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
        Parser::new(&self.parsed).into_offset_iter()
    }

    /// A part of the text, as written.
    pub(crate) fn part(&self, range: Range<usize>) -> &'a str {
        self.text.get(range.start..range.end.min(self.text.len())).unwrap_or_default()
    }

    /// The line that holds a byte, counted from 1.
    pub(crate) fn line(&self, at: usize) -> u32 {
        size(self.line_starts.partition_point(|&start| start as usize <= at)).max(1)
    }

    /// The note on a code fence or HTML comment that would swallow what is appended to the text
    /// (D3). One in a list item or a quotation ends with that.
    pub(crate) fn open_end(&self, event: &Event<'_>, range: &Range<usize>) -> Option<Note> {
        if range.end <= self.probe_at || range.start >= self.probe_at {
            return None;
        }
        let (kind, template) = match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                (NoteKind::OpenCodeFence, &words::NOTE_OPEN_CODE_FENCE)
            }
            Event::Start(Tag::HtmlBlock) if self.part(range.clone()).trim_start().starts_with("<!--") => {
                (NoteKind::OpenHtmlComment, &words::NOTE_OPEN_HTML_COMMENT)
            }
            _ => return None,
        };
        let line = self.line(range.start);
        Some(Note { kind, line, message: template.render(&[("line", &line.to_string())]) })
    }
}

/// Where in a line the first marker of a list or quotation stands that would nest too deep.
fn nested_too_deep(line: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = line.get(at..)?;
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        at = at.saturating_add(blank);
        let rest = line.get(at..)?;
        let marker = marker_bytes(rest)?;
        if at >= NESTING_MAX_BYTES {
            return (!is_rule(rest)).then_some(at);
        }
        at = at.saturating_add(marker);
    }
}

/// The size of the marker that a line goes on with, if it is one.
fn marker_bytes(line: &[u8]) -> Option<usize> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let marker = match line.get(digits)? {
        b'>' if digits == 0 => return Some(1),
        b'-' | b'*' | b'+' if digits == 0 => 1,
        b'.' | b')' if digits > 0 => digits.saturating_add(1),
        _ => return None,
    };
    let ends = line.get(marker).is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    ends.then_some(marker)
}

/// Whether a line goes on as a thematic break, which looks like many markers.
fn is_rule(line: &[u8]) -> bool {
    let mark = line.first().copied().unwrap_or_default();
    matches!(mark, b'-' | b'*') && line.iter().all(|&byte| byte == mark || byte.is_ascii_whitespace())
}
