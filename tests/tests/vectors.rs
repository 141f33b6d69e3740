//! The vectors, on the native core and through the component: the same bytes from both (D52).

use std::fs;
use std::path::{Path, PathBuf};

use planmark_core::digest::sha256;
use planmark_tests::engine::{HOSTS, Host, component_memory, native_memory};
use planmark_tests::script::{self, File, Given};
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
struct ComposeFile {
    cases: Vec<ComposeCase>,
}

#[derive(Deserialize)]
struct ComposeCase {
    name: String,
    stored: Value,
    fragment: Value,
    expect: ComposeExpect,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct ComposeExpect {
    composed: Option<String>,
    composed_bytes: Option<usize>,
    composed_sha256: Option<String>,
    error: Option<String>,
    bytes: Option<u32>,
}

#[test]
fn compositions_are_what_the_vectors_say_natively_and_in_the_component() {
    let hosts = [native_memory(), component_memory()];
    let mut cases = 0;
    for file in ["compose.json", "compose-random.json"] {
        let file: ComposeFile = load(file);
        for case in &file.cases {
            let answers: Vec<Given> = hosts.iter().map(|host| compose(host, case)).collect();
            assert_eq!(answers[0], answers[1], "{}: native and component differ", case.name);
            cases += 1;
        }
    }
    println!("{cases} compositions on {} engines", hosts.len());
    assert!(cases >= 350, "vectors are missing: {cases}");
}

fn compose(host: &Host, case: &ComposeCase) -> Given {
    let (stored, fragment) = (text(&case.stored), text(&case.fragment));
    let said = format!("{}: {}", host.name, case.name);
    match host.engine.compose(&stored, &fragment) {
        Ok(composed) => {
            let text = &composed.text;
            assert_eq!(case.expect.error, None, "{said}");
            if let Some(wanted) = &case.expect.composed {
                assert_eq!(text, wanted, "{said}");
            } else {
                assert_eq!(Some(text.len()), case.expect.composed_bytes, "{said}");
                assert_eq!(Some(sha256(text)), case.expect.composed_sha256, "{said}");
            }
            assert_eq!(composed.bytes as usize, text.len(), "{said}");
            let (kept, at) = (composed.kept as usize, composed.fragment_at as usize);
            assert_eq!(text[..kept], stored[..kept], "{said}: the kept part");
            assert!(fragment.ends_with(&text[at..]), "{said}: the fragment's part");
            assert_eq!(&text[kept..at], if kept == 0 { "" } else { "\n\n" }, "{said}: the seam");
            Ok(serde_json::to_value(composed).expect("plain JSON"))
        }
        Err(failure) => {
            assert_eq!(Some(failure.code.name()), case.expect.error.as_deref(), "{said}");
            assert_eq!(failure.bytes, case.expect.bytes, "{said}");
            Err(serde_json::to_value(failure).expect("plain JSON"))
        }
    }
}

fn text(value: &Value) -> String {
    let expanded = script::expand(value.clone(), &std::collections::BTreeMap::new());
    expanded.ok().as_ref().and_then(Value::as_str).expect("a text").to_owned()
}

#[test]
fn documents_answer_what_the_vectors_say_in_every_host_and_always_the_same_bytes() {
    let file: File = load("documents.json");
    let (mut answers, mut calls, mut broken) = (Map::new(), 0, Vec::new());
    for case in &file.cases {
        let mut first: Option<Vec<Given>> = None;
        for make in HOSTS {
            let host = make();
            let given = match script::run(&host, case) {
                Ok(given) => given,
                Err(sentence) => {
                    broken.push(sentence);
                    continue;
                }
            };
            calls += given.len();
            match &first {
                None => first = Some(given),
                Some(first) => assert_eq!(first, &given, "{}: {} differs", host.name, case.name),
            }
        }
        let given: Vec<Value> = first.unwrap_or_default().into_iter().map(portable).collect();
        let twice = answers.insert(case.name.clone(), Value::Array(given));
        assert!(twice.is_none(), "two cases are called {:?}", case.name);
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    println!("{} scripts, {calls} calls on {} hosts", file.cases.len(), HOSTS.len());
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

fn portable(given: Given) -> Value {
    match given {
        Ok(answer) => json!({ "answer": shortened(answer) }),
        Err(failure) => json!({ "failure": shortened(failure) }),
    }
}

fn shortened(value: Value) -> Value {
    match value {
        Value::String(text) if text.len() > 400 => json!({ "bytes": text.len(), "sha256": sha256(&text) }),
        Value::Array(items) => items.into_iter().map(shortened).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, shortened(value))).collect(),
        other => other,
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

fn load<T: for<'de> Deserialize<'de>>(name: &str) -> T {
    let path = folder().join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}
