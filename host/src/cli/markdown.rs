//! The terminal view of a text: its lines, as they stand, with light styles.
//!
//! This is no Markdown renderer: every character of the text stays where it is. It follows lines
//! alone, so what it styles is a hint and never a statement about structure.

use crate::cli::style::{DIM, GOOD, HEADING, OPEN};
use crate::cli::visible::visible;

/// Splits a text into lines without their ends: LF, CRLF and lone CR end a line (D2), and nothing
/// else does. The end of the last line opens no further one.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some((line, after)) = rest.split_once(['\n', '\r']) else {
            lines.push(rest);
            break;
        };
        lines.push(line);
        let ended_by_cr = rest.as_bytes().get(line.len()) == Some(&b'\r');
        rest = after.strip_prefix('\n').filter(|_| ended_by_cr).unwrap_or(after);
    }
    lines
}

/// The lines of a text, harmless and styled.
pub(crate) fn styled(text: &str) -> Vec<String> {
    let mut fence = None;
    lines(text)
        .into_iter()
        .map(|line| {
            let shown = visible(line);
            match (fence, fence_at(line)) {
                (None, Some(opened)) => {
                    fence = Some(opened);
                    format!("{DIM}{shown}{DIM:#}")
                }
                (Some(opened), closing) => {
                    if closing.is_some_and(|closing| closes(opened, closing, line)) {
                        fence = None;
                    }
                    format!("{DIM}{shown}{DIM:#}")
                }
                (None, None) => prose(line, &shown),
            }
        })
        .collect()
}

fn prose(line: &str, shown: &str) -> String {
    let trimmed = line.trim_start_matches(' ');
    let hashes = trimmed.bytes().take_while(|byte| *byte == b'#').count();
    let is_heading = (1..=6).contains(&hashes)
        && trimmed.get(hashes..).is_some_and(|title| title.is_empty() || title.starts_with([' ', '\t']));
    if is_heading && line.len() - trimmed.len() < 4 {
        return format!("{HEADING}{shown}{HEADING:#}");
    }
    match checkbox(trimmed) {
        Some(ticked) => {
            let style = if ticked { GOOD } else { OPEN };
            let at = shown.find('[').unwrap_or_default();
            let (before, rest) = shown.split_at(at);
            let (mark, after) = rest.split_at(rest.len().min(3));
            format!("{before}{style}{mark}{style:#}{after}")
        }
        None => shown.to_owned(),
    }
}

/// Whether a list item's box is ticked; none when the line is no such item.
fn checkbox(trimmed: &str) -> Option<bool> {
    let after_bullet = trimmed.trim_start().strip_prefix(['-', '*', '+'])?;
    let mark = after_bullet.strip_prefix(' ')?.trim_start_matches(' ');
    match mark.get(..3)? {
        "[ ]" => Some(false),
        "[x]" | "[X]" => Some(true),
        _ => None,
    }
}

/// The character and length of a code fence, when the line begins or ends one.
fn fence_at(line: &str) -> Option<(char, usize)> {
    let trimmed = line.trim_start_matches(' ');
    let mark = trimmed.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = trimmed.chars().take_while(|other| *other == mark).count();
    let info_has_backtick = mark == '`' && trimmed.trim_start_matches('`').contains('`');
    (length >= 3 && line.len() - trimmed.len() < 4 && !info_has_backtick).then_some((mark, length))
}

fn closes(opened: (char, usize), closing: (char, usize), line: &str) -> bool {
    let only_fence = line.trim().chars().all(|character| character == opened.0);
    opened.0 == closing.0 && closing.1 >= opened.1 && only_fence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_lf_crlf_and_cr_only() {
        assert_eq!(lines("a\u{c}b\u{2028}c\u{85}d\r\ne\n"), ["a\u{c}b\u{2028}c\u{85}d", "e"]);
        assert_eq!(lines("a\rb\n\rc\r\n\r\nd"), ["a", "b", "", "c", "", "d"]);
        assert_eq!(lines(""), [""; 0]);
        assert_eq!(lines("\n"), [""]);
    }

    #[test]
    fn headings_and_boxes_are_styled_and_code_is_not() {
        let text = "# T\n- [x] a\n* [ ] b\n```sh\n# no\n~~~\n```\n#no\n    # no\n- [~] c";
        let plain = |line: &str| anstream::adapter::strip_str(line).to_string();
        let shown = styled(text);
        assert_eq!(shown.iter().map(|line| plain(line)).collect::<Vec<_>>().join("\n"), text);
        let changed: Vec<_> = shown.iter().filter(|line| plain(line) != **line).collect();
        assert_eq!(changed.len(), 7, "{shown:?}");
        assert_eq!(shown[0], format!("{HEADING}# T{HEADING:#}"));
        assert_eq!(shown[1], format!("- {GOOD}[x]{GOOD:#} a"));
        assert_eq!(shown[4], format!("{DIM}# no{DIM:#}"));
    }

    #[test]
    fn a_text_does_not_drive_the_terminal() {
        assert_eq!(styled("- [ ] \u{1b}]0;x\u{7}")[0], format!("- {OPEN}[ ]{OPEN:#} \\u{{1b}}]0;x\\u{{7}}"));
    }
}
