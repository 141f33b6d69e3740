//! The walk through a body's blocks, in order.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::boxes::{self, Mark};
use super::heading::{self, Likeness};
use super::labels::{self, Label};
use super::notes::{Notes, shown};
use super::{Outline, Task, task_id};
use crate::text::{Markdown, NoteKind, normalised, one_line};
use crate::tracker::TITLE_MAX_CHARS;
use crate::words::quoted;

/// Most headings that are named where none is Section 4.
const HEADINGS_NAMED_MAX: usize = 5;

/// Where the walk is.
pub(super) struct Walk<'a> {
    markdown: &'a Markdown<'a>,
    /// The lists, items and quotations that are open, outermost first.
    open: Vec<Container>,
    quotes: usize,
    section: Section,
    heading: Option<Heading>,
    /// The first paragraph of the innermost item, while it is read.
    paragraph: Option<Paragraph>,
    /// The task whose item is open, and where what is below its title begins.
    task: Option<(Task, usize)>,
    /// How often each normalised title came.
    titles: BTreeMap<String, u32>,
    tasks: Vec<Task>,
    notes: Notes,
    /// Headings that may be meant as Section 4, where there is none.
    alike: Vec<(u32, String)>,
    /// The first headings of its level.
    headings: Vec<String>,
}

enum Container {
    List {
        ordered: bool,
    },
    Item {
        /// Whether its first block has begun.
        begun: bool,
        /// The label that its bullets go on with.
        label: Option<Label>,
    },
    Quote,
}

enum Section {
    Before,
    In { line: u32 },
    After { line: u32 },
}

struct Heading {
    level: u8,
    text: String,
}

struct Paragraph {
    range: Range<usize>,
    bold: Vec<Range<usize>>,
}

impl<'a> Walk<'a> {
    pub(super) fn through(markdown: &'a Markdown<'a>) -> Outline {
        let mut walk = Self {
            markdown,
            open: Vec::new(),
            quotes: 0,
            section: Section::Before,
            heading: None,
            paragraph: None,
            task: None,
            titles: BTreeMap::new(),
            tasks: Vec::new(),
            notes: Notes::default(),
            alike: Vec::new(),
            headings: Vec::new(),
        };
        for (event, range) in markdown.events() {
            if let Some(note) = markdown.open_end(&event, &range) {
                walk.notes.take(note);
            }
            walk.step(event, range);
        }
        walk.end()
    }

    fn step(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                self.begin_block();
                self.heading = Some(Heading { level: level as u8, text: String::new() });
            }
            Event::End(TagEnd::Heading(_)) => self.end_heading(range.start),
            Event::Start(Tag::List(first)) => {
                self.begin_block();
                self.open.push(Container::List { ordered: first.is_some() });
            }
            Event::Start(Tag::Item) => self.open.push(Container::Item { begun: false, label: None }),
            Event::Start(Tag::BlockQuote(_)) => {
                self.begin_block();
                self.quotes = self.quotes.saturating_add(1);
                self.open.push(Container::Quote);
            }
            Event::End(TagEnd::List(_)) => self.close(),
            Event::End(TagEnd::Item) => {
                self.end_paragraph();
                self.close();
                self.end_task(range.end);
            }
            Event::End(TagEnd::BlockQuote(_)) => {
                self.quotes = self.quotes.saturating_sub(1);
                self.close();
            }
            Event::Start(Tag::Paragraph) => self.inline(range, false),
            Event::End(TagEnd::Paragraph) => self.end_paragraph(),
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock) | Event::Rule | Event::Html(_) => {
                self.begin_block();
            }
            Event::End(TagEnd::CodeBlock | TagEnd::HtmlBlock) => {}
            Event::Text(text) | Event::Code(text) if self.heading.is_some() => self.add_to_heading(&text),
            Event::SoftBreak | Event::HardBreak if self.heading.is_some() => self.add_to_heading(" "),
            Event::Start(Tag::Strong) => self.inline(range, true),
            _ => self.inline(range, false),
        }
    }

    /// Takes what stands in a line. In an item that has no block yet its first paragraph begins:
    /// the items of a tight list have no other sign of it.
    fn inline(&mut self, range: Range<usize>, is_bold: bool) {
        if let Some(Container::Item { begun: begun @ false, .. }) = self.open.last_mut() {
            *begun = true;
            self.paragraph = Some(Paragraph { range: range.clone(), bold: Vec::new() });
        }
        if let Some(paragraph) = &mut self.paragraph {
            paragraph.range.end = paragraph.range.end.max(range.end);
            if is_bold {
                paragraph.bold.push(range);
            }
        }
    }

    fn begin_block(&mut self) {
        self.end_paragraph();
        if let Some(Container::Item { begun, .. }) = self.open.last_mut() {
            *begun = true;
        }
    }

    fn close(&mut self) {
        self.open.pop();
    }

    fn add_to_heading(&mut self, text: &str) {
        if let Some(heading) = &mut self.heading {
            heading.text.push_str(text);
        }
    }

    fn end_heading(&mut self, at: usize) {
        let Some(Heading { level, text }) = self.heading.take() else { return };
        let (is_top, line, text) = (self.open.is_empty(), self.markdown.line(at), normalised(&text));
        if let (true, Section::In { line }, ..=heading::LEVEL) = (is_top, &self.section, level) {
            self.section = Section::After { line: *line };
        }
        let first = match &self.section {
            Section::Before => None,
            Section::In { line } | Section::After { line } => Some(line.to_string()),
        };
        match (heading::likeness(level, &text, is_top), first) {
            (Likeness::Section, None) => self.section = Section::In { line },
            (Likeness::Section, Some(first)) => {
                self.notes.add(NoteKind::SecondSection, line, &[("first", &first)]);
            }
            (Likeness::Almost, _) => {
                self.notes.add(NoteKind::NearSection, line, &[("heading", &quoted(&text))]);
            }
            (Likeness::Alike, None) if self.alike.len() < HEADINGS_NAMED_MAX => {
                self.alike.push((line, quoted(&text)));
            }
            _ => {}
        }
        if is_top && level == heading::LEVEL && self.headings.len() < HEADINGS_NAMED_MAX {
            self.headings.push(quoted(&text));
        }
    }

    /// Looks at the first paragraph of an item, now that it is known.
    fn end_paragraph(&mut self) {
        let Some(Paragraph { range, bold }) = self.paragraph.take() else { return };
        let Section::In { .. } = self.section else { return };
        let text = self.markdown.part(range.clone());
        let mark = boxes::read(text);
        let is_top = self.open.len() == 2;
        let ordered = matches!(self.open.iter().nth_back(1), Some(Container::List { ordered: true }));
        let line = self.markdown.line(range.start);
        match mark {
            Mark::Open(_) if self.quotes > 0 => self.notes.add(NoteKind::QuotedBox, line, &[]),
            Mark::Open(_) if !is_top => self.notes.add(NoteKind::NestedOpenBox, line, &[]),
            Mark::Open(_) if ordered => self.notes.add(NoteKind::NumberedBox, line, &[]),
            Mark::Open(after) => self.begin_task(after, line, range.end),
            mark if is_top && !ordered => self.note_near_miss(mark, line),
            _ => {}
        }
        if !is_top && !ordered && self.quotes == 0 {
            let bold: Vec<_> = bold.into_iter().map(|bold| within(&bold, range.start)).collect();
            self.read_labels(text, &bold);
        }
    }

    fn note_near_miss(&mut self, mark: Mark<'_>, line: u32) {
        match mark {
            Mark::Unknown(inside) => {
                let mut chars = inside.chars();
                let shown = match (chars.next(), chars.next()) {
                    (Some(mark), None) => shown(mark),
                    _ => quoted(inside),
                };
                self.notes.add(NoteKind::UnknownMark, line, &[("mark", &shown)]);
            }
            Mark::Unspaced(next) => {
                self.notes.add(NoteKind::BoxWithoutSpace, line, &[("next", &shown(next))]);
            }
            Mark::Bare => self.notes.add(NoteKind::BoxWithoutText, line, &[]),
            Mark::Open(_) | Mark::Checked(_) | Mark::None => {}
        }
    }

    fn begin_task(&mut self, after_box: &str, line: u32, below: usize) {
        let title = one_line(after_box);
        let normal = normalised(&title);
        let earlier = self.titles.entry(normal.clone()).or_default();
        let id = task_id(&normal, *earlier);
        *earlier = earlier.saturating_add(1);
        let chars = title.chars().count();
        if chars > TITLE_MAX_CHARS {
            let (chars, limit) = (chars.to_string(), TITLE_MAX_CHARS.to_string());
            self.notes.add(NoteKind::LongTitle, line, &[("id", &id), ("chars", &chars), ("limit", &limit)]);
        }
        self.task = Some((Task { id, title, line, ..Task::default() }, below));
    }

    /// Ends the task whose item ends, which is when no other item is open.
    fn end_task(&mut self, end: usize) {
        if self.open.len() != 1 {
            return;
        }
        let Some((mut task, below)) = self.task.take() else { return };
        let text = self.markdown.part(below..end).trim_end();
        task.text = crate::text::without_leading_blank_lines(text).to_owned();
        self.tasks.push(task);
    }

    fn read_labels(&mut self, text: &str, bold: &[Range<usize>]) {
        let Some((task, _)) = &mut self.task else { return };
        let labels = labels::read(text, bold);
        let inherited = match self.open.iter().nth_back(2) {
            Some(Container::Item { label, .. }) => *label,
            _ => None,
        };
        if let (true, Some(label)) = (labels.is_empty(), inherited) {
            labels::put(task, label, one_line(text));
            return;
        }
        // What says nothing itself is said by the bullets below.
        let begun = labels.last().filter(|(_, value)| value.is_empty()).map(|(label, _)| *label);
        if let Some(Container::Item { label, .. }) = self.open.last_mut() {
            *label = begun.filter(|label| !label.is_part());
        }
        for (label, value) in labels {
            labels::put(task, label, value);
        }
    }

    fn end(mut self) -> Outline {
        match self.section {
            Section::Before => {
                for (line, heading) in std::mem::take(&mut self.alike) {
                    self.notes.add(NoteKind::NearSection, line, &[("heading", &heading)]);
                }
                let headings = match self.headings.as_slice() {
                    [] => "none".to_owned(),
                    headings => headings.join(", "),
                };
                self.notes.keep(NoteKind::NoSection, 1, &[("headings", &headings)]);
            }
            Section::In { line } | Section::After { line } => {
                if self.tasks.is_empty() && !self.notes.has_box() {
                    self.notes.keep(NoteKind::NoBoxes, line, &[]);
                }
            }
        }
        Outline { tasks: self.tasks, notes: self.notes.in_order() }
    }
}

/// A range of the text as one of a part that begins at `start`.
fn within(range: &Range<usize>, start: usize) -> Range<usize> {
    range.start.saturating_sub(start)..range.end.saturating_sub(start)
}
