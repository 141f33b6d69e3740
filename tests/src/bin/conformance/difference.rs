//! Where two runners differ.

use std::collections::BTreeSet;

use planmark_tests::vectors::FILES;
use serde_json::{Map, Value};

use crate::runner::Runner;

/// The cases whose answers differ, a sentence each; none when the bytes are the same.
pub(crate) fn between(wanted: &Runner, found: &Runner) -> Vec<String> {
    if wanted.text == found.text {
        return Vec::new();
    }
    let none = Map::new();
    let mut differences = Vec::new();
    for file in FILES {
        let cases =
            |runner: &Runner| runner.answers.get(file).and_then(Value::as_object).unwrap_or(&none).clone();
        let (wanted, found) = (cases(wanted), cases(found));
        let names: BTreeSet<&String> = wanted.keys().chain(found.keys()).collect();
        for name in names {
            let (wanted, found) = (wanted.get(name), found.get(name));
            if wanted != found {
                differences.push(format!("{file}: {name:?}: {}", first(wanted, found)));
            }
        }
    }
    if differences.is_empty() {
        differences
            .push("the answers are equal, and their bytes are not: this is no canonical JSON".to_owned());
    }
    differences
}

/// The first call that differs.
fn first(wanted: Option<&Value>, found: Option<&Value>) -> String {
    let calls = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let (wanted, found) = (calls(wanted), calls(found));
    let most = wanted.len().max(found.len());
    let differs = (0..most).find(|&call| wanted.get(call) != found.get(call)).unwrap_or_default();
    let show = |calls: &[Value]| {
        calls.get(differs).map_or("nothing".to_owned(), |call| call.to_string().chars().take(1_000).collect())
    };
    format!("call {}: wanted {}, found {}", differs + 1, show(&wanted), show(&found))
}
