//! What an agent sent, checked against what the tool takes.
//!
//! The text is read once, and never deeper than the arguments themselves: what is nested in a value is
//! of a wrong type, however deep it goes, and is skipped without recursion.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::table::{Argument, Kind, Need};
use crate::refusal::ToolRefusal;
use crate::words;

/// The arguments of one call. Each is taken out once, by the name its definition gives it.
#[derive(Debug)]
pub(super) struct Arguments(Vec<(&'static str, Value)>);

/// The value of an argument.
#[derive(Debug, PartialEq, Eq)]
enum Value {
    Text(String),
    Number(u32),
    Flag(bool),
}

impl Arguments {
    /// Reads a JSON object. Null counts as absent.
    pub(super) fn read(known: &'static [Argument], text: &str) -> Result<Self, ToolRefusal> {
        let mut reader = Reader { known, values: Vec::new(), seen: Vec::new(), at: None, wrong: None };
        let plain = known.iter().any(|argument| argument.kind == Kind::Number).then(|| without_zeros(text));
        let text = plain.as_deref().unwrap_or(text);
        let mut json = serde_json::Deserializer::from_str(text);
        let read = json.deserialize_any(&mut reader).and_then(|()| json.end());
        if let Err(error) = read {
            return Err(reader.unreadable(text, &error));
        }
        if let Some(wrong) = reader.wrong {
            return Err(wrong);
        }
        let arguments = Self(reader.values);
        match known.iter().find(|argument| argument.need == Need::Missed && !arguments.has(argument.name)) {
            Some(argument) => Err(ToolRefusal::ArgumentMissing { argument: argument.name }),
            None => Ok(arguments),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| *known == name)
    }

    fn take(&mut self, name: &str) -> Option<Value> {
        let index = self.0.iter().position(|(known, _)| *known == name)?;
        Some(self.0.swap_remove(index).1)
    }

    /// A text; none where it is absent.
    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        match self.take(name)? {
            Value::Text(text) => Some(text),
            Value::Number(_) | Value::Flag(_) => None,
        }
    }

    /// A text; empty where it is absent.
    pub(super) fn text_or_empty(&mut self, name: &str) -> String {
        self.text(name).unwrap_or_default()
    }

    /// True or false; false where it is absent.
    pub(super) fn flag(&mut self, name: &str) -> bool {
        matches!(self.take(name), Some(Value::Flag(true)))
    }

    /// A number; none where it is absent.
    pub(super) fn number(&mut self, name: &str) -> Option<u32> {
        match self.take(name)? {
            Value::Number(number) => Some(number),
            Value::Text(_) | Value::Flag(_) => None,
        }
    }
}

/// What stands somewhere in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Null,
    Text,
    Whole,
    /// A number with a sign, a fraction or an exponent, or one that is too large.
    OtherNumber,
    Flag,
    List,
    Object,
}

impl Found {
    /// What was found, as a refusal names it.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Null => words::FOUND_NULL.text,
            Self::Text => words::FOUND_TEXT.text,
            Self::Whole => words::FOUND_WHOLE.text,
            Self::OtherNumber => words::FOUND_OTHER_NUMBER.text,
            Self::Flag => words::FOUND_FLAG.text,
            Self::List => words::FOUND_LIST.text,
            Self::Object => words::FOUND_OBJECT.text,
        }
    }
}

/// Reads the object, and remembers the first thing that is wrong with it.
struct Reader {
    known: &'static [Argument],
    values: Vec<(&'static str, Value)>,
    /// The arguments that were there, null or not.
    seen: Vec<&'static str>,
    /// The argument whose value is being read.
    at: Option<&'static str>,
    wrong: Option<ToolRefusal>,
}

impl Reader {
    fn note(&mut self, wrong: ToolRefusal) {
        self.wrong.get_or_insert(wrong);
    }

    fn unreadable(self, text: &str, error: &serde_json::Error) -> ToolRefusal {
        let known = self.at.and_then(|at| self.known.iter().find(|argument| argument.name == at));
        match known {
            // A number that fits no type that a visitor of this module takes.
            Some(argument) if error.is_data() => ToolRefusal::ArgumentType {
                argument: argument.name,
                wanted: argument.kind,
                found: Found::OtherNumber,
            },
            _ if error.is_data() => ToolRefusal::ArgumentsNotObject { found: Found::OtherNumber },
            _ if holds_half_a_pair(text) => ToolRefusal::ArgumentsHalfPair { argument: self.at },
            _ => ToolRefusal::ArgumentsNotJson {
                argument: self.at,
                line: error.line(),
                column: error.column(),
            },
        }
    }

    fn take(&mut self, argument: &'static Argument, read: Read) {
        let value = match (argument.kind, read) {
            (_, Read::Other(Found::Null)) => return,
            (Kind::Text, Read::Text(text)) => Value::Text(text),
            (Kind::Number, Read::Whole(number)) => match u32::try_from(number) {
                Ok(number) => Value::Number(number),
                Err(_) => return self.note_type(argument, Found::OtherNumber),
            },
            (Kind::Flag, Read::Flag(flag)) => Value::Flag(flag),
            (_, read) => return self.note_type(argument, read.found()),
        };
        self.values.push((argument.name, value));
    }

    fn note_type(&mut self, argument: &'static Argument, found: Found) {
        self.note(ToolRefusal::ArgumentType { argument: argument.name, wanted: argument.kind, found });
    }

    fn not_object<E>(&mut self, found: Found) -> Result<(), E> {
        self.note(ToolRefusal::ArgumentsNotObject { found });
        Ok(())
    }
}

impl<'de> Visitor<'de> for &mut Reader {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            let Some(argument) = self.known.iter().find(|argument| argument.name == name) else {
                map.next_value::<IgnoredAny>()?;
                let known = self.known.iter().map(|argument| argument.name).collect();
                self.note(ToolRefusal::ArgumentUnknown { name, known });
                continue;
            };
            if self.seen.contains(&argument.name) {
                self.note(ToolRefusal::ArgumentTwice { argument: argument.name });
            }
            self.seen.push(argument.name);
            self.at = Some(argument.name);
            let read = map.next_value_seed(AnyValue)?;
            self.at = None;
            self.take(argument, read);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        self.not_object(Found::List)
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        self.not_object(Found::Text)
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        self.not_object(Found::Whole)
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        self.not_object(Found::OtherNumber)
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.not_object(Found::Flag)
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.not_object(Found::Null)
    }
}

/// A value, as far as an argument can be one.
enum Read {
    Text(String),
    Whole(u64),
    Flag(bool),
    Other(Found),
}

impl Read {
    const fn found(&self) -> Found {
        match self {
            Self::Text(_) => Found::Text,
            Self::Whole(_) => Found::Whole,
            Self::Flag(_) => Found::Flag,
            Self::Other(found) => *found,
        }
    }
}

/// Reads any value into a [`Read`].
struct AnyValue;

impl<'de> DeserializeSeed<'de> for AnyValue {
    type Value = Read;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Read, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Read;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value of an argument")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Read, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Read::Other(Found::Object))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Read, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Read::Other(Found::List))
    }

    fn visit_str<E>(self, text: &str) -> Result<Read, E> {
        Ok(Read::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Read, E> {
        Ok(Read::Text(text))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Read, E> {
        Ok(Read::Whole(number))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Read, E> {
        Ok(Read::Other(Found::OtherNumber))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Read, E> {
        Ok(Read::Flag(flag))
    }

    fn visit_unit<E>(self) -> Result<Read, E> {
        Ok(Read::Other(Found::Null))
    }
}

/// The text with `1` for `1.0`: JSON Schema counts both as the same integer, and the core reads no
/// number with a fraction. What is written with an exponent stays as it is.
fn without_zeros(text: &str) -> Cow<'_, str> {
    if !text.contains(".0") {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c| c == '"' || in_number(c)) {
        let (before, token) = rest.split_at_checked(start).unwrap_or((rest, ""));
        let end = if token.starts_with('"') { string_bytes(token) } else { token.find(|c| !in_number(c)) };
        let (token, after) = end.and_then(|end| token.split_at_checked(end)).unwrap_or((token, ""));
        plain.push_str(before);
        plain.push_str(whole_part(token).unwrap_or(token));
        rest = after;
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

fn in_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e' | 'E')
}

/// Bytes of the string that a text begins with, its quotes included; none where it doesn't end.
fn string_bytes(text: &str) -> Option<usize> {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| match byte {
        _ if escaped => {
            escaped = false;
            false
        }
        b'\\' => {
            escaped = true;
            false
        }
        _ => byte == b'"',
    });
    end?.checked_add(2)
}

/// What stands before the point of a number, where only zeros stand behind it.
fn whole_part(number: &str) -> Option<&str> {
    let (whole, fraction) = number.split_once('.')?;
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let zeros = !fraction.is_empty() && fraction.bytes().all(|byte| byte == b'0');
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (zeros && is_whole).then_some(whole)
}

/// Whether an escape stands somewhere that is one half of a surrogate pair, without the other (D13).
fn holds_half_a_pair(text: &str) -> bool {
    let mut high = false;
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        let unit = after.strip_prefix('u').and_then(|digits| digits.get(..4));
        let unit = unit.and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or_default();
        let follows = high && before.is_empty();
        match unit {
            0xdc00..=0xdfff if follows => high = false,
            0xdc00..=0xdfff => return true,
            _ if high => return true,
            _ => high = (0xd800..=0xdbff).contains(&unit),
        }
        // The character behind the backslash can't begin another escape.
        rest = after.get(after.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
        if unit != 0 {
            rest = after.get(5..).unwrap_or_default();
        }
        if high && !rest.starts_with('\\') {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_with_a_fraction_of_zeros_is_the_whole_number() {
        for (text, expected) in [
            (r#"{"from":1.0}"#, r#"{"from":1}"#),
            (r#"{"a":-2.000,"b":[10.0,0.0]}"#, r#"{"a":-2,"b":[10,0]}"#),
            (r#"{"a":"v1.0","b\"1.0":"\\","c":3.0}"#, r#"{"a":"v1.0","b\"1.0":"\\","c":3}"#),
        ] {
            assert_eq!(without_zeros(text), expected);
        }
    }

    #[test]
    fn every_other_number_and_what_is_no_json_stay() {
        for text in [
            r#"{"a":1.05,"b":1.0e0,"c":1e5.0,"d":1.0.0,"e":.0,"f":-.0}"#,
            r#"{"a":"never ends 1.0"#,
            "true1.0",
            "é.0",
        ] {
            assert_eq!(without_zeros(text), text);
        }
    }
}
