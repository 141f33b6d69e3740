use super::*;

fn seed(plan: &str, ids: &[&str]) -> Event {
    let tasks = ids.iter().map(|id| SeedTask { id: (*id).to_owned(), title: format!("Task {id}") }).collect();
    Event::Set(Seed { plan: plan.to_owned(), digest: String::new(), path: None, saved_at_ms: 7, tasks })
}

fn tick(plan: &str, task: &str) -> Event {
    Event::Tick(Mark { plan: plan.to_owned(), task: task.to_owned() })
}

fn untick(plan: &str, task: &str) -> Event {
    Event::Untick(Mark { plan: plan.to_owned(), task: task.to_owned() })
}

fn activate(plan: &str) -> Event {
    Event::Activate(plan.to_owned())
}

fn clear(plan: &str) -> Event {
    Event::Clear(plan.to_owned())
}

fn branch(events: &[Event]) -> Vec<Entry> {
    let entry = |(index, event): (usize, &Event)| Entry {
        id: (index + 1).to_string(),
        parent: (index > 0).then(|| index.to_string()),
        at_ms: 0,
        by: None,
        event: event.clone(),
    };
    events.iter().enumerate().map(entry).collect()
}

fn active(events: &[Event]) -> Option<String> {
    Ledger::of(&branch(events)).active().map(|(id, _)| id.to_owned())
}

fn done(events: &[Event]) -> Vec<String> {
    let ledger = Ledger::of(&branch(events));
    let lines = ledger.state().active.expect("an active plan").tasks.into_iter();
    lines.filter(|line| line.done).map(|line| line.id).collect()
}

/// D31, sentence by sentence.
#[test]
fn a_plan_is_active_because_it_was_selected_or_set_last() {
    let (p, q) = (seed("P", &["a"]), seed("Q", &["a"]));
    assert_eq!(active(&[]), None);
    assert_eq!(active(&[p.clone(), q.clone()]).as_deref(), Some("Q"), "the last set, without any activate");
    assert_eq!(active(&[p.clone(), q.clone(), activate("P")]).as_deref(), Some("P"));
    assert_eq!(active(&[p.clone(), activate("P"), q.clone()]).as_deref(), Some("P"), "a set selects no more");
    assert_eq!(active(&[p.clone(), activate("ghost"), q.clone()]).as_deref(), Some("Q"), "it did nothing");
    assert_eq!(active(&[p.clone(), q.clone(), clear("Q")]), None, "nothing becomes active by itself");
    assert_eq!(active(&[p.clone(), activate("P"), clear("P"), q, activate("P")]), None);
    assert_eq!(active(&[p.clone(), activate("P"), p]).as_deref(), Some("P"), "still, set anew");
}

#[test]
fn a_set_starts_a_generation_without_ticks() {
    let p = seed("P", &["a", "b"]);
    assert_eq!(done(&[p.clone(), tick("P", "a")]), ["a"]);
    assert_eq!(done(&[p.clone(), tick("P", "a"), p.clone()]), [""; 0]);
    let generation = |events: &[Event]| Ledger::of(&branch(events)).plan("P").map(|plan| plan.generation);
    assert_eq!(generation(&[p.clone(), p.clone()]), Some(2));
    assert_eq!(generation(&[p.clone(), clear("P"), p.clone()]), Some(2), "a cleared plan counts on");
    assert_eq!(generation(&[p, clear("P")]), None);
}

#[test]
fn ticks_and_unticks_can_be_repeated() {
    let p = seed("P", &["a", "b", "c", "d", "e"]);
    let all = ["a", "b", "c", "d", "e"].map(|id| tick("P", id));
    let events: Vec<Event> = [p].into_iter().chain(all).chain([tick("P", "e"), untick("P", "b")]).collect();
    assert_eq!(done(&events), ["a", "c", "d", "e"]);
    assert_eq!(done(&[&events[..], &[untick("P", "b"), tick("P", "b")]].concat()).len(), 5);
}

/// A damaged `set` leaves the plan as it was (D31, BRN-09).
#[test]
fn what_means_nothing_is_skipped_and_noted() {
    let events = [
        seed("P", &["a"]),
        tick("P", "a"),
        seed("P", &["b", "b"]),
        Event::Damaged,
        tick("P", "x"),
        tick("Q", "a"),
        clear("Q"),
        activate("Q"),
        seed("../P", &[]),
        Event::Other,
    ];
    assert_eq!(done(&events), ["a"]);
    let notes = Ledger::of(&branch(&events)).notes();
    assert_eq!(notes.iter().map(|note| note.line).collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8, 9]);
    assert!(notes.iter().all(|note| note.kind == crate::text::NoteKind::EntrySkipped));
}

#[test]
fn the_latest_skipped_entries_are_noted_and_the_others_counted() {
    let notes = Ledger::of(&branch(&vec![Event::Damaged; 25])).notes();
    assert_eq!((notes.len(), notes[0].line, notes[1].line, notes[20].line), (21, 6, 6, 25));
    assert!(notes[0].message.contains('5'), "{:?}", notes[0]);
}

/// A ledger that is stored anywhere on the branch goes on as one that never was.
#[test]
fn a_stored_ledger_goes_on_where_it_was() {
    let events = [
        seed("P", &["a", "b", "c", "d", "e"]),
        tick("P", "e"),
        seed("Q", &["a"]),
        activate("P"),
        tick("P", "b"),
        Event::Mode(Mode::Plan),
        clear("Q"),
        tick("Q", "a"),
        untick("P", "e"),
    ];
    let branch = branch(&events);
    let whole = Ledger::of(&branch);
    for cut in 0..=branch.len() {
        let stored = serde_json::to_string(&Ledger::of(&branch[..cut])).expect("JSON");
        assert!(!stored.contains("Task"), "no titles: {stored}");
        let mut ledger: Ledger = serde_json::from_str(&stored).expect("its own JSON");
        for entry in &branch[cut..] {
            if let Some(plan) = ledger.missing(&entry.event) {
                let set: usize = ledger.plan(plan).expect("a plan").entry.parse().expect("a number");
                let Event::Set(seed) = &events[set - 1] else { panic!("not a set") };
                assert!(ledger.attach(plan, seed.tasks.clone()));
            }
            ledger.apply(entry);
        }
        let Event::Set(seed) = &events[0] else { panic!("not a set") };
        let attached = ledger.plans.contains_key("P") && ledger.attach("P", seed.tasks.clone());
        assert!(attached, "P is on the branch");
        assert_eq!(ledger, whole, "cut at {cut}");
    }
}

#[test]
fn only_the_tasks_of_a_plan_can_be_attached_to_it() {
    let mut ledger = Ledger::of(&branch(&[seed("P", &["a", "b"])]));
    let task = |id: &str| SeedTask { id: id.to_owned(), title: String::new() };
    assert!(!ledger.attach("P", vec![task("a")]), "too few");
    assert!(!ledger.attach("P", vec![task("a"), task("a")]), "no queue");
    assert!(!ledger.attach("Q", Vec::new()), "no such plan");
    assert!(ledger.attach("P", vec![task("a"), task("b")]));
}
