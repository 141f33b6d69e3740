//! Lines: they end at LF, CRLF or a lone CR (D2).

/// The text from its first line on that holds more than white space, that line's own leading white
/// space included. A text of white space alone keeps its last line.
pub(super) fn without_leading_blank_lines(text: &str) -> &str {
    let blank = text.len().saturating_sub(text.trim_start().len());
    let leading = text.as_bytes().get(..blank).unwrap_or_default();
    let start = leading.iter().rposition(|&byte| ends_line(byte)).map_or(0, |at| at.saturating_add(1));
    text.get(start..).unwrap_or_default()
}

/// The number of the line that holds byte `offset`, counted from 1.
pub(super) fn number_at(text: &str, offset: usize) -> u32 {
    let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
    let mut line: u32 = 1;
    let mut previous = 0;
    for &byte in before {
        if byte == b'\r' || (byte == b'\n' && previous != b'\r') {
            line = line.saturating_add(1);
        }
        previous = byte;
    }
    line
}

/// Whether a byte of UTF-8 is the end of a line, or its last byte.
pub(super) fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
