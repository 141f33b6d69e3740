//! The calls on roots, over a host in memory that counts what is asked of it.

use super::stage::{CLAUDE, CODEX, TOOL, admission, body_of, key, shown};
use crate::author::{Author, AuthorKind};
use crate::capability::CapabilityCode;
use crate::failure::{Failure, FailureCode};
use crate::runtime::case::Standing;
use crate::runtime::directive::Lifecycle;
use crate::runtime::drift::{Change, Opinion};
use crate::runtime::entry::{Action, Admission, Item, ItemKey, Trigger, Verdict};
use crate::runtime::reading::Reading;
use crate::runtime::reentry::ReadArguments;
use crate::runtime::turn::{Ending, ReAnchor, TurnEnd};
use crate::runtime::view::{Reason, View};
use crate::runtime::{self as calls, RootNow};
use crate::tests::memory::{Fault, Memory};
use crate::tracker;
use crate::tracker::reference::Reference;
use crate::tracker::request::Context;

const SESSION: &str = "s-1";

struct World {
    memory: Memory,
    context: Context,
}

impl World {
    /// A session with a plan `p` of two tasks, and a root that the engine drives.
    fn new() -> Self {
        let mut world = Self::without_root();
        calls::cutover(world.memory.begin(), &world.context).expect("a cutover");
        let admitted = calls::admit(world.memory.begin(), &world.context, &admission()).expect("a root");
        assert_eq!((admitted.root.verdict, admitted.changed), (Verdict::EngineDriven, true));
        world
    }

    fn without_root() -> Self {
        let caller = Author { kind: AuthorKind::Agent, name: "a".to_owned() };
        let context = Context { caller, session: SESSION.to_owned(), request: None };
        let mut memory = Memory::of_sessions();
        tracker::save(memory.begin(), &context, "p", &body_of(&["a", "b"])).expect("a plan");
        Self { memory, context }
    }

    fn read(&mut self) -> Reading {
        let arguments = ReadArguments::of(&admission().identity);
        calls::read(self.memory.begin(), &self.context, CLAUDE, &arguments, None).expect("a reading")
    }

    fn tick(&mut self, title: &str) -> Result<(), FailureCode> {
        let reference = Reference { task_id: None, title: Some(title.to_owned()) };
        let ticked = tracker::tick(self.memory.begin(), &self.context, &reference);
        ticked.map(drop).map_err(|failure| failure.code)
    }

    fn root(&mut self) -> RootNow {
        calls::roots(self.memory.begin(), SESSION).expect("roots").remove(0)
    }

    fn entries(&mut self) -> u32 {
        tracker::describe(self.memory.begin(), SESSION).expect("a session").entries
    }

    fn change(&mut self) -> Opinion {
        let change = Change { path: "src/x.rs", folder: "/p", project: "/p", fold_case: false };
        calls::before_change(self.memory.begin(), SESSION, TOOL, &[change]).expect("an opinion")
    }

    fn turn(&mut self, trigger: Trigger) {
        calls::turn_begins(self.memory.begin(), &self.context, trigger).expect("a turn");
    }
}

fn reason(reading: Reading) -> Reason {
    match reading.view {
        View::RetryLater(retry) => retry.reason,
        other => panic!("served: {other:?}"),
    }
}

fn item(id: &str, text: &str) -> Item {
    Item { root: key(), id: id.to_owned(), text: text.to_owned() }
}

fn code<T>(outcome: Result<T, Failure>) -> FailureCode {
    outcome.err().expect("a refusal").code
}

#[test]
fn a_root_lives_from_its_admission_to_the_end_of_its_transport() {
    let mut world = World::new();
    assert_eq!((world.root().standing, world.root().live), (Standing::Open, false));
    let directive = world.read().directive.expect("a directive");
    let call = directive.call.expect("a call");
    assert_eq!((directive.action, call.name.as_str()), (Action::Install, "CronCreate"));
    let (memory, context) = (world.memory.begin(), &world.context);
    let answered = calls::after_call(memory, context, CLAUDE, &call.name, &call.arguments, "{\"id\":\"c1\"}");
    assert_eq!(answered, Ok(true));
    assert_eq!(world.change(), Opinion::None, "served in this turn");
    world.tick("a").expect("a tick");
    assert!(matches!(world.change(), Opinion::Deny(_)), "the next task was not served");
    world.read();
    assert_eq!(world.change(), Opinion::None);
    calls::obligation(world.memory.begin(), &world.context, &item("review", "reviewed"))
        .expect("one more thing");
    world.tick("b").expect("a tick");
    let refused = calls::seal(world.memory.begin(), &world.context, &key()).expect_err("it is open");
    assert_eq!(refused.code, FailureCode::RootOpen);
    assert!(refused.next.contains("open obligations: 1."), "{}", refused.next);
    let review = ItemKey { root: key(), id: "review".to_owned() };
    calls::discharge(world.memory.begin(), &world.context, &review).expect("discharged");
    assert_eq!(world.root().standing, Standing::Ready);
    let reading = world.read();
    let View::Completed(completed) = reading.view else { panic!("not completed") };
    let directive = reading.directive.expect("a directive");
    assert_eq!(directive.call.expect("a call").arguments, "{\"id\":\"c1\"}");
    assert_eq!(calls::validate(world.memory.begin(), SESSION, &completed.receipt), Ok(true));
    let sealed = calls::seal(world.memory.begin(), &world.context, &key()).expect("sealed");
    assert_eq!((sealed.root.receipt, sealed.changed), (Some(completed.receipt.clone()), false));
    *world.memory.bodies.values_mut().next().map(|body| &mut body.0).expect("a body") += "\nmore";
    assert_eq!(calls::validate(world.memory.begin(), SESSION, &completed.receipt), Ok(false));
}

#[test]
fn a_read_is_one_decision_and_repeated_it_writes_nothing() {
    let mut world = World::new();
    let before = world.entries();
    world.read();
    assert_eq!(world.memory.calls.iter().filter(|call| call.starts_with("commit")).count(), 1);
    assert_eq!(world.entries(), before + 2, "what it served, and what it asked for");
    let second = world.read();
    assert_eq!(world.memory.calls.iter().filter(|call| call.starts_with("commit")).count(), 0);
    assert_eq!((second.directive.expect("a directive").action, world.entries()), (Action::Keep, before + 2));
}

#[test]
fn a_preview_task_can_not_be_ticked_on_a_root_that_the_engine_drives() {
    let mut world = World::new();
    assert_eq!(world.tick("b"), Err(FailureCode::PreviewTask));
    assert_eq!(world.tick("a"), Ok(()));
    assert_eq!(world.tick("b"), Ok(()));
    let mut free = World::without_root();
    calls::admit(free.memory.begin(), &free.context, &admission()).expect("a root before cutover");
    assert_eq!(free.tick("b"), Ok(()), "elsewhere earlier tasks that are open are no reason (D26)");
}

#[test]
fn an_agent_takes_no_plan_from_a_root_between_its_admission_and_its_receipt() {
    let mut world = World::new();
    let clear = |world: &mut World| {
        let cleared = tracker::clear(world.memory.begin(), &world.context, Some("p"));
        cleared.map(drop).map_err(|failure| failure.code)
    };
    assert_eq!(
        (world.root().live, clear(&mut world)),
        (false, Err(FailureCode::RootOpen)),
        "nothing is served"
    );
    world.read();
    assert_eq!(clear(&mut world), Err(FailureCode::RootOpen));
    for title in ["a", "b"] {
        world.tick(title).expect("a tick");
    }
    assert_eq!(clear(&mut world), Err(FailureCode::RootOpen), "it has no receipt");
    calls::seal(world.memory.begin(), &world.context, &key()).expect("sealed");
    let last = Reference { task_id: None, title: Some("b".to_owned()) };
    tracker::untick(world.memory.begin(), &world.context, &last).expect("reopened");
    assert_eq!(clear(&mut world), Err(FailureCode::RootOpen), "it is open again");
    world.tick("b").expect("a tick");
    assert_eq!(clear(&mut world), Ok(()));
    let mut free = World::without_root();
    calls::admit(free.memory.begin(), &free.context, &admission()).expect("a root before cutover");
    assert_eq!(clear(&mut free), Ok(()), "the engine doesn't drive it");
}

#[test]
fn what_the_store_refuses_is_retry_later_and_nothing_is_written() {
    for (call, code) in [
        ("acquire", CapabilityCode::Busy),
        ("get", CapabilityCode::Unavailable),
        ("commit", CapabilityCode::Conflict),
        ("commit", CapabilityCode::Full),
    ] {
        let mut world = World::new();
        let cells = world.memory.cells.clone();
        world.memory.faults = vec![Fault { call, key: "", code }];
        assert_eq!(reason(world.read()), Reason::Changing, "{call} {code:?}");
        world.memory.faults.clear();
        assert_eq!(world.memory.cells, cells);
    }
    let mut world = World::new();
    world.memory.bodies.clear();
    let before = world.entries();
    assert_eq!((reason(world.read()), world.entries()), (Reason::Unreadable, before));
}

#[test]
fn sessions_without_a_root_are_not_touched() {
    let mut world = World::without_root();
    let cells = world.memory.cells.clone();
    for session in [SESSION, "s-2"] {
        world.context.session = session.to_owned();
        world.turn(Trigger::Restored);
        assert_eq!(reason(world.read()), Reason::UnknownRoot, "RUN-02");
        let ends = calls::turn_ends(world.memory.begin(), &world.context, CLAUDE, &Ending::default());
        assert_eq!(ends, Ok(TurnEnd::Rest));
        let change = Change { path: "/x", folder: "/", project: "/", fold_case: false };
        assert_eq!(calls::before_change(world.memory.begin(), session, TOOL, &[change]), Ok(Opinion::None));
        assert_eq!(
            calls::before_call(world.memory.begin(), session, CLAUDE, "CronCreate", ""),
            Ok(Opinion::None)
        );
        assert_eq!(calls::unreadable_input(world.memory.begin(), session, TOOL), Ok(Opinion::None));
        assert_eq!(calls::restored(world.memory.begin(), session, TOOL), Ok(ReAnchor::None));
        assert_eq!(calls::guard_line(world.memory.begin(), session, TOOL), Ok(None));
        let after = calls::after_call(world.memory.begin(), &world.context, CLAUDE, "CronCreate", "{}", "{}");
        assert_eq!(after, Ok(false));
    }
    assert_eq!(world.memory.cells, cells, "RUN-06");
}

#[test]
fn each_turn_end_dispatches_one_continuation_through_the_calls() {
    let mut world = World::new();
    world.read();
    world.turn(Trigger::Prompt);
    let end = |world: &mut World| {
        calls::turn_ends(world.memory.begin(), &world.context, CLAUDE, &Ending::default()).expect("an end")
    };
    let first = end(&mut world);
    let prompt = calls::payload(world.memory.begin(), SESSION, &key(), CLAUDE).expect("a payload").prompt;
    assert_eq!(first, TurnEnd::Continue(prompt.clone()));
    assert_eq!(end(&mut world), TurnEnd::Rest);
    let trigger = calls::trigger_of(world.memory.begin(), SESSION, TOOL, &prompt).expect("a trigger");
    world.turn(trigger);
    assert_eq!((trigger, end(&mut world)), (Trigger::LoopTick, TurnEnd::Rest));
}

#[test]
fn admissions_and_items_are_idempotent_and_never_overwritten() {
    let mut world = World::new();
    let again = calls::admit(world.memory.begin(), &world.context, &admission()).expect("the same");
    assert_eq!((again.changed, again.root.verdict), (false, Verdict::EngineDriven));
    let other = Admission { owned: Vec::new(), ..admission() };
    assert_eq!(code(calls::admit(world.memory.begin(), &world.context, &other)), FailureCode::RootExists);
    let mut planless = admission();
    planless.identity.key.generation = 2;
    planless.identity.plan = Some("gone".to_owned());
    let refused = code(calls::admit(world.memory.begin(), &world.context, &planless));
    assert_eq!(refused, FailureCode::SavedPlanNotFound);
    planless.identity.target = "two\nlines".to_owned();
    assert_eq!(
        code(calls::admit(world.memory.begin(), &world.context, &planless)),
        FailureCode::InvalidArgument
    );

    let add =
        |world: &mut World, text: &str| calls::block(world.memory.begin(), &world.context, &item("ci", text));
    assert!(add(&mut world, "broken").expect("a block").changed);
    assert!(!add(&mut world, "broken").expect("the same").changed);
    assert_eq!(code(add(&mut world, "else")), FailureCode::RootExists);
    let unknown = ItemKey { root: key(), id: "x".to_owned() };
    assert_eq!(
        code(calls::unblock(world.memory.begin(), &world.context, &unknown)),
        FailureCode::RootNotFound
    );
    let ci = ItemKey { id: "ci".to_owned(), ..unknown };
    assert_eq!(reason(world.read()), Reason::Blocked);
    let unblocked = calls::unblock(world.memory.begin(), &world.context, &ci).expect("unblocked");
    assert_eq!((unblocked.root.blocks, unblocked.root.standing), (Vec::new(), Standing::Open));
}

#[test]
fn a_request_that_is_sent_again_is_answered_as_before() {
    let mut world = World::new();
    world.context.request = Some("00000000-0000-4000-8000-000000000001".to_owned());
    let first = calls::rollback(world.memory.begin(), &world.context).expect("a rollback");
    let again = calls::rollback(world.memory.begin(), &world.context).expect("a replay");
    assert_eq!((first.changed, first.replayed, again.changed, again.replayed), (true, false, true, true));
    assert_eq!(code(calls::cutover(world.memory.begin(), &world.context)), FailureCode::RequestReused);
    world.context.request = Some("00000000-0000-4000-8000-000000000002".to_owned());
    let block =
        |world: &mut World, id: &str| calls::block(world.memory.begin(), &world.context, &item(id, "x"));
    assert!(block(&mut world, "a").is_ok_and(|changed| !changed.replayed));
    assert!(block(&mut world, "a").is_ok_and(|changed| changed.replayed && changed.root.blocks.len() == 1));
    assert_eq!(code(block(&mut world, "b")), FailureCode::RequestReused);
}

#[test]
fn reconciling_records_what_it_asks_for() {
    let mut world = World::new();
    let listing = "{\"goal\":{\"objective\":\"fix the login\",\"status\":\"active\"}}";
    let seen = calls::observe(world.memory.begin(), SESSION, &key(), CODEX, listing).expect("an observation");
    assert_eq!(seen.lifecycle, Lifecycle::Foreign);
    let before = world.entries();
    let directive = calls::reconcile(world.memory.begin(), &world.context, &key(), CODEX, &seen);
    let reconciled = directive.expect("a directive");
    assert_eq!((reconciled.directive.action, reconciled.changed), (Action::Unavailable, false));
    assert_eq!(world.entries(), before);
    let absent = shown(Lifecycle::Absent);
    let reconciled =
        calls::reconcile(world.memory.begin(), &world.context, &key(), CODEX, &absent).expect("one");
    assert!(reconciled.changed);
    let directive = reconciled.directive;
    assert_eq!((directive.action, world.entries()), (Action::Install, before + 1));
    let call = directive.call.expect("a call");
    let opinion = |world: &mut World, arguments: &str| {
        calls::before_call(world.memory.begin(), SESSION, CODEX, "create_goal", arguments)
            .expect("an opinion")
    };
    assert_eq!(opinion(&mut world, &call.arguments), Opinion::None);
    assert!(matches!(opinion(&mut world, "{\"objective\":\"else\"}"), Opinion::Deny(_)));
    let observed = calls::observe(world.memory.begin(), SESSION, &key(), CODEX, "nonsense");
    assert_eq!(code(observed), FailureCode::InvalidArgument);
}

#[test]
fn forks_carry_their_roots_and_go_their_own_way() {
    let mut world = World::new();
    world.read();
    world.context.session = "s-2".to_owned();
    tracker::fork(world.memory.begin(), &world.context, SESSION, None).expect("a fork");
    world.tick("a").expect("a tick");
    let forked = calls::roots(world.memory.begin(), "s-2").expect("roots").remove(0);
    assert!(forked.live && forked.verdict == Verdict::EngineDriven);
    let View::Active(active) = world.read().view else { panic!("not active") };
    assert_eq!(active.current_task.title, "b");
    world.context.session = SESSION.to_owned();
    let View::Active(active) = world.read().view else { panic!("not active") };
    assert_eq!(active.current_task.title, "a");
}

#[test]
fn the_prompt_begins_with_the_guard_line_and_is_the_same_at_every_progress() {
    let mut world = World::new();
    let line = calls::guard_line(world.memory.begin(), SESSION, TOOL).expect("a session").expect("a line");
    let prompt = tracker::prompt(world.memory.begin(), SESSION).expect("a prompt");
    assert!(prompt.text.lines().any(|found| found == line), "byte for byte");
    world.read();
    world.tick("a").expect("a tick");
    assert_eq!(tracker::prompt(world.memory.begin(), SESSION).expect("a prompt"), prompt);
}

#[test]
fn many_reads_and_turns_stay_small() {
    let mut world = World::new();
    for _ in 0..50 {
        world.turn(Trigger::Prompt);
        world.read();
    }
    world.turn(Trigger::Prompt);
    world.read();
    assert!(world.memory.bytes_read < 40_000, "{}", world.memory.bytes_read);
    assert!(world.memory.bytes_written < 16_000, "{}", world.memory.bytes_written);
}
