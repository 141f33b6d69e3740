//! What one write changes: bytes removed at one place, and text inserted there.

use crate::text::size;

/// What is stored is not what the engine writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Damaged;

/// How many bytes are compared at once.
const STRIDE_BYTES: usize = 64;

/// A change of a text, in bytes, on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Splice<'a> {
    /// Where it begins.
    pub(crate) at: u32,
    /// How many bytes are removed there.
    pub(crate) removed: u32,
    /// What is inserted there.
    pub(crate) inserted: &'a str,
}

impl<'a> Splice<'a> {
    /// The canonical splice from one text to another: their common prefix is left out, then the
    /// common suffix of what remains. Equal texts give an empty splice at their end.
    pub(crate) fn between(old: &str, new: &'a str) -> Self {
        let prefix = floor(new, common_prefix(old.as_bytes(), new.as_bytes()));
        let (old_rest, new_rest) =
            (old.get(prefix..).unwrap_or_default(), new.get(prefix..).unwrap_or_default());
        let suffix = common_suffix(old_rest.as_bytes(), new_rest.as_bytes());
        // INVARIANT: the texts are equal in the suffix, so it begins a character in both or none.
        let inserted_bytes = ceiling(new_rest, new_rest.len().saturating_sub(suffix));
        let suffix = new_rest.len().saturating_sub(inserted_bytes);
        Self {
            at: size(prefix),
            removed: size(old_rest.len().saturating_sub(suffix)),
            inserted: new_rest.get(..inserted_bytes).unwrap_or_default(),
        }
    }

    /// The canonical splice of an append: `kept_bytes` of the old text stay, and `added` takes the
    /// place of the white space that followed them. It equals [`between`](Self::between) of the whole
    /// texts, because those are equal up to there.
    pub(crate) fn appending(kept_bytes: u32, tail: &str, added: &'a str) -> Self {
        let within = Self::between(tail, added);
        Self { at: kept_bytes.saturating_add(within.at), ..within }
    }

    /// The splice that replaces a text of which only the size is known.
    pub(crate) fn over_unknown(old_bytes: u32, new: &'a str) -> Self {
        Self { at: 0, removed: old_bytes, inserted: new }
    }

    /// Makes the change.
    ///
    /// # Errors
    ///
    /// [`Damaged`] when the place is not in the text, or not between characters.
    pub(crate) fn apply(&self, text: &mut String) -> Result<(), Damaged> {
        let at = self.at as usize;
        let end = at.checked_add(self.removed as usize).ok_or(Damaged)?;
        if !text.is_char_boundary(at) || !text.is_char_boundary(end) {
            return Err(Damaged);
        }
        if at == text.len() {
            text.push_str(self.inserted);
        } else {
            text.replace_range(at..end, self.inserted);
        }
        Ok(())
    }
}

/// The last character boundary at or before `at`.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at = at.saturating_sub(1);
    }
    at
}

/// The first character boundary at or after `at`.
fn ceiling(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at = at.saturating_add(1);
    }
    at
}

/// How many bytes two texts have in common at their start.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let strides = a.chunks_exact(STRIDE_BYTES).zip(b.chunks_exact(STRIDE_BYTES));
    let skipped = strides.take_while(|(a, b)| a == b).count().saturating_mul(STRIDE_BYTES);
    let rest = a.iter().zip(b).skip(skipped).take_while(|(a, b)| a == b).count();
    skipped.saturating_add(rest)
}

/// How many bytes two texts have in common at their end.
fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    let strides = a.rchunks_exact(STRIDE_BYTES).zip(b.rchunks_exact(STRIDE_BYTES));
    let skipped = strides.take_while(|(a, b)| a == b).count().saturating_mul(STRIDE_BYTES);
    let rest = a.iter().rev().zip(b.iter().rev()).skip(skipped).take_while(|(a, b)| a == b).count();
    skipped.saturating_add(rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(old: &str, new: &str, at: u32, removed: u32, inserted: &str) {
        assert_eq!(Splice::between(old, new), Splice { at, removed, inserted }, "{old:?} to {new:?}");
    }

    #[test]
    fn prefix_first_then_suffix() {
        check("", "", 0, 0, "");
        check("abc", "abc", 3, 0, "");
        check("", "abc", 0, 0, "abc");
        check("abc", "", 0, 3, "");
        check("aXc", "aYYc", 1, 1, "YY");
        check("aa", "aaa", 2, 0, "a");
        check("abb", "ab", 2, 1, "");
    }

    #[test]
    fn never_inside_a_character() {
        check("é", "è", 0, 2, "è");
        check("aéz", "aêz", 1, 2, "ê");
        // U+00E9 is C3 A9, U+0169 is C5 A9: the last byte is the same.
        check("xé", "xũ", 1, 2, "ũ");
        check("👍", "👎", 0, 4, "👎");
    }

    #[test]
    fn long_common_parts_are_found_across_strides() {
        let old = "ab".repeat(1_000);
        let mut new = old.clone();
        new.insert(777, 'é');
        check(&old, &new, 777, 0, "é");
    }

    #[test]
    fn a_place_outside_the_text_is_damage() {
        for (at, removed) in [(4, 0), (0, 4), (3, 1), (1, 0), (0, 1), (u32::MAX, u32::MAX)] {
            let mut text = String::from("éa");
            assert_eq!(
                Splice { at, removed, inserted: "x" }.apply(&mut text),
                Err(Damaged),
                "{at} {removed}"
            );
            assert_eq!(text, "éa");
        }
    }

    /// Texts that share much, so that prefix and suffix matter.
    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            any::<String>(),
            prop::collection::vec(
                prop::sample::select(vec!["a", "é", "è", "ũ", "👍", "👎", "\n", " "]),
                0..200
            )
            .prop_map(|pieces| pieces.concat()),
        ]
    }

    proptest! {
        #[test]
        fn applied_it_gives_the_new_text(old in text(), new in text()) {
            let splice = Splice::between(&old, &new);
            let mut text = old.clone();
            splice.apply(&mut text).expect("a splice of this text");
            prop_assert_eq!(text, new);
        }

        #[test]
        fn it_is_the_shortest_with_the_longest_prefix(old in text(), new in text()) {
            let splice = Splice::between(&old, &new);
            let chars = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
            let prefix: usize = chars.map(|(c, _)| c.len_utf8()).sum();
            prop_assert_eq!(splice.at as usize, prefix);
            let (old, new) = (old.get(prefix..).unwrap_or(""), new.get(prefix..).unwrap_or(""));
            let chars = old.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b);
            let suffix: usize = chars.map(|(c, _)| c.len_utf8()).sum();
            prop_assert_eq!(splice.removed as usize, old.len() - suffix);
            prop_assert_eq!(splice.inserted.len(), new.len() - suffix);
        }

        #[test]
        fn an_append_is_the_same_from_the_tail_alone(kept in text(), tail in "[ \n\t]{0,9}", added in text()) {
            let (old, new) = (format!("{kept}{tail}"), format!("{kept}{added}"));
            let appended = Splice::appending(size(kept.len()), &tail, &added);
            prop_assert_eq!(appended, Splice::between(&old, &new));
        }
    }
}
