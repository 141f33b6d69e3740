//! The vectors of `tests/vectors/`, and what an engine answers to them in the form that every
//! language gives: by file and case a list of answers, texts of more than 400 bytes as their size and
//! digest. Two hosts agree when these are equal.

use std::fs;
use std::path::{Path, PathBuf};

use planmark_core::digest::sha256;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::engine::{Engine, MakeHost};
use crate::plans::{self, Plans};
use crate::script::{self, File, Given};

/// The files that every host runs.
pub const FILES: [&str; 9] = [
    "compose.json",
    "compose-random.json",
    "documents.json",
    "parse.json",
    "resolve.json",
    "plans.json",
    "tools.json",
    "tracker.json",
    "runtime.json",
];

/// Those of [`FILES`] on saved plans as pure functions.
pub const PLAN_FILES: [&str; 3] = ["parse.json", "resolve.json", "plans.json"];

/// A text of more bytes stands as its size and digest.
const SHORT_MAX_BYTES: usize = 400;

/// A file of compositions.
#[derive(Deserialize)]
pub struct ComposeFile {
    /// The compositions.
    pub cases: Vec<ComposeCase>,
}

/// One composition.
#[derive(Deserialize)]
pub struct ComposeCase {
    /// A stable name, unique in its file.
    pub name: String,
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

/// What a host gave to a file of vectors.
#[derive(Default)]
pub struct Results {
    /// The answers by case.
    pub answers: Map<String, Value>,
    /// What does not hold, a sentence each.
    pub broken: Vec<String>,
}

impl Results {
    /// Notes one case.
    ///
    /// # Panics
    ///
    /// When two cases have one name.
    pub fn note(&mut self, name: &str, given: Result<Vec<Given>, String>) {
        match given {
            Ok(given) => {
                let given = given.into_iter().map(portable).collect();
                let twice = self.answers.insert(name.to_owned(), Value::Array(given));
                assert!(twice.is_none(), "two cases are called {name:?}");
            }
            Err(sentence) => self.broken.push(sentence),
        }
    }
}

/// Runs one of [`FILES`] that is none of [`PLAN_FILES`], each script on a host of its own.
///
/// # Panics
///
/// When the file is not what it should be.
#[must_use]
pub fn run_file(name: &str, make: MakeHost) -> Results {
    let mut results = Results::default();
    if is_script(name) {
        for case in &scripts(name).cases {
            results.note(&case.name, script::run(&make(), case));
        }
    } else {
        let host = make();
        for case in &compositions(name).cases {
            let given = case.run(host.engine.as_ref());
            results.note(
                &case.name,
                given.map(|given| vec![given]).map_err(|what| format!("{}: {what}", host.name)),
            );
        }
    }
    results
}

/// Runs one of [`PLAN_FILES`].
///
/// # Panics
///
/// When the file is not what it should be.
#[must_use]
pub fn run_plan_file(name: &str, plans: &dyn Plans) -> Results {
    let mut results = Results::default();
    let file: File = match name {
        "parse.json" => File { about: String::new(), cases: load::<ParseFile>(name).scripts() },
        "resolve.json" => File { about: String::new(), cases: load::<ResolveFile>(name).scripts() },
        _ => load(name),
    };
    for case in &file.cases {
        results.note(&case.name, plans::run(plans, case));
    }
    results
}

/// Bodies, and the tasks that each outlines.
#[derive(Deserialize)]
struct ParseFile {
    cases: Vec<ParseCase>,
}

#[derive(Deserialize)]
struct ParseCase {
    name: String,
    body: String,
    expect: Value,
}

impl ParseFile {
    fn scripts(self) -> Vec<script::Case> {
        let step =
            |case: &ParseCase| json!({ "op": "parse", "args": { "text": case.body }, "answer": case.expect });
        self.cases.iter().map(|case| script_of(&case.name, &step(case))).collect()
    }
}

/// References to the tasks of one queue, and what each means.
#[derive(Deserialize)]
struct ResolveFile {
    tasks: Value,
    cases: Vec<ResolveCase>,
}

#[derive(Deserialize)]
struct ResolveCase {
    name: String,
    done: Value,
    reference: Map<String, Value>,
    expect: ResolveExpect,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ResolveExpect {
    id: Option<String>,
    already_done: Option<bool>,
    skipped: Option<Vec<String>>,
    error: Option<String>,
    candidates: Option<Vec<String>>,
}

impl ResolveFile {
    fn scripts(self) -> Vec<script::Case> {
        self.cases.iter().map(|case| script_of(&case.name, &self.step(case))).collect()
    }

    fn step(&self, case: &ResolveCase) -> Value {
        let snake = |(name, value): (&String, &Value)| (name.replace('-', "_"), value.clone());
        let reference: Map<_, _> = case.reference.iter().map(snake).collect();
        let args = json!({ "tasks": self.tasks, "done": case.done, "reference": reference });
        let ResolveExpect { id, already_done, skipped, error, candidates } = &case.expect;
        if let Some(error) = error {
            let code = if error == "reference-required" { "invalid-reference" } else { error };
            return json!({ "op": "resolve", "args": args, "failure": { "code": code, "candidates": candidates } });
        }
        let mut answer = json!({ "id": id, "done": already_done });
        if let Some(skipped) = skipped {
            answer["skipped"] = if skipped.is_empty() { Value::Null } else { json!(skipped) };
        }
        json!({ "op": "resolve", "args": args, "answer": answer })
    }
}

fn script_of(name: &str, step: &Value) -> script::Case {
    serde_json::from_value(json!({ "name": name, "proves": "D21 to D26", "steps": [step] }))
        .expect("a script")
}

/// Whether a file of vectors holds scripts.
#[must_use]
pub fn is_script(name: &str) -> bool {
    ["documents.json", "runtime.json", "tools.json", "tracker.json"].contains(&name)
}

/// The scripts of a file.
#[must_use]
pub fn scripts(name: &str) -> File {
    load(name)
}

/// The compositions of a file.
#[must_use]
pub fn compositions(name: &str) -> ComposeFile {
    load(name)
}

impl ComposeCase {
    /// The text that is appended to.
    #[must_use]
    pub fn stored(&self) -> String {
        text(&self.stored)
    }

    /// What is appended.
    #[must_use]
    pub fn fragment(&self) -> String {
        text(&self.fragment)
    }

    /// Composes, and compares with what is expected.
    ///
    /// # Errors
    ///
    /// What does not hold, as a sentence.
    pub fn run(&self, engine: &dyn Engine) -> Result<Given, String> {
        let (stored, fragment) = (self.stored(), self.fragment());
        let said = |what: &str| format!("{:?}: {what}", self.name);
        match engine.compose(&stored, &fragment) {
            Ok(composed) => {
                let text = &composed.text;
                self.check_text(text).map_err(|what| said(&what))?;
                let (kept, at) = (composed.kept as usize, composed.fragment_at as usize);
                let seam = if kept == 0 { "" } else { "\n\n" };
                let whole = composed.bytes as usize == text.len()
                    && text.get(..kept).is_some_and(|part| stored.get(..kept) == Some(part))
                    && text.get(kept..at) == Some(seam)
                    && text.get(at..).is_some_and(|part| fragment.ends_with(part));
                if !whole {
                    return Err(said("the kept part, the seam or the fragment's part is wrong"));
                }
                Ok(Ok(serde_json::to_value(composed).expect("plain JSON")))
            }
            Err(failure) => {
                let found = (Some(failure.code.name()), failure.bytes);
                if found != (self.expect.error.as_deref(), self.expect.bytes) {
                    return Err(said(&format!("it failed with {found:?}")));
                }
                Ok(Err(serde_json::to_value(failure).expect("plain JSON")))
            }
        }
    }

    fn check_text(&self, text: &str) -> Result<(), String> {
        let ComposeExpect { composed, composed_bytes, composed_sha256, error, .. } = &self.expect;
        let right = match composed {
            Some(wanted) => text == wanted,
            None => *composed_bytes == Some(text.len()) && composed_sha256.as_deref() == Some(&*sha256(text)),
        };
        match error {
            Some(code) => Err(format!("{code} was due")),
            None if right => Ok(()),
            None => Err(format!("it gave {text:.200?}")),
        }
    }
}

fn text(value: &Value) -> String {
    let expanded = script::expand(value.clone(), &std::collections::BTreeMap::new());
    expanded.ok().as_ref().and_then(Value::as_str).expect("a text").to_owned()
}

/// What was given, in the form of `tests/vectors/README.md`.
#[must_use]
pub fn portable(given: Given) -> Value {
    match given {
        Ok(answer) => json!({ "answer": shortened(answer) }),
        Err(failure) => json!({ "failure": shortened(failure) }),
    }
}

fn shortened(value: Value) -> Value {
    match value {
        Value::String(text) if text.len() > SHORT_MAX_BYTES => {
            json!({ "bytes": text.len(), "sha256": sha256(&text) })
        }
        Value::Array(items) => items.into_iter().map(shortened).collect(),
        // Where a body is, is the host's.
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(name, _)| name != "path")
            .map(|(name, value)| (name, shortened(value)))
            .collect(),
        other => other,
    }
}

/// The folder of the vectors.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

/// Reads one of the files.
///
/// # Panics
///
/// When it is not there, or not what it should be.
#[must_use]
pub fn load<T: for<'de> Deserialize<'de>>(name: &str) -> T {
    let path = folder().join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}
