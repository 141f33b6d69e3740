//! The colours and weights of the terminal view.

use anstyle::{AnsiColor, Effects, Style};

/// The word `error`.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
/// The word `warning`, and checks that found something.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
/// Words that name what follows them.
pub(crate) const LABEL: Style = Style::new().effects(Effects::BOLD);
/// Headings and titles.
pub(crate) const HEADING: Style = Style::new().effects(Effects::BOLD);
/// What is there for reference.
pub(crate) const DIM: Style = Style::new().effects(Effects::DIMMED);
/// What is done, or in order.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What is open.
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default();
/// Added lines.
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
/// Removed lines.
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
/// What changed within an added line.
pub(crate) const ADDED_PART: Style = AnsiColor::Green.on_default().effects(Effects::INVERT);
/// What changed within a removed line.
pub(crate) const REMOVED_PART: Style = AnsiColor::Red.on_default().effects(Effects::INVERT);
/// Where a hunk of a difference stands.
pub(crate) const HUNK: Style = AnsiColor::Cyan.on_default();
