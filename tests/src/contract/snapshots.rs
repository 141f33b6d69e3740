//! Snapshots: what a call sees while others write.

use planmark_core::capability::ScopeKind;

use super::{Fixture, put, task};

/// Gets, scans and listings of one call agree, whatever is committed between them.
pub fn every_read_of_a_call_sees_one_state(store: &Fixture) {
    let version = store.put_new(&task("t"), "a", "old");
    let mut call = store.begin();
    assert_eq!(call.get(&task("t"), "a").expect("a get").map(|cell| cell.value), Some("old".to_owned()));

    let later = [put("a", Some(version), "new"), put("b", None, "new")];
    store.commit(&task("t"), &later).expect("the version is current");
    store.put(&task("u"), "a", "new");

    assert_eq!(call.get(&task("t"), "a").expect("a get").map(|cell| cell.value), Some("old".to_owned()));
    assert_eq!(call.get(&task("t"), "b").expect("a get"), None);
    assert_eq!(call.get(&task("u"), "a").expect("a get"), None);
    assert_eq!(call.scan(&task("t"), "", "", 10).expect("a scan").cells.len(), 1);
    assert_eq!(call.scopes(ScopeKind::Task, "", 10).expect("a listing").ids, ["t"]);

    let mut next = store.begin();
    assert_eq!(next.scan(&task("t"), "", "", 10).expect("a scan").cells.len(), 2);
    assert_eq!(next.scopes(ScopeKind::Task, "", 10).expect("a listing").ids, ["t", "u"]);
}

/// A call that has not read yet sees what was committed after it began.
pub fn a_snapshot_begins_with_the_first_read(store: &Fixture) {
    let mut call = store.begin();
    store.put(&task("t"), "a", "v");
    assert!(call.get(&task("t"), "a").expect("a get").is_some());
}

/// What was read before the lease may be old; what is read under it is not.
pub fn acquire_starts_a_new_snapshot(store: &Fixture) {
    let mut call = store.begin();
    assert_eq!(call.get(&task("t"), "a").expect("a get"), None);
    store.put(&task("t"), "a", "v");
    call.acquire(&task("t")).expect("the scope is free");
    assert!(call.get(&task("t"), "a").expect("a get").is_some());
    store.put(&task("u"), "a", "v");
    assert_eq!(call.get(&task("u"), "a").expect("a get"), None, "the new snapshot is one as well");
}

/// A read after the commit sees what the call has committed.
pub fn a_commit_ends_the_snapshot(store: &Fixture) {
    let mut call = store.begin();
    call.acquire(&task("t")).expect("the scope is free");
    assert_eq!(call.get(&task("t"), "a").expect("a get"), None);
    call.commit(&task("t"), &[put("a", None, "v")]).expect("the cell is absent");
    assert!(call.get(&task("t"), "a").expect("a get").is_some());
}
