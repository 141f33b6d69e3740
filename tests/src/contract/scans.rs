//! Scans of cells and listings of scopes: order, bounds, pages.

use planmark_core::capability::{ANSWER_MAX_BYTES, CELL_MAX_BYTES, CapabilityCode, Page, ScopeKind};

use super::{Fixture, code, put, remove, session, task};

fn keys(page: &Page) -> Vec<&str> {
    page.cells.iter().map(|cell| cell.key.as_str()).collect()
}

fn fill(store: &Fixture, keys: &[&str]) {
    let mutations: Vec<_> = keys.iter().map(|key| put(key, None, key)).collect();
    store.commit(&task("t"), &mutations).expect("the cells are absent");
}

/// Order is by byte: capitals before small letters, digits as characters.
pub fn cells_come_in_byte_order(store: &Fixture) {
    fill(store, &["b", "B", "a", "~", "!", "10", "9", "a/1", "a!", "aa"]);
    let page = store.begin().scan(&task("t"), "", "", 100).expect("a scan");
    assert_eq!(keys(&page), ["!", "10", "9", "B", "a", "a!", "a/1", "aa", "b", "~"]);
    assert!(page.cells.iter().all(|cell| cell.value == cell.key && cell.version >= 1));
    assert_eq!(page.next, None);
}

/// The prefix itself and keys that go on with the last characters of ASCII count; a wildcard is a
/// character like any other.
pub fn a_prefix_selects_every_key_that_starts_with_it(store: &Fixture) {
    fill(
        store,
        &["seg", "seg/", "seg/1", "seg/~", "seg/~~", "seg0", "sef/9", "SEG/1", "s%", "s%1", "s_1", "sx1"],
    );
    let mut call = store.begin();
    let found = |page: Page| page.cells.into_iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_eq!(
        found(call.scan(&task("t"), "seg/", "", 100).expect("a scan")),
        ["seg/", "seg/1", "seg/~", "seg/~~"]
    );
    assert_eq!(found(call.scan(&task("t"), "s%", "", 100).expect("a scan")), ["s%", "s%1"]);
    assert_eq!(found(call.scan(&task("t"), "s_", "", 100).expect("a scan")), ["s_1"]);
    assert_eq!(found(call.scan(&task("t"), "none", "", 100).expect("a scan")), [""; 0]);
    assert_eq!(found(call.scan(&task("other"), "", "", 100).expect("a scan")), [""; 0]);
}

/// `from` is included, needn't exist, and may lie before or after the prefix.
pub fn a_scan_starts_at_from(store: &Fixture) {
    fill(store, &["a/1", "a/2", "a/4", "b/1"]);
    let mut call = store.begin();
    let mut scan = |prefix: &str, from: &str| {
        let page = call.scan(&task("t"), prefix, from, 100).expect("a scan");
        page.cells.into_iter().map(|cell| cell.key).collect::<Vec<_>>()
    };
    assert_eq!(scan("a/", "a/2"), ["a/2", "a/4"]);
    assert_eq!(scan("a/", "a/3"), ["a/4"]);
    assert_eq!(scan("a/", "A"), ["a/1", "a/2", "a/4"]);
    assert_eq!(scan("a/", "b/1"), [""; 0]);
    assert_eq!(scan("", "a/4"), ["a/4", "b/1"]);
}

/// Following `next` gives every cell once; the page that holds the last one has none.
pub fn pages_join_without_gap_or_overlap(store: &Fixture) {
    let all: Vec<String> = (0..20).map(|number| format!("k/{number:03}")).collect();
    fill(store, &all.iter().map(String::as_str).collect::<Vec<_>>());
    for limit in [1, 3, 19, 20, 21, 1_000] {
        let (mut found, mut from) = (Vec::new(), String::new());
        loop {
            let page = store.begin().scan(&task("t"), "k/", &from, limit).expect("a scan");
            assert!(page.cells.len() <= limit as usize);
            found.extend(page.cells.into_iter().map(|cell| cell.key));
            match page.next {
                Some(next) => from = next,
                None => break,
            }
        }
        assert_eq!(found, all, "limit {limit}");
    }
}

/// Keys and values of a page have 1 MiB at most, counted to the byte.
pub fn a_page_ends_before_it_grows_too_large(store: &Fixture) {
    let half = "h".repeat(ANSWER_MAX_BYTES / 2 - 1);
    let mutations = [put("a", None, &half), put("b", None, &half), put("c", None, "")];
    store.commit(&task("t"), &mutations).expect("the cells are absent");
    let page = store.begin().scan(&task("t"), "", "", 10).expect("a scan");
    assert_eq!(
        (keys(&page), page.next.as_deref()),
        (vec!["a", "b"], Some("c")),
        "the page is full to the byte"
    );

    let version = store.get(&task("t"), "b").expect("it was put").version;
    store
        .commit(&task("t"), &[put("b", Some(version), &format!("{half}h"))])
        .expect("the version is current");
    let page = store.begin().scan(&task("t"), "", "", 10).expect("a scan");
    assert_eq!((keys(&page), page.next.as_deref()), (vec!["a"], Some("b")), "one byte too many");
}

/// A cell whose key and value exceed an answer is still given, alone.
pub fn a_cell_larger_than_a_page_has_one_alone(store: &Fixture) {
    let large = "v".repeat(CELL_MAX_BYTES);
    let mutations = [put("a", None, "1"), put("b", None, &large), put("c", None, "3")];
    store.commit(&task("t"), &mutations).expect("the cells are absent");
    let mut pages = Vec::new();
    let mut from = Some(String::new());
    while let Some(start) = from {
        let page = store.begin().scan(&task("t"), "", &start, 10).expect("a scan");
        pages.push(keys(&page).join(","));
        from = page.next;
    }
    assert_eq!(pages, ["a", "b", "c"]);
}

/// A page of nothing, or of more than a thousand, is refused.
pub fn limits_outside_1_to_1000_are_invalid(store: &Fixture) {
    let mut call = store.begin();
    for limit in [0, 1_001, u32::MAX] {
        assert_eq!(code(call.scan(&task("t"), "", "", limit)), CapabilityCode::Invalid, "{limit}");
        assert_eq!(code(call.scopes(ScopeKind::Task, "", limit)), CapabilityCode::Invalid, "{limit}");
        assert_eq!(code(call.list("s", "", limit)), CapabilityCode::Invalid, "{limit}");
    }
    assert!(call.scan(&task("t"), "", "", 1_000).is_ok());
    assert!(call.scopes(ScopeKind::Task, "", 1_000).is_ok());
    assert!(call.list("s", "", 1_000).is_ok());
}

/// A prefix or start that no key or id can have is refused.
pub fn malformed_bounds_are_invalid(store: &Fixture) {
    let mut call = store.begin();
    let long = "k".repeat(513);
    for bound in [" ", "a b", "\0", "é", "\u{7f}", &long] {
        assert_eq!(code(call.scan(&task("t"), bound, "", 1)), CapabilityCode::Invalid, "{bound:?}");
        assert_eq!(code(call.scan(&task("t"), "", bound, 1)), CapabilityCode::Invalid, "{bound:?}");
        assert_eq!(code(call.scopes(ScopeKind::Task, bound, 1)), CapabilityCode::Invalid, "{bound:?}");
        assert_eq!(code(call.list("s", bound, 1)), CapabilityCode::Invalid, "{bound:?}");
    }
}

/// Ids of scopes are ordered by byte and cut into pages.
pub fn scopes_come_in_byte_order_and_pages(store: &Fixture) {
    for id in ["b", "a", "B", "a/1", "~", "10", "9"] {
        store.put(&task(id), "k", "v");
    }
    let mut call = store.begin();
    let mut list = |from: &str, limit: u32| {
        let page = call.scopes(ScopeKind::Task, from, limit).expect("a listing");
        (page.ids, page.next)
    };
    assert_eq!(list("", 100), (["10", "9", "B", "a", "a/1", "b", "~"].map(str::to_owned).into(), None));
    assert_eq!(list("", 3), (["10", "9", "B"].map(str::to_owned).into(), Some("a".to_owned())));
    assert_eq!(list("a", 3), (["a", "a/1", "b"].map(str::to_owned).into(), Some("~".to_owned())));
    assert_eq!(list("a/", 3), (["a/1", "b", "~"].map(str::to_owned).into(), None));
    assert_eq!(list("~~", 3), (vec![], None));
}

/// Tasks and sessions have a listing each.
pub fn kinds_of_scopes_are_listed_apart(store: &Fixture) {
    store.put(&task("t"), "k", "v");
    store.put(&session("s"), "k", "v");
    let mut call = store.begin();
    assert_eq!(call.scopes(ScopeKind::Task, "", 10).expect("a listing").ids, ["t"]);
    assert_eq!(call.scopes(ScopeKind::Session, "", 10).expect("a listing").ids, ["s"]);
}

/// A scope is listed while it holds a cell.
pub fn a_scope_without_cells_is_not_listed(store: &Fixture) {
    let listed = || store.begin().scopes(ScopeKind::Task, "", 10).expect("a listing").ids;
    store.commit(&task("t"), &[super::check("k", None)]).expect("the cell is absent");
    assert_eq!(listed(), [""; 0]);
    let version = store.put_new(&task("t"), "k", "v");
    assert_eq!(listed(), ["t"]);
    store.commit(&task("t"), &[remove("k", Some(version))]).expect("the version is current");
    assert_eq!(listed(), [""; 0]);
    store.put(&task("t"), "k", "v");
    assert_eq!(listed(), ["t"]);
}
