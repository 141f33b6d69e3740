//! What the author of a body may have meant as a task, and isn't one (D21).

use crate::text::{Note, NoteKind};
use crate::words::{self, Template, quoted};

/// Most notes on single items and headings; what is beyond is counted.
const NOTES_MAX: usize = 100;

/// Notes, as they are found.
#[derive(Default)]
pub(super) struct Notes {
    list: Vec<Note>,
    /// How many there were beyond the limit, and the line of the first.
    beyond: Option<(u32, u32)>,
}

impl Notes {
    /// Adds one, with the values of its template; `line` is one of them.
    pub(super) fn add(&mut self, kind: NoteKind, line: u32, values: &[(&str, &str)]) {
        if self.list.len() >= NOTES_MAX {
            let (count, first) = self.beyond.unwrap_or((0, line));
            self.beyond = Some((count.saturating_add(1), first));
            return;
        }
        self.keep(kind, line, values);
    }

    /// Adds one that there is once, whatever the limit.
    pub(super) fn keep(&mut self, kind: NoteKind, line: u32, values: &[(&str, &str)]) {
        let number = line.to_string();
        let values = [values, &[("line", number.as_str())]].concat();
        self.list.push(Note { kind, line, message: template(kind).render(&values) });
    }

    /// Adds one that exists.
    pub(super) fn take(&mut self, note: Note) {
        self.list.push(note);
    }

    /// Whether there is one on a box.
    pub(super) fn has_box(&self) -> bool {
        self.list.iter().any(|note| {
            matches!(
                note.kind,
                NoteKind::UnknownMark
                    | NoteKind::BoxWithoutSpace
                    | NoteKind::BoxWithoutText
                    | NoteKind::NumberedBox
                    | NoteKind::QuotedBox
                    | NoteKind::NestedOpenBox
            )
        })
    }

    /// All of them, in line order.
    pub(super) fn in_order(mut self) -> Vec<Note> {
        if let Some((count, line)) = self.beyond {
            self.keep(NoteKind::Other, line, &[("count", &count.to_string())]);
        }
        self.list.sort_by_key(|note| note.line);
        self.list
    }
}

fn template(kind: NoteKind) -> &'static Template {
    match kind {
        NoteKind::NoSection => &words::NOTE_NO_SECTION,
        NoteKind::NearSection => &words::NOTE_NEAR_SECTION,
        NoteKind::SecondSection => &words::NOTE_SECOND_SECTION,
        NoteKind::NoBoxes => &words::NOTE_NO_BOXES,
        NoteKind::UnknownMark => &words::NOTE_UNKNOWN_MARK,
        NoteKind::BoxWithoutSpace => &words::NOTE_BOX_WITHOUT_SPACE,
        NoteKind::BoxWithoutText => &words::NOTE_BOX_WITHOUT_TEXT,
        NoteKind::NumberedBox => &words::NOTE_NUMBERED_BOX,
        NoteKind::QuotedBox => &words::NOTE_QUOTED_BOX,
        NoteKind::NestedOpenBox => &words::NOTE_NESTED_OPEN_BOX,
        NoteKind::LongTitle => &words::NOTE_LONG_TITLE,
        _ => &words::NOTE_MORE,
    }
}

/// A character as a note shows it: by its number where a reader could take it for something else.
pub(super) fn shown(c: char) -> String {
    if c.is_whitespace() || c.is_control() {
        return format!("U+{:04X}", u32::from(c));
    }
    quoted(&c.to_string())
}
