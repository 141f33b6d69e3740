//! Commits: versions, atomicity, meetings.

use std::thread;

use planmark_core::capability::{CELL_MAX_BYTES, CapabilityCode, Mutation};

use super::{Fixture, check, code, put, remove, session, task};

/// Every action conflicts when the cell has another version, is absent, or is there though it
/// shouldn't be; and nothing is written.
pub fn a_version_that_is_not_expected_conflicts(store: &Fixture) {
    let old = store.put_new(&task("t"), "k", "1");
    store.commit(&task("t"), &[put("k", Some(old), "2")]).expect("the version is current");
    let before = store.get(&task("t"), "k");
    for mutation in [
        put("k", None, "x"),
        put("k", Some(old), "x"),
        put("k", Some(u64::MAX), "x"),
        put("k", Some(0), "x"),
        put("absent", Some(old), "x"),
        remove("k", Some(old)),
        remove("absent", Some(old)),
        check("k", None),
        check("k", Some(old)),
        check("absent", Some(old)),
        check("absent", Some(u64::MAX)),
    ] {
        let conflict = store.commit(&task("t"), std::slice::from_ref(&mutation));
        assert_eq!(code(conflict), CapabilityCode::Conflict, "{mutation:?}");
    }
    assert_eq!(store.get(&task("t"), "k"), before);
    assert_eq!(store.get(&task("t"), "absent"), None);
}

/// One wrong version, wherever it stands, keeps everything from being written.
pub fn a_commit_is_all_or_none(store: &Fixture) {
    let a = store.put_new(&task("t"), "a", "1");
    let b = store.put_new(&task("t"), "b", "1");
    let good = [put("a", Some(a), "2"), remove("b", Some(b)), put("c", None, "2")];
    for place in 0..=good.len() {
        let mut mutations = good.to_vec();
        mutations.insert(place, check("d", Some(7)));
        assert_eq!(code(store.commit(&task("t"), &mutations)), CapabilityCode::Conflict);
        let values = ["a", "b", "c"].map(|key| store.get(&task("t"), key).map(|cell| cell.value));
        assert_eq!(values, [Some("1".to_owned()), Some("1".to_owned()), None], "place {place}");
    }
    store.commit(&task("t"), &good).expect("the versions are current");
    let values = ["a", "b", "c"].map(|key| store.get(&task("t"), key).map(|cell| cell.value));
    assert_eq!(values, [Some("2".to_owned()), None, Some("2".to_owned())]);
}

/// A check that holds changes neither value nor version, of a cell or of an absence.
pub fn a_check_checks_and_changes_nothing(store: &Fixture) {
    let version = store.put_new(&task("t"), "k", "v");
    store.commit(&task("t"), &[check("k", Some(version)), check("absent", None)]).expect("both hold");
    assert_eq!(
        store.get(&task("t"), "k").map(|cell| (cell.value, cell.version)),
        Some(("v".to_owned(), version))
    );
    let together = [check("k", Some(version)), put("other", None, "v")];
    store.commit(&task("t"), &together).expect("the check holds");
    assert_eq!(store.get(&task("t"), "k").map(|cell| cell.version), Some(version));
    assert!(store.get(&task("t"), "other").is_some());
}

/// A removed cell is absent, and can be put again as an absent one.
pub fn a_remove_removes(store: &Fixture) {
    let version = store.put_new(&task("t"), "k", "v");
    store.commit(&task("t"), &[remove("k", Some(version))]).expect("the version is current");
    assert_eq!(store.get(&task("t"), "k"), None);
    assert_eq!(code(store.commit(&task("t"), &[remove("k", Some(version))])), CapabilityCode::Conflict);
    store.commit(&task("t"), &[put("k", None, "v")]).expect("the cell is absent");
}

/// No mutation, too many, a key twice, a remove that expects nothing: refused before anything.
pub fn malformed_commits_are_invalid(store: &Fixture) {
    let many: Vec<Mutation> = (0..65).map(|number| put(&format!("k{number}"), None, "v")).collect();
    let twice = [put("k", None, "v"), put("l", None, "v"), check("k", None)];
    let blind = [remove("k", None)];
    let large = [put("k", None, "v"), put("l", None, &"v".repeat(CELL_MAX_BYTES + 1))];
    let cases: [&[Mutation]; 5] = [&[], &many, &twice, &blind, &large];
    for mutations in cases {
        assert_eq!(code(store.commit(&task("t"), mutations)), CapabilityCode::Invalid);
    }
    assert_eq!(store.begin().scan(&task("t"), "", "", 10).expect("a scan").cells, []);
}

/// The largest commit there is.
pub fn sixty_four_mutations_are_one_commit(store: &Fixture) {
    let many: Vec<Mutation> = (0..64).map(|number| put(&format!("k{number}"), None, "v")).collect();
    store.commit(&task("t"), &many).expect("the cells are absent");
    assert_eq!(store.begin().scan(&task("t"), "", "", 100).expect("a scan").cells.len(), 64);
}

/// Many threads commit to scopes of their own at once: all land, each in its own scope.
pub fn commits_on_many_scopes_meet_without_harm(store: &Fixture) {
    thread::scope(|threads| {
        for writer in 0..16 {
            threads.spawn(move || {
                let scope = if writer % 2 == 0 {
                    task(&format!("w{writer}"))
                } else {
                    session(&format!("w{writer}"))
                };
                for round in 0..20 {
                    store.put(&scope, &format!("k{round:02}"), &format!("{writer}/{round}"));
                }
            });
        }
    });
    for writer in 0..16 {
        let scope =
            if writer % 2 == 0 { task(&format!("w{writer}")) } else { session(&format!("w{writer}")) };
        let cells = store.begin().scan(&scope, "", "", 100).expect("a scan").cells;
        let values: Vec<String> = cells.into_iter().map(|cell| cell.value).collect();
        assert_eq!(values, (0..20).map(|round| format!("{writer}/{round}")).collect::<Vec<_>>());
    }
}

/// Commits that conflict among commits that don't: each gets its own answer.
pub fn a_conflict_among_others_harms_itself_alone(store: &Fixture) {
    thread::scope(|threads| {
        for writer in 0..16_u64 {
            threads.spawn(move || {
                let scope = task(&format!("w{writer}"));
                for round in 0..10 {
                    let wrong = (writer + round) % 3 == 0;
                    let mutations =
                        [put(&format!("a{round}"), None, "v"), check("never", wrong.then_some(1))];
                    let outcome = store.commit(&scope, &mutations).map_err(|failure| failure.code);
                    assert_eq!(outcome, if wrong { Err(CapabilityCode::Conflict) } else { Ok(()) });
                    assert_eq!(store.get(&scope, &format!("a{round}")).is_some(), !wrong);
                }
            });
        }
    });
}

/// Reads and commits under a lease are one step: of 200 increments by 8 threads none is lost.
pub fn no_increment_is_lost(store: &Fixture) {
    store.put(&task("t"), "n", "0");
    thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| {
                for _ in 0..25 {
                    let mut call = store.begin();
                    call.acquire(&task("t")).expect("turns are short");
                    let cell = call.get(&task("t"), "n").expect("a get").expect("it was put");
                    let next = cell.value.parse::<u32>().expect("a number") + 1;
                    call.commit(&task("t"), &[put("n", Some(cell.version), &next.to_string())])
                        .expect("nobody else holds the scope");
                }
            });
        }
    });
    assert_eq!(store.get(&task("t"), "n").map(|cell| cell.value), Some("200".to_owned()));
}
