//! Where the stored text ends and the fragment begins (D3).

use super::{SEPARATOR, lines};
use crate::refusal::Refusal;

/// What an append adds after the kept text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seam<'a> {
    /// Two LF, or nothing where no stored text is kept.
    pub(crate) separator: &'static str,
    /// The fragment without its leading blank lines.
    pub(crate) addition: &'a str,
}

/// Refuses a fragment that adds nothing.
pub(crate) fn check_fragment(fragment: &str) -> Result<(), Refusal> {
    if fragment.is_empty() {
        return Err(Refusal::ContentRequired);
    }
    if fragment.trim_start().is_empty() {
        return Err(Refusal::FragmentWhitespaceOnly);
    }
    Ok(())
}

/// Joins a fragment to a stored text; `kept_is_empty` says that the stored text is empty or white
/// space alone.
pub(crate) fn seam(kept_is_empty: bool, fragment: &str) -> Seam<'_> {
    let separator = if kept_is_empty { "" } else { SEPARATOR };
    Seam { separator, addition: lines::without_leading_blank_lines(fragment) }
}
