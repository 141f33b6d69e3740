//! The vectors, on the native core and through the component: the same bytes from both (D52).
//! `conformance` compares the other languages with them.

use std::fs;

use planmark::store::memory::MemoryStore;
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
    compare_with_the_stored_answers(&answers);
}

/// Every host gives the stored answers, word for word: other languages compare with the same file.
fn compare_with_the_stored_answers(answers: &Map<String, Value>) {
    let path = folder().join("documents-answers.json");
    if std::env::var_os("PLANMARK_BLESS").is_some() {
        fs::write(&path, written(answers)).expect("the answers can be written");
    }
    let stored: Value = load("documents-answers.json");
    let stored = stored["cases"].as_object().expect("cases");
    let names: (Vec<_>, Vec<_>) = (answers.keys().collect(), stored.keys().collect());
    assert_eq!(names.0, names.1, "cases and stored answers: set PLANMARK_BLESS=1 when that is meant");
    for (name, given) in answers {
        assert_eq!(given, &stored[name], "{name}: set PLANMARK_BLESS=1 when that is meant");
    }
}

/// One answer a line, so that a changed word is one line of a difference.
fn written(answers: &Map<String, Value>) -> String {
    let about = "The whole answers of documents.json, step by step. README.md states the form; written by \
                 tests/vectors.rs with PLANMARK_BLESS=1.";
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
