//! Lines: they end at LF, CRLF or a lone CR (D2).

/// The text from its first line on that holds more than white space, that line's own leading white
/// space included. A text of white space alone keeps its last line.
pub(crate) fn without_leading_blank_lines(text: &str) -> &str {
    let blank = text.len().saturating_sub(text.trim_start().len());
    let leading = text.as_bytes().get(..blank).unwrap_or_default();
    let start = leading.iter().rposition(|&byte| ends_line(byte)).map_or(0, |at| at.saturating_add(1));
    text.get(start..).unwrap_or_default()
}

/// The first line of a text, its ending included, and what is after it.
pub(super) fn split_first(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let end = match bytes.iter().position(|&byte| ends_line(byte)) {
        Some(at) if bytes.get(at..).is_some_and(|rest| rest.starts_with(b"\r\n")) => at.saturating_add(2),
        Some(at) => at.saturating_add(1),
        None => bytes.len(),
    };
    // INVARIANT: a line ends behind an ASCII character.
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Whether a byte of UTF-8 is the end of a line, or its last byte.
pub(super) fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
