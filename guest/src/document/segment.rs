//! Segment cells: splices packed one after another, as they are.
//!
//! Each is a line of five decimal numbers (where it begins, bytes removed, bytes inserted, bytes of
//! the title, milliseconds since the Unix epoch), the title where this write changed it, the text
//! inserted, and a line feed. Nothing is escaped, since the sizes say where each part ends.

use std::fmt::Write as _;

use super::splice::{Damaged, Splice};

/// Most bytes of a segment that holds more than one splice. A cell of that size still fits, with its key,
/// into one page of a database (2,048 bytes), so that an append rewrites one page and not a chain.
pub(crate) const SEGMENT_MAX_BYTES: u32 = 1_920;

/// One write, as a segment holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry<'a> {
    /// What it changed.
    pub(crate) splice: Splice<'a>,
    /// The new title, or empty where it stayed.
    pub(crate) title: &'a str,
    /// When, in milliseconds since the Unix epoch.
    pub(crate) at_ms: u64,
}

impl Entry<'_> {
    /// The entry as it is stored.
    pub(crate) fn encode(&self) -> String {
        let Self { splice: Splice { at, removed, inserted }, title, at_ms } = self;
        let text_bytes = inserted.len().saturating_add(title.len());
        let mut encoded = String::with_capacity(text_bytes.saturating_add(64));
        // INVARIANT: writing to a String doesn't fail.
        let _ = writeln!(encoded, "{at} {removed} {} {} {at_ms}", inserted.len(), title.len());
        encoded.push_str(title);
        encoded.push_str(inserted);
        encoded.push('\n');
        encoded
    }
}

/// The entries of a segment, in order. After the first [`Damaged`] there is none.
pub(crate) fn entries(value: &str) -> Entries<'_> {
    Entries { rest: value }
}

/// See [`entries`].
#[derive(Debug, Clone)]
pub(crate) struct Entries<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Entries<'a> {
    type Item = Result<Entry<'a>, Damaged>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let Some((entry, rest)) = take_entry(self.rest) else {
            self.rest = "";
            return Some(Err(Damaged));
        };
        self.rest = rest;
        Some(Ok(entry))
    }
}

/// The first entry, and what follows it.
fn take_entry(value: &str) -> Option<(Entry<'_>, &str)> {
    let (header, rest) = value.split_once('\n')?;
    let mut fields = header.split(' ');
    let mut number = || fields.next().and_then(decimal);
    let (at, removed) = (number()?, number()?);
    let (inserted_bytes, title_bytes, at_ms) = (number()?, number()?, number()?);
    if fields.next().is_some() {
        return None;
    }
    let (title, rest) = rest.split_at_checked(usize::try_from(title_bytes).ok()?)?;
    let (inserted, rest) = rest.split_at_checked(usize::try_from(inserted_bytes).ok()?)?;
    let splice = Splice { at: u32::try_from(at).ok()?, removed: u32::try_from(removed).ok()?, inserted };
    Some((Entry { splice, title, at_ms }, rest.strip_prefix('\n')?))
}

/// A number as it is written: digits, and no zero before others.
fn decimal(field: &str) -> Option<u64> {
    let digits = field.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (field.len() == 1 || !field.starts_with('0'));
    plain.then(|| field.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(title: &'static str, inserted: &'static str) -> Entry<'static> {
        Entry { splice: Splice { at: 3, removed: 20, inserted }, title, at_ms: 1_700_000_000_123 }
    }

    #[test]
    fn written_as_documented() {
        assert_eq!(entry("", "a\nb").encode(), "3 20 3 0 1700000000123\na\nb\n");
        assert_eq!(entry("Té", "").encode(), "3 20 0 3 1700000000123\nTé\n");
    }

    #[test]
    fn damage_is_told() {
        let sound = entry("T", "text").encode();
        for damaged in [
            "\n",
            "x",
            "3 20 4 0 1\ntext",
            "3 20 4 0 1\ntextx",
            "3 20 9 0 1\ntext\n",
            "3 20 1 0 1\né\n",
            "03 20 4 0 1\ntext\n",
            "+3 20 4 0 1\ntext\n",
            "3  20 4 0 1\ntext\n",
            "3 20 4 0 1 \ntext\n",
            "3 20 4 0\ntext\n",
            "4294967296 0 4 0 1\ntext\n",
            "3 20 4 0 18446744073709551616\ntext\n",
        ] {
            let value = format!("{sound}{damaged}");
            let read: Vec<_> = entries(&value).collect();
            assert_eq!(read, [Ok(entry("T", "text")), Err(Damaged)], "{damaged:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(parts in prop::collection::vec((any::<(u32, u32, u64)>(), any::<String>(), any::<String>()), 0..9)) {
            let written: Vec<_> = parts.iter().map(|((at, removed, at_ms), title, inserted)| Entry {
                splice: Splice { at: *at, removed: *removed, inserted },
                title,
                at_ms: *at_ms,
            }).collect();
            let value: String = written.iter().map(Entry::encode).collect();
            let read: Result<Vec<_>, _> = entries(&value).collect();
            prop_assert_eq!(read, Ok(written));
        }

        #[test]
        fn any_bytes_are_read_without_panic(value in any::<String>(), digits in "[0-9 \n]{0,60}") {
            for value in [&value, &digits, &format!("{digits}\n{value}")] {
                prop_assert!(entries(value).count() <= value.len());
            }
        }
    }
}
