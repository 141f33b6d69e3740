//! JSON as a trace has it: no name twice in an object, and no number that the contract can't have.

use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Most levels of lists and objects in each other: what is told of a difference has a few more, and every
/// reader has to read that.
const LEVELS_MAX: usize = 100;

/// Reads one value.
///
/// # Errors
///
/// For what is no JSON or nested deeper, for a name that comes twice in its object, and for a number that is
/// not a whole one of at most 32 bits.
pub(super) fn parse(bytes: &[u8]) -> serde_json::Result<Value> {
    let mut from = serde_json::Deserializer::from_slice(bytes);
    let value = Reading { levels: LEVELS_MAX }.deserialize(&mut from)?;
    from.end().map(|()| value)
}

/// A field that is there, also where it is null.
pub(super) fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// Reads a value that may have so many levels.
#[derive(Clone, Copy)]
struct Reading {
    levels: usize,
}

impl Reading {
    /// For what stands in a list or an object.
    fn below<E: Error>(self) -> Result<Self, E> {
        let levels = self.levels.checked_sub(1);
        let too_deep = || E::custom(format_args!("it is nested deeper than {LEVELS_MAX} levels"));
        levels.map(|levels| Self { levels }).ok_or_else(too_deep)
    }
}

impl<'de> DeserializeSeed<'de> for Reading {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reading {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of a trace")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        u32::try_from(number).map(Value::from).map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        i32::try_from(number).map(Value::from).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let below = self.below::<A::Error>()?;
        let mut items = Vec::new();
        while let Some(item) = from.next_element_seed(below)? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let below = self.below::<A::Error>()?;
        let mut fields = Map::new();
        while let Some(name) = from.next_key::<String>()? {
            let value = from.next_value_seed(below)?;
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format_args!("the name {name:?} comes twice")));
            }
            fields.insert(name, value);
        }
        Ok(fields.into())
    }
}
