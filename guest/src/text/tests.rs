//! Composition and inspection. The vectors in `tests/vectors/` hold more compositions.

use proptest::prelude::*;

use super::*;
use crate::failure::FailureCode;

fn composed(stored: &str, fragment: &str) -> String {
    compose(stored, fragment).expect("composable").text
}

#[test]
fn one_empty_line_between() {
    assert_eq!(composed("a", "b"), "a\n\nb");
    assert_eq!(composed("a\r\n\r\n \t", "\n\r \r\n  b \n"), "a\n\n  b \n");
    assert_eq!(composed("a\u{200b}\u{85}", "\u{a0}\n\u{feff}"), "a\u{200b}\n\n\u{feff}");
    assert_eq!(composed("\u{3000}\n", "\n\u{2028}b"), "\u{2028}b");
    assert_eq!(composed("", " b"), " b");
}

#[test]
fn the_seam_is_told() {
    let Composed { bytes, kept, fragment_at, .. } = compose("é \n", "\nb").expect("composable");
    assert_eq!((bytes, kept, fragment_at), (5, 2, 4));
    let Composed { bytes, kept, fragment_at, .. } = compose(" ", "\nb").expect("composable");
    assert_eq!((bytes, kept, fragment_at), (1, 0, 0));
}

#[test]
fn a_fragment_must_add_something() {
    assert_eq!(compose("a", "").map_err(|failure| failure.code), Err(FailureCode::ContentRequired));
    let blank = compose("a", "\u{85}\n \u{3000}").map_err(|failure| failure.code);
    assert_eq!(blank, Err(FailureCode::FragmentWhitespaceOnly));
}

#[test]
fn the_composed_text_has_a_limit() {
    let stored = "a".repeat(262_100);
    assert_eq!(compose(&stored, &"b".repeat(42)).expect("at the limit").bytes, 262_144);
    let failure = compose(&stored, &"b".repeat(43)).expect_err("over it");
    assert_eq!(failure.code, FailureCode::ContentTooLarge);
    assert_eq!((failure.bytes, failure.limit), (Some(262_145), Some(262_144)));
}

fn kinds(text: &str) -> Vec<(NoteKind, u32)> {
    inspect(text).into_iter().map(|note| (note.kind, note.line)).collect()
}

#[test]
fn an_open_fence_is_told_with_its_line() {
    let open = |line| vec![(NoteKind::OpenCodeFence, line)];
    assert_eq!(kinds("# P\n\n```sh\nmake"), open(3));
    assert_eq!(kinds("a\r\n\r\n~~~~\r\n~~~\r\n```\r\n\r\n"), open(3));
    assert_eq!(kinds("a\r```\rx"), open(2));
    assert_eq!(kinds("```\na\n```\n\n````\n```\n"), open(5));
    assert_eq!(kinds("   ```"), open(1));
    assert_eq!(kinds("<!-- x -->\n```\n<!-- y"), open(2));
}

#[test]
fn an_open_comment_is_told_with_its_line() {
    let open = |line| vec![(NoteKind::OpenHtmlComment, line)];
    assert_eq!(kinds("x\n\n<!-- draft"), open(3));
    assert_eq!(kinds("x\n  <!-- draft\n\n```\n"), open(2));
    assert_eq!(kinds("<!-- a -->\n\n<!--\n- [ ] T\n"), open(3));
}

#[test]
fn what_swallows_nothing_is_not_told() {
    for text in [
        "",
        "plain",
        "```\na\n```\n",
        "```\na\n```",
        "~~~ `\n~~~   \n\n",
        "    ```\n    indented",
        "a ``` b",
        "``` a ` b",
        "- ```\n  in a list item",
        "> ```\n> in a quotation",
        "> <!-- in a quotation",
        "<!-- closed -->",
        "<!-- closed\n-->\nafter",
        "a <!-- in a line",
        "`<!--`",
        "<pre>\nopen",
        "<div>\n<!-- x",
    ] {
        assert_eq!(kinds(text), [], "{text:?}");
    }
}

#[test]
fn escaped_line_breaks_are_told_where_there_are_no_others() {
    let escaped = vec![(NoteKind::EscapedLineBreaks, 1)];
    assert_eq!(kinds("# P\\n\\n- [ ] a\\n"), escaped);
    assert_eq!(kinds("# P\\r\\n\\r\\n"), escaped);
    for text in ["C:\\new", "a\\n\\n\n", "a\\n\\n\r", "\\\\n"] {
        assert_eq!(kinds(text), [], "{text:?}");
    }
}

/// Texts of what matters at a seam.
fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "é", "👍", "#", " ", "\t", "\n", "\r", "\r\n", "\u{85}", "\u{a0}", "\u{2028}", "\u{200b}",
        "```", "~~~", "<!--", "-->", "- ", "> ", "\\n",
    ]);
    prop_oneof![any::<String>(), prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())]
}

proptest! {
    #[test]
    fn nothing_but_the_edges_changes(stored in text(), fragment in text()) {
        let Ok(Composed { text, bytes, kept, fragment_at }) = compose(&stored, &fragment) else {
            prop_assert!(fragment.trim().is_empty());
            return Ok(());
        };
        prop_assert_eq!(bytes as usize, text.len());
        let (before, rest) = text.split_at_checked(kept as usize).expect("a boundary");
        let (separator, added) = rest.split_at_checked((fragment_at - kept) as usize).expect("a boundary");
        prop_assert_eq!(before, stored.trim_end());
        prop_assert_eq!(separator, if before.is_empty() { "" } else { "\n\n" });
        prop_assert!(fragment.ends_with(added));
        let dropped = fragment.strip_suffix(added).expect("a suffix");
        prop_assert!(dropped.trim().is_empty());
        prop_assert!(dropped.is_empty() || dropped.ends_with(['\n', '\r']));
        let first_line = added.split(['\n', '\r']).next().unwrap_or_default();
        prop_assert!(!first_line.trim().is_empty(), "no blank line leads");
    }

    #[test]
    fn appending_one_by_one_is_appending_all(stored in text(), a in text(), b in text()) {
        prop_assume!(!a.trim().is_empty() && !b.trim().is_empty());
        let one_by_one = composed(&composed(&stored, &a), &b);
        prop_assert_eq!(one_by_one, composed(&stored, &composed(&a, &b)));
    }

    #[test]
    fn any_text_can_be_inspected(text in text()) {
        let notes = inspect(&text);
        prop_assert!(notes.len() <= 2);
        prop_assert!(notes.is_sorted_by_key(|note| note.line));
        let lines = text.replace("\r\n", "\n").replace('\r', "\n").split('\n').count();
        prop_assert!(notes.iter().all(|note| (1..=lines).contains(&(note.line as usize))));
    }

    #[test]
    fn what_is_told_to_swallow_does(text in text()) {
        let open = inspect(&text).into_iter().any(|note| note.kind == NoteKind::OpenCodeFence);
        let appended = composed(&text, "~x~");
        // The parser overlooks some lone CRs; every line ending means the same (D2).
        let lines = appended.replace("\r\n", "\n").replace('\r', "\n");
        let swallowed = {
            let mut fenced = false;
            let mut inside = false;
            for event in pulldown_cmark::Parser::new(&lines) {
                match event {
                    pulldown_cmark::Event::Start(pulldown_cmark::Tag::CodeBlock(
                        pulldown_cmark::CodeBlockKind::Fenced(_),
                    )) => fenced = true,
                    pulldown_cmark::Event::End(pulldown_cmark::TagEnd::CodeBlock) => fenced = false,
                    pulldown_cmark::Event::Text(text) if text.contains("~x~") => inside = fenced,
                    _ => {}
                }
            }
            inside
        };
        prop_assert_eq!(open, swallowed, "{:?}", appended);
    }
}
