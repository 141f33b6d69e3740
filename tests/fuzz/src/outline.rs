//! Outlines of any text (D20 to D25), and references to their tasks (D26).

use std::collections::{BTreeMap, BTreeSet};

use planmark_core::failure::FailureCode;
use planmark_core::text::{CONTENT_MAX_BYTES, Note};
use planmark_core::tracker::entry::SeedTask;
use planmark_core::tracker::outline::{Outline, Task, parse};
use planmark_core::tracker::preview::{resolve, save};
use planmark_core::tracker::reference::Reference;
use planmark_core::tracker::{TASKS_MAX, TITLE_MAX_CHARS};

use super::compose::slowly_composed;
use super::inspect::lines;
use super::script::repeated;

pub(crate) fn target(data: &[u8]) {
    let input = String::from_utf8_lossy(data);
    let text = repeated(&input);
    let outline = parse(&text);
    check_tasks(&text, &outline.tasks);
    check_notes(&text, &outline.notes);
    check_kin(&text, &outline);
    check_save(&text, &outline);
    let titles = by_title(&outline.tasks);
    let tasks: Vec<SeedTask> = outline.tasks.iter().map(seed).collect();
    for place in (0..tasks.len()).step_by(1 + tasks.len() / 32) {
        check_resolve(&tasks, place, &titles);
    }
}

pub(crate) fn seed(task: &Task) -> SeedTask {
    SeedTask { id: task.id.clone(), title: task.title.clone() }
}

fn normal(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn by_title(tasks: &[Task]) -> BTreeMap<String, Vec<String>> {
    let mut titles: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for task in tasks {
        titles.entry(normal(&task.title)).or_default().push(task.id.clone());
    }
    titles
}

fn check_tasks(text: &str, tasks: &[Task]) {
    let lines = lines(text);
    let ids: BTreeSet<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
    assert_eq!(ids.len(), tasks.len(), "no id comes twice");
    assert!(tasks.is_sorted_by(|a, b| a.line < b.line), "in order, each on a line of its own");
    for task in tasks {
        let digits = task.id.strip_prefix("task-").expect("an id");
        assert!(digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let line = lines[task.line as usize - 1];
        assert!(line.contains("[ ]"), "{line:?}");
        assert!(!task.title.is_empty() && task.title.trim() == task.title, "{task:?}");
        assert!(!task.title.contains(['\n', '\r']), "{task:?}");
        let first = task.title.split_whitespace().next().expect("a word");
        assert!(line.contains(first), "the title begins on the line of the box: {task:?}");
        assert!(text.contains(&task.text), "{task:?}");
    }
}

fn check_notes(text: &str, notes: &[Note]) {
    let lines = lines(text).len();
    assert!(notes.is_sorted_by_key(|note| note.line), "{notes:?}");
    for note in notes {
        assert!((1..=lines).contains(&(note.line as usize)), "{note:?} of {lines} lines");
        assert!(!note.message.chars().any(char::is_control), "{note:?}");
        assert!(note.message.len() < 4_096, "{note:?}");
    }
}

/// Texts that mean the same have the same tasks.
fn check_kin(text: &str, outline: &Outline) {
    let tasks = |text: &str| {
        let tasks = parse(text).tasks.into_iter();
        tasks.map(|task| (task.id, task.title, task.line)).collect::<Vec<_>>()
    };
    let own: Vec<_> =
        outline.tasks.iter().map(|task| (task.id.clone(), task.title.clone(), task.line)).collect();
    assert_eq!(tasks(&text.replace("\r\n", "\n").replace('\r', "\n")), own, "line endings are alike");
    assert_eq!(tasks(&slowly_composed(text, "x")), own, "a paragraph at the end is no task");
    if !text.starts_with('\u{feff}') {
        assert_eq!(parse(&format!("\u{feff}{text}")), *outline, "a byte order mark is skipped");
    }
}

fn check_save(text: &str, outline: &Outline) {
    match save("p", text, None, 7) {
        Ok(seed) => assert_eq!(seed.tasks, outline.tasks.iter().map(self::seed).collect::<Vec<_>>()),
        Err(failure) => {
            let expected = if text.is_empty() {
                FailureCode::ContentRequired
            } else if text.len() > CONTENT_MAX_BYTES as usize {
                FailureCode::ContentTooLarge
            } else {
                assert!(outline.tasks.len() > TASKS_MAX);
                FailureCode::TooManyTasks
            };
            assert_eq!(failure.code, expected);
        }
    }
}

/// Every task is found by its id, and by its title where that is its own.
fn check_resolve(tasks: &[SeedTask], place: usize, titles: &BTreeMap<String, Vec<String>>) {
    let SeedTask { id, title } = &tasks[place];
    let by_id = Reference { task_id: Some(format!(" {id}\n")), title: None };
    let resolved = resolve(tasks, &[], &by_id).expect("its id");
    assert_eq!((&resolved.id, resolved.done), (id, false));
    assert!(resolved.skipped.iter().eq(tasks[..place].iter().map(|task| &task.id)));
    let done = tasks[..=place].iter().map(|task| task.id.clone()).collect::<Vec<_>>();
    let resolved = resolve(tasks, &done, &by_id).expect("its id");
    assert!(resolved.done && resolved.skipped.is_empty());

    let by_title = Reference { task_id: None, title: Some(title.clone()) };
    let same = &titles[&normal(title)];
    match resolve(tasks, &done, &by_title) {
        Ok(resolved) => assert_eq!((&resolved.id, same.len()), (id, 1)),
        Err(failure) if failure.code == FailureCode::AmbiguousTitle => {
            assert!(same.len() > 1);
            assert_eq!(failure.candidates, *same, "done ones are among them");
        }
        Err(failure) => {
            assert_eq!(failure.code, FailureCode::InvalidReference, "{failure:?}");
            assert!(title.chars().count() > TITLE_MAX_CHARS);
        }
    }
}
