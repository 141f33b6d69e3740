//! Saved plan bodies: immutable texts (D20).

use std::thread;

use planmark_core::capability::{BODY_MAX_BYTES, CapabilityCode};

use super::{Fixture, code, put, task};

/// A body is read as it was written, and a path, where there is one, leads to it.
pub fn a_body_comes_back_byte_for_byte(store: &Fixture) {
    let largest = "x".repeat(BODY_MAX_BYTES);
    for (plan, text) in [("a", "x"), ("b", "\u{feff}a\r\nb\rc\0\n"), ("c", "計画 🗺️"), ("d", &largest)]
    {
        let mut call = store.begin();
        let path = call.write("s", plan, text).expect("the name is free");
        let body = call.read("s", plan).expect("a read").expect("it was written");
        assert_eq!((body.text.as_str(), &body.path), (text, &path));
        if let Some(path) = path {
            assert_eq!(std::fs::read_to_string(path).expect("a file"), text);
        }
    }
}

/// A save repeated is a save.
pub fn the_same_bytes_again_succeed(store: &Fixture) {
    let mut call = store.begin();
    let first = call.write("s", "p", "text").expect("the name is free");
    assert_eq!(call.write("s", "p", "text").expect("the bytes are the same"), first);
    assert_eq!(store.begin().write("s", "p", "text").expect("the bytes are the same"), first);
}

/// No body is overwritten, not by a longer one, a shorter one or one of the same size.
pub fn other_bytes_are_refused(store: &Fixture) {
    let mut call = store.begin();
    call.write("s", "p", "text").expect("the name is free");
    for other in ["texts", "tex", "Text", "text\n"] {
        assert_eq!(code(call.write("s", "p", other)), CapabilityCode::Exists, "{other:?}");
    }
    assert_eq!(call.read("s", "p").expect("a read").expect("it was written").text, "text");
    call.write("other", "p", "another session's").expect("sessions are apart");
}

/// Of eight bodies saved at once under one name, one is stored, and its writers alone succeed.
pub fn of_racing_bodies_one_wins(store: &Fixture) {
    for round in 0..10 {
        let plan = format!("p{round}");
        let won: Vec<String> = thread::scope(|threads| {
            let racers: Vec<_> = (0..8)
                .map(|racer| {
                    let plan = &plan;
                    threads.spawn(move || {
                        let text = format!("racer {}", racer / 2);
                        match store.begin().write("s", plan, &text) {
                            Ok(_) => Some(text),
                            Err(failure) => {
                                assert_eq!(failure.code, CapabilityCode::Exists);
                                None
                            }
                        }
                    })
                })
                .collect();
            racers.into_iter().filter_map(|racer| racer.join().expect("the racer ends")).collect()
        });
        let stored = store.begin().read("s", &plan).expect("a read").expect("one has won").text;
        assert_eq!(won, [stored.clone(), stored], "both writers of the winning text, and no other");
    }
}

/// What isn't there is none; a session without bodies has an empty list.
pub fn an_absent_body_is_none(store: &Fixture) {
    let mut call = store.begin();
    assert_eq!(call.read("s", "p").expect("a read"), None);
    assert_eq!(call.list("s", "", 10).expect("a listing").entries, []);
    call.write("s", "other", "x").expect("the name is free");
    assert_eq!(call.read("s", "p").expect("a read"), None);
}

/// Ids that are no file name somewhere, or lead out of their folder, are refused by every function.
pub fn malformed_ids_are_invalid(store: &Fixture) {
    let long = "a".repeat(129);
    for id in [
        "", ".", "..", "../x", "a/b", "a\\b", "/etc", ".hidden", "-a", "a.", "a b", "a\0", "é", "CON",
        "nul.md", "com1.x", &long,
    ] {
        let mut call = store.begin();
        let codes = [
            code(call.write(id, "p", "x")),
            code(call.write("s", id, "x")),
            code(call.read(id, "p")),
            code(call.read("s", id)),
            code(call.list(id, "", 1)),
            code(call.remove(id, "p")),
            code(call.remove("s", id)),
        ];
        assert_eq!(codes, [CapabilityCode::Invalid; 7], "{id:?}");
    }
    let longest = "a".repeat(128);
    store.begin().write(&longest, &longest, "x").expect("ids at their limit are good");
}

/// No empty body, none over 262,144 bytes; and nothing is stored.
pub fn sizes_outside_1_to_262144_are_invalid(store: &Fixture) {
    let mut call = store.begin();
    for text in [String::new(), "x".repeat(BODY_MAX_BYTES + 1), "é".repeat(BODY_MAX_BYTES / 2) + "x"] {
        assert_eq!(code(call.write("s", "p", &text)), CapabilityCode::Invalid);
    }
    assert_eq!(call.read("s", "p").expect("a read"), None);
}

/// Listings are in byte order, in pages, with size and age.
pub fn bodies_are_listed_in_pages(store: &Fixture) {
    let mut call = store.begin();
    for plan in ["b", "a", "10", "9", "a.1"] {
        call.write("s", plan, &plan.repeat(3)).expect("the name is free");
    }
    call.write("other", "c", "x").expect("the name is free");
    let mut list = |from: &str, limit: u32| {
        let page = call.list("s", from, limit).expect("a listing");
        (page.entries.into_iter().map(|entry| entry.plan).collect::<Vec<_>>(), page.next)
    };
    assert_eq!(list("", 10), (["10", "9", "a", "a.1", "b"].map(str::to_owned).into(), None));
    assert_eq!(list("", 2), (["10", "9"].map(str::to_owned).into(), Some("a".to_owned())));
    assert_eq!(list("a", 2), (["a", "a.1"].map(str::to_owned).into(), Some("b".to_owned())));
    assert_eq!(list("a.", 5), (["a.1", "b"].map(str::to_owned).into(), None));
    assert_eq!(list("c", 5), (vec![], None));
    let entries = store.begin().list("s", "a.1", 1).expect("a listing").entries;
    assert_eq!(entries[0].bytes, 9);
    assert!(entries[0].age_ms < 60_000, "{}", entries[0].age_ms);
}

/// A removed body is gone, a second remove succeeds, and the name is free for other bytes.
pub fn a_removed_body_is_gone(store: &Fixture) {
    let mut call = store.begin();
    call.remove("s", "p").expect("what is not there is removed already");
    call.write("s", "p", "old").expect("the name is free");
    call.write("s", "q", "kept").expect("the name is free");
    call.remove("s", "p").expect("a remove");
    call.remove("s", "p").expect("what is not there is removed already");
    assert_eq!(call.read("s", "p").expect("a read"), None);
    assert_eq!(call.list("s", "", 10).expect("a listing").entries.len(), 1);
    call.write("s", "p", "new").expect("the name is free again");
}

/// Bodies and cells don't stand in each other's way.
pub fn bodies_need_no_lease_and_end_none(store: &Fixture) {
    let mut call = store.begin();
    call.acquire(&task("t")).expect("the scope is free");
    call.write("s", "p", "x").expect("the name is free");
    call.commit(&task("t"), &[put("k", None, "v")]).expect("the call holds the scope");
}
