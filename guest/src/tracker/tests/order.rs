//! The order of failures, as `wit/tracker.wit` documents it, and what a refused call leaves.

use super::*;
use crate::capability::CapabilityCode;
use crate::failure::Effect;
use crate::tests::memory::Fault;
use crate::tracker::reference::Reference;
use crate::tracker::request::ImportRequest;

/// A session that another program keeps, with one request answered before it did, and damage.
fn spoil(world: &mut World, what: &[&str]) {
    for what in what {
        match *what {
            "session" => "a/b".clone_into(&mut world.context.session),
            "author" => world.context.caller.name.clear(),
            "request" => world.context.request = Some("no uuid".to_owned()),
            "busy" => {
                world.memory.faults.push(Fault { call: "acquire", key: "", code: CapabilityCode::Busy });
            }
            "owner" => {
                let head = world.memory.value(SESSION, "head").replace('}', ",\"owner\":\"pi\"}");
                world.memory.set(SESSION, "head", &head);
            }
            "reused" => {
                let id = "00000000-0000-4000-8000-000000000001";
                world.context.request.get_or_insert_with(|| id.to_owned());
                world.memory.set(SESSION, &format!("request/{id}"), "{\"digest\":\"x\",\"answer\":1}");
            }
            "damaged" => world.memory.remove(SESSION, "log/0000000001"),
            "body" => world.memory.bodies.clear(),
            "conflict" => {
                world.memory.faults.push(Fault { call: "commit", key: "", code: CapabilityCode::Conflict });
            }
            other => panic!("{other}"),
        }
    }
}

/// Makes the call with more and more of its faults taken away: each time the first one left is told,
/// and nothing is changed.
fn in_order<T: std::fmt::Debug>(
    faults: &[(&str, FailureCode)],
    call: impl Fn(&mut World) -> Result<T, Failure>,
) {
    for from in 0..faults.len() {
        let mut world = World::with(&["A", "A", "B"]);
        let left: Vec<&str> = faults[from..].iter().map(|(fault, _)| *fault).collect();
        spoil(&mut world, &left);
        let (cells, bodies) = (world.memory.cells.clone(), world.memory.bodies.clone());
        let failure = call(&mut world).expect_err("a refusal");
        assert_eq!(failure.code, faults[from].1, "{left:?}");
        assert_eq!(failure.effect, Effect::NothingWritten);
        assert!(!failure.message.contains("secret"), "{failure:?}");
        assert_eq!((world.memory.cells, world.memory.bodies), (cells, bodies), "{left:?}");
    }
}

const SESSION_FIRST: (&str, FailureCode) = ("session", FailureCode::InvalidSessionId);
const AUTHOR: (&str, FailureCode) = ("author", FailureCode::InvalidAuthor);
const REQUEST: (&str, FailureCode) = ("request", FailureCode::InvalidRequestId);
const BUSY: (&str, FailureCode) = ("busy", FailureCode::Busy);
const OWNER: (&str, FailureCode) = ("owner", FailureCode::OwnerUnavailable);
const REUSED: (&str, FailureCode) = ("reused", FailureCode::RequestReused);
const DAMAGED: (&str, FailureCode) = ("damaged", FailureCode::SessionDamaged);
const CONFLICT: (&str, FailureCode) = ("conflict", FailureCode::WriteConflict);

#[test]
fn ticks_fail_in_order() {
    for tick in [tick::<Memory>, untick::<Memory>] {
        let with = |reference: Reference| {
            move |world: &mut World| tick(world.memory.begin(), &world.context, &reference)
        };
        let neither = Reference::default();
        in_order(&[SESSION_FIRST, AUTHOR, REQUEST], with(neither.clone()));
        let invalid = ("busy", FailureCode::InvalidReference);
        in_order(&[invalid], with(neither));
        in_order(&[BUSY, OWNER, REUSED, DAMAGED], with(named("nothing")));
        in_order(&[("body", FailureCode::NoActivePlan)], with(named("nothing")));
        in_order(&[("conflict", FailureCode::UnknownTask)], with(named("nothing")));
        in_order(&[("conflict", FailureCode::AmbiguousTitle)], with(named("A")));
    }
    in_order(&[CONFLICT], |world| world.tick("B"));
}

#[test]
fn saves_fail_in_order() {
    let save = |plan: &'static str, text: &'static str| {
        move |world: &mut World| save(world.memory.begin(), &world.context, plan, text)
    };
    in_order(&[SESSION_FIRST], save("a/b", ""));
    in_order(&[("author", FailureCode::InvalidPlanId)], save("a/b", ""));
    in_order(&[AUTHOR, REQUEST], save("q", ""));
    in_order(&[("busy", FailureCode::ContentRequired)], save("q", ""));
    let large: &str = Box::leak("x".repeat(262_145).into_boxed_str());
    in_order(&[("busy", FailureCode::ContentTooLarge)], save("q", large));
    in_order(&[BUSY, OWNER, REUSED, DAMAGED], save("p", "other"));
    in_order(&[("conflict", FailureCode::PlanExists)], save("p", "other"));
}

#[test]
fn changes_of_the_selection_fail_in_order() {
    let select = |plan: &'static str| move |world: &mut World| world.select(plan);
    in_order(&[SESSION_FIRST], select("a/b"));
    in_order(&[("author", FailureCode::InvalidPlanId)], select("a/b"));
    in_order(&[AUTHOR, REQUEST, BUSY, OWNER, REUSED, DAMAGED], select("q"));
    in_order(&[("conflict", FailureCode::SavedPlanNotFound)], select("q"));
    let clear = |plan: Option<&'static str>| move |world: &mut World| world.clear(plan);
    in_order(&[SESSION_FIRST], clear(Some("a/b")));
    in_order(&[("author", FailureCode::InvalidPlanId)], clear(Some("a/b")));
    in_order(&[AUTHOR, REQUEST, BUSY, OWNER, REUSED, DAMAGED], clear(Some("q")));
    in_order(&[("conflict", FailureCode::SavedPlanNotFound)], clear(Some("q")));
    in_order(&[CONFLICT], clear(None));
    in_order(&[SESSION_FIRST, AUTHOR, REQUEST, BUSY, OWNER, REUSED, DAMAGED, CONFLICT], |world| {
        world.set_mode(Mode::Plan)
    });
    let mut world = World::new();
    assert_eq!(code(world.clear(None)), FailureCode::NoActivePlan);
    assert_eq!(code(world.select("p")), FailureCode::SavedPlanNotFound);
    assert!(world.memory.cells.is_empty());
}

#[test]
fn sessions_fail_in_order() {
    let exists = ("conflict", FailureCode::SessionExists);
    let owner = |name: &'static str| {
        move |world: &mut World| create(world.memory.begin(), &world.context, Some(name))
    };
    in_order(&[SESSION_FIRST, AUTHOR], owner(""));
    in_order(&[("busy", FailureCode::InvalidArgument)], owner(""));
    in_order(&[("busy", FailureCode::InvalidArgument)], owner("a\n"));
    in_order(&[BUSY, exists], owner("pi"));
    let fork = |world: &mut World| fork(world.memory.begin(), &world.context, "nowhere", None);
    in_order(&[SESSION_FIRST, AUTHOR, BUSY, exists], fork);
    in_order(&[SESSION_FIRST, AUTHOR, BUSY, OWNER], |world| world.navigate(9));
    in_order(&[("damaged", FailureCode::EntryNotFound)], |world| world.navigate(9));
    in_order(&[DAMAGED, CONFLICT], |world| world.navigate(1));
    let import = |world: &mut World| import(world.memory.begin(), &world.context, &ImportRequest::default());
    in_order(&[SESSION_FIRST, AUTHOR, BUSY, exists], import);
    in_order(&[BUSY, OWNER, DAMAGED], |world| collect(world.memory.begin(), SESSION, false));

    let mut world = World::new();
    assert_eq!(code(world.navigate(0)), FailureCode::SessionNotFound);
    assert_eq!(code(world.describe()), FailureCode::SessionNotFound);
    assert_eq!(code(branch(world.memory.begin(), SESSION, None, 1)), FailureCode::SessionNotFound);
    assert_eq!(code(branch(world.memory.begin(), SESSION, None, 0)), FailureCode::InvalidArgument);
    assert_eq!(code(branch(world.memory.begin(), SESSION, None, 201)), FailureCode::InvalidArgument);
    assert_eq!(code(collect(world.memory.begin(), SESSION, true)), FailureCode::SessionNotFound);
    assert_eq!(code(sessions(world.memory.begin(), "", 0)), FailureCode::InvalidArgument);
    assert_eq!(code(sessions(world.memory.begin(), "a/b", 1)), FailureCode::InvalidArgument);
    assert_eq!(code(fork(&mut world)), FailureCode::SessionNotFound);
    assert!(world.memory.cells.is_empty());
}

#[test]
fn reads_refuse_what_is_not_of_its_form() {
    let mut world = World::with(&["A"]);
    for session in ["", "a/b", "con", "a."] {
        assert_eq!(code(tasks(world.memory.begin(), session, None)), FailureCode::InvalidSessionId);
        assert_eq!(code(view(world.memory.begin(), session, Some("a/b"))), FailureCode::InvalidSessionId);
        assert_eq!(code(marker(world.memory.begin(), session)), FailureCode::InvalidSessionId);
        assert_eq!(code(prompt(world.memory.begin(), session)), FailureCode::InvalidSessionId);
    }
    assert_eq!(code(tasks(world.memory.begin(), SESSION, Some("a/b"))), FailureCode::InvalidPlanId);
    assert_eq!(code(tasks(world.memory.begin(), SESSION, Some("q"))), FailureCode::SavedPlanNotFound);
    assert_eq!(code(view(world.memory.begin(), SESSION, Some("q"))), FailureCode::SavedPlanNotFound);
    assert_eq!(code(view(world.memory.begin(), "empty", None)), FailureCode::NoActivePlan);
    assert_eq!(tasks(world.memory.begin(), "empty", None).expect("empty").queue, None);
}

#[test]
fn a_commit_without_an_answer_is_reported_as_unknown() {
    let mut world = World::with(&["A"]);
    world.memory.faults.push(Fault { call: "commit", key: "", code: CapabilityCode::OutcomeUnknown });
    let failure = world.tick("A").expect_err("unknown");
    assert_eq!((failure.code, failure.effect), (FailureCode::OutcomeUnknown, Effect::Unknown));
}
