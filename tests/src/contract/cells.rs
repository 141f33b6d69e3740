//! Single cells: values, versions, keys, scopes.

use planmark_core::capability::{CELL_MAX_BYTES, CapabilityCode, KEY_MAX_BYTES, Scope};

use super::{Fixture, code, put, remove, session, task};

/// A key that nobody put has no cell.
pub fn an_absent_cell_is_none(store: &Fixture) {
    assert_eq!(store.get(&task("t"), "head"), None);
    store.put(&task("t"), "other", "x");
    assert_eq!(store.get(&task("t"), "head"), None);
}

/// What was put is read: an empty value, a NUL, every line ending, more than one script.
pub fn a_value_comes_back_byte_for_byte(store: &Fixture) {
    let values = ["", "\0", "a\0b", "a\r\nb\rc\n", "\u{feff}x", "zażółć 計画 🗺️ e\u{301}", "\u{10ffff}"];
    for (number, value) in values.into_iter().enumerate() {
        let key = format!("k{number}");
        store.put(&task("t"), &key, value);
        let cell = store.get(&task("t"), &key).expect("it was put");
        assert_eq!((cell.key, cell.value.as_str()), (key, value));
    }
}

/// A cell that is put again gets a higher version.
pub fn versions_start_at_one_or_later_and_grow(store: &Fixture) {
    let mut version = store.put_new(&task("t"), "k", "0");
    assert!(version >= 1);
    for round in 1..5 {
        store.commit(&task("t"), &[put("k", Some(version), "x")]).expect("the version is current");
        let next = store.get(&task("t"), "k").expect("it was put").version;
        assert!(next > version, "round {round}: {next} after {version}");
        version = next;
    }
}

/// A cell that is removed and put again, even as the only one of its scope, has a version that it
/// never had: a decision made on the old one can't be committed.
pub fn no_version_is_used_again_after_a_remove(store: &Fixture) {
    let mut seen = Vec::new();
    for _ in 0..4 {
        let version = store.put_new(&task("t"), "k", "the same");
        assert!(!seen.contains(&version), "{version} was given before: {seen:?}");
        seen.push(version);
        store.commit(&task("t"), &[remove("k", Some(version))]).expect("the version is current");
    }
    let last = store.put_new(&task("t"), "k", "the same");
    for old in seen {
        let late = store.commit(&task("t"), &[put("k", Some(old), "late")]);
        assert_eq!(code(late), CapabilityCode::Conflict);
    }
    assert_eq!(store.get(&task("t"), "k").map(|cell| cell.version), Some(last));
}

/// One key in a task, a session of the same id, and a task whose id begins alike: three cells.
pub fn scopes_are_apart(store: &Fixture) {
    let scopes = [task("a"), session("a"), task("ab"), task("A")];
    for scope in &scopes {
        store.put(scope, "k", &format!("{scope:?}"));
    }
    for scope in &scopes {
        let cell = store.get(scope, "k").expect("it was put");
        assert_eq!(cell.value, format!("{scope:?}"));
    }
}

/// A scope of the wrong form is refused by every function that takes one.
pub fn malformed_scopes_are_invalid(store: &Fixture) {
    let long = "x".repeat(257);
    let tasks = ["", " ", "a b", "a\0", "a\n", "é", "\u{7f}", &long].map(task);
    let long = "x".repeat(129);
    let sessions =
        ["", ".", "..", ".a", "-a", "a/b", "a\\b", "a b", "é", "a.", "con", "nul.txt", &long].map(session);
    for scope in tasks.iter().chain(&sessions) {
        refused_everywhere(store, scope);
    }
}

fn refused_everywhere(store: &Fixture, scope: &Scope) {
    let mut call = store.begin();
    let codes = [
        code(call.get(scope, "k")),
        code(call.scan(scope, "", "", 1)),
        code(call.acquire(scope)),
        code(call.commit(scope, &[put("k", None, "v")])),
    ];
    assert_eq!(codes, [CapabilityCode::Invalid; 4], "{scope:?}");
}

/// Ids at their limits are good.
pub fn the_longest_ids_are_valid(store: &Fixture) {
    let every: String = ('!'..='~').collect();
    for scope in
        [task(&"t".repeat(256)), task(&every), session(&"s".repeat(128)), session("0._-"), session("com0")]
    {
        store.put(&scope, "k", "v");
        assert!(store.get(&scope, "k").is_some(), "{scope:?}");
    }
}

/// A key of the wrong form is refused.
pub fn malformed_keys_are_invalid(store: &Fixture) {
    let long = "k".repeat(KEY_MAX_BYTES + 1);
    for key in ["", " ", "a b", "a\0b", "a\n", "é", "\u{7f}", &long] {
        assert_eq!(code(store.begin().get(&task("t"), key)), CapabilityCode::Invalid, "{key:?}");
        let commit = store.commit(&task("t"), &[put(key, None, "v")]);
        assert_eq!(code(commit), CapabilityCode::Invalid, "{key:?}");
    }
}

/// A key of 512 bytes and a value of 1,048,576 fit; one byte more doesn't, and nothing is written.
pub fn the_largest_key_and_value_fit(store: &Fixture) {
    let key = "~".repeat(KEY_MAX_BYTES);
    let value = "v".repeat(CELL_MAX_BYTES);
    store.put(&task("t"), &key, &value);
    assert_eq!(store.get(&task("t"), &key).map(|cell| cell.value.len()), Some(CELL_MAX_BYTES));
    let larger = store.commit(&task("t"), &[put("k", None, &format!("{value}v"))]);
    assert_eq!(code(larger), CapabilityCode::Invalid);
    assert_eq!(store.get(&task("t"), "k"), None);
}
