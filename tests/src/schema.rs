//! JSON Schema, as far as it is used here: types, constants, properties, required ones, no others, items. A
//! schema that uses more fails, so that nothing in it goes unchecked.

use serde_json::{Map, Value};

/// Checks a value against a schema.
///
/// # Errors
///
/// The first difference, as a sentence; also what of the schema is not known here.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    let schema = schema.as_object().ok_or("a schema must be an object")?;
    let known = [
        "type",
        "const",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minimum",
        "description",
    ];
    if let Some(name) = schema.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("the schema says {name:?}, which is not checked here"));
    }
    if let Some(only) = schema.get("const").filter(|only| *only != value) {
        return Err(format!("{value} is not {only}"));
    }
    let matches = match schema.get("type").and_then(Value::as_str) {
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("array") => return check_items(schema, value),
        Some("object") => return check_fields(schema, value),
        other => return Err(format!("the schema has the type {other:?}")),
    };
    if matches { Ok(()) } else { Err(format!("{value} is not of type {:?}", schema.get("type"))) }
}

fn check_items(schema: &Map<String, Value>, value: &Value) -> Result<(), String> {
    let items = schema.get("items").ok_or("a list says nothing of its items")?;
    let values = value.as_array().ok_or_else(|| format!("{value} is no list"))?;
    values.iter().try_for_each(|value| check(items, value))
}

fn check_fields(schema: &Map<String, Value>, value: &Value) -> Result<(), String> {
    let fields = value.as_object().ok_or_else(|| format!("{value} is no object"))?;
    let properties =
        schema.get("properties").and_then(Value::as_object).ok_or("an object without properties")?;
    if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        return Err("an object that takes other properties".to_owned());
    }
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        let name = name.as_str().ok_or("a required property is no text")?;
        if !properties.contains_key(name) || !fields.contains_key(name) {
            return Err(format!("{name} is required, and absent"));
        }
    }
    fields.iter().try_for_each(|(name, value)| {
        let property = properties.get(name).ok_or_else(|| format!("{name} is not in the schema"))?;
        check(property, value).map_err(|what| format!("{name}: {what}"))
    })
}
