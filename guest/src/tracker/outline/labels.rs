//! The metadata of a task: what its bullets say under a label in bold (D24).

use std::ops::Range;

use crate::text::one_line;
use crate::tracker::outline::boxes::{self, Mark};
use crate::tracker::outline::{Scenario, Task};

/// What a bullet is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Given,
    When,
    Then,
    Nfrs,
    Gate,
    Checkpoint,
}

impl Label {
    /// The label in bold, the bold's marks taken off; a colon may stand inside.
    fn of(bold: &str) -> Option<Self> {
        let name = bold.trim().trim_end_matches(':').trim_end();
        let is = |names: &[&str]| names.iter().any(|label| name.eq_ignore_ascii_case(label));
        match () {
            () if is(&["given"]) => Some(Self::Given),
            () if is(&["when"]) => Some(Self::When),
            () if is(&["then"]) => Some(Self::Then),
            () if is(&["nfrs", "nfr"]) => Some(Self::Nfrs),
            () if is(&["verification gate", "verification gates"]) => Some(Self::Gate),
            () if is(&["checkpoint", "checkpoints"]) => Some(Self::Checkpoint),
            () => None,
        }
    }

    /// Whether it is a part of a scenario: several of those may stand in one bullet.
    pub(super) fn is_part(self) -> bool {
        matches!(self, Self::Given | Self::When | Self::Then)
    }
}

/// Reads a bullet's first paragraph, `bold` being where bold text is in it: each label with what it
/// says, which may be nothing. None when the bullet doesn't begin with a label.
pub(super) fn read(paragraph: &str, bold: &[Range<usize>]) -> Vec<(Label, String)> {
    let text = match boxes::read(paragraph) {
        Mark::Open(after) | Mark::Checked(after) => after.trim_start(),
        _ => paragraph.trim_start(),
    };
    let begin = paragraph.len().saturating_sub(text.len());
    let mut labels: Vec<(Label, Range<usize>)> = Vec::new();
    for range in bold {
        let inside = range.start.saturating_add(2)..range.end.saturating_sub(2);
        let Some(label) = paragraph.get(inside).and_then(Label::of) else { continue };
        let fits = match labels.first() {
            None => range.start == begin,
            Some((first, _)) => first.is_part() && label.is_part(),
        };
        if fits {
            labels.push((label, range.clone()));
        }
    }
    let ends = labels.iter().skip(1).map(|(_, range)| range.start).chain([paragraph.len()]);
    let value = |range: &Range<usize>, end| paragraph.get(range.end..end).map(said).unwrap_or_default();
    labels.iter().zip(ends).map(|((label, range), end)| (*label, value(range, end))).collect()
}

/// What a label says: the text behind it, without the colon outside of the bold.
fn said(text: &str) -> String {
    one_line(text.strip_prefix(':').unwrap_or(text))
}

/// Puts what a label says into its task. What says nothing is left out.
pub(super) fn put(task: &mut Task, label: Label, value: String) {
    if value.is_empty() {
        return;
    }
    match label {
        Label::Nfrs => task.nfrs.push(value),
        Label::Gate => task.gates.push(value),
        Label::Checkpoint => task.checkpoints.push(value),
        Label::Given | Label::When | Label::Then => put_part(&mut task.scenarios, label, value),
    }
}

/// A scenario ends where a part comes that it has already, or one that goes before what it has.
fn put_part(scenarios: &mut Vec<Scenario>, label: Label, value: String) {
    let ends = |last: &Scenario| match label {
        Label::Given => true,
        Label::When => last.when.is_some() || last.then.is_some(),
        _ => last.then.is_some(),
    };
    if scenarios.last().is_none_or(ends) {
        scenarios.push(Scenario::default());
    }
    let Some(scenario) = scenarios.last_mut() else { return };
    match label {
        Label::Given => scenario.given = Some(value),
        Label::When => scenario.when = Some(value),
        _ => scenario.then = Some(value),
    }
}
