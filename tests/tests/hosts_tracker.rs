//! One session, three languages: what processes in Rust, Node and Python tick and save at the same time.
//!
//! The hosts in Node and Python are set up by `make bindings`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use planmark::Planmark;
use planmark_core::tracker::entry::Event;
use planmark_core::tracker::reference::Reference;
use planmark_core::tracker::request::Context;
use planmark_tests::calls::{by, line};
use planmark_tests::engine::new_home;
use planmark_tests::hosts::{Language, ready};
use planmark_tests::script::Line;
use planmark_tests::stage::player::Worker;
use planmark_tests::stage::{Fragment, Report};
use planmark_tests::writer::agent;
use serde_json::json;
use tempfile::TempDir;

/// The worker of Rust, which cargo built beside this test.
const ACTOR: &str = env!("CARGO_BIN_EXE_actor");
/// How long a writer waits for the session: long, for slow machines.
const PATIENT_MS: u64 = 60_000;
/// The session that all work on.
const SESSION: &str = "s-1";

/// A home, and an engine that the test itself looks at it with.
struct Home {
    folder: TempDir,
    planmark: Planmark,
}

impl Home {
    fn new() -> Self {
        ready().unwrap_or_else(|missing| panic!("{missing}"));
        let folder = new_home();
        let planmark = Planmark::builder().home(folder.path()).build().expect("a home");
        Self { folder, planmark }
    }

    /// Saves a plan with tasks of these titles.
    fn save(&self, plan: &str, titles: &[String]) {
        let boxes: String = titles.iter().map(|title| format!("- [ ] {title}\n")).collect();
        let context = Context { caller: agent("auditor"), session: SESSION.to_owned(), request: None };
        let text = format!("## Section 4\n\n{boxes}");
        let saved = self.planmark.tracker().save(&context, plan, &text).expect("it is saved");
        assert_eq!(saved.total as usize, titles.len());
    }

    /// Two processes of each language at work, each with its orders, which `order` gives by number.
    fn crowd(&self, order: impl Fn(usize) -> Line) -> Vec<Worker> {
        let languages = Language::ALL.into_iter().cycle().take(6);
        let workers: Vec<Worker> = languages.map(|language| self.worker(language)).collect();
        for (number, worker) in workers.iter().enumerate() {
            worker.order(&by(&format!("worker {number}"), order(number)));
        }
        workers
    }

    /// A process at work, which has opened the home.
    fn worker(&self, language: Language) -> Worker {
        let mut command = language.worker(Path::new(ACTOR), "work", self.folder.path());
        command.arg(PATIENT_MS.to_string());
        let worker = Worker::start(command);
        worker.call(&line("list", &json!({ "limit": 1 }))).expect("the home can be read");
        worker
    }

    /// What the entries of the branch say, from its root on.
    fn events(&self) -> Vec<Event> {
        let (mut events, mut at) = (Vec::new(), None);
        loop {
            let page = self.planmark.tracker().branch(SESSION, at, 200).expect("a branch");
            events.extend(page.entries.into_iter().map(|entry| entry.event));
            let Some(next) = page.next else { break };
            at = Some(next.entry);
        }
        events.reverse();
        events
    }

    /// How often each task was ticked on the branch, by its id.
    fn ticks(&self) -> BTreeMap<String, usize> {
        let mut ticks = BTreeMap::new();
        for event in self.events() {
            if let Event::Tick(mark) = event {
                *ticks.entry(mark.task).or_default() += 1;
            }
        }
        ticks
    }
}

/// What a process is told to be stored, until its orders are carried out.
fn told(worker: &Worker) -> Vec<Fragment> {
    let mut all = Vec::new();
    loop {
        match worker.report() {
            Report::Acknowledged(one) => all.push(one),
            Report::Answer(_) => return all,
            other => panic!("after {} writes: {other:?}", all.len()),
        }
    }
}

/// The same of all; what one says while another is heard waits.
fn told_by_all(workers: &[Worker]) -> Vec<Vec<Fragment>> {
    workers.iter().map(told).collect()
}

fn titles(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("task {number}")).collect()
}

/// Each process ticks all tasks, beginning at another place: so each task is wanted by all.
fn all_from(titles: &[String], number: usize) -> Line {
    let mut turned = titles.to_vec();
    turned.rotate_left(number * titles.len() / 6);
    line("tick-many", &json!({ "session": SESSION, "titles": turned }))
}

/// Six hundred tasks that six processes all want to tick: one of them ticks each, and is told so (CON-01).
#[test]
fn six_processes_of_every_language_tick_one_session_and_lose_or_double_nothing() {
    let home = Home::new();
    let titles = titles(600);
    home.save("p-1", &titles);
    let began = Instant::now();
    let workers = home.crowd(|number| all_from(&titles, number));
    let told = told_by_all(&workers);
    let took = began.elapsed();
    let changed: Vec<&String> = told.iter().flatten().map(|one| &one.fragment).collect();
    assert_eq!(changed.len(), titles.len(), "each tick is told to one process");
    assert_eq!(changed.into_iter().collect::<BTreeSet<_>>(), titles.iter().collect());
    assert!(told.iter().all(|one| !one.is_empty()), "every process had its part");
    let ticks = home.ticks();
    assert_eq!((ticks.len(), ticks.values().max()), (titles.len(), Some(&1)));
    let session = home.planmark.tracker().describe(SESSION).expect("a session");
    assert_eq!(session.entries as usize, titles.len() + 2, "a set, an activate, and the ticks");
    let list = home.planmark.tracker().tasks(SESSION, None).expect("tasks");
    assert_eq!((list.done as usize, list.next), (titles.len(), None));
    println!("600 ticks among 3,600 calls by 6 processes in {took:.1?}");
}

/// Plans that six processes save in one session are each there once, with their bodies.
#[test]
fn six_processes_of_every_language_save_in_one_session_and_lose_nothing() {
    const EACH: usize = 20;
    let home = Home::new();
    let prefix = |number: usize| format!("p-{number}-");
    let workers = home.crowd(|number| {
        line("save-many", &json!({ "session": SESSION, "count": EACH, "prefix": prefix(number) }))
    });
    let told = told_by_all(&workers);
    let saved: BTreeSet<&String> = told.iter().flatten().map(|one| &one.fragment).collect();
    assert_eq!(saved.len(), 6 * EACH);
    let session = home.planmark.tracker().describe(SESSION).expect("a session");
    let plans: BTreeSet<&String> = session.plans.iter().map(|line| &line.plan).collect();
    assert_eq!(plans, saved);
    assert_eq!(session.entries as usize, 2 * 6 * EACH);
    for plan in saved {
        let view = home.planmark.tracker().view(SESSION, Some(plan)).expect("a body");
        assert!(view.body.ends_with(&format!("- [ ] {plan}\n")), "{plan}: {}", view.body);
    }
}

/// Processes that are killed while they tick leave the session free, keep what they were told, and
/// break nothing: the others end all tasks.
#[test]
fn processes_killed_while_they_tick_lose_and_double_nothing() {
    let home = Home::new();
    let titles = titles(300);
    home.save("p-1", &titles);
    let mut workers = home.crowd(|number| all_from(&titles, number));
    // One of each language, in the middle of its work.
    let mut told = Vec::new();
    for worker in workers.drain(..3) {
        let Report::Acknowledged(one) = worker.report() else { panic!("it should be at work") };
        told.push(one.fragment);
        worker.kill();
    }
    told.extend(told_by_all(&workers).into_iter().flatten().map(|one| one.fragment));
    let once: BTreeSet<&String> = told.iter().collect();
    assert_eq!(once.len(), told.len(), "no tick is told twice");
    let ticks = home.ticks();
    assert_eq!((ticks.len(), ticks.values().max()), (titles.len(), Some(&1)));
    let tracker = home.planmark.tracker();
    let context = Context { caller: agent("auditor"), session: SESSION.to_owned(), request: None };
    for title in &titles {
        let reference = Reference { title: Some(title.clone()), task_id: None };
        assert!(!tracker.tick(&context, &reference).expect("a tick").changed, "{title} is done");
    }
}
