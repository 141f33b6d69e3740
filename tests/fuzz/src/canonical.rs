//! Canonical JSON and digests (D51). The input is JSON, or else a string.

use planmark_core::digest::{Json, sha256};
use serde_json::Value;

pub(crate) fn target(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let value = serde_json::from_str(&text).unwrap_or_else(|_| Value::String(text.to_string()));
    let Some(json) = json_of(&value, false) else { return };
    let canonical = json.canonical();
    assert_eq!(json.sha256(), sha256(&canonical), "the digest is that of the text");
    let reversed = json_of(&value, true).expect("the same value");
    assert_eq!(reversed.canonical(), canonical, "members may come in any order");

    let back: Value = serde_json::from_str(&canonical).expect("another parser reads it");
    assert_eq!(back, value);
    assert_eq!(json_of(&back, false).expect("the same value").canonical(), canonical);
    assert!(!without_strings(&canonical).contains(char::is_whitespace), "{canonical}");
}

/// The value, where the core has a form for it: numbers are whole and have 32 bits.
fn json_of(value: &Value, reversed: bool) -> Option<Json<'_>> {
    Some(match value {
        Value::Null => Json::Null,
        Value::Bool(bool) => Json::Bool(*bool),
        Value::Number(number) => Json::Number(u32::try_from(number.as_u64()?).ok()?),
        Value::String(text) => Json::Text(text),
        Value::Array(items) => {
            Json::List(items.iter().map(|item| json_of(item, reversed)).collect::<Option<_>>()?)
        }
        Value::Object(members) => {
            let members =
                members.iter().map(|(name, value)| Some((name.as_str(), json_of(value, reversed)?)));
            let mut members = members.collect::<Option<Vec<_>>>()?;
            if reversed {
                members.reverse();
            }
            Json::Object(members)
        }
    })
}

/// What of a JSON text stands outside its strings.
fn without_strings(json: &str) -> String {
    let (mut inside, mut escaped) = (false, false);
    json.chars()
        .filter(|&c| {
            let was_inside = inside;
            match c {
                '"' if !escaped => inside = !inside,
                _ => {}
            }
            escaped = c == '\\' && !escaped && inside;
            !was_inside
        })
        .collect()
}
