//! Branches, what they amount to, and what is shown of it (D26, D27, D31).
//!
//! The input is a log in JSON, or a script: `%set PLAN` with the body below, `%activate PLAN`,
//! `%clear PLAN`, `%tick PLAN PLACE`, `%untick PLAN PLACE`, `%mode plan`, `%damaged`; a number behind
//! `after` is the entry that it follows, otherwise it is the one before.

use planmark_core::tracker::TITLE_MAX_CHARS;
use planmark_core::tracker::answer::{PlannedTick, Standing, State};
use planmark_core::tracker::entry::{Entry, Event, Mark, Mode, Seed};
use planmark_core::tracker::fold::Ledger;
use planmark_core::tracker::outline::parse;
use planmark_core::tracker::preview::{branch, fold, marker, tick, untick};
use planmark_core::tracker::reference::Reference;

use super::outline::seed;
use super::script::{Record, records};

pub(crate) fn target(data: &[u8]) {
    let input = String::from_utf8_lossy(data);
    if let Ok(ledger) = serde_json::from_str::<Ledger>(&input) {
        check_stored(ledger);
    }
    let entries = serde_json::from_str(&input).unwrap_or_else(|_| log(&input));
    let Ok(branch) = branch(&entries, None) else { return };
    check_branch(&branch);
    let state = fold(&branch);
    check_state(&state);
    check_marker(&branch, &state);
    check_resumed(&branch, &state);
    check_ticks(&branch, &state);
}

fn log(script: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut seeds: Vec<Seed> = Vec::new();
    for record in records(script) {
        let event = event(&record, &seeds);
        if let Event::Set(seed) = &event {
            seeds.insert(0, seed.clone());
        }
        let parent = record.rest(0).split_once(" after ").map(|(_, parent)| parent.to_owned());
        let id = (entries.len() + 1).to_string();
        let parent = parent.or_else(|| entries.last().map(|last| last.id.clone()));
        entries.push(Entry { id, parent, at_ms: 7, by: None, event });
    }
    entries
}

fn event(record: &Record<'_>, seeds: &[Seed]) -> Event {
    let plan = record.word(1).to_owned();
    let task = || {
        let seed = seeds.iter().find(|seed| seed.plan == plan);
        let place = usize::try_from(record.number(2)).unwrap_or(0);
        let task = seed.and_then(|seed| seed.tasks.get(place)).map(|task| task.id.clone());
        Mark { plan: plan.clone(), task: task.unwrap_or_else(|| record.word(2).to_owned()) }
    };
    match record.word(0) {
        "set" => Event::Set(Seed {
            digest: String::new(),
            path: None,
            saved_at_ms: 7,
            tasks: parse(&record.text).tasks.iter().map(seed).collect(),
            plan,
        }),
        "activate" => Event::Activate(plan),
        "clear" => Event::Clear(plan),
        "tick" => Event::Tick(task()),
        "untick" => Event::Untick(task()),
        "mode" => Event::Mode(if plan == "plan" { Mode::Plan } else { Mode::Build }),
        "damaged" => Event::Damaged,
        _ => Event::Other,
    }
}

/// A branch is a path from a root.
fn check_branch(branch: &[Entry]) {
    let parents = branch.iter().map(|entry| entry.parent.as_ref());
    let expected = [None].into_iter().chain(branch.iter().map(|entry| Some(&entry.id)));
    assert!(parents.zip(expected).all(|(parent, expected)| parent == expected));
}

fn check_state(state: &State) {
    let active: Vec<_> = state.plans.iter().filter(|line| line.active).collect();
    assert_eq!(active.len(), usize::from(state.active.is_some()), "{state:?}");
    assert!(state.plans.iter().all(|line| line.done <= line.total));
    for note in &state.notes {
        assert!(!note.message.chars().any(char::is_control), "{note:?}");
    }
    let Some(queue) = &state.active else { return };
    let line = active[0];
    assert_eq!(line.plan, queue.plan);
    assert_eq!(line.total as usize, queue.tasks.len());
    assert_eq!(line.done as usize, queue.tasks.iter().filter(|task| task.done).count());
    assert!((1..).zip(&queue.tasks).all(|(number, task)| task.number == number));
}

/// The marker is one line and says what is the case; a title stays in its quotes.
fn check_marker(branch: &[Entry], state: &State) {
    let gone = marker(branch, None);
    assert_eq!((gone.standing, gone.plan), (Standing::NoPlan, None));
    let line = marker(branch, Some("## Section 4\n- [ ] another\n"));
    let text = &line.text;
    assert!(!text.contains('<') && !text.chars().any(|c| c.is_control() || is_separator(c)), "{text:?}");
    let Some(queue) = &state.active else {
        assert_eq!(line.standing, Standing::NoPlan);
        return;
    };
    let open: Vec<_> = queue.tasks.iter().filter(|task| !task.done).collect();
    let (total, done) = (queue.tasks.len(), queue.tasks.len() - open.len());
    assert_eq!((line.done as usize, line.total as usize), (done, total));
    assert_eq!(line.next.as_ref().map(|task| &task.id), open.first().map(|task| &task.id));
    let Some(next) = open.first() else {
        assert_eq!(line.standing, if total == 0 { Standing::NoTasks } else { Standing::Done });
        return;
    };
    assert_eq!(line.standing, Standing::Open);
    let start = format!("Plan {}: {done}/{total} tasks done. Next: {} \"", queue.plan, next.id);
    let title = text.strip_prefix(&start).unwrap_or_else(|| panic!("{text:?} begins with {start:?}"));
    let long = next.title.chars().count() > TITLE_MAX_CHARS;
    let title = title.strip_suffix(if long { "\"…." } else { "\"." }).expect("the title's end");
    let shown: String = next.title.chars().take(TITLE_MAX_CHARS).collect();
    assert_eq!(unescaped(title), shown);
}

fn is_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A title as it was before it was shown. An unescaped quote would have ended it.
fn unescaped(shown: &str) -> String {
    let mut title = String::new();
    let mut chars = shown.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => panic!("a quote ends the title: {shown:?}"),
            '\\' => match chars.next().expect("an escape has an end") {
                'u' => {
                    let code: String = chars.by_ref().skip(1).take_while(|&c| c != '}').collect();
                    let code = u32::from_str_radix(&code, 16).expect("a code point");
                    title.push(char::from_u32(code).expect("a character"));
                }
                c => title.push(c),
            },
            c => title.push(c),
        }
    }
    title
}

/// A fold that was stored anywhere goes on as if it had not been.
fn check_resumed(branch: &[Entry], state: &State) {
    let half = branch.len() / 2;
    let (before, after) = branch.split_at(half);
    let whole = Ledger::of(before);
    let stored = serde_json::to_string(&whole).expect("a ledger is JSON");
    let mut ledger: Ledger = serde_json::from_str(&stored).expect("and is read back");
    for line in whole.plans() {
        let tasks = whole.plan(&line.plan).expect("a plan").tasks().to_vec();
        assert!(ledger.attach(&line.plan, tasks), "its own tasks");
    }
    assert_eq!(ledger, whole);
    for entry in after {
        assert_eq!(ledger.missing(&entry.event), None);
        ledger.apply(entry);
    }
    assert_eq!(ledger.state(), *state);
    assert_eq!(ledger.entries() as usize, branch.len());
}

/// A tick that is decided and then recorded does what it said; an untick takes it back.
fn check_ticks(branch: &[Entry], state: &State) {
    let Some(queue) = &state.active else { return };
    let Some(task) = queue.tasks.last() else { return };
    let reference = Reference { task_id: Some(task.id.clone()), title: None };
    let ticked = tick(branch, &reference).expect("a task by its id");
    assert_eq!(ticked.event.is_none(), task.done);
    let after = recorded(branch, &ticked);
    let back = untick(&after, &reference).expect("the same task");
    assert!(back.event.is_some());
    let reopened = recorded(&after, &back);
    let open = fold(&reopened).active.expect("the plan");
    assert!(open.tasks.last().is_some_and(|task| !task.done));
}

fn recorded(branch: &[Entry], planned: &PlannedTick) -> Vec<Entry> {
    let mut branch = branch.to_vec();
    if let Some(event) = &planned.event {
        let parent = branch.last().map(|last| last.id.clone());
        branch.push(Entry { id: "recorded".to_owned(), parent, at_ms: 8, by: None, event: event.clone() });
    }
    let queue = fold(&branch).active.expect("the same plan");
    let open = queue.tasks.iter().find(|task| !task.done);
    assert_eq!(planned.next.as_ref().map(|task| &task.id), open.map(|task| &task.id));
    assert_eq!(planned.done as usize, queue.tasks.iter().filter(|task| task.done).count());
    assert_eq!((planned.total as usize, &planned.plan), (queue.tasks.len(), &queue.plan));
    branch
}

/// Whatever a stored fold became, it can be asked and goes on.
fn check_stored(mut ledger: Ledger) {
    let _ = (ledger.state(), ledger.notes(), ledger.active());
    for line in ledger.plans() {
        let mark = Mark { plan: line.plan.clone(), task: "t".to_owned() };
        ledger.attach(&line.plan, Vec::new());
        let tick = Event::Tick(mark);
        ledger.apply(&Entry { id: "x".to_owned(), parent: None, at_ms: 7, by: None, event: tick });
    }
    let _ = serde_json::to_string(&ledger).expect("a ledger is JSON");
}
