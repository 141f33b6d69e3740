//! Roots across the boundary: the matrix in every host, the same decisions with and without a store, and
//! what an agent is given, byte for byte.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use planmark::Planmark;
use planmark::store::memory::MemoryStore;
use planmark_core::author::{Author, AuthorKind};
use planmark_core::digest::sha256;
use planmark_core::runtime::client::Client;
use planmark_core::runtime::directive::{Lifecycle, Observation, Seat, ToolCall};
use planmark_core::runtime::drift::{Change, Opinion};
use planmark_core::runtime::entry::{Action, Admission, Identity, Item, ItemKey, RootKey, Schemas, Trigger};
use planmark_core::runtime::preview::{SavedBody, SessionLog};
use planmark_core::runtime::reentry::ReadArguments;
use planmark_core::runtime::turn::{Ending, ReAnchor, TurnEnd};
use planmark_core::runtime::view::View;
use planmark_core::runtime::{READ_TOOL, Request, TICK_TOOL};
use planmark_core::tracker::entry::{Entry, Event};
use planmark_core::tracker::reference::Reference;
use planmark_core::tracker::request::{Context, ImportBody, ImportRequest};
use planmark_tests::cli::Desk;
use planmark_tests::engine::{Engine, Host, MakeHost, component_memory, native_memory};
use planmark_tests::mcp::LineClient;
use serde_json::{Value, json};

const CODEX: Seat<'static> = Seat { client: Client::Codex, read_tool: READ_TOOL, tick_tool: TICK_TOOL };
const CLAUDE: Seat<'static> = Seat { client: Client::ClaudeCode, read_tool: READ_TOOL, tick_tool: TICK_TOOL };
const BODY: &str =
    "# Plan\n\n## Section 4\n\n- [ ] First\n  - **Given** \"a\"\ttab & \u{1F600} <b>\n- [ ] Second\n";

fn context(session: &str) -> Context {
    let caller = Author { kind: AuthorKind::Person, name: "bo".to_owned() };
    Context { caller, session: session.to_owned(), request: None }
}

fn identity() -> Identity {
    Identity {
        key: RootKey { closure: "release".to_owned(), generation: 1 },
        target: "release of v2".to_owned(),
        plan: Some("p-1".to_owned()),
        authority: "planmark".to_owned(),
    }
}

fn admission(schemas: Option<Schemas>) -> Admission {
    Admission { identity: identity(), owned: vec!["src/**".to_owned()], schemas }
}

fn observation(lifecycle: Lifecycle) -> Observation {
    let handle = matches!(lifecycle, Lifecycle::Owned | Lifecycle::Paused).then(|| "h-1".to_owned());
    Observation { lifecycle, handle }
}

fn tick_next(engine: &dyn Engine, context: &Context) {
    let next = engine.marker(&context.session).expect("a marker").next.expect("a task");
    let task = Reference { task_id: Some(next.id), title: None };
    engine.tick(context, &task).expect("a tick");
}

fn branch(engine: &dyn Engine, session: &str) -> Vec<Entry> {
    let mut entries = engine.branch(session, None, 200).expect("a branch").entries;
    entries.reverse();
    entries
}

// The matrix.

const TRANSPORTS: [&str; 5] =
    ["goal", "loop-tick", "guard-line", "hook of a client with a goal", "hook of a client with a loop"];
const ACTIVATIONS: [&str; 6] =
    ["engine-driven", "legacy", "pre-cutover", "stale", "ambiguous", "rolled-back"];
const PLANS: [&str; 4] = ["active", "blocked", "closed-elsewhere", "sealed"];
const LIFECYCLES: [(&str, Lifecycle); 5] = [
    ("absent", Lifecycle::Absent),
    ("owned", Lifecycle::Owned),
    ("paused", Lifecycle::Paused),
    ("stale", Lifecycle::Stale),
    ("foreign", Lifecycle::Foreign),
];
const SESSIONS: [&str; 4] = ["on-rails", "drifted-idle", "drifted-acting", "session-restored"];

/// Transport, activation, plan, lifecycle, session.
type Cell = [String; 5];

/// The cells of the table that people read, each with what it expects.
fn table() -> Vec<(Cell, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/runtime-matrix.md");
    let (mut cells, mut transport) = (Vec::new(), "");
    let text = fs::read_to_string(file).expect("the table");
    for line in text.lines() {
        transport = line.strip_prefix("## ").unwrap_or(transport);
        let columns: Vec<_> = line.split('|').map(str::trim).collect();
        let ["", activation, plan, lifecycle, rest @ .., ""] = columns.as_slice() else { continue };
        if ACTIVATIONS.contains(activation) {
            assert_eq!(rest.len(), SESSIONS.len(), "{line}");
            for (session, value) in SESSIONS.into_iter().zip(rest) {
                let cell = [transport, activation, plan, lifecycle, session].map(str::to_owned);
                cells.push((cell, (*value).to_owned()));
            }
        }
    }
    cells
}

/// Admits the root so that its verdict is `activation`.
fn admit(engine: &dyn Engine, context: &Context, activation: &str) {
    engine.save_plan(context, "p-1", BODY).expect("a plan");
    if activation != "pre-cutover" {
        engine.cutover(context).expect("a cutover");
    }
    if activation == "rolled-back" {
        engine.rollback(context).expect("a rollback");
    }
    let current = engine.current_schemas().expect("schemas");
    let schemas = match activation {
        "legacy" => None,
        "stale" => Some(Schemas { guard: "0".repeat(64), ..current }),
        _ => Some(current),
    };
    engine.admit_root(context, &admission(schemas)).expect("a root");
    if activation == "pre-cutover" {
        engine.cutover(context).expect("a cutover");
    }
}

/// A session in which the first task was served, and then what `plan` and `session` say happened.
fn stage(host: &Host, activation: &str, plan: &str, session: &str) -> Context {
    let engine = host.engine.as_ref();
    let mut context = context(&format!("{activation}.{plan}.{session}"));
    admit(engine, &context, activation);
    if activation == "ambiguous" {
        // Only a log of another program has a second admission.
        let mut entries = branch(engine, &context.session);
        let mut twice = entries.last().cloned().expect("the admission");
        twice.parent = Some(std::mem::replace(&mut twice.id, "twice".to_owned()));
        entries.push(twice);
        let bodies = vec![ImportBody { plan: "p-1".to_owned(), text: BODY.to_owned() }];
        context.session.push_str(".log");
        engine.import(&context, &ImportRequest { entries, leaf: None, bodies }).expect("a log");
    }
    let arguments = ReadArguments::of(&identity());
    engine.turn_begins(&context, Trigger::Prompt).expect("a turn");
    engine.continue_read(&context, CODEX, &arguments, None).expect("a reading");
    match plan {
        "blocked" => {
            let item = Item { root: identity().key, id: "ci".to_owned(), text: "broken".to_owned() };
            engine.block(&context, &item).expect("a block");
        }
        "closed-elsewhere" => {
            engine.clear(&context, Some("p-1")).expect("cleared");
        }
        "sealed" => {
            tick_next(engine, &context);
            tick_next(engine, &context);
            engine.continue_read(&context, CODEX, &arguments, None).expect("a reading");
        }
        _ => {}
    }
    match session {
        "drifted-idle" | "drifted-acting" => engine.turn_begins(&context, Trigger::Prompt),
        "session-restored" => engine.turn_begins(&context, Trigger::Restored),
        _ => Ok(false),
    }
    .expect("a turn");
    context
}

/// What a host says in a cell, on a fork of its session.
fn said(engine: &dyn Engine, context: &Context, which: &str, lifecycle: Lifecycle, session: &str) -> String {
    let transport = |seat| {
        let reconciled = engine.reconcile(context, &identity().key, seat, &observation(lifecycle));
        reconciled.expect("a directive").directive.action.name()
    };
    let hook = |seat| match session {
        "drifted-idle" => {
            let ending = Ending { observation: Some(observation(lifecycle)), already_continued: false };
            match engine.turn_ends(context, seat, &ending).expect("an end") {
                TurnEnd::Rest => "nothing",
                TurnEnd::Continue(_) => "continue",
            }
        }
        "session-restored" => match engine.restored(&context.session, READ_TOOL).expect("a word") {
            ReAnchor::None => "nothing",
            ReAnchor::Inject(_) => "re-anchor",
        },
        _ => {
            let change = Change { path: "src/x.rs", folder: "/p", project: "/p", fold_case: false };
            match engine.before_change(&context.session, READ_TOOL, &[change]).expect("an opinion") {
                Opinion::None => "nothing",
                Opinion::Deny(_) => "deny",
            }
        }
    };
    match which {
        "goal" => transport(CODEX),
        "loop-tick" => transport(CLAUDE),
        "guard-line" => match engine.guard_line(&context.session, READ_TOOL).expect("a line") {
            Some(_) => "guard",
            None => "nothing",
        },
        "hook of a client with a goal" => hook(CODEX),
        _ => hook(CLAUDE),
    }
    .to_owned()
}

fn wrong_cells(make: MakeHost) -> Vec<String> {
    let host = make();
    let engine = host.engine.as_ref();
    let table = table();
    let (mut wrong, mut forks) = (Vec::new(), 0);
    for activation in ACTIVATIONS {
        for plan in PLANS {
            for session in SESSIONS {
                let staged = stage(&host, activation, plan, session);
                let here = |cell: &Cell| cell[1] == activation && cell[2] == plan && cell[4] == session;
                for (cell, expected) in table.iter().filter(|(cell, _)| here(cell)) {
                    forks += 1;
                    let fork = context(&format!("f-{forks}"));
                    engine.fork(&fork, &staged.session, None).expect("a fork");
                    let lifecycle = LIFECYCLES.iter().find(|(name, _)| *name == cell[3]);
                    let lifecycle = lifecycle.expect("a lifecycle").1;
                    let given = said(engine, &fork, &cell[0], lifecycle, session);
                    if given != *expected {
                        wrong.push(format!("{}: {cell:?}: {expected} expected, {given} given", host.name));
                    }
                }
            }
        }
    }
    assert_eq!(forks, 2_400, "{}", host.name);
    wrong
}

#[test]
fn every_cell_of_the_matrix_gives_what_the_table_says_natively_and_in_the_component() {
    let wrong: Vec<_> =
        [native_memory as MakeHost, component_memory].into_iter().flat_map(wrong_cells).collect();
    assert!(wrong.is_empty(), "{} cells:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_table_has_every_cell_once() {
    let cells = table();
    let once: BTreeSet<_> = cells.iter().map(|(cell, _)| cell.clone()).collect();
    let mut every = BTreeSet::new();
    for transport in TRANSPORTS {
        for activation in ACTIVATIONS {
            for plan in PLANS {
                for (lifecycle, _) in LIFECYCLES {
                    every.extend(
                        SESSIONS.map(|session| {
                            [transport, activation, plan, lifecycle, session].map(str::to_owned)
                        }),
                    );
                }
            }
        }
    }
    assert_eq!((cells.len(), every.len()), (2_400, 2_400));
    assert_eq!(once, every);
}

// As much as there may be.

/// A call on roots goes through a plan once, however many roots it has: the fuel of one call is enough for the
/// most roots that there may be on the largest plan.
#[test]
fn the_most_roots_on_the_largest_plan_are_within_the_fuel_of_a_call() {
    let planmark = Planmark::builder().store(MemoryStore::new()).build().expect("an engine");
    let (runtime, context) = (planmark.runtime(), context("s-1"));
    let detail = format!("  - **Given** {}\n", "x".repeat(180));
    let tasks: String = (0..1_000).map(|number| format!("- [ ] Task number {number}\n{detail}")).collect();
    let text = format!("# Plan\n\n## Section 4\n\n{tasks}");
    let engine: &dyn Engine = &planmark;
    engine.save_plan(&context, "p-1", &text).expect("a plan");
    runtime.cutover(&context).expect("a cutover");
    let schemas = runtime.current_schemas().expect("schemas");
    let mut identities = Vec::new();
    for number in 0..64 {
        let mut admission = admission(Some(schemas.clone()));
        admission.identity.key.closure = format!("root-{number}");
        runtime.admit(&context, &admission).expect("admitted");
        identities.push(admission.identity);
    }
    let first = identities.first().expect("a root");
    runtime.read(&context, CLAUDE, &ReadArguments::of(first), None).expect("a reading");
    assert_eq!(runtime.roots("s-1").expect("roots").len(), 64);
    assert_ne!(runtime.restored("s-1", READ_TOOL).expect("a word"), ReAnchor::None);
    let ending = Ending { observation: None, already_continued: false };
    assert_ne!(runtime.turn_ends(&context, CLAUDE, &ending).expect("an end"), TurnEnd::Rest);
    let item = Item { root: first.key.clone(), id: "x".to_owned(), text: "y".to_owned() };
    runtime.block(&context, &item).expect("blocked");
}

// With and without a store.

/// The point 1: what is decided on a log that a program keeps itself is what is decided on a store.
#[test]
fn a_branch_without_a_store_is_decided_as_one_in_a_store() {
    let planmark = Planmark::builder().store(MemoryStore::new()).build().expect("an engine");
    let (stored, pure) = (planmark.runtime(), planmark.preview());
    let context = context("s-1");
    let engine: &dyn Engine = &planmark;
    let log = || {
        let bodies = vec![SavedBody { plan: "p-1".to_owned(), text: BODY.to_owned() }];
        SessionLog { branch: branch(engine, "s-1"), bodies }
    };
    engine.save_plan(&context, "p-1", BODY).expect("a plan");
    let key = identity().key;
    let item = Item { root: key.clone(), id: "review".to_owned(), text: "reviewed".to_owned() };
    let item_key = ItemKey { root: key.clone(), id: "review".to_owned() };
    let schemas = stored.current_schemas().expect("schemas");
    let requests = [
        Request::Cutover,
        Request::Cutover,
        Request::Admit(admission(Some(schemas))),
        Request::Obligation(item.clone()),
        Request::Block(item),
        Request::Unblock(item_key.clone()),
        Request::Seal(key.clone()),
    ];
    for request in requests {
        let planned = pure.change_root(&log(), &request);
        let before = branch(engine, "s-1").len();
        let changed = match &request {
            Request::Cutover => stored.cutover(&context).map(|set| set.changed),
            Request::Admit(admission) => stored.admit(&context, admission).map(|answer| answer.changed),
            Request::Obligation(item) => stored.obligation(&context, item).map(|answer| answer.changed),
            Request::Block(item) => stored.block(&context, item).map(|answer| answer.changed),
            Request::Unblock(item) => stored.unblock(&context, item).map(|answer| answer.changed),
            Request::Seal(root) => stored.seal(&context, root).map(|answer| answer.changed),
            other => unreachable!("{other:?}"),
        };
        match (planned, changed) {
            (Ok(planned), Ok(changed)) => {
                let recorded = root_events(&branch(engine, "s-1")[before..]);
                assert_eq!((recorded, changed), (planned.clone(), !planned.is_empty()), "{request:?}");
            }
            (planned, changed) => {
                let codes = (planned.err().map(|e| e.code()), changed.err().map(|e| e.code()));
                assert_eq!(codes.0, codes.1, "{request:?}");
            }
        }
        assert_eq!(pure.roots(&log()).expect("roots"), stored.roots("s-1").expect("roots"));
    }
    let arguments = ReadArguments::of(&identity());
    for step in 0..6 {
        if step == 2 || step == 3 {
            tick_next(engine, &context);
        }
        if step == 4 {
            stored.discharge(&context, &item_key).expect("discharged");
        }
        let trigger = if step == 5 { Trigger::LoopTick } else { Trigger::Prompt };
        let begins = pure.turn_begins(&log(), trigger).expect("a turn");
        assert_eq!(stored.turn_begins(&context, trigger).expect("a turn"), !begins.is_empty());
        let planned = pure.continue_read(&log(), CODEX, &arguments, None).expect("a reading");
        let before = branch(engine, "s-1").len();
        let reading = stored.read(&context, CODEX, &arguments, None).expect("a reading");
        assert_eq!(
            (&planned.reading, root_events(&branch(engine, "s-1")[before..])),
            (&reading, planned.events)
        );
        let change = Change { path: "/p/src/a.rs", folder: "/p", project: "/p", fold_case: false };
        let opinions = (
            pure.before_change(&log(), READ_TOOL, &[change]).expect("an opinion"),
            pure.unreadable_input(&log(), READ_TOOL).expect("an opinion"),
        );
        assert_eq!(opinions.0, stored.before_change("s-1", READ_TOOL, &[change]).expect("an opinion"));
        assert_eq!(opinions.1, stored.unreadable_input("s-1", READ_TOOL).expect("an opinion"));
        assert_eq!(pure.restored(&log(), READ_TOOL).ok(), stored.restored("s-1", READ_TOOL).ok());
        assert_eq!(pure.guard_line(&log(), READ_TOOL).ok(), stored.guard_line("s-1", READ_TOOL).ok());
        let payload = pure.payload(&log(), &key, CODEX).expect("a payload");
        assert_eq!(payload, stored.payload("s-1", &key, CODEX).expect("a payload"));
        assert_eq!(
            pure.trigger_of(&log(), READ_TOOL, &payload.prompt).expect("a trigger"),
            stored.trigger_of("s-1", READ_TOOL, &payload.prompt).expect("a trigger")
        );
        let shown = observation(Lifecycle::Owned);
        let planned = pure.reconcile(&log(), &key, CODEX, &shown).expect("a directive");
        let reconciled = stored.reconcile(&context, &key, CODEX, &shown).expect("a directive");
        assert_eq!(
            (planned.directive, !planned.events.is_empty()),
            (reconciled.directive, reconciled.changed)
        );
        let call = ToolCall { name: "create_goal".to_owned(), arguments: "{}".to_owned() };
        assert_eq!(
            pure.before_call(&log(), CODEX, &call).expect("an opinion"),
            stored.before_call("s-1", CODEX, &call).expect("an opinion")
        );
        assert!(pure.after_call(&log(), CODEX, &call, "{}").expect("events").is_empty());
        let ending = Ending { observation: Some(observation(Lifecycle::Absent)), already_continued: false };
        let planned = pure.turn_ends(&log(), CODEX, &ending).expect("an end");
        assert_eq!(planned.turn_end, stored.turn_ends(&context, CODEX, &ending).expect("an end"));
        if let View::Completed(completed) = &reading.view {
            assert!(pure.validate(&log(), &completed.receipt).expect("a word"));
            assert!(stored.validate("s-1", &completed.receipt).expect("a word"));
        }
        assert_eq!(matches!(reading.view, View::Completed(_)), step >= 4, "step {step}");
        assert_eq!(pure.roots(&log()).expect("roots"), stored.roots("s-1").expect("roots"));
    }
}

fn root_events(entries: &[Entry]) -> Vec<planmark_core::runtime::entry::Event> {
    let root = |entry: &Entry| match &entry.event {
        Event::Root(event) => Some((**event).clone()),
        _ => None,
    };
    entries.iter().filter_map(root).collect()
}

// What an agent gets.

/// The relay is unchanged from rendering to the client's field: the same bytes in the view of the facade,
/// in the structured content and in the text, with the digest that the engine gave them.
#[test]
fn a_task_reaches_the_client_byte_for_byte() {
    let desk = Desk::new();
    let planmark = Planmark::builder().home(desk.home()).build().expect("a home");
    let context = context("s-1");
    let engine: &dyn Engine = &planmark;
    admit(engine, &context, "engine-driven");
    drop(planmark);
    let mut client = LineClient::begin(
        &desk,
        &["--session", "s-1", "--client", "codex", "--profile", "tracker,runtime"],
        "2025-11-25",
    );
    let arguments: Value =
        serde_json::from_str(&ReadArguments::of(&identity()).canonical()).expect("arguments");
    let answer = client.ask("tools/call", json!({ "name": READ_TOOL, "arguments": arguments }));
    let answer = &answer["result"];
    let structured = &answer["structuredContent"];
    let text: Value =
        serde_json::from_str(answer["content"][0]["text"].as_str().expect("text")).expect("JSON");
    assert_eq!(&text, structured);
    let again = client.call(READ_TOOL, arguments);
    assert_eq!(&again["current_task"], &structured["current_task"]);
    client.end();

    let planmark = Planmark::builder().home(desk.home()).build().expect("a home");
    let reading = planmark.runtime().read(&context, CODEX, &ReadArguments::of(&identity()), None);
    let reading = reading.expect("a reading");
    let View::Active(active) = &reading.view else { panic!("{:?}", reading.view) };
    for (field, task) in [
        ("current_task", Some(&active.current_task)),
        ("next_upcoming_task", active.next_upcoming_task.as_ref()),
    ] {
        let task = task.expect("a task");
        let relayed = structured[field]["text"].as_str().expect("text");
        assert_eq!((relayed, &sha256(relayed)), (task.text.as_str(), &task.digest), "{field}");
        assert_eq!(structured[field]["digest"], json!(task.digest));
    }
    assert!(active.current_task.text.contains("**Given** \"a\"\ttab & \u{1F600} <b>"));
    assert_eq!(reading.directive.expect("a directive").action, Action::Keep);
    assert!(!reading.changed, "read again, nothing is recorded");
}
