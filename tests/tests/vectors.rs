//! The vectors, on the native core and through the component: the same bytes from both (D52).
//! `conformance` compares the other languages with them.

use std::fs;

use planmark::store::memory::MemoryStore;
use planmark_core::tools::{Names, Offer, Profile};
use planmark_tests::engine::{
    HOSTS, MakeHost, TestAccess, TestClock, component_memory, native_memory, planmark_over,
};
use planmark_tests::plans::Core;
use planmark_tests::vectors::{PLAN_FILES, Results, folder, load, run_file, run_plan_file};
use serde_json::{Map, Value, json};

/// Runs a file on every host: the answers, which are the same from all.
fn agreed(name: &str, hosts: &[MakeHost]) -> Map<String, Value> {
    let mut all = hosts.iter().map(|make| run_file(name, *make));
    let Results { answers, mut broken } = all.next().expect("a host");
    for other in all {
        broken.extend(other.broken);
        for (case, given) in &answers {
            assert_eq!(Some(given), other.answers.get(case), "{case}: two hosts differ");
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    answers
}

#[test]
fn compositions_are_what_the_vectors_say_natively_and_in_the_component() {
    let files = ["compose.json", "compose-random.json"];
    let cases: usize = files.iter().map(|file| agreed(file, &[native_memory, component_memory]).len()).sum();
    println!("{cases} compositions on 2 engines");
    assert!(cases >= 350, "vectors are missing: {cases}");
}

#[test]
fn saved_plans_are_what_the_vectors_say_natively_and_in_the_component() {
    let component = planmark_over(MemoryStore::new(), &TestClock::at(0), &TestAccess::default());
    let mut cases = 0;
    for file in PLAN_FILES {
        let Results { answers, broken } = run_plan_file(file, &Core);
        assert!(broken.is_empty(), "native, {file}: {}", broken.join("\n"));
        let wasm = run_plan_file(file, &component);
        assert!(wasm.broken.is_empty(), "component, {file}: {}", wasm.broken.join("\n"));
        assert_eq!(answers, wasm.answers, "{file}: the same bytes");
        cases += answers.len();
    }
    println!("{cases} cases of saved plans on 2 engines");
    assert!(cases >= 90, "vectors are missing: {cases}");
}

#[test]
fn documents_answer_what_the_vectors_say_in_every_host_and_always_the_same_bytes() {
    let answers = agreed("documents.json", &HOSTS);
    println!("{} scripts on {} hosts", answers.len(), HOSTS.len());
    compare_with_the_stored_answers("documents", &answers);
}

/// D20, D26 to D34: sessions and saved plans, in every host the same bytes.
#[test]
fn sessions_answer_what_the_vectors_say_in_every_host_and_always_the_same_bytes() {
    let answers = agreed("tracker.json", &HOSTS);
    println!("{} scripts on {} hosts", answers.len(), HOSTS.len());
    compare_with_the_stored_answers("tracker", &answers);
}

/// D40 to D48: roots, in every host the same bytes.
#[test]
fn roots_answer_what_the_vectors_say_in_every_host_and_always_the_same_bytes() {
    let answers = agreed("runtime.json", &HOSTS);
    println!("{} scripts on {} hosts", answers.len(), HOSTS.len());
    compare_with_the_stored_answers("runtime", &answers);
}

#[test]
fn tools_answer_what_the_vectors_say_in_every_host_and_always_the_same_bytes() {
    let answers = agreed("tools.json", &HOSTS);
    println!("{} scripts on {} hosts", answers.len(), HOSTS.len());
    compare_with_the_stored_answers("tools", &answers);
}

/// Each tool of each offer, word for word: what an agent pays for in every session.
#[test]
fn tools_are_listed_as_the_vectors_say_in_every_host() {
    let suffixed = Offer { suffix: "kandev".to_owned(), profiles: Profile::ALL.to_vec(), ..Offer::default() };
    let pi = Offer { profiles: vec![Profile::Tracker], names: Names::Pi, ..Offer::default() };
    let recovery = Offer { profiles: vec![Profile::Recovery], ..Offer::default() };
    let runtime = Offer { profiles: vec![Profile::Tracker, Profile::Runtime], ..Offer::default() };
    let offers = [
        ("default", Offer::default()),
        ("suffixed", suffixed),
        ("pi", pi),
        ("recovery", recovery),
        ("runtime", runtime),
    ];
    let mut all = HOSTS.iter().map(|make| {
        let host = make();
        let listed = |(name, offer): &(&str, Offer)| {
            let tools = host.engine.tools(offer).expect("an offer");
            let tools = tools.into_iter().map(|tool| serde_json::to_value(tool).expect("plain JSON"));
            let instructions = json!(host.engine.tool_instructions(offer).expect("an offer"));
            let prompts = host.engine.tool_prompts(offer).expect("an offer");
            let asked: Vec<_> = prompts
                .iter()
                .map(|prompt| host.engine.tool_prompt(offer, &prompt.name, Some("T-1")).expect("a text"))
                .collect();
            let said = [json!(offer), instructions, json!(prompts), json!(asked)];
            let lines = said.into_iter().chain(tools).collect();
            ((*name).to_owned(), Value::Array(lines))
        };
        offers.iter().map(listed).collect::<Map<_, _>>()
    });
    let listed = all.next().expect("a host");
    for other in all {
        assert_eq!(listed, other, "two hosts differ");
    }
    let about = "Tools of offers: the offer, its instructions, its prompts, what these ask, each tool. Written by tests/vectors.rs with \
                 PLANMARK_BLESS=1.";
    compare_with_the_stored("tools-list.json", about, &listed);
}

/// Every host gives the stored answers, word for word: other languages compare with the same file.
fn compare_with_the_stored_answers(name: &str, answers: &Map<String, Value>) {
    let about = format!(
        "The whole answers of {name}.json, step by step. README.md states the form; written by \
         tests/vectors.rs with PLANMARK_BLESS=1."
    );
    compare_with_the_stored(&format!("{name}-answers.json"), &about, answers);
}

fn compare_with_the_stored(file: &str, about: &str, answers: &Map<String, Value>) {
    let path = folder().join(file);
    if std::env::var_os("PLANMARK_BLESS").is_some() {
        fs::write(&path, written(about, answers)).expect("the answers can be written");
    }
    let stored: Value = load(file);
    let stored = stored["cases"].as_object().expect("cases");
    let names: (Vec<_>, Vec<_>) = (answers.keys().collect(), stored.keys().collect());
    assert_eq!(names.0, names.1, "cases and stored answers: set PLANMARK_BLESS=1 when that is meant");
    for (name, given) in answers {
        assert_eq!(given, &stored[name], "{name}: set PLANMARK_BLESS=1 when that is meant");
    }
}

/// One answer a line, so that a changed word is one line of a difference.
fn written(about: &str, answers: &Map<String, Value>) -> String {
    let cases: Vec<String> = answers
        .iter()
        .map(|(name, given)| {
            let lines: Vec<String> =
                given.as_array().into_iter().flatten().map(|answer| format!("   {answer}")).collect();
            format!("  {}: [\n{}\n  ]", json!(name), lines.join(",\n"))
        })
        .collect();
    format!("{{\n \"about\": {},\n \"cases\": {{\n{}\n }}\n}}\n", json!(about), cases.join(",\n"))
}
