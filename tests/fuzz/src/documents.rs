//! A script of calls on one task, compared with a model after each.
//!
//! A record is `%OPERATION AUTHOR PAUSE_MS …`, with the content below. `create`, `replace`, `append`
//! and `save` go on with a title, `edit` with two places between which the content takes the place
//! of the text, `restore` and `position` with a number; `delete` needs nothing. `%window MS` and
//! `%pages CELLS` set how long a revision is extended, and how much a page of the store holds.

use std::collections::BTreeSet;

use planmark_core::author::{Author, AuthorKind};
use planmark_core::document::answer::{EventKind, Revision, Truncation, Written};
use planmark_core::document::request::{
    COALESCE_WINDOW_MS, Context, DeleteRequest, EditRequest, Point, RestoreRequest, SaveRequest, WriteRequest,
};
use planmark_core::document::{
    create, delete, edit, read, read_past, restore, revisions, save, steps, update,
};
use planmark_core::failure::{Effect, Failure, FailureCode};

use super::compose::slowly_composed;
use super::memory::Memory;
use super::model::{Model, Writing, fits, is_title, refusal};
use super::script::{Record, records};

const TASK: &str = "T-1";

struct Play {
    memory: Memory,
    model: Model,
    window_ms: i64,
    versions: BTreeSet<String>,
}

/// A write that the model expects: what it would store, or why it is refused.
struct Expected {
    title: String,
    text: String,
    refusal: Option<FailureCode>,
    restored: Option<Point>,
    guarded: bool,
    warns: bool,
}

pub(crate) fn target(data: &[u8]) {
    let script = String::from_utf8_lossy(data);
    let (memory, model) = (Memory::new(), Model::default());
    let mut play = Play { memory, model, window_ms: COALESCE_WINDOW_MS, versions: BTreeSet::new() };
    for record in records(&script) {
        match record.word(0) {
            "window" => play.window_ms = record.number(1),
            "pages" => play.memory.page_cells = usize::try_from(record.number(1)).unwrap_or(0).max(1),
            _ => play.call(&record),
        }
    }
    play.check_history();
}

impl Play {
    fn call(&mut self, record: &Record<'_>) {
        let author = if record.word(1) == "bob" { "bob" } else { "ann" };
        let pause_ms = record.number(2).clamp(-1_000_000, 1_000_000_000);
        self.memory.now_ms = self.memory.now_ms.saturating_add_signed(pause_ms);
        let context = Context { caller: agent(author), coalesce_window_ms: Some(self.window_ms) };
        let cells = self.memory.cells.clone();
        let outcome = match record.word(0) {
            "delete" => return self.delete(&context),
            "create" | "c" => self.whole(&context, record, true),
            "append" | "a" => self.append(&context, record),
            "save" | "s" => self.save(&context, record),
            "edit" | "e" => self.edit(&context, record),
            "restore" => self.restore(&context, Point::Revision(number(record))),
            "position" => self.restore(&context, Point::Position(number(record))),
            _ => self.whole(&context, record, false),
        };
        let (expected, outcome) = outcome;
        match outcome {
            Ok(written) => self.take(&expected, author, &written),
            Err(failure) => {
                assert_eq!(Some(failure.code), expected.refusal, "{failure:?}");
                assert_eq!(failure.effect, Effect::NothingWritten);
                assert_eq!(self.memory.cells, cells, "a refused call writes nothing");
            }
        }
        self.check_head();
    }

    fn whole(
        &mut self,
        context: &Context,
        record: &Record<'_>,
        creates: bool,
    ) -> (Expected, Result<Written, Failure>) {
        let (title, text) = (record.rest(3).to_owned(), record.text.to_string());
        let refusal = refusal(&[
            (!text.is_empty(), FailureCode::ContentRequired),
            (fits(&text), FailureCode::ContentTooLarge),
            (is_title(&title), FailureCode::InvalidTitle),
            (creates || self.model.present, FailureCode::PlanNotFound),
        ]);
        let request = request(&title, &text, "");
        let memory = self.memory.begin();
        let outcome =
            if creates { create(memory, context, &request) } else { update(memory, context, &request) };
        (Expected { title, text, refusal, restored: None, guarded: true, warns: true }, outcome)
    }

    fn append(&mut self, context: &Context, record: &Record<'_>) -> (Expected, Result<Written, Failure>) {
        let (title, fragment) = (record.rest(3).to_owned(), &record.text);
        let text = slowly_composed(self.model.text(), fragment);
        let refusal = refusal(&[
            (!fragment.is_empty(), FailureCode::ContentRequired),
            (!fragment.trim().is_empty(), FailureCode::FragmentWhitespaceOnly),
            (is_title(&title), FailureCode::InvalidTitle),
            (self.model.present, FailureCode::PlanNotFound),
            (fits(&text), FailureCode::ContentTooLarge),
        ]);
        let outcome = update(self.memory.begin(), context, &request(&title, fragment, "append"));
        (Expected { title, text, refusal, restored: None, guarded: false, warns: false }, outcome)
    }

    fn save(&mut self, context: &Context, record: &Record<'_>) -> (Expected, Result<Written, Failure>) {
        let (title, text) = (record.rest(3).to_owned(), record.text.to_string());
        let refusal = refusal(&[
            (fits(&text), FailureCode::ContentTooLarge),
            (is_title(&title), FailureCode::InvalidTitle),
        ]);
        let request = SaveRequest {
            task: TASK.to_owned(),
            title: title.clone(),
            content: text.clone(),
            expected_version: None,
        };
        let outcome = save(self.memory.begin(), context, &request);
        (Expected { title, text, refusal, restored: None, guarded: true, warns: false }, outcome)
    }

    fn edit(&mut self, context: &Context, record: &Record<'_>) -> (Expected, Result<Written, Failure>) {
        let stored = self.model.text().to_owned();
        let places: Vec<usize> = stored.char_indices().map(|(at, _)| at).chain([stored.len()]).collect();
        let place = |word| usize::try_from(record.number(word)).map_or(0, |at| places[at % places.len()]);
        let (from, to) = (place(3).min(place(4)), place(3).max(place(4)));
        let find = &stored[from..to];
        let text = [&stored[..from], &record.text, &stored[to..]].concat();
        let occurs = places.iter().filter(|&&at| stored[at..].starts_with(find)).take(2).count();
        let refusal = refusal(&[
            (!find.is_empty(), FailureCode::FindRequired),
            (self.model.present, FailureCode::PlanNotFound),
            (occurs == 1, FailureCode::FindAmbiguous),
            (fits(&text), FailureCode::ContentTooLarge),
        ]);
        let version = read(self.memory.begin(), &context.caller, TASK).map(|plan| plan.version);
        let request = EditRequest {
            task: TASK.to_owned(),
            find: find.to_owned(),
            replacement: record.text.to_string(),
            expected_version: Some(version.unwrap_or_else(|_| "none".to_owned())),
        };
        let outcome = edit(self.memory.begin(), context, &request);
        (
            Expected { title: String::new(), text, refusal, restored: None, guarded: true, warns: true },
            outcome,
        )
    }

    fn restore(&mut self, context: &Context, point: Point) -> (Expected, Result<Written, Failure>) {
        let position = match point {
            Point::Revision(number) => {
                let revision = (number as usize).checked_sub(1).and_then(|at| self.model.revisions.get(at));
                revision.map(|revision| revision.position)
            }
            Point::Position(position) => Some(position as usize),
        };
        let state = position.and_then(|position| self.model.states.get(position.checked_sub(1)?)).cloned();
        let refusal = refusal(&[
            (self.model.present, FailureCode::PlanNotFound),
            (state.is_some(), FailureCode::RevisionNotFound),
        ]);
        let (title, text) = state.unwrap_or_default();
        let request = RestoreRequest { task: TASK.to_owned(), point, expected_version: None };
        let outcome = restore(self.memory.begin(), context, &request);
        (Expected { title, text, refusal, restored: Some(point), guarded: true, warns: false }, outcome)
    }

    fn delete(&mut self, context: &Context) {
        let request = DeleteRequest { task: TASK.to_owned(), expected_version: None };
        match delete(self.memory.begin(), context, &request) {
            Ok(deleted) => {
                assert!(self.model.present);
                assert_eq!(deleted.revisions as usize, self.model.revisions.len());
                assert!(self.versions.insert(deleted.version), "a version comes twice");
            }
            Err(failure) => {
                assert_eq!((failure.code, self.model.present), (FailureCode::PlanNotFound, false));
            }
        }
        self.model.present = false;
        self.check_head();
    }

    /// Takes a success into the model, and compares the answer with it.
    fn take(&mut self, expected: &Expected, author: &str, written: &Written) {
        let Expected { title, text, refusal, restored, guarded, warns } = expected;
        assert_eq!(*refusal, None, "{written:?}");
        let (was_present, before) = (self.model.present, self.model.text().chars().count());
        let tells = *warns && self.model.most_goes(text);
        let revisions = self.model.revisions.len();
        let how = Writing {
            author,
            now_ms: self.memory.now_ms,
            window_ms: self.window_ms,
            restored: *restored,
            guarded: *guarded,
        };
        self.model.write(title, text.clone(), how);

        let coalesced = self.model.revisions.len() == revisions;
        assert_eq!(written.coalesced, coalesced);
        assert_eq!(written.position as usize, self.model.states.len());
        assert!(self.versions.insert(written.version.clone()), "a version comes twice");
        let plan = if was_present { EventKind::PlanUpdated } else { EventKind::PlanCreated };
        let revised = if coalesced { EventKind::RevisionUpdated } else { EventKind::RevisionCreated };
        assert_eq!(written.events.iter().map(|event| event.kind).collect::<Vec<_>>(), [plan, revised]);
        match &written.truncation {
            Some(Truncation { prior_chars, new_chars, prior_revision, .. }) => {
                assert!(tells);
                assert_eq!((*prior_chars as usize, *new_chars), (before, written.chars));
                assert_eq!(*prior_revision as usize, revisions);
            }
            None => assert!(!tells, "most of the text went untold"),
        }
    }

    fn check_head(&mut self) {
        let model = &self.model;
        match read(self.memory.begin(), &agent("reader"), TASK) {
            Ok(plan) => {
                let (title, text) = model.states.last().expect("a state");
                assert!(model.present);
                assert_eq!((&plan.title, &plan.content), (title, text));
                assert_eq!((plan.bytes as usize, plan.chars as usize), (text.len(), text.chars().count()));
                assert_eq!(plan.revision as usize, model.revisions.len());
                assert_eq!(plan.position as usize, model.states.len());
            }
            Err(failure) => {
                assert_eq!((failure.code, model.present), (FailureCode::PlanNotFound, false));
            }
        }
    }

    /// Everything there ever was equals the model's.
    fn check_history(&mut self) {
        let Self { memory, model, .. } = self;
        let caller = agent("reader");
        let Ok(page) = revisions(memory.begin(), &caller, TASK, None, 200) else {
            assert!(model.states.is_empty());
            return;
        };
        assert_eq!(page.revisions.len(), model.revisions.len());
        let mut covered = 0;
        for (index, (revision, kept)) in page.revisions.iter().rev().zip(&model.revisions).enumerate() {
            let (title, text) = &model.states[kept.position - 1];
            let number = narrow(index + 1);
            let expected = Revision {
                number,
                position: narrow(kept.position),
                title: title.clone(),
                bytes: narrow(text.len()),
                chars: narrow(text.chars().count()),
                author: agent(&kept.author),
                created_at_ms: kept.created_at_ms,
                updated_at_ms: kept.updated_at_ms,
                restored: kept.restored,
            };
            assert_eq!(*revision, expected);
            let page = steps(memory.begin(), &caller, TASK, number, 0, 200).expect("its steps");
            let positions: Vec<u32> = page.steps.iter().map(|step| step.position).collect();
            assert_eq!(positions, (covered + 1..=narrow(kept.position)).collect::<Vec<_>>());
            for position in positions {
                let past = read_past(memory.begin(), &caller, TASK, Point::Position(position));
                let past = past.expect("a position");
                assert_eq!((past.title, past.content), model.states[position as usize - 1]);
                assert_eq!(past.revision, number);
            }
            covered = narrow(kept.position);
        }
        assert_eq!(covered as usize, model.states.len(), "the latest revision is the plan");
    }
}

fn number(record: &Record<'_>) -> u32 {
    u32::try_from(record.number(3)).unwrap_or(0)
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("no such size here")
}

fn agent(name: &str) -> Author {
    Author { kind: AuthorKind::Agent, name: name.to_owned() }
}

fn request(title: &str, content: &str, mode: &str) -> WriteRequest {
    WriteRequest {
        task: TASK.to_owned(),
        title: title.to_owned(),
        content: content.to_owned(),
        mode: mode.to_owned(),
        expected_version: None,
    }
}
