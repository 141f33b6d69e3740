//! Configurations in JSON with comments.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};
use jsonc_parser::errors::ParseError;
use serde_json::Value;

use crate::cli::init::entry::{Entry, Field};
use crate::cli::init::format::{Broken, Place, line_and_column};

/// Comments and trailing commas are kept where clients allow them; nothing else that is not JSON.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: true,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// As [`Format::read`](crate::cli::init::format::Format::read).
pub(super) fn read(text: &str) -> Result<Value, Broken> {
    let document: Value =
        jsonc_parser::parse_to_serde_value(text, &OPTIONS).map_err(|error| place_of(text, &error))?;
    match document {
        Value::Null if root(text)?.value().is_none() => Ok(Value::Object(serde_json::Map::new())),
        Value::Object(_) => Ok(document),
        _ => Err("the document is no object".to_owned()),
    }
}

/// As [`Format::add`](crate::cli::init::format::Format::add).
pub(super) fn add(text: &str, place: Place<'_>, entry: &Entry) -> Result<String, Broken> {
    let root = root(text)?;
    let mut object = root.object_value_or_create().ok_or("the document is no object")?;
    for key in place.keys {
        object = match property(&object, key)? {
            Some(found) => found.object_value().ok_or_else(|| format!("{key:?} is no object"))?,
            None => object.object_value_or_set(key),
        };
    }
    let fields = entry.fields().map(|(key, field)| ((*key).to_owned(), input(field)));
    object.append(place.name, CstInputValue::Object(fields.collect()));
    Ok(root.to_string())
}

/// As [`Format::update`](crate::cli::init::format::Format::update).
pub(super) fn update(text: &str, place: Place<'_>, entry: &Entry) -> Result<String, Broken> {
    let root = root(text)?;
    let stored = walk(&root, &place.path())?;
    let stored = stored.object_value().ok_or_else(|| format!("{:?} is no object", place.name))?;
    for (key, field) in &entry.program {
        match property(&stored, key)? {
            Some(found) => found.set_value(input(field)),
            None => drop(stored.append(key, input(field))),
        }
    }
    Ok(root.to_string())
}

/// As [`Format::remove`](crate::cli::init::format::Format::remove).
pub(super) fn remove(text: &str, place: Place<'_>) -> Result<String, Broken> {
    let root = root(text)?;
    walk(&root, &place.path())?.remove();
    Ok(root.to_string())
}

/// Takes handlers out of the lists under a key, and entries and lists that are empty then. An entry
/// holds its handlers in a list under the same key, or is one.
///
/// # Errors
///
/// That something else stands in the place of a list.
pub(super) fn take_out(text: &str, key: &str, is_ours: impl Fn(&Value) -> bool) -> Result<String, Broken> {
    let root = root(text)?;
    let object = root.object_value().map(|object| property(&object, key)).transpose()?.flatten();
    let Some(lists) = object.and_then(|property| property.object_value()) else { return Ok(text.to_owned()) };
    let is_ours = |node: &CstNode| Ok(is_ours(&value(node)));
    for list in lists.properties() {
        let Some(entries) = list.array_value() else { continue };
        let emptied = take_out_of(&entries, |entry| match handlers(entry, key)? {
            Some(handlers) => take_out_of(&handlers, is_ours),
            None => is_ours(entry),
        })?;
        if emptied {
            list.remove();
        }
    }
    Ok(root.to_string())
}

/// Takes elements out of a list, and says whether it is empty because of that.
fn take_out_of(list: &CstArray, goes: impl Fn(&CstNode) -> Result<bool, Broken>) -> Result<bool, Broken> {
    let elements = list.elements();
    let before = elements.len();
    for element in elements {
        if goes(&element)? {
            element.remove();
        }
    }
    Ok(before > 0 && list.elements().is_empty())
}

/// The handlers in an entry.
fn handlers(entry: &CstNode, key: &str) -> Result<Option<CstArray>, Broken> {
    let found = entry.as_object().map(|object| property(&object, key)).transpose()?.flatten();
    Ok(found.and_then(|property| property.array_value()))
}

/// Puts entries at the end of the lists under a key. Lists that are missing are made.
///
/// # Errors
///
/// That something else stands in the place of a list.
pub(super) fn put_in(
    text: &str,
    version: Option<(&str, u32)>,
    key: &str,
    entries: &[(&str, Value)],
) -> Result<String, Broken> {
    let root = root(text)?;
    let object = root.object_value_or_create().ok_or("the document is no object")?;
    if let Some((name, number)) = version {
        object.insert(0, name, CstInputValue::Number(number.to_string()));
    }
    let lists = match property(&object, key)? {
        Some(found) => found.object_value().ok_or_else(|| format!("{key:?} is no object"))?,
        None => object.object_value_or_set(key),
    };
    for (list, entry) in entries {
        let list = match property(&lists, list)? {
            Some(found) => found.array_value().ok_or_else(|| format!("{list:?} is no list"))?,
            None => lists.array_value_or_set(list),
        };
        list.ensure_multiline();
        list.append(written(entry));
    }
    Ok(root.to_string())
}

fn root(text: &str) -> Result<CstRootNode, Broken> {
    CstRootNode::parse(text, &OPTIONS).map_err(|error| place_of(text, &error))
}

fn walk(root: &CstRootNode, path: &[&str]) -> Result<CstObjectProp, Broken> {
    let mut object = root.object_value();
    let mut found = None;
    for key in path {
        let missing = || format!("{key:?} can't be found");
        found = property(&object.ok_or_else(missing)?, key)?;
        object = found.as_ref().and_then(CstObjectProp::object_value);
    }
    found.ok_or_else(|| "the entry can't be found".to_owned())
}

/// The property of a name. One that is there twice is no property: readers disagree on which counts.
fn property(object: &CstObject, name: &str) -> Result<Option<CstObjectProp>, Broken> {
    let mut named =
        object.properties().into_iter().filter(|found| found.decoded_name().as_deref() == Some(name));
    let first = named.next();
    match named.next() {
        Some(_) => Err(format!("{name:?} stands twice in one object")),
        None => Ok(first),
    }
}

fn input(field: &Field) -> CstInputValue {
    match field {
        Field::Text(text) => CstInputValue::String(text.clone()),
        Field::List(list) => CstInputValue::Array(list.iter().cloned().map(CstInputValue::String).collect()),
    }
}

/// A value as it is written.
fn written(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(written).collect()),
        Value::Object(fields) => {
            CstInputValue::Object(fields.iter().map(|(key, field)| (key.clone(), written(field))).collect())
        }
    }
}

/// A value as it is read; none of that form is null.
fn value(node: &CstNode) -> Value {
    jsonc_parser::parse_to_serde_value(&node.to_string(), &OPTIONS).unwrap_or(Value::Null)
}

fn place_of(text: &str, error: &ParseError) -> Broken {
    format!("{} at {}", error.kind().to_string().to_lowercase(), line_and_column(text, error.range().start))
}
