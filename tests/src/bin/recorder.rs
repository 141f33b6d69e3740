//! Records, for the tests of traces: runs the vectors, the pure functions, and calls whose store fails,
//! with `PLANMARK_TRACE` in its environment. `bindings/*/tests/traces.*` do the same.

use planmark::Planmark;
use planmark::core::capability::CapabilityCode;
use planmark::core::document::request::{Context, WriteRequest};
use planmark::core::runtime::client::Client;
use planmark::core::tools::{CallContext, Offer};
use planmark::core::tracker;
use planmark::store::memory::MemoryStore;
use planmark::store::scripted::{At, Operation, Scripted};
use planmark_tests::engine::{EPOCH_MS, TestAccess, TestClock, component_memory, planmark_over};
use planmark_tests::vectors::{PLAN_FILES, Results, run_file, run_plan_file};
use planmark_tests::writer::agent;
use serde_json::json;

const CODES: [CapabilityCode; 7] = [
    CapabilityCode::Denied,
    CapabilityCode::Full,
    CapabilityCode::Corrupt,
    CapabilityCode::Unavailable,
    CapabilityCode::OutcomeUnknown,
    CapabilityCode::NewerFormat,
    CapabilityCode::Conflict,
];
const BODY: &str = "# Plan\n\n## Section 4: Tasks\n\n- [ ] Ärger\n- [ ] Second\n";

fn main() {
    for file in ["documents.json", "tracker.json"] {
        judge(&run_file(file, component_memory));
    }
    let planmark = planmark_over(MemoryStore::new(), &TestClock::at(0), &TestAccess::default());
    for file in PLAN_FILES {
        judge(&run_plan_file(file, &planmark));
    }
    planmark.preview().inspect("a\\nb\\nc\\n\u{feff}\0\u{2028}").expect("any text can be inspected");
    planmark.preview().save("plan-1", BODY, None, u64::MAX).expect("a body");
    planmark.describe().expect("a description");
    record_tools(&planmark);
    record_faults();
}

/// A recorded call answers as one that isn't.
fn judge(results: &Results) {
    assert!(results.broken.is_empty(), "{}", results.broken.join("\n"));
}

fn record_tools(planmark: &Planmark) {
    let offer = Offer::default();
    planmark.tools(&offer).expect("an offer");
    planmark.tool_instructions(&Offer { suffix: "x".into(), ..Offer::default() }).expect("an offer");
    let context = CallContext {
        caller: agent("ada"),
        offer: Offer::default(),
        coalesce_window_ms: None,
        session: Some("s-1".into()),
        fresh_plan: "p-1".into(),
        client: Client::Other,
    };
    let arguments = json!({ "task_id": "T-2", "content": BODY }).to_string();
    planmark.call_tool(&context, "create_task_plan", &arguments).expect("an empty store takes it");
    let refused = planmark.call_tool(&context, "get_task_plan", r#"{"task_id":"none"}"#);
    planmark.tool_refusal(&offer, &refused.expect_err("there is no such plan")).expect("an offer");
}

fn record_faults() {
    let store = Scripted::new(MemoryStore::new());
    let script = store.script().clone();
    let planmark = planmark_over(store, &TestClock::at(EPOCH_MS), &TestAccess::default());
    let context = Context { caller: agent("ada"), coalesce_window_ms: Some(i64::MIN) };
    let request = WriteRequest { task: "T-1".into(), content: "stored".into(), ..WriteRequest::default() };
    planmark.create(&context, &request).expect("an empty store takes it");
    let append = WriteRequest { mode: "append".into(), ..request };
    for operation in [Operation::Acquire, Operation::Get, Operation::Commit] {
        for code in CODES {
            script.fail(At::before(operation), code);
            planmark.update(&context, &append).expect_err("the store fails");
        }
    }
    let session = tracker::request::Context { caller: agent("ada"), session: "s-1".into(), request: None };
    planmark.tracker().save(&session, "plan-1", BODY).expect("an empty session takes it");
    for code in CODES {
        script.fail(At::before(Operation::ReadBody), code);
        // A body that can't be read is a refusal or a note: either way an answer.
        let _ = planmark.tracker().view("s-1", Some("plan-1"));
    }
}
