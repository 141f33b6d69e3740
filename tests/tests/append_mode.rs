//! The acceptance criteria of the append mode, one test each, on every host. REQ-006 concerns the
//! texts of the agent tools, and its tests stand with those.

use std::sync::Arc;

use planmark::store::Store;
use planmark::store::memory::MemoryStore;
use planmark::store::scripted::{At, Operation, Scripted};
use planmark_core::capability::CapabilityCode;
use planmark_core::document::answer::{EventKind, Written};
use planmark_core::document::request::{Context, Point as Text, SaveRequest, WriteRequest};
use planmark_core::failure::{Effect, Failure, FailureCode};
use planmark_tests::engine::{EPOCH_MS, Engine, HOSTS, Host, Native, TestAccess, TestClock, planmark_over};
use planmark_tests::stage::{Cast, Kind};
use planmark_tests::stepped::Point;
use planmark_tests::writer::{Writer, agent};
use planmark_tests::{calls, invariants, schedule, script};

const TASK: &str = "T-1";
const LIMIT_BYTES: usize = 262_144;

/// Every character whose `White_Space` property is true.
const WHITE_SPACE: &str = "\t\n\u{b}\u{c}\r \u{85}\u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\
                           \u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\
                           \u{3000}";

/// Runs `test` on a new host of each kind, as agent `ada` at one task, and checks every invariant
/// after it.
fn everywhere(test: impl Fn(&Host, &Writer<'_>)) {
    for make in HOSTS {
        let host = make();
        println!("{}", host.name);
        test(&host, &Writer::new(host.engine.as_ref(), TASK, agent("ada")));
        invariants::check(host.engine.as_ref(), TASK).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

/// Makes a call that must be refused with `code`, and checks that it changed nothing.
#[track_caller]
fn refused(
    ada: &Writer<'_>,
    code: FailureCode,
    call: impl FnOnce(&Writer<'_>) -> Result<Written, Failure>,
) -> Failure {
    let before = ada.everything();
    let failure = call(ada).expect_err("the call must be refused");
    assert_eq!((failure.code, failure.effect), (code, Effect::NothingWritten), "{failure}");
    assert!(before == ada.everything(), "a refused call changed something");
    failure
}

fn with_mode(ada: &Writer<'_>, content: &str, mode: &str) -> Result<Written, Failure> {
    ada.update_with(&WriteRequest { title: "Other".to_owned(), ..ada.request(content, mode) })
}

#[test]
fn ac_tasks_plan_append_001_1() {
    everywhere(|_, ada| {
        ada.create("# Old\n\nbody").unwrap();
        // An absent mode is the empty one: that is what the JSON form of a request makes of it.
        let absent: WriteRequest =
            serde_json::from_value(serde_json::json!({ "task": TASK, "content": "absent" })).unwrap();
        ada.update_with(&absent).unwrap();
        assert_eq!(ada.text(), "absent");
        ada.update_with(&ada.request("empty", "")).unwrap();
        assert_eq!(ada.text(), "empty");
    });
}

#[test]
fn ac_tasks_plan_append_001_2() {
    everywhere(|_, ada| {
        ada.create("one").unwrap();
        ada.update_with(&ada.request("two", "replace")).unwrap();
        assert_eq!(ada.text(), "two");
        ada.update_with(&ada.request("three", "append")).unwrap();
        assert_eq!(ada.text(), "two\n\nthree");
    });
}

#[test]
fn ac_tasks_plan_append_001_3() {
    everywhere(|_, ada| {
        ada.create("long plan").unwrap();
        let modes = [
            "Append",
            "APPEND",
            "aPPEND",
            "Replace",
            "append ",
            " replace",
            "prepend",
            "append,replace",
            "\0",
        ];
        for mode in modes {
            let failure = refused(ada, FailureCode::InvalidMode, |ada| with_mode(ada, "fragment", mode));
            for accepted in ["`append`", "`replace`"] {
                let bare = accepted.trim_matches('`');
                assert!(failure.message.contains(bare) || failure.next.contains(bare), "{failure}");
            }
        }
    });
}

#[test]
fn ac_tasks_plan_append_001_4() {
    everywhere(|_, ada| {
        ada.create("kept").unwrap();
        for mode in ["", "replace", "append"] {
            refused(ada, FailureCode::ContentRequired, |ada| with_mode(ada, "", mode));
            let absent: WriteRequest =
                serde_json::from_value(serde_json::json!({ "task": TASK, "mode": mode })).unwrap();
            refused(ada, FailureCode::ContentRequired, |ada| ada.update_with(&absent));
        }
    });
}

#[test]
fn ac_tasks_plan_append_001_5() {
    everywhere(|_, ada| {
        ada.create("kept").unwrap();
        for blank in WHITE_SPACE.chars().map(String::from).chain([WHITE_SPACE.to_owned(), " \n".repeat(999)])
        {
            refused(ada, FailureCode::FragmentWhitespaceOnly, |ada| ada.append(&blank));
        }
        for content in ["\u{200b}", "\u{feff}", "\u{180e}", "\u{1c}", "\0", "\u{2060}"] {
            ada.append(content).unwrap();
        }
    });
}

#[test]
fn ac_tasks_plan_append_001_6() {
    everywhere(|host, ada| {
        let append = refused(ada, FailureCode::PlanNotFound, |ada| ada.append("fragment"));
        let replace = refused(ada, FailureCode::PlanNotFound, |ada| ada.replace("fragment"));
        assert_eq!(append, replace);
        assert_eq!(host.engine.list(&agent("ada"), "", 200).unwrap().plans, []);
        ada.create("a").unwrap();
        ada.delete().unwrap();
        refused(ada, FailureCode::PlanNotFound, |ada| ada.append("fragment"));
    });
}

#[test]
fn ac_tasks_plan_append_001_7() {
    // Each request breaks every rule from its own on, so that the order alone decides. The read
    // failure stands in faults.rs, where the store fails when told to.
    everywhere(|host, ada| {
        let denied = |mode: &str, content: &str| {
            host.access.deny("write");
            let answer = with_mode(ada, content, mode);
            host.access.deny("");
            answer
        };
        let over = "b".repeat(LIMIT_BYTES);
        for absent in [true, false] {
            if !absent {
                ada.create("kept").unwrap();
            }
            for content in ["", "\u{2003}"] {
                refused(ada, FailureCode::InvalidMode, |_| denied("Append", content));
                refused(ada, FailureCode::NotReachable, |_| denied("append", content));
            }
            refused(ada, FailureCode::ContentRequired, |ada| with_mode(ada, "", "append"));
            refused(ada, FailureCode::FragmentWhitespaceOnly, |ada| with_mode(ada, "\u{2003}", "append"));
            let last = if absent { FailureCode::PlanNotFound } else { FailureCode::ContentTooLarge };
            refused(ada, last, |ada| with_mode(ada, &over, "append"));
        }
    });
}

#[test]
fn ac_tasks_plan_append_002_1() {
    everywhere(|_, ada| {
        let stored = "\u{feff}\u{a0}# A\r\n\tx \rb\u{85}\n\n\n```\n<!--";
        let fragment = "\u{200b}## B \r\n\r\n\r\n- c\t";
        ada.create(&format!("{stored} \n\r\n\u{3000}")).unwrap();
        ada.append(&format!(" \n\u{2028}{fragment}\n ")).unwrap();
        // U+2028 is white space but ends no line: it belongs to the fragment's first line.
        assert_eq!(ada.text(), format!("{stored}\n\n\u{2028}{fragment}\n "));
    });
}

#[test]
fn ac_tasks_plan_append_002_2() {
    let ends = ["", "\n", "\n\n\n", "\r\n", "\r", "\r\n\n\r", " \t\n", "\u{a0}\n\u{85}"];
    let starts = ["", "\n", "\n\n", "\r\n\r\n", "\r", " \n", "\u{3000}\r\n\t\n"];
    everywhere(|_, ada| {
        for end in ends {
            for start in starts {
                ada.create(&format!("# Plan\nlast{end}")).unwrap();
                ada.append(&format!("{start} \t## first\nmore")).unwrap();
                assert_eq!(ada.text(), "# Plan\nlast\n\n \t## first\nmore", "{end:?} {start:?}");
            }
        }
    });
}

#[test]
fn ac_tasks_plan_append_002_3() {
    everywhere(|_, ada| {
        for blank in ["", "\n", " \t\r\n", WHITE_SPACE] {
            ada.save(blank).unwrap();
            ada.append("\n\u{a0}\n\r\n \t- first\n").unwrap();
            assert_eq!(ada.text(), " \t- first\n", "{blank:?}");
        }
    });
}

#[test]
fn ac_tasks_plan_append_002_4() {
    everywhere(|_, ada| {
        for end in ["", "\n", "\n\n\n", "\r\n", "  ", "\t\n \u{2003}", WHITE_SPACE] {
            ada.create("a").unwrap();
            ada.append(&format!("b{end}")).unwrap();
            assert_eq!(ada.text(), format!("a\n\nb{end}"));
            ada.save(" ").unwrap();
            ada.append(&format!("b{end}")).unwrap();
            assert_eq!(ada.text(), format!("b{end}"));
        }
    });
}

#[test]
fn ac_tasks_plan_append_002_5() {
    let body = "\u{feff}one  \n\r\ttwo\u{85}\n\n\n\u{200b}";
    everywhere(|_, ada| {
        for end in WHITE_SPACE.chars().map(String::from).chain([WHITE_SPACE.repeat(60)]) {
            ada.create(&format!("{body}{end}")).unwrap();
            ada.append("next").unwrap();
            assert_eq!(ada.text(), format!("{body}\n\nnext"), "{end:?}");
        }
    });
}

#[test]
fn ac_tasks_plan_append_002_6() {
    everywhere(|_, ada| {
        let titled = |title: &str, mode: &str| {
            let request = WriteRequest { title: title.to_owned(), ..ada.request("x", mode) };
            ada.update_with(&request).map(|written| written.title)
        };
        ada.create("a").unwrap();
        for mode in ["append", "replace"] {
            assert_eq!(titled("First ", mode).unwrap(), "First ");
            assert_eq!(titled("", mode).unwrap(), "First ");
            assert_eq!(titled("Zweiter", mode).unwrap(), "Zweiter");
            assert_eq!(ada.plan().unwrap().title, "Zweiter");
            assert_eq!(titled("a\nb", mode).unwrap_err().code, FailureCode::InvalidTitle);
            assert_eq!(ada.plan().unwrap().title, "Zweiter");
        }
    });
}

/// Both engines, each with two actors.
fn casts() -> [Cast; 2] {
    [Cast::new(Kind::Native, 2), Cast::new(Kind::Component, 2)]
}

/// A memory store with a plan.
fn with_plan(content: &str) -> Arc<dyn Store> {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    schedule::prepare(&store, &[calls::create(content)]);
    store
}

fn text_of(store: &Arc<dyn Store>) -> String {
    Writer::new(&schedule::engine_on(store), TASK, agent("reader")).text()
}

#[test]
fn ac_tasks_plan_append_003_1() {
    // An append stands at each of its points while another write commits, where it can.
    let points =
        [Point::BeforeAcquire, Point::AfterAcquire, Point::BeforeRead, Point::AfterRead, Point::BeforeCommit];
    for cast in casts() {
        for other in [calls::replace("new"), calls::append("new"), calls::save("new")] {
            for point in points {
                let store = with_plan("old");
                let mut director =
                    cast.direct(&store, &[calls::append("mine"), calls::by("bob", other.clone())]);
                assert!(director.go_to(0, point), "the append stands at {point}");
                director.finish(1);
                let came_first = !director.waits(1);
                director.play(|ready| ready[0]);
                let text = text_of(&store);
                // Where the other write committed first, the append holds what that one stored.
                assert_eq!(text.ends_with("new\n\nmine"), came_first, "{text:?} at {point}");
                assert_eq!(came_first, point == Point::BeforeAcquire);
            }
        }
    }
}

#[test]
fn ac_tasks_plan_append_003_2() {
    let long = "x".repeat(9_000);
    for cast in casts() {
        for point in [Point::BeforeAcquire, Point::AfterAcquire, Point::BeforeCommit, Point::AfterCommit] {
            let store = with_plan("stored");
            let lines = [calls::append(&format!("B{long}")), calls::by("bob", calls::append("C\n"))];
            let mut director = cast.direct(&store, &lines);
            assert!(director.go_to(0, point));
            director.finish(1);
            let played = director.play(|ready| ready[0]);
            assert!(played.iter().all(|call| call.given.is_ok()), "both report success");
            let text = text_of(&store);
            assert!(text.starts_with("stored\n\n") && text.contains(&format!("B{long}")));
            assert!(text.contains("\n\nC"), "{text:?}");
        }
    }
}

#[test]
fn ac_tasks_plan_append_003_3() {
    let mut total = 0;
    for cast in casts() {
        let before = [calls::create("stored")];
        for other in [calls::append("C"), calls::replace("R"), calls::save("S"), calls::delete()] {
            let lines = [calls::append("B"), calls::by("bob", other)];
            total += schedule::every_schedule(&cast, &before, &lines);
        }
    }
    println!("{total} interleavings, each some serial order");
}

#[test]
fn ac_tasks_plan_append_003_4() {
    for cast in casts() {
        let lines = [calls::append("B"), calls::by("bob", calls::replace("R"))];
        for first in [0, 1] {
            for point in [Point::AfterAcquire, Point::AfterRead, Point::BeforeCommit] {
                let store = with_plan("A");
                let mut director = cast.direct(&store, &lines);
                assert!(director.go_to(first, point));
                director.finish(1 - first);
                assert!(director.waits(1 - first), "no replace between an append's read and its commit");
                director.play(|ready| ready[0]);
                assert_eq!(text_of(&store), ["R", "R\n\nB"][first], "{point}");
            }
        }
    }
}

#[test]
fn ac_tasks_plan_append_003_5() {
    let codes = [
        CapabilityCode::Corrupt,
        CapabilityCode::Unavailable,
        CapabilityCode::TooLarge,
        CapabilityCode::NotText,
        CapabilityCode::Denied,
        CapabilityCode::Other,
    ];
    let (clock, access) = (TestClock::at(EPOCH_MS), TestAccess::default());
    for component in [false, true] {
        let store = Scripted::new(MemoryStore::new());
        let script = store.script().clone();
        let engine: Box<dyn Engine> = if component {
            Box::new(planmark_over(store, &clock, &access))
        } else {
            Box::new(Native::new(store, &clock, &access))
        };
        let ada = Writer::new(engine.as_ref(), TASK, agent("ada"));
        let missing = ada.append("fragment").unwrap_err();
        ada.create("stored").unwrap();
        for code in codes {
            let before = ada.everything();
            script.fail(At::before(Operation::Get), code);
            let failure = ada.append("fragment").unwrap_err();
            assert_ne!(failure.code, missing.code, "told apart from a plan that is not there");
            assert_eq!(failure.effect, Effect::NothingWritten);
            let said = format!("{} {}", failure.message, failure.next);
            for detail in ["script", "get", "cell", "head", "seg/", "SQL"] {
                assert!(!said.contains(detail), "{detail:?} is a storage detail: {said}");
            }
            assert!(before == ada.everything(), "{code:?} changed something");
        }
    }
}

#[test]
fn ac_tasks_plan_append_003_6() {
    everywhere(|_, ada| {
        ada.create("a").unwrap();
        for copies in 1..=4_usize {
            let written = ada.append("same").unwrap();
            assert_eq!(ada.text(), format!("a{}", "\n\nsame".repeat(copies)));
            assert_eq!(written.position as usize, copies + 1);
        }
    });
}

#[test]
fn ac_tasks_plan_append_004_1() {
    everywhere(|_, ada| {
        for stored in ["x".repeat(100_000), " ".repeat(100_000), format!("x{}", "\n".repeat(100_000))] {
            ada.create(&stored).unwrap();
            assert_eq!(ada.append("y").unwrap().truncation, None);
        }
        // The guard is awake: a replace by the same text is reported.
        ada.create(&"x".repeat(100_000)).unwrap();
        assert!(ada.replace("y").unwrap().truncation.is_some());
    });
}

#[test]
fn ac_tasks_plan_append_004_2() {
    everywhere(|host, ada| {
        ada.create(&format!("x{}", "\n".repeat(5_000))).unwrap();
        let written = ada.append("y").unwrap();
        assert_eq!((written.revision, written.coalesced, written.chars), (1, true, 4));
        host.clock.advance(299_999);
        assert!(ada.append("z").unwrap().coalesced);
        host.clock.advance(300_000);
        assert!(!ada.append("z").unwrap().coalesced);
        let bob = Writer::new(host.engine.as_ref(), TASK, agent("bob"));
        assert!(!bob.append("z").unwrap().coalesced);
    });
}

#[test]
fn ac_tasks_plan_append_004_3() {
    everywhere(|_, ada| {
        ada.create(&"x\n".repeat(5_000)).unwrap();
        let append = serde_json::to_value(ada.append("y").unwrap()).unwrap();
        let replace = serde_json::to_value(ada.replace(&"z".repeat(9_000)).unwrap()).unwrap();
        let fields = |value: &serde_json::Value| -> Vec<String> {
            value.as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(fields(&append), fields(&replace));
        for absent in ["truncation", "warning", "prior_revision"] {
            assert!(append.get(absent).is_none(), "{absent} is there");
        }
    });
}

#[test]
fn ac_tasks_plan_append_005_1() {
    // Without an append there is nothing to compare with but the rules themselves: the vectors
    // marked 005.1 state them, one by one, and every host must keep them.
    let text = include_str!("../vectors/documents.json");
    let file: script::File = serde_json::from_str(text).unwrap();
    let mut ran = 0;
    for case in file.cases.iter().filter(|case| case.proves.contains("005.1")) {
        for make in HOSTS {
            script::run(&make(), case).unwrap_or_else(|broken| panic!("{broken}"));
        }
        ran += 1;
    }
    assert!(ran >= 3, "the vectors of 005.1 are missing");
}

#[test]
fn ac_tasks_plan_append_005_2() {
    everywhere(|host, ada| {
        let request = ada.request("fragment", "append");
        let failure = refused(ada, FailureCode::ModeNotOffered, |ada| ada.create_with(&request));
        let said = format!("{} {}", failure.message, failure.next);
        assert!(said.contains("update_task_plan") && said.contains("append"), "{said}");
        assert_eq!(host.engine.list(&agent("ada"), "", 200).unwrap().plans, []);
        ada.create("kept").unwrap();
        for mode in ["append", "replace", "Append", " ", "x"] {
            let request = WriteRequest { title: "Other".to_owned(), ..ada.request("fragment", mode) };
            refused(ada, FailureCode::ModeNotOffered, |ada| ada.create_with(&request));
        }
        ada.create_with(&ada.request("new", "")).unwrap();
        assert_eq!(ada.text(), "new");
    });
}

#[test]
fn ac_tasks_plan_append_005_3() {
    everywhere(|host, ada| {
        ada.create("stored").unwrap();
        let sent = serde_json::json!({
            "task": TASK, "content": "whole text", "mode": "append", "unknown": { "deep": [1, null] },
        });
        let request: SaveRequest = serde_json::from_value(sent).unwrap();
        let fields = serde_json::to_value(&request).unwrap();
        assert!(fields.get("mode").is_none(), "the editor path has no mode");
        let context = Context { caller: agent("ada"), coalesce_window_ms: None };
        host.engine.save(&context, &request).unwrap();
        assert_eq!(ada.text(), "whole text");
    });
}

#[test]
fn ac_tasks_plan_append_005_4() {
    everywhere(|host, ada| {
        let bob = Writer::new(host.engine.as_ref(), TASK, agent("bob"));
        let other = Writer::new(host.engine.as_ref(), "T-2", agent("ada"));
        let other_bob = Writer::new(host.engine.as_ref(), "T-2", agent("bob"));
        ada.create("a").unwrap();
        other.create("a").unwrap();
        let pairs = [(ada, &other, "b"), (&bob, &other_bob, "c"), (&bob, &other_bob, "d")];
        for (appends, replaces, fragment) in pairs {
            let append = appends.append(fragment).unwrap();
            let replace = replaces.replace(&ada.text()).unwrap();
            let events = |written: &Written| -> Vec<(EventKind, u32, String, u64)> {
                let parts = written.events.iter();
                parts.map(|e| (e.kind, e.revision, e.author.name.clone(), e.at_ms)).collect()
            };
            assert_eq!(events(&append), events(&replace));
            assert!(append.events.iter().all(|e| e.version == append.version && e.task == TASK));
            assert_eq!(append.events.len(), 2);
        }
    });
}

#[test]
fn ac_tasks_plan_append_005_5() {
    everywhere(|host, ada| {
        let bob = Writer::new(host.engine.as_ref(), TASK, agent("bob"));
        ada.create("a").unwrap();
        for (writer, fragment, revisions) in [(ada, "b", 1), (&bob, "c", 2), (&bob, "d", 2), (ada, "e", 3)] {
            let written = writer.append(fragment).unwrap();
            assert_eq!(ada.revisions().unwrap().len(), revisions);
            let past = ada.past(Text::Revision(written.revision)).unwrap();
            assert_eq!(past.content, ada.text());
            assert!(past.content.starts_with("a\n\n") && past.content.ends_with(fragment));
        }
    });
}

#[test]
fn ac_tasks_plan_append_005_6() {
    everywhere(|host, ada| {
        ada.create("secret").unwrap();
        for rule in ["write", "all", "fail"] {
            let denied = |mode: &str, task: &str| {
                host.access.deny(rule);
                let writer = Writer::new(host.engine.as_ref(), task, agent("ada"));
                let failure = writer.update_with(&writer.request("x", mode)).unwrap_err();
                host.access.deny("");
                failure
            };
            let append = denied("append", TASK);
            assert_eq!(append.code, FailureCode::NotReachable);
            assert_eq!(append, denied("replace", TASK));
            // The same words whether there is a plan or not.
            assert_eq!(append.next, denied("append", "none").next);
        }
        assert_eq!(ada.text(), "secret");
    });
}

#[test]
fn ac_tasks_plan_append_007_1() {
    everywhere(|_, ada| {
        ada.create(&"a".repeat(LIMIT_BYTES - 4)).unwrap();
        refused(ada, FailureCode::ContentTooLarge, |ada| ada.append("bbb"));
        // The composed text is smaller than stored text and fragment together.
        ada.create(&format!("a{}", "\n".repeat(LIMIT_BYTES - 1))).unwrap();
        let written = ada.append(&format!("{}b", "\n".repeat(LIMIT_BYTES - 1))).unwrap();
        assert_eq!(written.bytes, 4);
    });
}

#[test]
fn ac_tasks_plan_append_007_2() {
    everywhere(|_, ada| {
        ada.create(&"a".repeat(LIMIT_BYTES - 4)).unwrap();
        refused(ada, FailureCode::ContentTooLarge, |ada| with_mode(ada, "éb", "append"));
        assert_eq!(ada.append("é").unwrap().bytes as usize, LIMIT_BYTES);
        refused(ada, FailureCode::ContentTooLarge, |ada| with_mode(ada, "b", "append"));
        ada.create(" \n").unwrap();
        refused(ada, FailureCode::ContentTooLarge, |ada| ada.append(&"b".repeat(LIMIT_BYTES + 1)));
        assert_eq!(ada.append(&"b".repeat(LIMIT_BYTES)).unwrap().bytes as usize, LIMIT_BYTES);
    });
}

#[test]
fn ac_tasks_plan_append_007_3() {
    everywhere(|_, ada| {
        ada.create(&format!("{}\n\n", "é".repeat(131_000))).unwrap();
        let failure = refused(ada, FailureCode::ContentTooLarge, |ada| ada.append(&"b".repeat(200)));
        assert_eq!((failure.bytes, failure.limit), (Some(262_202), Some(262_144)));
        assert!(failure.message.contains("262202"), "{failure}");
    });
}

#[test]
fn ac_tasks_plan_append_007_4() {
    // Another write takes the room while the append waits, or gives it: only what the append
    // composes from counts.
    let fragment = "b".repeat(100);
    let (full, short) = ("a".repeat(LIMIT_BYTES - 50), "a".to_owned());
    for cast in casts() {
        for (stored, other, fits) in [(&short, &full, false), (&full, &short, true)] {
            let store = with_plan(stored);
            let lines = [calls::append(&fragment), calls::by("bob", calls::save(other))];
            let mut director = cast.direct(&store, &lines);
            assert!(director.go_to(0, Point::BeforeAcquire));
            director.finish(1);
            let played = director.play(|ready| ready[0]);
            assert_eq!(played[0].given.is_ok(), fits);
            let text = text_of(&store);
            assert_eq!(text, if fits { format!("{other}\n\n{fragment}") } else { other.clone() });
        }
    }
}

#[test]
fn ac_tasks_plan_append_007_5() {
    everywhere(|_, ada| {
        let over = "a".repeat(LIMIT_BYTES + 1);
        // Before the lock: also where there is no plan.
        let failure = refused(ada, FailureCode::ContentTooLarge, |ada| ada.replace(&over));
        assert_eq!((failure.bytes, failure.limit), (Some(262_145), Some(262_144)));
        ada.create("kept").unwrap();
        assert_eq!(failure, refused(ada, FailureCode::ContentTooLarge, |ada| ada.replace(&over)));
        assert_eq!(failure, refused(ada, FailureCode::ContentTooLarge, |ada| ada.create(&over)));
        assert_eq!(ada.replace(&over[1..]).unwrap().bytes as usize, LIMIT_BYTES);
    });
}
