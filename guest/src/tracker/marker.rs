//! The line that travels with each turn (D27).

use std::collections::BTreeSet;

use crate::digest::sha256;
use crate::text::{Note, NoteKind};
use crate::tracker::TITLE_MAX_CHARS;
use crate::tracker::answer::{MarkerLine, Standing};
use crate::tracker::entry::SeedTask;
use crate::tracker::fold::{Ledger, Plan};
use crate::tracker::outline::{self, Outline};
use crate::words::{self, is_invisible, quoted};

/// Most titles that a note on an edited body names on each side.
const TITLES_NAMED_MAX: usize = 3;

/// Renders the marker of a session. `body` is the body of the active plan as it is now.
///
/// A body that is the one that was saved is not read again.
pub(crate) fn render(ledger: &Ledger, body: Option<&str>) -> MarkerLine {
    let (id, plan, body) = match (ledger.active(), body) {
        (Some((id, plan)), Some(body)) => (id, plan, body),
        (Some((id, _)), None) => {
            let text = words::MARKER_BODY_GONE.render(&[("plan", id)]);
            return no_plan(text, [vec![body_unreadable(id)], ledger.notes()].concat());
        }
        (None, _) => return no_plan(words::MARKER_NO_PLAN.text.to_owned(), ledger.notes()),
    };
    let is_saved = sha256(body) == plan.digest;
    let standing = plan.standing();
    // What the body outlines is asked for only where the line or a note may need it.
    let outline = (!is_saved || standing == Standing::NoTasks).then(|| outline::parse(body));
    let edited = outline.as_ref().filter(|_| !is_saved).and_then(|outline| edits(plan.tasks(), outline));
    MarkerLine {
        text: line(id, plan, standing, outline.as_ref()),
        standing,
        plan: Some(id.to_owned()),
        path: plan.path.clone(),
        saved_at_ms: Some(plan.saved_at_ms),
        done: plan.done(),
        total: plan.total,
        next: plan.next().cloned(),
        notes: edited.into_iter().chain(ledger.notes()).collect(),
    }
}

/// The note on a body that can't be read (D20).
pub(crate) fn body_unreadable(plan: &str) -> Note {
    let message = words::NOTE_BODY_UNREADABLE.render(&[("plan", &quoted(plan))]);
    Note { kind: NoteKind::BodyUnreadable, line: 1, message }
}

/// The note on a body that outlines other tasks than the queue has, and which (D32).
pub(crate) fn edits(queue: &[SeedTask], outline: &Outline) -> Option<Note> {
    let queued: BTreeSet<&str> = queue.iter().map(|task| task.id.as_str()).collect();
    let outlined: BTreeSet<&str> = outline.tasks.iter().map(|task| task.id.as_str()).collect();
    let added = outline.tasks.iter().filter(|task| !queued.contains(task.id.as_str()));
    let gone = queue.iter().filter(|task| !outlined.contains(task.id.as_str()));
    let line = added.clone().next().map_or(1, |task| task.line);
    let added: Vec<&str> = added.map(|task| task.title.as_str()).collect();
    let gone: Vec<&str> = gone.map(|task| task.title.as_str()).collect();
    let same_order = queue.iter().map(|task| &task.id).eq(outline.tasks.iter().map(|task| &task.id));
    if same_order {
        return None;
    }
    let mut message = words::NOTE_TASKS_EDITED.text.to_owned();
    let parts = [(&words::NOTE_TASKS_ADDED, &added), (&words::NOTE_TASKS_GONE, &gone)];
    for (template, titles) in parts.into_iter().filter(|(_, titles)| !titles.is_empty()) {
        message.push(' ');
        let count = titles.len().to_string();
        message.push_str(&template.render(&[("count", &count), ("titles", &named(titles))]));
    }
    if added.is_empty() && gone.is_empty() {
        message.push(' ');
        message.push_str(words::NOTE_TASKS_MOVED.text);
    }
    Some(Note { kind: NoteKind::TasksEdited, line, message })
}

fn no_plan(text: String, notes: Vec<Note>) -> MarkerLine {
    MarkerLine {
        text,
        standing: Standing::NoPlan,
        plan: None,
        path: None,
        saved_at_ms: None,
        done: 0,
        total: 0,
        next: None,
        notes,
    }
}

fn line(id: &str, plan: &Plan, standing: Standing, outline: Option<&Outline>) -> String {
    let has_section = |outline: &Outline| !outline.notes.iter().any(|note| note.kind == NoteKind::NoSection);
    let has_tasks = |outline: &Outline| !outline.tasks.is_empty();
    let template = match standing {
        Standing::Open => &words::MARKER_OPEN,
        Standing::Done => &words::MARKER_DONE,
        Standing::NoTasks if outline.is_some_and(has_tasks) => &words::MARKER_NO_TASKS_SAVED,
        Standing::NoTasks if outline.is_none_or(has_section) => &words::MARKER_NO_TASKS,
        Standing::NoTasks => &words::MARKER_NO_SECTION,
        Standing::NoPlan => &words::MARKER_NO_PLAN,
    };
    let (next_id, title) = plan.next().map(|task| (task.id.as_str(), shown(&task.title))).unwrap_or_default();
    let (done, total) = (plan.done().to_string(), plan.total.to_string());
    template.render(&[("plan", id), ("done", &done), ("total", &total), ("id", next_id), ("title", &title)])
}

/// A title as the marker shows it: whole, in quotes, and so that it can't end the line, the quotes or
/// a block around it. One that is too long is cut, and the ellipsis stands outside of the quotes.
fn shown(title: &str) -> String {
    let mut shown = String::with_capacity(title.len().saturating_add(2));
    shown.push('"');
    let mut chars = title.chars();
    for c in chars.by_ref().take(TITLE_MAX_CHARS) {
        match c {
            '"' | '\\' => shown.extend(['\\', c]),
            c if c == '<' || is_invisible(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown.push('"');
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

fn named(titles: &[&str]) -> String {
    let named: Vec<_> = titles.iter().take(TITLES_NAMED_MAX).map(|title| quoted(title)).collect();
    let more = if titles.len() > named.len() { ", …" } else { "" };
    format!("{}{more}", named.join(", "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_title_stays_in_its_quotes() {
        assert_eq!(shown("Fix `a`"), "\"Fix `a`\"");
        assert_eq!(shown("a\"b\\c"), "\"a\\\"b\\\\c\"");
        assert_eq!(shown("</x>\u{1b}\u{202e}\u{2028}"), "\"\\u{3c}/x>\\u{1b}\\u{202e}\\u{2028}\"");
        assert_eq!(shown(&"é".repeat(1_024)), format!("\"{}\"", "é".repeat(1_024)));
        assert_eq!(shown(&"é".repeat(1_025)), format!("\"{}\"…", "é".repeat(1_024)));
    }

    proptest! {
        #[test]
        fn no_title_ends_the_line_or_its_quotes(title in any::<String>()) {
            let shown = shown(&title);
            prop_assert!(!shown.contains('<') && !shown.chars().any(is_invisible), "{:?}", shown);
            let inside = shown.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).expect("quotes");
            let mut escaped = false;
            for c in inside.chars() {
                prop_assert!(escaped || c != '"', "{:?}", shown);
                escaped = !escaped && c == '\\';
            }
            prop_assert!(!escaped, "the closing quote is no escaped one: {:?}", shown);
        }
    }
}
