//! Random changes, compared with the naive fold of the whole branch after each of them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::tracker::entry::{Entry, Event, Mark, Seed, SeedTask};
use crate::tracker::fold::Ledger;
use crate::tracker::reply::{EntryPage, Origin};

/// One call. Numbers choose among what there is.
#[derive(Debug, Clone)]
enum Op {
    Save(u8),
    Select(u8),
    Clear(Option<u8>),
    Tick(u8),
    Untick(u8),
    Mode(Mode),
    Navigate(prop::sample::Index),
    Fork(prop::sample::Index),
    Go(prop::sample::Index),
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        2 => (0..4_u8).prop_map(Op::Save),
        2 => (0..4_u8).prop_map(Op::Select),
        1 => prop::option::of(0..4_u8).prop_map(Op::Clear),
        9 => (0..6_u8).prop_map(Op::Tick),
        4 => (0..6_u8).prop_map(Op::Untick),
        1 => prop::sample::select(vec![Mode::Plan, Mode::Build]).prop_map(Op::Mode),
        2 => any::<prop::sample::Index>().prop_map(Op::Navigate),
        1 => any::<prop::sample::Index>().prop_map(Op::Fork),
        1 => any::<prop::sample::Index>().prop_map(Op::Go),
    ]
}

/// What one session should hold: every entry, with its parent.
#[derive(Debug, Default, Clone)]
struct Log {
    origin: Option<Origin>,
    entries: Vec<(u32, Event)>,
    leaf: u32,
}

#[derive(Default)]
struct Model {
    logs: BTreeMap<String, Log>,
    bodies: BTreeSet<(String, String)>,
}

impl Model {
    /// The branch to an entry, from the root on, through every fork.
    fn branch(&self, session: &str, leaf: u32) -> Vec<Event> {
        let Some(log) = self.logs.get(session) else { return Vec::new() };
        let (mut events, mut at) = (Vec::new(), leaf);
        while at > 0 {
            let (parent, event) = &log.entries[at as usize - 1];
            events.push(event.clone());
            at = *parent;
        }
        events.reverse();
        match &log.origin {
            Some(Origin { session, entry }) => [self.branch(session, *entry), events].concat(),
            None => events,
        }
    }

    fn ledger(&self, session: &str) -> Ledger {
        let leaf = self.logs.get(session).map_or(0, |log| log.leaf);
        let entry = |event| Entry { id: "e".to_owned(), parent: None, at_ms: 0, by: None, event };
        Ledger::of(&self.branch(session, leaf).into_iter().map(entry).collect::<Vec<_>>())
    }

    fn push(&mut self, session: &str, event: Event) {
        let log = self.logs.entry(session.to_owned()).or_default();
        log.entries.push((log.leaf, event));
        log.leaf = u32::try_from(log.entries.len()).expect("few");
    }
}

fn plan_name(number: u8) -> String {
    format!("plan-{number}")
}

/// Bodies of none, one or six tasks.
fn text_of(number: u8) -> String {
    let titles = ["T0", "T1", "T2", "T3", "T4", "T5"];
    body(&titles[..[6, 6, 1, 0][usize::from(number)]])
}

/// Makes the call in both; says whether they agree on whether it succeeds and changes something.
fn play(world: &mut World, model: &mut Model, op: &Op) -> Result<(), TestCaseError> {
    let session = world.context.session.clone();
    let before = model.ledger(&session);
    let active = before.active().map(|(id, _)| id.to_owned());
    match op {
        Op::Save(number) => {
            let (plan, text) = (plan_name(*number), text_of(*number));
            let saved = world.save(&plan, &text);
            prop_assert_eq!(
                saved.is_ok(),
                model.bodies.insert((session.clone(), plan.clone())),
                "{:?}",
                saved
            );
            if let Ok(saved) = saved {
                let tasks = crate::tracker::outline::parse(&text).tasks.into_iter();
                let tasks = tasks.map(|task| SeedTask { id: task.id, title: task.title }).collect();
                let digest = crate::digest::sha256(&text);
                let seed = Seed {
                    plan: plan.clone(),
                    digest,
                    path: saved.path,
                    saved_at_ms: saved.saved_at_ms,
                    tasks,
                };
                model.push(&session, Event::Set(seed));
                model.push(&session, Event::Activate(plan));
            }
        }
        Op::Select(number) => {
            let plan = plan_name(*number);
            let changed = world.select(&plan).map(|changed| changed.changed);
            let known = before.plan(&plan).is_some();
            prop_assert_eq!(changed.clone().ok(), known.then_some(active.as_deref() != Some(&plan)));
            if changed == Ok(true) {
                model.push(&session, Event::Activate(plan));
            }
        }
        Op::Clear(number) => {
            let plan = number.map(plan_name);
            let cleared = world.clear(plan.as_deref());
            let known = plan
                .filter(|plan| before.plan(plan).is_some())
                .or_else(|| active.filter(|_| number.is_none()));
            let cleared = cleared.ok().map(|cleared| cleared.plan);
            prop_assert_eq!(cleared.as_ref(), known.as_ref());
            if let Some(plan) = known {
                model.push(&session, Event::Clear(plan));
            }
        }
        Op::Tick(number) | Op::Untick(number) => {
            let done = matches!(op, Op::Tick(_));
            let title = format!("T{number}");
            let ticked = if done { world.tick(&title) } else { world.untick(&title) };
            let found = before.active().and_then(|(id, plan)| {
                let place = plan.tasks().iter().position(|task| task.title == title)?;
                Some((id.to_owned(), plan.tasks()[place].id.clone(), plan.is_done(place) != done))
            });
            prop_assert_eq!(ticked.ok().map(|ticked| ticked.changed), found.as_ref().map(|found| found.2));
            if let Some((plan, task, true)) = found {
                let mark = Mark { plan, task };
                model.push(&session, if done { Event::Tick(mark) } else { Event::Untick(mark) });
            }
        }
        Op::Mode(mode) => {
            let set = world.set_mode(*mode).expect("a mode can always be set");
            prop_assert_eq!(set.changed, before.mode() != *mode);
            if set.changed {
                model.push(&session, Event::Mode(*mode));
            }
        }
        Op::Navigate(index) => {
            let count = model.logs.get(&session).map(|log| log.entries.len());
            let to = u32::try_from(index.index(count.unwrap_or(0) + 1)).expect("few");
            prop_assert_eq!(world.navigate(to).is_ok(), count.is_some());
            if let Some(log) = model.logs.get_mut(&session) {
                log.leaf = to;
            }
        }
        Op::Fork(index) => {
            let into = format!("f-{}", model.logs.len());
            let count = model.logs.get(&session).map(|log| log.entries.len());
            let at = u32::try_from(index.index(count.unwrap_or(0) + 1)).expect("few");
            let forked = world.fork(&into, Some(at));
            prop_assert_eq!(forked.is_ok(), count.is_some());
            if count.is_some() {
                let origin = Some(Origin { session, entry: at });
                model.logs.insert(into, Log { origin, ..Log::default() });
            } else {
                world.at(&session);
            }
        }
        Op::Go(index) => {
            let sessions: Vec<_> = model.logs.keys().cloned().collect();
            if !sessions.is_empty() {
                world.at(index.get(&sessions).as_str());
            }
        }
    }
    Ok(())
}

/// Every read of the session says what the model's branch amounts to.
fn compare(world: &mut World, model: &Model) -> Result<(), TestCaseError> {
    let session = world.context.session.clone();
    let ledger = model.ledger(&session);
    let state = ledger.state();
    let tasks = world.tasks().expect("tasks");
    let Some(log) = model.logs.get(&session) else {
        prop_assert_eq!(tasks.standing, answer::Standing::NoPlan);
        return Ok(());
    };
    let described = world.describe().expect("a session");
    prop_assert_eq!((described.entries as usize, described.leaf), (log.entries.len(), log.leaf));
    prop_assert_eq!(
        (described.mode, described.plans, described.notes),
        (state.mode, state.plans, state.notes)
    );
    let mut queue = state.active;
    if let Some(queue) = &mut queue {
        // A fork's plans have the path of the session that saved them.
        queue.path.clone_from(&tasks.queue.as_ref().expect("a queue").path);
    }
    prop_assert_eq!(tasks.queue, queue);
    let marker = world.marker().expect("a marker");
    let next = ledger.active().and_then(|(_, plan)| plan.next().cloned());
    prop_assert_eq!((marker.done, marker.next), (tasks.done, next));

    let (mut listed, mut next) = (Vec::new(), Some(Origin { session, entry: log.leaf }));
    while let Some(Origin { session, entry }) = next {
        let page = branch(world.memory.begin(), &session, Some(entry), 3).expect("a page");
        let EntryPage { entries, next: more } = page;
        listed.extend(entries.into_iter().map(|entry| entry.event));
        next = more;
    }
    listed.reverse();
    prop_assert_eq!(listed, model.branch(&world.context.session, log.leaf));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn every_read_is_the_fold_of_the_whole_branch(ops in prop::collection::vec(op(), 1..70)) {
        let (mut world, mut model) = (World::new(), Model::default());
        for op in &ops {
            play(&mut world, &mut model, op)?;
            world.memory.now_ms += 1;
            compare(&mut world, &model)?;
        }
    }
}

/// The cells that are written, and the bytes that are read, don't grow with the session.
#[test]
fn a_tick_costs_the_same_however_long_the_session_is() {
    let titles: Vec<String> = (0..50).map(|n| format!("Task {n}")).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let mut world = World::with(&titles);
    let mut costs = Vec::new();
    for round in 0..40 {
        for title in &titles {
            let ticked = if round % 2 == 0 { world.tick(title) } else { world.untick(title) };
            assert!(ticked.expect("ticked").changed);
            costs.push(world.memory.bytes_read + world.memory.bytes_written);
        }
    }
    let (early, late) = (costs[..200].iter().max(), costs[1_800..].iter().max());
    let (early, late) = (*early.expect("many"), *late.expect("many"));
    assert!(late < early + early / 10, "{early} bytes, then {late}");
    assert_eq!(world.describe().expect("a session").entries, 2_002);
    assert!(world.done().is_empty());
}
