//! What is stored is damaged: calls still answer or refuse, a refused one writes nothing, and every
//! task can be mended.
//!
//! A record is `%TASK KEY AT REMOVED`: from byte AT of that cell so many bytes go, and the record's
//! text comes. A task is `T-1` or `T-2`; a key that there is not becomes a cell. `%TASK KEY gone`
//! takes the cell away.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use planmark_core::author::{Author, AuthorKind};
use planmark_core::capability::{Scope, ScopeKind};
use planmark_core::document::request::{
    Context, DeleteRequest, Point, RestoreRequest, SaveRequest, WriteRequest,
};
use planmark_core::document::{
    create, delete, list, read, read_past, restore, revisions, save, steps, update,
};
use planmark_core::failure::{Effect, Failure};

use super::memory::Memory;
use super::script::{Record, records};

const TASKS: [&str; 2] = ["T-1", "T-2"];

thread_local! {
    static SOUND: OnceCell<Memory> = const { OnceCell::new() };
}

pub(crate) fn target(data: &[u8]) {
    let script = String::from_utf8_lossy(data);
    let mut memory = SOUND.with(|sound| sound.get_or_init(sound_cells).clone());
    let mut damaged = BTreeSet::new();
    for record in records(&script) {
        damaged.insert(damage(&mut memory, &record));
    }
    for task in damaged {
        read_all(&mut memory, task);
        write_all(&mut memory, task);
    }
}

fn context() -> Context {
    let caller = Author { kind: AuthorKind::Agent, name: "ann".to_owned() };
    Context { caller, coalesce_window_ms: Some(0) }
}

fn request(task: &str, content: &str, mode: &str) -> WriteRequest {
    let (task, content, mode) = (task.to_owned(), content.to_owned(), mode.to_owned());
    WriteRequest { task, content, mode, ..WriteRequest::default() }
}

fn scope(task: &str) -> Scope {
    Scope { kind: ScopeKind::Task, id: task.to_owned() }
}

/// A plan with revisions, segments and a snapshot; and one that ends in more white space than its
/// head holds.
fn sound_cells() -> Memory {
    let mut memory = Memory::new();
    let context = context();
    let mut write = |task: &str, content: &str, mode: &str| {
        let request = request(task, content, mode);
        let memory = memory.begin();
        if mode == "create" {
            create(memory, &context, &WriteRequest { mode: String::new(), ..request }).expect("a plan");
        } else {
            update(memory, &context, &request).expect("a write");
        }
    };
    write("T-1", &"é1".repeat(600), "create");
    for text in ["b", "é", "d", "e", "f"] {
        write("T-1", &text.repeat(4_000), "");
    }
    write("T-1", "one\n", "append");
    write("T-1", "two", "append");
    write("T-2", &format!("漢é{}", "\u{3000}".repeat(200)), "create");
    write("T-2", &format!("漢👍{}", "\u{3000}".repeat(220)), "");
    assert!(memory.cells.keys().any(|(_, key)| key.starts_with("snap/")), "a snapshot can be damaged too");
    memory
}

/// Damages a cell of a task, and answers which task's.
fn damage(memory: &mut Memory, record: &Record<'_>) -> &'static str {
    let task = if record.word(0) == "T-2" { "T-2" } else { "T-1" };
    let (scope, key) = (scope(task), record.word(1));
    let is_key = (1..=64).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    let key = if is_key { key } else { "head" };
    if record.word(2) == "gone" {
        memory.cells.remove(&(scope, key.to_owned()));
        return task;
    }
    let cell = (scope.clone(), key.to_owned());
    let old = memory.cells.get(&cell).map_or("", |(_, value)| value.as_str());
    let at = old.floor_char_boundary(usize::try_from(record.number(2)).unwrap_or(0));
    let removed = usize::try_from(record.number(3)).unwrap_or(0);
    let end = old.floor_char_boundary(at.saturating_add(removed)).max(at);
    let value = [&old[..at], &record.text, &old[end..]].concat();
    memory.set(&scope, key, value);
    task
}

/// Reads answer or refuse; what they answer agrees with itself.
fn read_all(memory: &mut Memory, task: &str) {
    let cells = memory.cells.clone();
    let caller = context().caller;
    if let Ok(plan) = read(memory.begin(), &caller, task) {
        assert_eq!(plan.bytes as usize, plan.content.len());
    }
    for number in 1..=9 {
        if let Ok(past) = read_past(memory.begin(), &caller, task, Point::Revision(number)) {
            assert_eq!(past.revision, number);
        }
        if let Ok(past) = read_past(memory.begin(), &caller, task, Point::Position(number)) {
            assert_eq!(past.position, number);
        }
        let _ = steps(memory.begin(), &caller, task, number, 0, 200);
    }
    let _ = revisions(memory.begin(), &caller, task, None, 200);
    let _ = revisions(memory.begin(), &caller, task, Some(3), 1);
    if let Ok(page) = list(memory.begin(), &caller, "", 200) {
        assert!(page.plans.len() + page.unreadable.len() <= TASKS.len());
    }
    assert_eq!(memory.cells, cells, "a read writes nothing");
}

fn write_all(memory: &mut Memory, task: &str) {
    let context = context();
    let readable = read(memory.begin(), &context.caller, task).is_ok();
    let append = attempt(memory, |memory| update(memory, &context, &request(task, "x", "append")));
    // An append reads the head and the last segment alone: what is damaged before them, it leaves so.
    if let Some((mut after, written)) = append.filter(|_| readable) {
        assert_reads(&mut after, task, written.bytes, |content| content.ends_with("\n\nx") || content == "x");
    }
    let replace = attempt(memory, |memory| update(memory, &context, &request(task, "y", "")));
    if let Some((mut after, written)) = replace {
        assert_reads(&mut after, task, written.bytes, |content| content == "y");
    }
    let asked = SaveRequest { task: task.to_owned(), content: "z".to_owned(), ..SaveRequest::default() };
    if let Some((mut after, written)) = attempt(memory, |memory| save(memory, &context, &asked)) {
        assert_reads(&mut after, task, written.bytes, |content| content == "z");
    }
    let asked = RestoreRequest { task: task.to_owned(), point: Point::Revision(1), expected_version: None };
    if let Some((mut after, written)) = attempt(memory, |memory| restore(memory, &context, &asked)) {
        assert_reads(&mut after, task, written.bytes, |_| true);
    }
    let asked = DeleteRequest { task: task.to_owned(), expected_version: None };
    let _ = attempt(memory, |memory| delete(memory, &context, &asked));
    if let Some((mut after, _)) =
        attempt(memory, |memory| create(memory, &context, &request(task, "mended", "")))
    {
        assert_reads(&mut after, task, 6, |content| content == "mended");
        update(after.begin(), &context, &request(task, "on", "append")).expect("and it goes on");
    }
}

/// Makes a call on a copy: what it wrote, and its answer. One that is refused wrote nothing.
fn attempt<T>(memory: &Memory, call: impl FnOnce(&mut Memory) -> Result<T, Failure>) -> Option<(Memory, T)> {
    let mut copy = memory.clone();
    match call(copy.begin()) {
        Ok(answer) => Some((copy, answer)),
        Err(failure) => {
            assert_eq!(failure.effect, Effect::NothingWritten);
            assert_eq!(copy.cells, memory.cells, "a refused call writes nothing");
            None
        }
    }
}

fn assert_reads(memory: &mut Memory, task: &str, bytes: u32, holds: impl Fn(&str) -> bool) {
    let plan = read(memory.begin(), &context().caller, task).expect("what was written can be read");
    assert_eq!(plan.bytes, bytes);
    assert!(holds(&plan.content), "{:?}", plan.content);
}
