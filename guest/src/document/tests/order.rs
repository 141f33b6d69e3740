//! Where several failures apply, the first in the documented order is reported, and nothing is
//! written.

use super::*;
use crate::capability::{CapabilityCode, CapabilityFailure};
use crate::document::{PAGE_MAX_ENTRIES, list, revisions, steps};
use crate::failure::Effect;
use memory::Fault;

/// Everything that can be wrong with a call at once; `mend` takes away one fault after another.
struct Wrong {
    world: World,
    request: WriteRequest,
}

fn storage_fails(world: &mut World, key: &'static str) {
    let fault = |call| Fault { call, key, code: CapabilityCode::Unavailable };
    world.memory.faults.extend([fault("get"), fault("scan")]);
}

fn wrong(mode: &str, content: &str) -> Wrong {
    let mut world = World::with(&"x".repeat(262_000));
    world.append("y").expect("a small segment");
    world.memory.reach = Ok(false);
    world.context.caller.name = String::new();
    world.memory.faults.push(Fault { call: "acquire", key: "", code: CapabilityCode::Busy });
    storage_fails(&mut world, "seg/");
    let request = WriteRequest {
        task: "no id".to_owned(),
        title: "\n".to_owned(),
        expected_version: Some("stale".to_owned()),
        ..write(content, mode)
    };
    Wrong { world, request }
}

type Mend = fn(&mut Wrong);

const MEND_TASK: Mend = |wrong| wrong.request.task = "T-2".to_owned();
const MEND_AUTHOR: Mend = |wrong| wrong.world.context.caller.name = "b".to_owned();
const MEND_REACH: Mend = |wrong| wrong.world.memory.reach = Ok(true);
const MEND_TITLE: Mend = |wrong| wrong.request.title = "T".to_owned();
const MEND_BUSY: Mend = |wrong| wrong.world.memory.faults.retain(|fault| fault.call != "acquire");
const MEND_PLAN: Mend = |wrong| wrong.request.task = TASK.to_owned();
const MEND_VERSION: Mend = |wrong| wrong.request.expected_version = None;
const MEND_STORAGE: Mend = |wrong| wrong.world.memory.faults.clear();

/// Calls, expects the code, mends it, and so on until the call succeeds.
fn check(
    mut wrong: Wrong,
    call: impl Fn(&mut World, &WriteRequest) -> Result<Written, Failure>,
    order: &[(FailureCode, Mend)],
) {
    let before = wrong.world.memory.cells.clone();
    for (expected, mend) in order {
        let failure = call(&mut wrong.world, &wrong.request).expect_err("refused");
        assert_eq!(failure.code, *expected);
        assert_eq!(failure.effect, Effect::NothingWritten);
        assert!(!failure.message.contains("secret") && !failure.next.contains("secret"), "{failure:?}");
        assert!(!failure.message.contains("cells"), "{failure:?}");
        assert_eq!(wrong.world.memory.cells, before, "{expected:?}");
        mend(&mut wrong);
    }
    call(&mut wrong.world, &wrong.request).expect("nothing is wrong any more");
}

fn call_update(world: &mut World, request: &WriteRequest) -> Result<Written, Failure> {
    update(world.memory.begin(), &world.context, request)
}

#[test]
fn create_in_order() {
    let call =
        |world: &mut World, request: &WriteRequest| create(world.memory.begin(), &world.context, request);
    let to_empty: Mend = |wrong| wrong.request.content = "x".repeat(262_145);
    check(
        wrong("append", ""),
        call,
        &[
            (FailureCode::InvalidTaskId, MEND_TASK),
            (FailureCode::ModeNotOffered, |wrong| wrong.request.mode.clear()),
            (FailureCode::InvalidAuthor, MEND_AUTHOR),
            (FailureCode::NotReachable, MEND_REACH),
            (FailureCode::ContentRequired, to_empty),
            (FailureCode::ContentTooLarge, |wrong| wrong.request.content = "x".to_owned()),
            (FailureCode::InvalidTitle, MEND_TITLE),
            (FailureCode::Busy, MEND_BUSY),
            (FailureCode::VersionConflict, MEND_PLAN),
            (FailureCode::VersionConflict, MEND_VERSION),
            (FailureCode::StorageUnavailable, MEND_STORAGE),
        ],
    );
}

#[test]
fn replace_in_order() {
    check(
        wrong("Replace", ""),
        call_update,
        &[
            (FailureCode::InvalidTaskId, MEND_TASK),
            (FailureCode::InvalidMode, |wrong| wrong.request.mode = "replace".to_owned()),
            (FailureCode::InvalidAuthor, MEND_AUTHOR),
            (FailureCode::NotReachable, MEND_REACH),
            (FailureCode::ContentRequired, |wrong| wrong.request.content = "é".repeat(131_073)),
            (FailureCode::ContentTooLarge, |wrong| wrong.request.content = "é".repeat(131_072)),
            (FailureCode::InvalidTitle, MEND_TITLE),
            (FailureCode::Busy, MEND_BUSY),
            (FailureCode::PlanNotFound, MEND_PLAN),
            (FailureCode::VersionConflict, MEND_VERSION),
            (FailureCode::PlanUnreadable, MEND_STORAGE),
        ],
    );
}

#[test]
fn append_in_order() {
    check(
        wrong("APPEND", ""),
        call_update,
        &[
            (FailureCode::InvalidTaskId, MEND_TASK),
            (FailureCode::InvalidMode, |wrong| wrong.request.mode = "append".to_owned()),
            (FailureCode::InvalidAuthor, MEND_AUTHOR),
            (FailureCode::NotReachable, MEND_REACH),
            (FailureCode::ContentRequired, |wrong| wrong.request.content = " \u{85}\n".to_owned()),
            (FailureCode::FragmentWhitespaceOnly, |wrong| wrong.request.content = "x".repeat(262_145)),
            (FailureCode::InvalidTitle, MEND_TITLE),
            (FailureCode::Busy, MEND_BUSY),
            (FailureCode::PlanNotFound, MEND_PLAN),
            (FailureCode::VersionConflict, MEND_VERSION),
            (FailureCode::PlanUnreadable, MEND_STORAGE),
            (FailureCode::ContentTooLarge, |wrong| wrong.request.content = "z".to_owned()),
        ],
    );
}

#[test]
fn save_in_order() {
    let call = |world: &mut World, request: &WriteRequest| {
        let WriteRequest { task, title, content, expected_version, .. } = request.clone();
        save(world.memory.begin(), &world.context, &SaveRequest { task, title, content, expected_version })
    };
    check(
        wrong("", &"x".repeat(262_145)),
        call,
        &[
            (FailureCode::InvalidTaskId, MEND_TASK),
            (FailureCode::InvalidAuthor, MEND_AUTHOR),
            (FailureCode::NotReachable, MEND_REACH),
            (FailureCode::ContentTooLarge, |wrong| wrong.request.content.clear()),
            (FailureCode::InvalidTitle, MEND_TITLE),
            (FailureCode::Busy, MEND_BUSY),
            (FailureCode::VersionConflict, MEND_PLAN),
            (FailureCode::VersionConflict, MEND_VERSION),
            (FailureCode::PlanUnreadable, MEND_STORAGE),
        ],
    );
}

#[test]
fn edit_in_order() {
    // The title stands for the text to find, the content for its replacement.
    let call = |world: &mut World, request: &WriteRequest| {
        let WriteRequest { task, title, content, expected_version, .. } = request.clone();
        let request = EditRequest { task, find: title, replacement: content, expected_version };
        edit(world.memory.begin(), &world.context, &request)
    };
    let mut wrong = wrong("", &"z".repeat(262_145));
    let current = world_version(&mut wrong.world);
    wrong.request.title.clear();
    wrong.request.expected_version = None;
    let mend_version: Mend = |wrong| {
        let faults = std::mem::take(&mut wrong.world.memory.faults);
        wrong.request.expected_version = Some(world_version(&mut wrong.world));
        wrong.world.memory.faults = faults;
    };
    check(
        wrong,
        call,
        &[
            (FailureCode::InvalidTaskId, MEND_TASK),
            (FailureCode::InvalidAuthor, MEND_AUTHOR),
            (FailureCode::NotReachable, MEND_REACH),
            (FailureCode::FindRequired, |wrong| wrong.request.title = "absent".to_owned()),
            (FailureCode::VersionRequired, |wrong| wrong.request.expected_version = Some("stale".to_owned())),
            (FailureCode::Busy, MEND_BUSY),
            (FailureCode::PlanNotFound, MEND_PLAN),
            (FailureCode::VersionConflict, mend_version),
            (FailureCode::PlanUnreadable, MEND_STORAGE),
            (FailureCode::FindMissing, |wrong| wrong.request.title = "x".to_owned()),
            (FailureCode::FindAmbiguous, |wrong| wrong.request.title = "y".to_owned()),
            (FailureCode::ContentTooLarge, |wrong| wrong.request.content.clear()),
        ],
    );
    assert_eq!(current.len(), 32);
}

/// The current version, read as a caller who may.
fn world_version(world: &mut World) -> String {
    let head = world.memory.value(TASK, "head");
    crate::document::record::Head::parse(head).expect("a head").version
}

#[test]
fn restore_and_delete_in_order() {
    // The title says which revision.
    let restoring = |world: &mut World, request: &WriteRequest| {
        let WriteRequest { task, title, expected_version, .. } = request.clone();
        let point = Point::Revision(if title.is_empty() { 1 } else { 9 });
        restore(world.memory.begin(), &world.context, &RestoreRequest { task, point, expected_version })
    };
    check(
        wrong("", "x"),
        restoring,
        &[
            (FailureCode::InvalidTaskId, MEND_TASK),
            (FailureCode::InvalidAuthor, MEND_AUTHOR),
            (FailureCode::NotReachable, MEND_REACH),
            (FailureCode::Busy, MEND_BUSY),
            (FailureCode::PlanNotFound, MEND_PLAN),
            (FailureCode::VersionConflict, MEND_VERSION),
            (FailureCode::RevisionNotFound, |wrong| wrong.request.title.clear()),
            (FailureCode::PlanUnreadable, MEND_STORAGE),
        ],
    );
    let mut deleted = wrong("", "x");
    let order: [(FailureCode, Mend); 6] = [
        (FailureCode::InvalidTaskId, MEND_TASK),
        (FailureCode::InvalidAuthor, MEND_AUTHOR),
        (FailureCode::NotReachable, MEND_REACH),
        (FailureCode::Busy, MEND_BUSY),
        (FailureCode::PlanNotFound, MEND_PLAN),
        (FailureCode::VersionConflict, MEND_VERSION),
    ];
    let deleting = |wrong: &mut Wrong| {
        let WriteRequest { task, expected_version, .. } = wrong.request.clone();
        let request = DeleteRequest { task, expected_version };
        delete(wrong.world.memory.begin(), &wrong.world.context, &request)
    };
    for (expected, mend) in order {
        assert_eq!(code(deleting(&mut deleted)), expected);
        mend(&mut deleted);
    }
    deleting(&mut deleted).expect("a deletion reads no text");
}

#[test]
fn access_is_asked_before_anything_is_read() {
    for reach in [Ok(false), Err(CapabilityFailure::new(CapabilityCode::Other, "/secret"))] {
        let mut world = World::with("a");
        world.memory.reach = reach;
        let caller = world.context.caller.clone();
        let not_reachable = |world: &World, failure: FailureCode, reach: &str| {
            assert_eq!(failure, FailureCode::NotReachable);
            assert_eq!(world.memory.calls, [format!("reach T-1 {reach}")]);
        };
        for outcome in [World::create, World::replace, World::append, World::save] {
            let failure = code(outcome(&mut world, "b"));
            not_reachable(&world, failure, "Write");
        }
        let failure = code(world.restore(Point::Revision(1)));
        not_reachable(&world, failure, "Write");
        let failure = code(world.delete());
        not_reachable(&world, failure, "Write");
        let failure = code(world.read());
        not_reachable(&world, failure, "Read");
        let failure = code(world.past(Point::Revision(1)));
        not_reachable(&world, failure, "Read");
        let failure = code(revisions(world.memory.begin(), &caller, TASK, None, 0));
        not_reachable(&world, failure, "Read");
        let failure = code(steps(world.memory.begin(), &caller, TASK, 1, 1, 0));
        not_reachable(&world, failure, "Read");
        let page = list(world.memory.begin(), &caller, "", PAGE_MAX_ENTRIES).expect("an empty page");
        assert_eq!(page.plans, []);
        assert_eq!(world.memory.calls, ["scopes ", "reach T-1 Read"]);
    }
}

#[test]
fn a_failed_write_tells_what_is_known_of_it() {
    for (capability, expected, effect) in [
        (CapabilityCode::Conflict, FailureCode::WriteConflict, Effect::NothingWritten),
        (CapabilityCode::LeaseEnded, FailureCode::WriteConflict, Effect::NothingWritten),
        (CapabilityCode::Full, FailureCode::StorageFull, Effect::NothingWritten),
        (CapabilityCode::Denied, FailureCode::StorageDenied, Effect::NothingWritten),
        (CapabilityCode::Corrupt, FailureCode::StorageCorrupt, Effect::NothingWritten),
        (CapabilityCode::NewerFormat, FailureCode::NewerFormat, Effect::NothingWritten),
        (CapabilityCode::Unavailable, FailureCode::StorageUnavailable, Effect::NothingWritten),
        (CapabilityCode::Other, FailureCode::StorageUnavailable, Effect::NothingWritten),
        (CapabilityCode::Invalid, FailureCode::Other, Effect::NothingWritten),
        (CapabilityCode::OutcomeUnknown, FailureCode::OutcomeUnknown, Effect::Unknown),
    ] {
        let mut world = World::with("a");
        world.memory.faults.push(Fault { call: "commit", key: "", code: capability });
        let failure = world.append("b").expect_err("a failed commit");
        assert_eq!((failure.code, failure.effect), (expected, effect), "{capability:?}");
        let failure = world.delete().expect_err("a failed commit");
        assert_eq!((failure.code, failure.effect), (expected, effect), "{capability:?}");
    }
}
