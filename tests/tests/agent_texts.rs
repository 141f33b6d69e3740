//! Every word an agent reads of its tools, in every offer: REQ-TASKS-PLAN-APPEND-006, and D15.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use planmark_core::failure::{Failure, FailureCode};
use planmark_core::runtime::client::Client;
use planmark_core::tools::{CallContext, Names, Offer, Profile, Tool};
use planmark_core::words;
use planmark_tests::engine::{HOSTS, Host, native_memory};
use planmark_tests::writer::agent;
use serde_json::{Value, json};

/// Texts of one offer, each with where it stands.
struct Texts {
    offer: Offer,
    names: BTreeSet<String>,
    texts: Vec<(String, String)>,
}

/// Every offer that has tools: each set of profiles, each way of naming, without a suffix, with one,
/// and with one that makes a tool's name another tool's.
fn offers(host: &Host) -> Vec<Offer> {
    let mut offers = Vec::new();
    for set in 0..1 << Profile::ALL.len() {
        let chosen = Profile::ALL.iter().enumerate().filter(|(index, _)| set & (1 << index) != 0);
        let profiles: Vec<_> = chosen.map(|(_, profile)| *profile).collect();
        for names in Names::ALL {
            for suffix in ["", "kandev", "revision"] {
                let offer = Offer { profiles: profiles.clone(), names, suffix: suffix.to_owned() };
                if host.engine.tools(&offer).is_ok() {
                    offers.push(offer);
                }
            }
        }
    }
    assert!(offers.len() >= 84, "{} offers", offers.len());
    offers
}

/// The default offer under the names of the specification.
fn kandev() -> Offer {
    Offer { suffix: "kandev".to_owned(), ..Offer::default() }
}

fn tool(offer: &Offer, name: &str) -> Tool {
    let tools = native_memory().engine.tools(offer).unwrap();
    tools.into_iter().find(|tool| tool.name == name).unwrap_or_else(|| panic!("no tool {name}"))
}

fn schema(tool: &Tool) -> Value {
    serde_json::from_str(&tool.input_schema).unwrap()
}

fn context(offer: &Offer) -> CallContext {
    CallContext {
        caller: agent("ada"),
        offer: offer.clone(),
        coalesce_window_ms: None,
        session: Some("S-1".to_owned()),
        fresh_plan: "p-1".to_owned(),
        client: Client::Other,
    }
}

/// Calls a tool, and gives what the agent reads.
fn call(host: &Host, offer: &Offer, name: &str, arguments: &Value) -> Value {
    let answer = match host.engine.call_tool(&context(offer), name, &arguments.to_string()) {
        Ok(answer) => answer,
        Err(failure) => host.engine.tool_refusal(offer, &failure).unwrap(),
    };
    serde_json::from_str(&answer.json).unwrap()
}

impl Texts {
    /// Everything that an agent may be shown under an offer.
    fn of(host: &Host, offer: &Offer) -> Self {
        let tools = host.engine.tools(offer).unwrap();
        let mut texts = vec![("instructions".to_owned(), host.engine.tool_instructions(offer).unwrap())];
        for tool in &tools {
            texts.push((format!("{} title", tool.name), tool.title.clone()));
            texts.push((format!("{} description", tool.name), tool.description.clone()));
            for (argument, about) in schema(tool)["properties"].as_object().unwrap() {
                let about = about["description"].as_str().unwrap().to_owned();
                texts.push((format!("{} {argument}", tool.name), about));
            }
        }
        for template in words::all() {
            if template.id.starts_with("refusal.") {
                let failure = Failure::new(FailureCode::Other, template.text, template.text);
                let json = host.engine.tool_refusal(offer, &failure).unwrap().json;
                let json: Value = serde_json::from_str(&json).unwrap();
                let field = if template.id.contains("next") { "next" } else { "message" };
                texts.push((template.id.to_owned(), json["error"][field].as_str().unwrap().to_owned()));
            }
            if ["note.", "answer.", "part."].iter().any(|start| template.id.starts_with(start)) {
                texts.push((template.id.to_owned(), template.text.to_owned()));
            }
        }
        texts.extend(warnings(host, offer));
        texts.extend(advice(offer));
        Self { offer: offer.clone(), names: tools.into_iter().map(|tool| tool.name).collect(), texts }
    }

    /// Fails where a text is one of those that `is_wrong` describes.
    fn none(&self, what: &str, is_wrong: impl Fn(&str) -> bool) {
        for (place, text) in &self.texts {
            assert!(!is_wrong(text), "{what}: {place} under {:?}: {text}", self.offer);
        }
    }
}

/// The warnings of writes that remove most of a plan, by every tool of the offer that warns.
fn warnings(host: &Host, offer: &Offer) -> Vec<(String, String)> {
    let full = Offer { profiles: vec![Profile::Documents, Profile::Recovery], ..offer.clone() };
    let suffixed = |name: &str| match offer.suffix.as_str() {
        "" => name.to_owned(),
        suffix => format!("{name}_{suffix}"),
    };
    let mut warnings = Vec::new();
    for name in ["create_task_plan", "update_task_plan", "edit_task_plan"] {
        if !host.engine.tools(offer).unwrap().iter().any(|tool| tool.name == suffixed(name)) {
            continue;
        }
        let whole = format!("x{}", "a".repeat(3_999));
        let created =
            call(host, &full, &suffixed("create_task_plan"), &json!({ "task_id": "T-W", "content": whole }));
        let arguments = if name == "edit_task_plan" {
            json!({
                "task_id": "T-W", "find": "a".repeat(3_999), "replacement": "b",
                "expected_version": created["version"],
            })
        } else {
            json!({ "task_id": "T-W", "content": "b" })
        };
        let answer = call(host, offer, &suffixed(name), &arguments);
        let warning = answer["truncation_warning"].as_str().unwrap_or_else(|| panic!("{answer}"));
        warnings.push((format!("{name} warning"), warning.to_owned()));
    }
    warnings
}

/// What `read_plan_tasks` advises in each standing of a session, under an offer that has it.
fn advice(offer: &Offer) -> Vec<(String, String)> {
    let host = native_memory();
    let registered = |base: &str, pi: &str| {
        let name = if offer.names == Names::Pi { pi } else { base };
        if offer.suffix.is_empty() { name.to_owned() } else { format!("{name}_{}", offer.suffix) }
    };
    let (read, tick) = (
        registered("read_plan_tasks", "workflow_plan_tasks"),
        registered("tick_plan_task", "workflow_plan_tick"),
    );
    if !host.engine.tools(offer).unwrap().iter().any(|tool| tool.name == read) {
        return Vec::new();
    }
    let saved = |id: &str, content: &str| {
        let context = CallContext { fresh_plan: id.to_owned(), ..context(offer) };
        let name = registered("save_plan", "save_plan");
        host.engine.call_tool(&context, &name, &json!({ "content": content }).to_string()).unwrap();
    };
    let mut advice = Vec::new();
    let mut look = |standing: &str| {
        let answer = call(&host, offer, &read, &json!({}));
        assert_eq!(answer["standing"], standing, "{answer}");
        advice.push((format!("{read} {standing}"), answer["advice"].as_str().unwrap().to_owned()));
    };
    look("no-plan");
    saved("p-1", "no tasks");
    look("no-tasks");
    saved("p-2", "## Section 4\n\n- [ ] Only\n");
    look("open");
    call(&host, offer, &tick, &json!({ "title": "Only" }));
    look("done");
    call(&host, offer, &registered("clear_plan", "clear_plan"), &json!({}));
    look("no-plan");
    advice
}

/// The parts of a text that stand in backticks.
fn ticked(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Names of every tool there is, as any offer registers them.
fn every_name(host: &Host) -> BTreeSet<String> {
    let offers = offers(host);
    offers.iter().flat_map(|offer| host.engine.tools(offer).unwrap()).map(|tool| tool.name).collect()
}

// AC-TASKS-PLAN-APPEND-006.1: both modes, the default, what each submits.
#[test]
fn ac_tasks_plan_append_006_1() {
    let text = tool(&kandev(), "update_task_plan_kandev").description;
    assert!(text.contains("`replace`, the default, takes the whole document"), "{text}");
    assert!(text.contains("`append` takes only the text to add"), "{text}");
}

// AC-TASKS-PLAN-APPEND-006.2: `replace` overwrites everything; a section alone deletes the rest.
#[test]
fn ac_tasks_plan_append_006_2() {
    let text = tool(&kandev(), "update_task_plan_kandev").description;
    let replace = text.split("`append`").next().unwrap();
    assert!(replace.contains("overwrites the entire plan"), "{text}");
    assert!(replace.contains("if you send only a section, the rest is deleted"), "{text}");
}

// AC-TASKS-PLAN-APPEND-006.3: a blank line between the stored text and the fragment.
#[test]
fn ac_tasks_plan_append_006_3() {
    let text = tool(&kandev(), "update_task_plan_kandev").description;
    assert!(text.contains("at the end, after a blank line"), "{text}");
}

// AC-TASKS-PLAN-APPEND-006.4: an append is not idempotent.
#[test]
fn ac_tasks_plan_append_006_4() {
    let text = tool(&kandev(), "update_task_plan_kandev").description;
    assert!(text.contains("not idempotent: sent again, the text is added again"), "{text}");
    assert!(!tool(&kandev(), "update_task_plan_kandev").idempotent);
}

// AC-TASKS-PLAN-APPEND-006.5: an append needs no read.
#[test]
fn ac_tasks_plan_append_006_5() {
    let text = tool(&kandev(), "update_task_plan_kandev").description;
    assert!(text.contains("you needn't read the plan first"), "{text}");
}

// AC-TASKS-PLAN-APPEND-006.6: the acknowledgement has the size of what is stored.
#[test]
fn ac_tasks_plan_append_006_6() {
    for make in HOSTS {
        let host = make();
        let content = "é".repeat(1_000);
        call(&host, &kandev(), "create_task_plan_kandev", &json!({ "task_id": "T-1", "content": content }));
        let arguments = json!({ "task_id": "T-1", "content": "more", "mode": "append" });
        let answer = call(&host, &kandev(), "update_task_plan_kandev", &arguments);
        assert_eq!((&answer["bytes"], &answer["chars"]), (&json!(2_006), &json!(1_006)));
        let said = answer["acknowledgement"].as_str().unwrap();
        assert!(said.contains("2006 bytes (1006 characters)"), "{said}");
    }
}

// AC-TASKS-PLAN-APPEND-006.7 and 006.8: what the truncation warning says, and doesn't.
#[test]
fn ac_tasks_plan_append_006_7_and_006_8() {
    let host = native_memory();
    for (place, text) in warnings(&host, &kandev()) {
        assert!(text.contains("To add a section without sending the whole document"), "{place}: {text}");
        assert!(text.contains("mode `append`"), "{place}: {text}");
        assert!(text.contains("kept as revision 1") || text.contains("kept as revision "), "{place}: {text}");
        assert!(text.contains("the plan tools can't fetch it"), "{place}: {text}");
        assert!(text.contains("don't rewrite the plan from memory"), "{place}: {text}");
        assert!(!denies_append(&text), "{place}: {text}");
    }
}

// AC-TASKS-PLAN-APPEND-006.9 binds the class: every text, in every offer.
#[test]
fn ac_tasks_plan_append_006_9() {
    let host = native_memory();
    for offer in offers(&host) {
        let texts = Texts::of(&host, &offer);
        texts.none("it denies append", denies_append);
        texts.none("it prescribes reading and sending back", prescribes_resending);
    }
    for name in ["create_task_plan", "create_task_plan_kandev"] {
        let offer = if name.ends_with("kandev") { kandev() } else { Offer::default() };
        let create = tool(&offer, name);
        let properties = schema(&create)["properties"].clone();
        let about = |argument: &str| properties[argument]["description"].as_str().unwrap().to_owned();
        let update = name.replace("create", "update");
        for text in [create.description, about("content"), about("mode")] {
            assert!(
                text.contains("this tool replaces the whole plan")
                    || text.contains("This tool replaces the whole plan"),
                "{text}"
            );
            assert!(text.contains(&format!("use `{update}` with mode `append`")), "{text}");
        }
    }
}

/// Whether a text says or implies that there is no append mode or partial update.
fn denies_append(text: &str) -> bool {
    let text = text.to_lowercase();
    let denials = [
        "no append",
        "no partial",
        "not append",
        "can't append",
        "cannot append",
        "never append",
        "append is not",
        "append isn't possible",
        "no way to add",
        "only replace",
        "only whole",
        "whole document only",
        "always send the whole",
        "must send the whole",
        "not possible",
        "doesn't support",
        "does not support",
        "not supported",
    ];
    denials.iter().any(|denial| text.contains(denial)) && !text.contains("append is not idempotent")
}

/// Whether a text tells a caller who wants to add something to read the plan and send it back.
fn prescribes_resending(text: &str) -> bool {
    let text = text.to_lowercase();
    text.split(['.', ';']).any(|sentence| {
        let adds = ["section", " add ", "adding", "addition"].iter().any(|word| sentence.contains(word));
        let reads = sentence.contains("read") && !sentence.contains("needn't read");
        let sends = ["send", "submit", "replace it"].iter().any(|word| sentence.contains(word));
        adds && reads && sends
    }) || ["resend", "send it back", "send the plan back", "resubmit the"]
        .iter()
        .any(|word| text.contains(word))
}

#[test]
fn the_class_test_finds_what_it_is_for() {
    for text in [
        "There is no append mode.",
        "This tool does not support partial updates.",
        "To add a section, read the plan and send the whole of it.",
        "Read it, change it, and resend everything.",
    ] {
        assert!(denies_append(text) || prescribes_resending(text), "{text}");
    }
}

#[test]
fn a_text_names_only_tools_of_its_offer_as_they_are_registered() {
    let host = native_memory();
    let every_name = every_name(&host);
    for offer in offers(&host) {
        let texts = Texts::of(&host, &offer);
        texts.none("it names a tool that is not offered", |text| {
            ticked(text).any(|part| every_name.contains(part) && !texts.names.contains(part))
        });
        texts.none("a tool's name stands outside backticks", |text| {
            let plain: String = text.split('`').step_by(2).collect();
            every_name.iter().any(|name| plain.contains(name.as_str()))
        });
    }
}

#[test]
fn no_text_denies_what_an_offered_tool_can_do() {
    let host = native_memory();
    for offer in offers(&host) {
        let texts = Texts::of(&host, &offer);
        let has = |name: &str| texts.names.iter().any(|registered| registered.starts_with(name));
        if has("restore_task_plan_revision") {
            texts.none("it denies reading or restoring", |text| {
                ["can't fetch", "can read and restore it", "for the person who runs this"]
                    .iter()
                    .any(|denial| text.contains(denial))
            });
        } else {
            texts.none("it promises to restore", |text| text.contains("brings it back"));
        }
        if has("untick_plan_task") {
            texts.none("it denies reopening", |text| text.contains("can't be reopened"));
        }
    }
}

#[test]
fn texts_are_within_their_budgets() {
    let host = native_memory();
    for offer in offers(&host) {
        let tools = host.engine.tools(&offer).unwrap();
        for tool in &tools {
            assert!(tool.description.len() <= 2_048, "{}: {}", tool.name, tool.description.len());
        }
        let instructions = host.engine.tool_instructions(&offer).unwrap();
        assert!(instructions.len() <= 2_048, "instructions of {} bytes", instructions.len());
    }
    for offer in [Offer::default(), kandev()] {
        let table = listing(&host.engine.tools(&offer).unwrap()).len();
        println!("the default table, suffix {:?}: {table} bytes", offer.suffix);
        assert!(table <= 12 * 1_024, "the default table has {table} bytes");
    }
}

/// The table as MCP lists it.
fn listing(tools: &[Tool]) -> String {
    let tools: Vec<Value> = tools
        .iter()
        .map(|tool| {
            json!({
                "name": tool.name, "title": tool.title, "description": tool.description,
                "inputSchema": schema(tool),
                "outputSchema": serde_json::from_str::<Value>(&tool.output_schema).unwrap(),
                "annotations": {
                    "title": tool.title, "readOnlyHint": tool.read_only, "destructiveHint": tool.destructive,
                    "idempotentHint": tool.idempotent, "openWorldHint": false,
                },
            })
        })
        .collect();
    json!({ "tools": tools }).to_string()
}

#[test]
fn schemas_are_objects_that_take_nothing_else() {
    let host = native_memory();
    for offer in offers(&host) {
        for tool in host.engine.tools(&offer).unwrap() {
            for schema in [&tool.input_schema, &tool.output_schema] {
                let schema: Value = serde_json::from_str(schema).unwrap();
                assert_eq!(
                    (&schema["type"], &schema["additionalProperties"]),
                    (&json!("object"), &json!(false))
                );
                assert!(["anyOf", "oneOf", "allOf"].iter().all(|word| schema.get(word).is_none()));
            }
        }
    }
}

/// D5, AC-TASKS-PLAN-APPEND-005.6: a caller out of reach learns nothing, from any tool.
#[test]
fn a_caller_out_of_reach_reads_the_same_whether_there_is_a_plan_or_not() {
    for make in HOSTS {
        let host = make();
        let offer = Offer { profiles: vec![Profile::Documents, Profile::Recovery], ..Offer::default() };
        let large = "a".repeat(262_140);
        call(&host, &offer, "create_task_plan", &json!({ "task_id": "T-1", "content": large }));
        let calls = |task: &str| {
            [
                ("create_task_plan", json!({ "task_id": task, "content": "b", "expected_version": "v" })),
                ("update_task_plan", json!({ "task_id": task, "content": "b" })),
                (
                    "update_task_plan",
                    json!({ "task_id": task, "content": "more than fits", "mode": "append" }),
                ),
                ("get_task_plan", json!({ "task_id": task })),
                ("delete_task_plan", json!({ "task_id": task })),
                (
                    "edit_task_plan",
                    json!({ "task_id": task, "find": "a", "replacement": "", "expected_version": "v" }),
                ),
                ("list_task_plan_revisions", json!({ "task_id": task })),
                ("get_task_plan_revision", json!({ "task_id": task, "revision": 1 })),
                ("restore_task_plan_revision", json!({ "task_id": task, "revision": 1 })),
            ]
        };
        for deny in ["all", "fail"] {
            host.access.deny(deny);
            for ((name, there), (_, not_there)) in calls("T-1").into_iter().zip(calls("T-2")) {
                let seen = call(&host, &offer, name, &there).to_string();
                let unseen = call(&host, &offer, name, &not_there).to_string();
                assert!(seen.contains("not-reachable"), "{}: {name}: {seen}", host.name);
                assert_eq!(seen.replace("T-1", "T-2"), unseen, "{}: {name}", host.name);
            }
            host.access.deny("");
        }
    }
}

/// The answer of `read_plan_tasks` on 500 tasks: at most 6 KB unless all of it is asked for, and pages
/// that leave nothing out.
#[test]
fn tasks_are_read_in_pages_that_fit_a_model() {
    let host = native_memory();
    let offer = Offer::default();
    let mut plan = "# Plan\n\n## Section 4\n\n".to_owned();
    for number in 1..=500 {
        plan.push_str(&format!("- [ ] Task {number}: carry part {number} over \"as it is\"\n"));
        if number == 1 {
            plan.push_str(&format!("  - **Given** {}\n", "a \"long\" condition\t".repeat(500)));
        }
    }
    let context = CallContext {
        caller: agent("ada"),
        offer: offer.clone(),
        coalesce_window_ms: None,
        session: Some("S-1".to_owned()),
        fresh_plan: "p-1".to_owned(),
        client: Client::Other,
    };
    host.engine.call_tool(&context, "save_plan", &json!({ "content": plan }).to_string()).unwrap();
    let read = |arguments: Value| call(&host, &offer, "read_plan_tasks", &arguments);
    let brief = read(json!({}));
    let size = brief.to_string().len();
    println!("500 tasks: {size} bytes");
    assert!(size <= 6 * 1_024, "{size} bytes: {brief}");
    assert!(brief["next"]["text_left"].as_u64().is_some_and(|left| left > 0));
    let (mut seen, mut from) = (0, json!(1));
    while !from.is_null() {
        let page = read(json!({ "from": from }));
        assert!(page.to_string().len() <= 6 * 1_024);
        seen += page["tasks"].as_array().unwrap().len();
        from = page["next_from"].clone();
    }
    assert_eq!(seen, 500);
    let all = read(json!({ "all": true }));
    assert_eq!(all["tasks"].as_array().unwrap().len(), 500);
    assert!(all["next"]["text_left"].is_null() && all["next_from"].is_null());
}

/// `docs/agent-tools.md` has the tools as they are. `PLANMARK_BLESS=1` writes them.
#[test]
fn the_documentation_of_the_tools_is_what_they_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/agent-tools.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("<!-- tools -->\n").unwrap();
    let (written, after) = rest.split_once("<!-- /tools -->").unwrap();
    let tables = documented();
    if std::env::var_os("PLANMARK_BLESS").is_some() {
        fs::write(&path, format!("{before}<!-- tools -->\n{tables}<!-- /tools -->{after}")).unwrap();
    } else {
        assert_eq!(written, tables, "set PLANMARK_BLESS=1 when that is meant");
    }
}

/// A table for each profile that has tools.
fn documented() -> String {
    let host = native_memory();
    let mut tables = String::new();
    for profile in Profile::ALL {
        let Ok(tools) = host.engine.tools(&Offer { profiles: vec![profile], ..Offer::default() }) else {
            continue;
        };
        tables
            .push_str(&format!("### `{}`\n\n| tool | arguments | answer |\n|---|---|---|\n", profile.name()));
        for tool in tools {
            let (input, output) = (fields(&tool.input_schema, "**"), fields(&tool.output_schema, ""));
            let marks = [(tool.read_only, "reads only"), (tool.destructive, "may destroy")];
            let marks = marks.iter().filter(|(holds, _)| *holds).map(|(_, mark)| format!("<br>{mark}"));
            tables.push_str(&format!(
                "| `{}`{} | {} | {} |\n",
                tool.name,
                marks.collect::<String>(),
                input.join(", "),
                output.join(", ")
            ));
        }
        tables.push('\n');
    }
    tables
}

/// The fields of an object's schema, in the order in which it has them. Those that must be there are
/// marked with `strong`, or without one the others with a question mark.
fn fields(schema: &str, strong: &str) -> Vec<String> {
    let parsed: Value = serde_json::from_str(schema).unwrap();
    let required: Vec<&str> =
        parsed["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut names: Vec<&String> = parsed["properties"].as_object().unwrap().keys().collect();
    names.sort_by_key(|name| schema.find(&format!("\"{name}\":{{")));
    let field = |name: &String| match (required.contains(&name.as_str()), strong) {
        (true, strong) => format!("{strong}`{name}`{strong}"),
        (false, "") => format!("`{name}`?"),
        (false, _) => format!("`{name}`"),
    };
    names.into_iter().map(field).collect()
}
