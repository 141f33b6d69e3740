//! Exact edits: one place, named by the text that stands there (D10).

use crate::refusal::Refusal;

/// The byte at which `find` stands in `text`, when that is one place alone.
///
/// # Errors
///
/// `find-missing`, with a hint when the line endings alone differ; `find-ambiguous` with the number
/// of occurrences, overlapping ones counted.
pub(crate) fn locate(text: &str, find: &str) -> Result<usize, Refusal> {
    let Some(at) = text.find(find) else {
        let line_endings = differs_in_line_endings(text, find).then(|| line_endings(text));
        return Err(Refusal::FindMissing { line_endings });
    };
    let next = at.saturating_add(find.chars().next().map_or(1, char::len_utf8));
    if text.get(next..).is_some_and(|rest| rest.contains(find)) {
        return Err(Refusal::FindAmbiguous { occurrences: occurrences(text.as_bytes(), find.as_bytes()) });
    }
    Ok(at)
}

fn differs_in_line_endings(text: &str, find: &str) -> bool {
    let find = with_line_feeds(find);
    with_line_feeds(text).contains(&find)
}

/// The names of the line endings that a text has.
fn line_endings(text: &str) -> &'static str {
    let alone = text.replace("\r\n", "");
    match (alone.len() < text.len(), alone.contains('\n'), alone.contains('\r')) {
        (true, false, false) => "CRLF",
        (false, true, false) => "LF",
        (false, false, true) => "CR",
        _ => "mixed",
    }
}

fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Counts occurrences, overlapping ones too, in time linear in both (Knuth, Morris and Pratt): a
/// text may be made so that counting naively takes minutes.
fn occurrences(text: &[u8], find: &[u8]) -> u32 {
    let borders = borders(find);
    let border = |length: usize| length.checked_sub(1).and_then(|at| borders.get(at)).copied().unwrap_or(0);
    let mut count: u32 = 0;
    let mut matched = 0;
    for byte in text {
        while matched > 0 && find.get(matched) != Some(byte) {
            matched = border(matched);
        }
        if find.get(matched) == Some(byte) {
            matched = matched.saturating_add(1);
        }
        if matched == find.len() {
            count = count.saturating_add(1);
        }
    }
    count
}

/// For each start of `find`, the length of its longest proper start that is also its end.
fn borders(find: &[u8]) -> Vec<usize> {
    let mut borders = Vec::with_capacity(find.len());
    let mut length = 0;
    for (at, byte) in find.iter().enumerate() {
        while length > 0 && find.get(length) != Some(byte) {
            length = borders.get(length.saturating_sub(1)).copied().unwrap_or(0);
        }
        if at > 0 && find.get(length) == Some(byte) {
            length = length.saturating_add(1);
        }
        borders.push(length);
    }
    borders
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn once_is_found() {
        assert_eq!(locate("abc", "bc"), Ok(1));
        assert_eq!(locate("é👍é!", "é!"), Ok(6));
    }

    #[test]
    fn more_than_once_is_counted_with_overlaps() {
        let ambiguous = |text: &str, find: &str| match locate(text, find) {
            Err(Refusal::FindAmbiguous { occurrences }) => occurrences,
            other => panic!("{other:?}"),
        };
        assert_eq!(ambiguous("aaa", "aa"), 2);
        assert_eq!(ambiguous("abababa", "aba"), 3);
        assert_eq!(ambiguous("👍👍👍", "👍👍"), 2);
        assert_eq!(ambiguous("x\nx\n", "x\n"), 2);
    }

    #[test]
    fn a_miss_hints_at_line_endings_alone() {
        let missing = |line_endings| Err(Refusal::FindMissing { line_endings });
        assert_eq!(locate("a\r\nb", "a\nb"), missing(Some("CRLF")));
        assert_eq!(locate("a\rb", "a\r\nb"), missing(Some("CR")));
        assert_eq!(locate("a\nb", "a\r\nb"), missing(Some("LF")));
        assert_eq!(locate("a\r\nb\nc", "a\nb"), missing(Some("mixed")));
        assert_eq!(locate("A\nb", "a\nb"), missing(None));
        assert_eq!(locate("e\u{301}", "\u{e9}"), missing(None));
        assert_eq!(locate("short", "longer than the text"), missing(None));
    }

    #[test]
    fn counting_is_linear() {
        let text = "a".repeat(262_144);
        let find = "a".repeat(131_072);
        assert_eq!(occurrences(text.as_bytes(), find.as_bytes()), 131_073);
    }

    proptest! {
        #[test]
        fn counts_as_a_naive_search_does(text in "[ab]{0,40}", find in "[ab]{1,5}") {
            let naive = text.as_bytes().windows(find.len()).filter(|window| *window == find.as_bytes()).count();
            prop_assert_eq!(occurrences(text.as_bytes(), find.as_bytes()) as usize, naive);
        }
    }
}
