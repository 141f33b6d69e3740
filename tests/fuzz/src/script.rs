//! Bytes as a script that people can read. Every input is some script.
//!
//! A record begins with `%`: words up to the end of the line, then its text up to the next record,
//! without the line ending before it. A text that begins with `{12}` is the rest of it twelve times.

use std::borrow::Cow;

/// Most records of a script that are read.
const RECORDS_MAX: usize = 48;
/// Most bytes that repeating makes of a text: more than any limit of the core.
const TEXT_MAX_BYTES: usize = 300_000;

/// One record.
#[derive(Debug, Clone)]
pub(crate) struct Record<'a> {
    words: &'a str,
    /// The text below the words.
    pub(crate) text: Cow<'a, str>,
}

impl<'a> Record<'a> {
    /// The word at a place, from 0; empty where there is none.
    pub(crate) fn word(&self, place: usize) -> &'a str {
        self.words.split(' ').nth(place).unwrap_or_default()
    }

    /// The word at a place as a number; 0 where it is none.
    pub(crate) fn number(&self, place: usize) -> i64 {
        self.word(place).parse().unwrap_or_default()
    }

    /// The word at a place and all that follow it.
    pub(crate) fn rest(&self, place: usize) -> &'a str {
        self.words.splitn(place + 1, ' ').nth(place).unwrap_or_default()
    }
}

/// The records of a script, the first ones.
pub(crate) fn records(script: &str) -> Vec<Record<'_>> {
    let pieces = script.split('%').skip(1).take(RECORDS_MAX);
    pieces
        .map(|piece| {
            let (words, text) = piece.split_once('\n').unwrap_or((piece, ""));
            Record { words, text: repeated(text.strip_suffix('\n').unwrap_or(text)) }
        })
        .collect()
}

/// A text, repeated where it begins with a number in braces.
pub(crate) fn repeated(text: &str) -> Cow<'_, str> {
    let split = text.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    match split.and_then(|(times, once)| Some((times.parse::<usize>().ok()?, once))) {
        Some((times, once)) => {
            Cow::Owned(once.repeat(times.min(TEXT_MAX_BYTES.checked_div(once.len()).unwrap_or(0))))
        }
        None => Cow::Borrowed(text),
    }
}
