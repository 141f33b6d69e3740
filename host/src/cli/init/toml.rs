//! Configurations in TOML.
//!
//! A text is read with the place of everything in it, and changed at those places alone, so that the
//! rest keeps each byte: line ends, comments, the order of tables.

use std::ops::Range;

use serde_json::{Map, Value};
use toml_edit::{Document, Item, Key, Table, TableLike};

use crate::cli::init::entry::{Entry, Field};
use crate::cli::init::format::{Broken, Place, line_and_column};

/// As [`Format::read`](crate::cli::init::format::Format::read).
pub(super) fn read(text: &str) -> Result<Value, Broken> {
    Ok(table_value(parse(text)?.as_table()))
}

/// As [`Format::add`](crate::cli::init::format::Format::add). The new table stands at the end, where a
/// header is always allowed.
pub(super) fn add(text: &str, place: Place<'_>, entry: &Entry) -> Result<String, Broken> {
    let document = parse(text)?;
    let mut table: Option<&dyn TableLike> = Some(document.as_table());
    for key in place.keys {
        table = match table.and_then(|table| table.get(key)) {
            None => None,
            Some(Item::Table(found)) => Some(found),
            Some(_) => return Err(format!("\"{key}\" is no table of tables")),
        };
    }
    let end = line_end(text);
    let mut added = String::from(text);
    if !added.is_empty() && !added.ends_with('\n') {
        added.push_str(end);
    }
    if !added.trim().is_empty() && !ends_with_blank_line(&added) {
        added.push_str(end);
    }
    let path: Vec<_> = place.path().into_iter().map(quoted_key).collect();
    added.push_str(&format!("[{}]{end}", path.join(".")));
    for (key, field) in entry.fields() {
        added.push_str(&format!("{key} = {}{end}", literal(field)));
    }
    Ok(added)
}

/// As [`Format::update`](crate::cli::init::format::Format::update).
pub(super) fn update(text: &str, place: Place<'_>, entry: &Entry) -> Result<String, Broken> {
    let document = parse(text)?;
    let (_, stored) = find(document.as_table(), place)?;
    let inline = matches!(stored, Item::Value(_));
    let stored = stored.as_table_like().ok_or("the entry is no table")?;
    let mut changes = Vec::new();
    let mut after: Option<(usize, &Key)> = None;
    for (key, field) in &entry.program {
        let value = literal(field);
        match stored.get_key_value(key) {
            Some((key, item)) => {
                let span = item.span().ok_or("a value has no place")?;
                after = Some((span.end, key));
                if item_value(item) != field.value() {
                    changes.push((span, value));
                }
            }
            None => {
                let (end, beside) = after.ok_or("the entry has no program")?;
                let start = beside.span().ok_or("a key has no place")?.start;
                let indent = text.get(line_start(text, start)..start).unwrap_or_default();
                let separator = if inline { ", ".to_owned() } else { format!("{}{indent}", line_end(text)) };
                changes.push((end..end, format!("{separator}{key} = {value}")));
            }
        }
    }
    Ok(replace(text, changes))
}

/// As [`Format::remove`](crate::cli::init::format::Format::remove).
pub(super) fn remove(text: &str, place: Place<'_>) -> Result<String, Broken> {
    let document = parse(text)?;
    let (key, stored) = find(document.as_table(), place)?;
    let mut lines = Vec::new();
    collect(text, key, stored, &mut lines);
    Ok(replace(text, lines.into_iter().map(|lines| (lines, String::new())).collect()))
}

fn parse(text: &str) -> Result<Document<String>, Broken> {
    Document::parse(text.to_owned()).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        format!("{} at {}", error.message(), line_and_column(text, start))
    })
}

fn find<'a>(root: &'a Table, place: Place<'_>) -> Result<(&'a Key, &'a Item), Broken> {
    let mut table: &dyn TableLike = root;
    for key in place.keys {
        table = match table.get(key) {
            Some(Item::Table(found)) => found,
            _ => return Err(format!("\"{key}\" is no table of tables")),
        };
    }
    table.get_key_value(place.name).ok_or_else(|| "the entry can't be found".to_owned())
}

/// The lines of an item: for each of its tables those from the header to its last value, and the
/// blank lines before. Comments above a header stay.
fn collect(text: &str, key: &Key, item: &Item, lines: &mut Vec<Range<usize>>) {
    let tables: Vec<&Table> = match item {
        Item::Table(table) => vec![table],
        Item::ArrayOfTables(tables) => tables.iter().collect(),
        Item::Value(value) => {
            let start = key.span().map(|span| line_start(text, span.start));
            let end = value.span().map(|span| next_line(text, span.end));
            lines.extend(start.zip(end).map(|(start, end)| start..end));
            return;
        }
        Item::None => return,
    };
    for table in tables {
        let first = lines.len();
        if let Some(header) = table.span().filter(|_| !table.is_dotted() && !table.is_implicit()) {
            lines.push(line_start(text, header.start)..next_line(text, header.end));
        }
        for (name, inner) in table.iter() {
            if let Some(key) = table.key(name) {
                collect(text, key, inner, lines);
            }
        }
        let own = table.iter().filter(|(_, inner)| inner.is_value()).count();
        if !table.is_dotted() && !table.is_implicit() {
            join(text, lines, first, own);
        }
    }
}

/// Makes one range of a header and the values that follow it, with the blank lines before.
fn join(text: &str, lines: &mut [Range<usize>], first: usize, values: usize) {
    let Some(header) = lines.get(first).cloned() else { return };
    let end = lines.iter().skip(first).take(values + 1).map(|lines| lines.end).max().unwrap_or(header.end);
    let before = text.get(..header.start).unwrap_or_default();
    let kept = before.trim_end_matches(['\n', '\r', ' ', '\t']);
    let start = if kept.is_empty() { 0 } else { next_line(text, kept.len()) };
    if let Some(lines) = lines.get_mut(first) {
        *lines = start.min(header.start)..end;
    }
}

/// A text with some of its ranges replaced. Ranges inside others count once.
fn replace(text: &str, mut changes: Vec<(Range<usize>, String)>) -> String {
    changes.sort_by_key(|(range, _)| (range.start, range.end));
    let mut changed = String::with_capacity(text.len());
    let mut done = 0;
    for (range, with) in changes {
        changed.push_str(text.get(done..range.start).unwrap_or_default());
        changed.push_str(&with);
        done = done.max(range.end);
    }
    changed + text.get(done..).unwrap_or_default()
}

fn line_start(text: &str, offset: usize) -> usize {
    text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

fn next_line(text: &str, offset: usize) -> usize {
    text.get(offset..).and_then(|after| after.find('\n')).map_or(text.len(), |end| offset + end + 1)
}

/// The line end that a text uses first.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(end) if text.get(..end).is_some_and(|line| line.ends_with('\r')) => "\r\n",
        _ => "\n",
    }
}

fn ends_with_blank_line(text: &str) -> bool {
    text.strip_suffix('\n').is_some_and(|text| text.trim_end_matches('\r').ends_with('\n'))
}

fn quoted_key(key: &str) -> String {
    Key::new(key).to_string()
}

fn literal(field: &Field) -> String {
    match field {
        Field::Text(text) => toml_edit::Value::from(text.as_str()).to_string(),
        Field::List(list) => list.iter().collect::<toml_edit::Array>().to_string(),
    }
}

fn table_value(table: &dyn TableLike) -> Value {
    Value::Object(table.iter().map(|(key, item)| (key.to_owned(), item_value(item))).collect::<Map<_, _>>())
}

/// An item as JSON. A number stays what is written, so that none loses anything.
fn item_value(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(toml_edit::Value::String(text)) => Value::from(text.value().as_str()),
        Item::Value(toml_edit::Value::Boolean(flag)) => Value::from(*flag.value()),
        Item::Value(toml_edit::Value::Array(items)) => {
            items.iter().map(|value| item_value(&Item::Value(value.clone()))).collect()
        }
        Item::Value(toml_edit::Value::InlineTable(table)) => table_value(table),
        Item::Value(toml_edit::Value::Integer(number)) => Value::from(*number.value()),
        Item::Value(toml_edit::Value::Float(number)) => Value::from(number.value().to_string()),
        Item::Value(toml_edit::Value::Datetime(time)) => Value::from(time.value().to_string()),
        Item::Table(table) => table_value(table),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| table_value(table)).collect(),
    }
}
